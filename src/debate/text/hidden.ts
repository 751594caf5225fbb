/**
 * Characters of code that a reader does not see, or takes for others: shown as escapes, such as `\u202E`, and named. A
 * text that was read from bytes keeps those that are no UTF-8, and gives all of them back.
 */

// Bytes as text. A byte that is no UTF-8 is a lone surrogate from U+DC80 on, as in Python’s "surrogateescape".

const [firstByte, lastByte] = [0xdc80, 0xdcff];

/** The text of bytes; nothing of them is lost. */
export function textOfBytes(bytes: Uint8Array): string {
	const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
	if (!text.includes('\uFFFD')) return text;
	let kept = '';
	for (let at = 0; at < bytes.length;) {
		const size = sequenceAt(bytes, at);
		const end = size === 0 ? at + 1 : at + size;
		kept += size === 0 ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : utf8.decode(bytes.subarray(at, end));
		at = end;
	}
	return kept;
}
const utf8 = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

/** How many bytes of one character of UTF-8 begin there; 0 where none does. */
function sequenceAt(bytes: Uint8Array, at: number): number {
	const first = bytes[at] ?? 0;
	if (first < 0x80) return 1;
	const size =
		first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0;
	const second = bytes[at + 1] ?? 0;
	const tooLong = (first === 0xe0 && second < 0xa0) || (first === 0xf0 && second < 0x90);
	const tooHigh = (first === 0xed && second > 0x9f) || (first === 0xf4 && second > 0x8f);
	if (size === 0 || tooLong || tooHigh) return 0;
	for (let next = 1; next < size; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
	return size;
}

/** The bytes of a text that `textOfBytes` gave, perhaps edited. */
export function bytesOfText(text: string): Buffer {
	if (!byteMark.test(text)) return Buffer.from(text);
	const parts = text.split(/(?<byte>[\uDC80-\uDCFF])/u);
	return Buffer.concat(
		parts.map((part, at) => (at % 2 === 1 ? Buffer.of(part.charCodeAt(0) - 0xdc00) : Buffer.from(part))),
	);
}
const byteMark = /[\uDC80-\uDCFF]/u;

// What is hidden, and how.

/** `bytes`: no UTF-8. A control, bidirectional, invisible or line character, or one that looks like another. */
type HiddenKind = 'bidi' | 'mark' | 'invisible' | 'control' | 'line' | 'lookalike' | 'space' | 'bytes';

export type HiddenCharacter = {
	/** Where it stands in its line, from 1, in UTF-16 units. */
	readonly column: number;
	readonly kind: HiddenKind;
	/** As it is shown: `\u202E`, or `\xE9` for a byte. */
	readonly shown: string;
	/** Such as `U+202E, right-to-left override`. */
	readonly name: string;
};

const always: readonly (readonly [HiddenKind, RegExp])[] = [
	['bidi', /[\u202A-\u202E\u2066-\u2069]/u],
	['mark', /[\u061C\u200E\u200F]/u],
	['line', /[\u0085\u2028\u2029\r\v\f]/u],
	['control', /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]/u],
	[
		'invisible',
		/\u034F|\u17B4|\u17B5|[\u180B-\u180F]|[\uFE00-\uFE0F]|[\u00AD\u115F\u1160\u200B-\u200D\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]/u,
	],
	['bytes', byteMark],
	['lookalike', /[\u01C3\u037E\u2024\u2215\u2223\u2236\u29F8\uA789\u{1D400}-\u{1D7FF}]/u],
	['space', /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/u],
];

/** Joiners and variants that belong to a script's spelling, or to emoji. */
const belongs =
	/(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Nkoo}\p{sc=Mand}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Java}\p{sc=Bali}])[\u200C\u200D](?=\p{L}|\p{M})|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})|(?<=\p{Emoji})[\uFE0E\uFE0F]|(?<=\p{sc=Han})[\uFE00-\uFE0D\u{E0100}-\u{E01EF}]|(?<=\p{sc=Mong})[\u180B-\u180F]/gu;

