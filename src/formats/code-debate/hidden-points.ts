/**
 * Hidden characters in a subject, and marks that take files out of what is read: found and raised by code. No model is
 * asked whether they are there, and none can deny it. Pure.
 */
import {z} from 'zod';
import {hiddenIn, weightOf, type HiddenCharacter} from '../../debate/text/hidden.ts';
import {PointSeverity, severities} from '../../debate/formats/code-debate.ts';
import {byCode} from './evidence.ts';

/** A line with hidden characters, or a file’s name, or a commit’s message; `names` are those of the characters. */
export const HiddenPlace = z.object({
	file: z.string().nullable(),
	line: z.int().positive().nullable(),
	severity: PointSeverity,
	names: z.array(z.string()),
	/** The line as it is shown, cut where it is long. */
	text: z.string(),
	/** `mark`: the line says of files that nobody is to read them. */
	kind: z.enum(['hidden', 'mark']).default('hidden'),
	/** Lines that are not among the places, where a file has many. */
	more: z.int().nonnegative().default(0),
});
export type HiddenPlace = z.infer<typeof HiddenPlace>;

/** A point as a model answers it. */
type HiddenPoint = {
	title: string;
	severity: PointSeverity;
	file: string | null;
	line: number | null;
	side: 'new';
	claim: string;
	evidence: {kind: 'input'; text: string} & typeof byCode;
	resolution: string;
};
type AnyPoint = {
	readonly id: string;
	readonly title: string;
	readonly by: 'A' | 'B';
	readonly place: string | undefined;
	readonly confirm: 'A' | 'B' | undefined;
};
type AnswerByCode = {id: string; category: 'agreed' | 'disagreed'; tried?: string; why: string};

type HiddenLine = {
	readonly file: string | null;
	readonly line: number | null;
	readonly raw: string;
	readonly shown: string;
};

/** A subject with more lines than this gets one point a file. */
const mostLines = 12;
const longestLine = 200;

/** The places of what a change brings in; the gravest of a line says how grave it is. */
export function hiddenPlaces(lines: readonly HiddenLine[]): HiddenPlace[] {
	const found = lines.flatMap(({file, line, raw, shown}) => {
		const hidden = hiddenIn(raw);
		return hidden.length === 0 ? [] : [placeOf({file, line, hidden, shown})];
	});
	if (found.length <= mostLines) return found;
	return [...Map.groupBy(found, ({file}) => file).values()].flatMap(own => {
		const names = [...new Set(own.flatMap(place => place.names))];
		const [gravest] = own.toSorted((one, other) => rank(one) - rank(other));
		return gravest ? [{...gravest, names, more: own.length - 1}] : [];
	});
}

const rank = ({severity}: HiddenPlace): number => severities.indexOf(severity);

function placeOf({
	file,
	line,
	hidden,
	shown,
}: Omit<HiddenLine, 'raw'> & {readonly hidden: readonly HiddenCharacter[]}): HiddenPlace {
	const grave = hidden
		.map(({kind}) => weightOf[kind])
		.toSorted((a, b) => severities.indexOf(a) - severities.indexOf(b));
	return {
		file,
		line,
		severity: grave[0] ?? 'note',
		names: [...new Set(hidden.map(({name}) => name))],
		text: shown.length > longestLine ? `${shown.slice(0, longestLine)}…` : shown,
		kind: 'hidden',
		more: 0,
	};
}

const attributes = /(?:^|\/)\.gitattributes$/u;
const mark = /(?<![-!])\blinguist-(?:generated|vendored)\b(?!=false)/u;

/** Lines of a change that mark files as generated or vendored: from the next change on, nobody reads these. */
export const marksIn = (lines: readonly HiddenLine[]): HiddenPlace[] =>
	lines
		.filter(({file, line, raw}) => line !== null && attributes.test(file ?? '') && mark.test(raw))
		.map(({file, line, shown}) => ({
			file,
			line,
			severity: 'minor',
			names: ['linguist-generated or linguist-vendored'],
			text: shown.slice(0, longestLine),
			kind: 'mark',
			more: 0,
		}));

/** Begins the title of each such point. */
const label = 'hidden-character';

export const isHiddenPoint = ({title}: {readonly title: string}): boolean => title.startsWith(`${label}: `);

const markTitle = 'unread-files: marked so by .gitattributes';

