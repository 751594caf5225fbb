/** Answer schemas of the two sides, and the checks that send an answer back. */
import {z} from 'zod';
import {countWords, minReasonWords} from './file/content-rules.ts';
import {marks} from './file/entries.ts';
import type {DebatePoint} from './file/points.ts';
import {locationFault, type KnownFile} from './subject/subject.ts';

const file = z.string().nullable().optional();
const line = z.int().positive().nullable().optional();

/** The opener's first word. */
export const OpeningReply = z.object({
	summary: z.string().min(1),
	points: z
		.array(z.object({title: z.string().min(1), file, line, claim: z.string().min(1)}))
		.min(1)
		.max(12),
});
export type OpeningReply = z.infer<typeof OpeningReply>;

/** A point by point reply. `agreed_part` and `disputed_part` say what is and what is not agreed where that is mixed. */
export const DebateReply = z.object({
	points: z
		.array(
			z.object({
				id: z.string().regex(/^P\d+$/u),
				category: z.enum(['agreed', 'partially_agreed', 'disagreed']),
				why: z.string(),
				agreed_part: z.string().nullable().optional(),
				disputed_part: z.string().nullable().optional(),
				file,
				line,
			}),
		)
		.max(40),
	findings: z
		.array(
			z.object({file, line, text: z.string().min(1), mark: z.enum(marks), point: z.string().nullable().optional()}),
		)
		.max(12)
		.nullable()
		.optional(),
});
export type DebateReply = z.infer<typeof DebateReply>;

/** What is to be done, where the debate has come to its end. */
export const ClosingReply = z.object({
	summary: z.string().min(1),
	actions: z.array(z.object({point: z.string().nullable().optional(), action: z.string().min(1)})).max(20),
});
export type ClosingReply = z.infer<typeof ClosingReply>;

/** `due` are the points that wait for an answer, `known` all that were raised. */
type ReplyContext = {
	readonly due: readonly DebatePoint[];
	readonly known: readonly DebatePoint[];
	readonly files: readonly KnownFile[];
};

/** What is wrong with an opening. */
export const openingFaults = ({points}: OpeningReply, files: readonly KnownFile[]): string[] =>
	points.flatMap(({title, file: path, line: at}) => {
		const fault = locationFault(files, path, at);
		return fault === undefined ? [] : [`"${title}": ${fault}`];
	});

/** All faults of a reply; it is sent back to its model once. */
export function replyFaults({points, findings}: DebateReply, {due, files, known}: ReplyContext): string[] {
	const missing = due
		.filter(({id}) => points.every(point => point.id !== id))
		.map(({id, title}) => `${id} (${title}) is not answered`);
	const unknown = points
		.filter(({id}) => known.every(point => point.id !== id))
		.map(({id}) => `${id} was never raised`);
	const settled = points
		.filter(({id}) => known.some(point => point.id === id && point.state === 'agreed'))
		.map(({id}) => `${id} is settled and is not addressed again`);
	const bare = points
		.filter(({category, why}) => category !== 'agreed' && countWords(why) < minReasonWords)
		.map(({id}) => `${id} is not fully agreed, and no reason is given`);
	const mixed = points
		.filter(({category, agreed_part: yes, disputed_part: no}) => category === 'partially_agreed' && (!yes || !no))
		.map(({id}) => `${id} is partially agreed: say which part is (agreed_part) and which is not (disputed_part)`);
	const easy =
		due.length > 0 &&
		points.length > 0 &&
		points.every(({category, why}) => category === 'agreed' && countWords(why) < minReasonWords)
			? ['everything is agreed, and no reason is given for any of it: say for each point what convinced you']
			: [];
	const places = [...points, ...(findings ?? [])].flatMap(
		({file: path, line: at}) => locationFault(files, path, at) ?? [],
	);
	const vague = (findings ?? [])
		.filter(({file: path, line: at}) => files.length > 0 && (!path || !at))
		.map(({text}) => `the finding "${text.slice(0, 60)}" names no file and line`);
	return [...missing, ...unknown, ...settled, ...bare, ...mixed, ...easy, ...places, ...vague];
}
