/** Answer schemas of the two sides, and the checks that send an answer back. */
import {z} from 'zod';
import {PointSeverity} from '../../debate/formats/code-debate.ts';
import {countWords} from '../../debate/text/words.ts';
import {minReasonWords} from './rules.ts';
import {marks} from './entries.ts';
import type {DebatePoint} from './points.ts';
import {evidenceFault, GivenEvidence, redactedFault} from './evidence.ts';
import {locationFault, type KnownFile} from './subject.ts';

/** More points than these a section may not raise. */
const mostPoints = 12;
/** More than these are not debated: of a subject in many parts, the gravest are. */
export const mostInDispute = 40;

const text = z.string().nullable().optional();
const place = {
	file: text,
	line: z.int().positive().nullable().optional(),
	/** Whether the line is counted in the new file or in the old one. */
	side: z.enum(['new', 'old']).nullable().optional(),
};
const shown = {evidence: GivenEvidence.nullable().optional(), resolution: text};

/** A point that a side raises: what is wrong, what shows it, and what should be done. */
const RaisedPoint = z.object({
	title: z.string().min(1),
	severity: PointSeverity.default('major'),
	...place,
	claim: z.string().min(1),
	...shown,
});
export type RaisedPoint = z.infer<typeof RaisedPoint>;

/** The opener's first word. */
export const OpeningReply = z.object({summary: z.string().min(1), points: z.array(RaisedPoint).max(mostPoints)});
export type OpeningReply = z.infer<typeof OpeningReply>;

/** What the responder finds before it has read anything of the opener's. */
export const ReviewReply = z.object({findings: z.array(RaisedPoint).max(mostPoints)});
export type ReviewReply = z.infer<typeof ReviewReply>;

/** A finding of the responder's own, and whether the opener has raised the same. */
const OwnFinding = z.object({
	finding: z.string().regex(/^F\d+$/u),
	mark: z.enum(marks),
	point: text,
});

const PointReply = z.object({
	id: z.string().regex(/^P\d+$/u),
	/** The input or case that was gone through to check the point and its fix. */
	tried: text,
	why: z.string().default(''),
	category: z.enum(['agreed', 'partially_agreed', 'disagreed']),
	agreed_part: text,
	disputed_part: text,
	/** A writer gives its own point up. */
	withdrawn: z.boolean().nullable().optional(),
	severity: PointSeverity.nullable().optional(),
	...shown,
});

/** A point by point reply. `agreed_part` and `disputed_part` say what is and what is not agreed where that is mixed. */
export const DebateReply = z.object({
	// Of A, all of its own that B answered, and all that B has found beside them.
	points: z.array(PointReply).max(2 * mostInDispute),
	own: z.array(OwnFinding).max(mostInDispute).nullable().optional(),
	findings: z
		.array(
			z.object({
				title: text,
				severity: PointSeverity.nullable().optional(),
				...place,
				text: z.string().min(1),
				...shown,
				mark: z.enum(marks).default('new finding'),
				point: text,
			}),
		)
		.max(mostPoints)
		.nullable()
		.optional(),
});
export type DebateReply = z.infer<typeof DebateReply>;

/** What a writer says of its points that nothing has shown: evidence, or that they are less, or nothing. */
export const EvidenceReply = z.object({
	points: z
		.array(
			z.object({
				id: z.string().regex(/^F\d+$/u),
				withdrawn: z.boolean().nullable().optional(),
				severity: PointSeverity.nullable().optional(),
				evidence: shown.evidence,
			}),
		)
		.max(mostInDispute),
});
export type EvidenceReply = z.infer<typeof EvidenceReply>;

/** What is wrong with evidence that is given when it is asked for. */
export const evidenceFaults = ({points}: EvidenceReply, ids: readonly string[]): string[] => [
	...ids.filter(id => points.every(point => point.id !== id)).map(id => `${id} is not answered`),
	...points.flatMap(({id, evidence}) => {
		const fault = evidenceFault(evidence) ?? redactedFault(evidence);
		return fault === undefined ? [] : [`${id}: ${fault}`];
	}),
];

/** `due` are the points that wait for an answer from `role`, `known` all that were raised. */
type ReplyContext = {
	readonly role: 'A' | 'B';
	readonly due: readonly DebatePoint[];
	readonly known: readonly DebatePoint[];
	readonly files: readonly KnownFile[];
};

/** What is wrong with points that a side raises. */
export const raisedFaults = (points: readonly RaisedPoint[], files: readonly KnownFile[]): string[] =>
	points.flatMap(({title, file, line, evidence}) =>
		[locationFault(files, file, line), evidenceFault(evidence) ?? redactedFault(evidence)].flatMap(fault =>
			fault === undefined ? [] : [`"${title}": ${fault}`],
		),
	);

/** All faults of a reply; it is sent back to its model once. */
export function replyFaults({points, findings}: DebateReply, {role, due, files, known}: ReplyContext): string[] {
	const missing = due
		.filter(({id}) => points.every(point => point.id !== id))
		.map(({id, title}) => `${id} (${title}) is not answered`);
	const answers = points.flatMap(({id}) => {
		if (due.some(point => point.id === id)) return [];
		return [
			known.some(point => point.id === id)
				? `${id} does not wait for an answer from Agent ${role}`
				: `${id} was never raised`,
		];
	});
	const bare = points
		.filter(({category, why}) => category !== 'agreed' && countWords(why) < minReasonWords)
		.map(({id}) => `${id} is not fully agreed, and no reason is given`);
	const mixed = points
		.filter(({category, agreed_part: yes, disputed_part: no}) => category === 'partially_agreed' && (!yes || !no))
		.map(({id}) => `${id} is partially agreed: say which part is (agreed_part) and which is not (disputed_part)`);
	const unchecked = points
		.filter(
			({id, category, tried, why}) =>
				category === 'agreed' &&
				due.some(point => point.id === id && point.by !== role && point.answer !== 'partly') &&
				// Two words may name an input, such as “empty file”.
				countWords(tried ?? '') < 2 &&
				countWords(`${tried ?? ''} ${why}`) < minReasonWords,
		)
		.map(
			({id}) =>
				`${id} is agreed, and nothing says what was tried: name the input or case that you went through (tried)`,
		);
	const shownBy = [...points, ...(findings ?? [])].flatMap(each => {
		const fault = evidenceFault(each.evidence) ?? redactedFault(each.evidence);
		return fault === undefined
			? []
			: [`${'id' in each ? each.id : `"${each.title ?? each.text.slice(0, 60)}"`}: ${fault}`];
	});
	const places = (findings ?? []).flatMap(({file, line}) => locationFault(files, file, line) ?? []);
	const vague = (findings ?? [])
		.filter(({file, line}) => files.length > 0 && (!file || !line))
		.map(({text: said}) => `the finding "${said.slice(0, 60)}" names no file and line`);
	return [...missing, ...answers, ...bare, ...mixed, ...unchecked, ...shownBy, ...places, ...vague];
}