/** Whether only code raises and answers it. */
export const isByCode = (point: {readonly title: string}): boolean => isHiddenPoint(point) || point.title === markTitle;

const codeIn = (name: string): string => name.split(',', 1)[0] ?? name;

function pointOf(place: HiddenPlace): HiddenPoint {
	const {file, line, severity, names, text, more} = place;
	if (place.kind === 'mark')
		return {
			title: markTitle,
			severity,
			file,
			line,
			side: 'new',
			claim:
				'This line marks files as generated or vendored. They are read in this change, and by nobody from the next one on. Found by code, not by a model.',
			evidence: {kind: 'input', text: text || markTitle, ...byCode},
			resolution: 'Keep the line only if no person writes these files.',
		};
	const where = line !== null ? 'In this line' : file === null ? 'In the message' : 'In the name of this file';
	const others = more === 0 ? '' : ` So do ${more} more ${more === 1 ? 'line' : 'lines'} of this file.`;
	return {
		title: `${label}: ${names.length > 3 ? `${names.slice(0, 3).map(codeIn).join(', ')} and more` : names.length > 1 ? names.map(codeIn).join(', ') : (names[0] ?? '')}`,
		severity,
		file,
		line,
		side: 'new',
		claim: `${where} stands what a reader does not see, or takes for something else: ${names.join('; ')}.${others} Found in the bytes by code, not by a model.`,
		evidence: {kind: 'input', text: text === '' ? names.join('; ') : text, ...byCode},
		resolution: 'Take it out, or write it as an escape of the language.',
	};
}

/** Those of a model that say the same at the same place are left out. */
export const withHiddenPoints = <
	P extends Pick<HiddenPoint, 'title'> & {file?: string | null | undefined; line?: number | null | undefined},
>(
	points: readonly P[],
	places: readonly HiddenPlace[],
): (P | HiddenPoint)[] => [
	...places.map(pointOf),
	...points
		.filter(
			({title, file, line}) =>
				!(saysHidden.test(title) && places.some(at => at.file === file && at.line === line && at.kind === 'hidden')),
		)
		.map(withoutLabel),
];

/** Only what code raises is called so. */
export const withoutLabel = <P extends {title?: string | null | undefined}>(point: P): P =>
	point.title?.startsWith(`${label}: `)
		? {...point, title: point.title.slice(label.length + 2)}
		: point.title === markTitle
			? {...point, title: `${markTitle}?`}
			: point;

const saysHidden = /hidden|invisible|zero.width|bidi|homoglyph|look.?alike|unicode|trojan|U\+[0-9A-F]{4}/iu;

/** The answer of code to such a point, where this side has read the same bytes; undefined for any other. */
export function answerByCode(
	point: AnyPoint,
	role: 'A' | 'B',
	places: readonly HiddenPlace[],
): AnswerByCode | undefined {
	if (!isByCode(point)) return undefined;
	const place = places.find(
		({file, line, kind}) =>
			(kind === 'mark') === (point.title === markTitle) &&
			`${file ?? ''}${line === null ? '' : `:${line}`}` === (point.place ?? ''),
	);
	if (!place) return undefined;
	const seen = `The bytes of the subject were read by code: ${place.names.join('; ')}.`;
	const isOwn = point.by === role && point.confirm !== role;
	return isOwn
		? {id: point.id, category: 'disagreed', why: `It stands there, whatever shows the line otherwise. ${seen}`}
		: {id: point.id, category: 'agreed', tried: seen, why: ''};
}

/** What readers of a subject are told of them; empty where there are none. */
export function hiddenNote(all: readonly HiddenPlace[]): string {
	const places = all.filter(({kind}) => kind === 'hidden');
	if (places.length === 0) return '';
	const listed = places.slice(0, mostLines).map(({file, line, names, more}) => {
		const where = file === null ? 'the message' : `${file}${line === null ? ' (its name)' : `:${line}`}`;
		return `- ${where}: ${names.join('; ')}${more === 0 ? '' : `, and in ${more} more lines`}`;
	});
	return `Hidden characters, and bytes that are not UTF-8, are shown as escapes such as \\u202E or \\xE9 here; in the files they are the characters themselves. Each is raised as a point by code, so do not raise it again; judge the code as it runs with them.\n${listed.join('\n')}`;
}
