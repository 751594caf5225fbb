/** How much of its subject a side was shown: how the side says it in DEBATE.md, and how reports say it. Pure. */
import {
	isPartial,
	isWhole,
	leavesOpen,
	lesserCoverage,
	verdictOf,
	type Coverage,
	type FileRead,
} from '../../debate/formats/code-debate.ts';
import type {DebateState} from '../../debate/state.ts';
import {cleanText} from '../../debate/text/intake.ts';
import {formatCount, plural} from '../../languages/wording.ts';
import {isAboutCode} from './debated-code.ts';
import {requestIn} from './subject.ts';

// As a side writes it at the beginning of its first section:
//
//     *Read: 718 of 20,000 lines, 2 of 3 files whole; not read by rule: 1 file, 5,000 lines.*
//
//     | file | lines | read | why not |

const allowedWords = 'less than all is allowed (--allow-partial)';
const byRuleWords = ({files, lines}: Coverage['byRule']): string =>
	`not read by rule: ${plural(files, 'file')}, ${plural(lines, 'line')}`;

/** What was read of the change: a line, and a table of the files that were not read whole. */
export function coverageText(coverage: Coverage): string {
	const {lines, shown, files, whole, byRule, allowed, named} = coverage;
	const more = files + byRule.files - named.length;
	const head = [
		`Read: ${formatCount(shown)} of ${plural(lines, 'line')}, ${formatCount(whole)} of ${plural(files, 'file')} whole`,
		...(byRule.files === 0 ? [] : [byRuleWords(byRule)]),
		...(allowed && isPartial(coverage) ? [allowedWords] : []),
	];
	const rows = named.map(({file, why, byRule: isRule, ...count}) => [
		`\`${file.replaceAll('`', '').replaceAll('|', String.raw`\|`)}\``,
		formatCount(count.lines),
		formatCount(count.shown),
		`${isRule ? 'by rule: ' : ''}${why ?? ''}`.replaceAll('|', String.raw`\|`),
	]);
	const rest = more === 0 ? [] : [[`and ${plural(more, 'more file')}`, '', '', '']];
	return [
		`*${head.join('; ')}.*`,
		'',
		...[['file', 'lines', 'read', 'why not'], ['---', '---', '---', '---'], ...rows, ...rest].map(
			cells => `| ${cells.join(' | ')} |`,
		),
	].join('\n');
}

const number = String.raw`\d[\d,]*`;
const readLine = new RegExp(
	`^\\*Read: (?<shown>${number}) of (?<lines>${number}) lines?, (?<whole>${number}) of (?<files>${number}) files? whole` +
		`(?:; not read by rule: (?<ruled>${number}) files?, (?<ruledLines>${number}) lines?)?(?<allowed>; less than all is allowed[^.*]*)?\\.\\*$`,
	'u',
);
/** What begins as this line does: in a side's own words it is made harmless. */
export const beginsCoverage = /^[ \t>-]*\*Read:/u;