/** Letters that look like those of ASCII. */
const likeLatin =
	/[\u0391\u0392\u0395-\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03B1\u03B9\u03BD\u03BF\u03C1\u03C5\u03F2\u03F3\u0405\u0406\u0408\u0410\u0412\u0415\u041A\u041C-\u041E\u0420-\u0422\u0425\u0430\u0435\u043E\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04AE\u04AF\u04BB\u04C0\u04CF\u0501\u051B\u051D\u0555\u0561\u0566\u0570\u057D\u0578\u0581\u0585\u13A0-\u13F5\u2C9E\u2CA2\u2CA3\uFF10-\uFF19\uFF21-\uFF3A\uFF3F\uFF41-\uFF5A]/u;
const foreignRun =
	/[\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Cher}\p{sc=Copt}\uFF10-\uFF19\uFF21-\uFF3A\uFF3F\uFF41-\uFF5A]+/gu;
const identifier = /[\p{L}\p{N}_$]+/gu;

/** Nothing to look for in most lines. */
const plain = /^[\t -~]*$/u;

/** What is hidden in a line, in its order. The carriage return of a line end is none. */
export function hiddenIn(line: string): HiddenCharacter[] {
	const text = line.replace(/\r$/u, '');
	if (plain.test(text)) return [];
	const fine = new Set<number>([...text.matchAll(belongs)].map(({index}) => index));
	const alike = lookalikes(text);
	const found: HiddenCharacter[] = [];
	let at = 0;
	for (const character of text) {
		const kind = fine.has(at) ? undefined : kindOf(character, alike.has(at));
		if (kind !== undefined)
			found.push({column: at + 1, kind, shown: escapeOf(character), name: nameOf(character, kind)});
		at += character.length;
	}
	return found;
}

/** Single characters that normalization makes another: a Greek question mark is a semicolon then. */
const kindOf = (character: string, isAlike: boolean): HiddenKind | undefined => {
	if (character >= ' ' && character <= '~') return undefined;
	const kind = always.find(([, pattern]) => pattern.test(character))?.[0];
	if (kind !== undefined) return kind;
	const composed = character.normalize('NFC');
	return isAlike || (composed !== character && /^[!-~]$/u.test(composed)) ? 'lookalike' : undefined;
};

/**
 * Where letters of another script stand for those of ASCII: beside them in one name, or as a whole name in a line with
 * nothing else of that script.
 */
function lookalikes(text: string): Set<number> {
	const places = new Set<number>();
	const isAlike = (run: string): boolean => Array.from(run).every(each => likeLatin.test(each));
	const others = (text.match(foreignRun) ?? []).some(run => !isAlike(run));
	for (const {0: word, index} of text.matchAll(identifier)) {
		const isMixed = /[A-Za-z]/u.test(word);
		for (const {0: run, index: within} of word.matchAll(foreignRun))
			if (isAlike(run) && (isMixed || (!others && run.length > 1 && run === word)))
				for (let at = 0; at < run.length; at++) places.add(index + within + at);
	}
	return places;
}

/** The whole character at a column. */
const characterAt = (line: string, column: number): string => String.fromCodePoint(line.codePointAt(column - 1) ?? 0);

function escapeOf(character: string): string {
	const code = character.codePointAt(0) ?? 0;
	if (code >= firstByte && code <= lastByte) return `\\x${hex(code - 0xdc00, 2)}`;
	if (character === '\r') return String.raw`\r`;
	return code > 0xffff ? `\\u{${hex(code, 5)}}` : `\\u${hex(code, 4)}`;
}

const hex = (code: number, digits: number): string => code.toString(16).toUpperCase().padStart(digits, '0');

