/** Code and file names inside a sentence, as somebody would read them to a colleague. */
import type {Language} from '../../languages/ear/language.ts';

/** The longest code that is read aloud, in characters. */
const longest = 60;

const place =
	/^(?<path>[\w@.~-]*(?:[\\/][\w@.~-]+)*\.[A-Za-z]{1,5}|[\w.-]+\.[a-z]{1,4})(?::(?<line>\d+)(?:[-–:](?<to>\d+))?)?$/u;

export function spokenCode(code: string, language: Language | undefined): string {
	const text = code.trim();
	if (!language) return text;
	const file = place.exec(text)?.groups;
	if (file) return spokenPlace(file['path'] ?? '', file['line'], file['to'], language);
	if (text.length > longest)
		return language.words.code.replace(/[,.].*$/u, '').replace(/^./u, first => first.toLowerCase());
	return spokenExpression(text, language);
}

/** `rate-limit.js, line 7`: folders are left out. */
export function spokenPlace(path: string, line: string | undefined, to: string | undefined, {words}: Language): string {
	const name = path.split(/[\\/]/u).at(-1) ?? path;
	const lines = line === undefined ? '' : `, ${words.line} ${line}${to === undefined ? '' : ` ${words.to} ${to}`}`;
	return `${name}${lines}`;
}

/** Operators in words, names apart: `entry.index !== index` is `entry dot index is not index`. */
function spokenExpression(code: string, {words}: Language): string {
	return code
		.replace(/^['"](.*)['"]$/u, '$1')
		.replace(/\s*[!=]==?(?![=>])\s*/gu, sign => ` ${sign.includes('!') ? words.differs : words.equals} `)
		.replace(/\s*<=\s*/gu, ` ${words.atMost} `)
		.replace(/\s*>=\s*/gu, ` ${words.atLeast} `)
		.replace(/\s*&&\s*/gu, ` ${words.and} `)
		.replace(/\s*(?:\|\||\?\?)\s*/gu, ` ${words.or} `)
		.replace(/\s\+\s/gu, ` ${words.plus} `)
		.replace(/\s[-−]\s/gu, ` ${words.minus} `)
		.replace(/\s\*\s/gu, ` ${words.times} `)
		.replace(/\s=\s/gu, ` ${words.equals} `)
		.replace(/\s<\s/gu, ` ${words.less} `)
		.replace(/\s>\s/gu, ` ${words.more} `)
		.replace(/(?<=[\p{L}_\d])\.(?=[\p{L}_])/gu, ` ${words.dot} `)
		.replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, letter => ` ${letter.toLowerCase()}`)
		.replace(/(?<=\p{L})_(?=\p{L})/gu, ' ')
		.replace(/[()[\]{};'"`$\\<>=*|&]+/gu, ' ')
		.replace(/\s+/gu, ' ')
		.trim();
}