const tableRow = /^\| `(?<file>[^`]*)` \| (?<lines>[\d,]+) \| (?<shown>[\d,]+) \| ?(?<why>.*?) ?\|$/u;

const countIn = (text = '0'): number => {
	const value = Number(text.replaceAll(',', ''));
	return Number.isSafeInteger(value) ? value : 0;
};

/** What the first lines of a section say, and how many lines that takes; undefined where they say nothing of it. */
export function readCoverage(
	texts: readonly string[],
): {readonly coverage: Coverage; readonly lines: number} | undefined {
	const head = readLine.exec(texts[0]?.trimEnd() ?? '')?.groups;
	if (!head) return undefined;
	const table = texts.findIndex((text, at) => at > 0 && text.trim() !== '');
	const isTable = texts[table]?.startsWith('| file |') === true;
	const length = isTable ? texts.slice(table).findIndex(text => !text.startsWith('|')) : 0;
	const end = isTable ? (length < 0 ? texts.length : table + length) : 1;
	return {
		lines: end,
		coverage: {
			lines: countIn(head['lines']),
			shown: countIn(head['shown']),
			files: countIn(head['files']),
			whole: countIn(head['whole']),
			byRule: {files: countIn(head['ruled']), lines: countIn(head['ruledLines'])},
			...(head['allowed'] !== undefined && {allowed: true}),
			named: isTable
				? texts
						.slice(table, end)

						.flatMap(fileIn)
				: [],
		},
	};
}

function fileIn(text: string): FileRead[] {
	const row = tableRow.exec(text.trimEnd())?.groups;
	if (!row) return [];
	const plain = (cell = ''): string =>
		cleanText(cell.replaceAll(String.raw`\|`, '|'))
			.replaceAll('\n', ' ')
			.trim();
	const {rule, why = ''} = /^(?<rule>by rule: )?(?<why>.*)$/u.exec(plain(row['why']))?.groups ?? {};
	return [
		{
			file: plain(row['file']),
			lines: countIn(row['lines']),
			shown: countIn(row['shown']),
			...(why !== '' && {why}),
			...(rule !== undefined && {byRule: true as const}),
		},
	];
}

// As reports say it.

/** What was read of it, by the side that was shown less; undefined where neither side says: it is unknown then. */
export function coverageOf({start, formats}: DebateState): Coverage | undefined {
	const {A, B} = formats.codeDebate.coverage;
	const coverage = lesserCoverage(A, B);
	const config: unknown = start?.config;
	const isAllowed =
		typeof config === 'object' && config !== null && 'allowPartial' in config && config.allowPartial === true;
	return coverage && isAllowed ? {...coverage, allowed: true} : coverage;
}

/** `1 of 4 lines not read`; undefined where all were, or nobody says. */
export const unreadWords = (coverage: Coverage | undefined): string | undefined =>
	coverage && isPartial(coverage)
		? `${formatCount(coverage.lines - coverage.shown)} of ${plural(coverage.lines, 'line')} not read`
		: undefined;

/** The verdict of a debate whose lines were not all read, with what was not. */
export function openVerdict(state: DebateState): string | undefined {
	const coverage = coverageOf(state);
	return leavesOpen(coverage)
		? `${verdictOf(state.formats.codeDebate.ledger, coverage)}: ${unreadWords(coverage)}`
		: undefined;
}

/** The same in words; undefined where a debate is about no code, and so nothing is to be said of it. */
export function coverageTold(state: DebateState): string | undefined {
	const {start} = state;
	const coverage = coverageOf(state);
	const isSaid = coverage ?? (start && (isAboutCode(start) || requestIn(start.subject.text).kind !== 'text'));
	return isSaid ? coverageWords(coverage) : undefined;
}

const named = (files: readonly FileRead[], of: number, words: (file: FileRead) => string): string => {
	const some = files.slice(0, 6).map(file => `${file.file} (${words(file)})`);
	return [...some, ...(of > some.length ? [`${formatCount(of - some.length)} more`] : [])].join(', ');
};

/** In a few sentences, for people. */
export function coverageWords(coverage: Coverage | undefined): string {
	if (!coverage) return 'How much of it was read is not known: neither side says.';
	const {lines, shown, files, whole, byRule, allowed} = coverage;
	const part = coverage.named.filter(file => !file.byRule && !isWhole(file));
	const ruled = coverage.named.filter(file => file.byRule);
	const [reason, ...others] = new Set(part.map(({why}) => why));
	const isOne = reason !== undefined && others.length === 0;
	const unread = isPartial(coverage)
		? [
				`Not read: ${formatCount(lines - shown)} of ${plural(lines, 'line')}, in ${formatCount(files - whole)} of ${plural(files, 'file')}: ${named(part, files - whole, file => `${formatCount(file.lines - file.shown)} of ${formatCount(file.lines)}${isOne || file.why === undefined ? '' : `, ${file.why}`}`)}${isOne ? `: ${reason}` : ''}.`,
				allowed
					? 'That was allowed (--allow-partial).'
					: 'No merge follows from a part: unless a blocker is upheld, the verdict is undecided.',
			]
		: [`Read: all ${plural(lines, 'line')} of ${plural(files, 'file')}.`];
	const rules =
		byRule.files === 0
			? []
			: [
					`Not read by rule: ${plural(byRule.files, 'file')} with ${plural(byRule.lines, 'line')}: ${named(ruled, byRule.files, file => file.why ?? 'by rule')}.`,
				];
	return [...unread, ...rules].join(' ');
}