const names: Readonly<Record<number, string>> = {
	0x08: 'backspace',
	0x0c: 'form feed',
	0x0d: 'carriage return',
	0x1b: 'escape',
	0x7f: 'delete',
	0x85: 'next line',
	0xa0: 'no-break space',
	0xad: 'soft hyphen',
	0x37e: 'Greek question mark, which looks like a semicolon',
	0x1c3: 'a click letter, which looks like an exclamation mark',
	0x61c: 'Arabic letter mark',
	0x200b: 'zero-width space',
	0x200c: 'zero-width non-joiner',
	0x200d: 'zero-width joiner',
	0x200e: 'left-to-right mark',
	0x200f: 'right-to-left mark',
	0x2028: 'line separator',
	0x2029: 'paragraph separator',
	0x202a: 'left-to-right embedding',
	0x202b: 'right-to-left embedding',
	0x202c: 'pop directional formatting',
	0x202d: 'left-to-right override',
	0x202e: 'right-to-left override',
	0x2060: 'word joiner',
	0x2066: 'left-to-right isolate',
	0x2067: 'right-to-left isolate',
	0x2068: 'first strong isolate',
	0x2069: 'pop directional isolate',
	0x3164: 'Hangul filler',
	0xfeff: 'byte order mark',
};

const kindNames: Readonly<Record<HiddenKind, string>> = {
	bidi: 'a bidirectional control',
	mark: 'a direction mark',
	invisible: 'an invisible character',
	control: 'a control character',
	line: 'a line end within the line',
	lookalike: 'a letter that looks like another one',
	space: 'a space that is not the usual one',
	bytes: 'a byte that is not UTF-8',
};

function nameOf(character: string, kind: HiddenKind): string {
	const code = character.codePointAt(0) ?? 0;
	if (kind === 'bytes') return `0x${hex(code - 0xdc00, 2)}, ${kindNames.bytes}`;
	return `U+${hex(code, 4)}, ${names[code] ?? kindNames[kind]}`;
}

/** How grave it is to bring such a character in: what is read otherwise than it runs is `major`. */
export const weightOf: Readonly<Record<HiddenKind, 'major' | 'minor' | 'note'>> = {
	bidi: 'major',
	invisible: 'major',
	control: 'major',
	line: 'major',
	lookalike: 'major',
	mark: 'minor',
	bytes: 'minor',
	space: 'note',
};

/** A line with what is hidden in it as escapes; a carriage return at its end is left out. */
export function showLine(line: string): string {
	const text = line.replace(/\r$/u, '');
	if (plain.test(text)) return text;
	let shown = '';
	let at = 0;
	for (const {column, shown: escape} of hiddenIn(text)) {
		shown += text.slice(at, column - 1) + escape;
		at = column - 1 + characterAt(text, column).length;
	}
	return shown + text.slice(at);
}

/** The same for prose, where other spaces than the usual one and direction marks are at home. */
export const showHiddenInProse = (text: string): string =>
	text
		.split('\n')
		.map(line => {
			const grave = hiddenIn(line).filter(({kind}) => weightOf[kind] === 'major');
			return grave.toReversed().reduce(
				(rest, {column, shown}) => {
					const size = characterAt(rest, column).length;
					return rest.slice(0, column - 1) + shown + rest.slice(column - 1 + size);
				},
				line.replace(/\r$/u, ''),
			);
		})
		.join('\n');

/** The same for a text of several lines; a byte order mark at its beginning is no part of it. */
export const showHidden = (text: string): string =>
	/^[\t\n -~]*$/u.test(text)
		? text
		: text
				.replace(/^\uFEFF/u, '')
				.split('\n')
				.map(showLine)
				.join('\n');

/**
 * A line that was written from one with escapes, with the characters themselves where those stood for them: `old` is
 * what the escapes were shown for.
 */
export function withHidden(written: string, old: string): string {
	let text = written;
	for (const {shown, column} of hiddenIn(old)) {
		if (old.includes(shown)) continue;
		const at = text.toLowerCase().indexOf(shown.toLowerCase());
		if (at >= 0) text = text.slice(0, at) + characterAt(old, column) + text.slice(at + shown.length);
	}
	return text;
}
