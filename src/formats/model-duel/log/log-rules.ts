/** How the events of one duel relate. Rules ignore unreadable fields, so that each fault is reported once. */
import {z} from 'zod';
import {stages, type Stage} from './log-event.ts';

/**
 * The rules beyond those of single fields:
 * - json: a line is one JSON object
 * - torn: the last line is complete
 * - unique: no two events have the same eventId
 * - hash: contentHash is the SHA-256 of content
 * - order: request, draft, critique, revision, final; or error and final after any of the first four; nothing after it
 * - unfinished: a duel ends with a final
 * - speaker: codex drafts and revises, antigravity criticises, the system requests and closes
 * - status: ok; error for an error; a final is completed after a revision, degraded after an error
 * - parent: an event replies to the one before it in its duel, a request to null
 * - task: the events of a duel have one taskId and one ackId
 * - issues: a revision repeats those of the critique, in order
 * - responses: a revision answers each issue exactly once, by its number as text
 * - unstructured: only a critique in prose, and the revision that answers it, may set it
 */
export type LogRuleName =
	| 'json'
	| 'torn'
	| 'unique'
	| 'hash'
	| 'order'
	| 'unfinished'
	| 'speaker'
	| 'status'
	| 'parent'
	| 'task'
	| 'issues'
	| 'responses'
	| 'unstructured';
export type LogFinding = readonly [rule: LogRuleName, what: string];

const text = z.string().optional().catch(undefined);
const words = z.string().regex(/\S/u);

/** An event as far as it is readable. */
export const PartialEvent = z.object({
	eventId: text,
	debateId: text,
	taskId: text,
	ackId: text,
	speaker: text,
	status: text,
	content: text,
	contentHash: text,
	type: z.enum(stages).optional().catch(undefined),
	replyToEventId: z.string().nullish().catch(undefined),
	unstructured: z.boolean().optional().catch(undefined),
	issues: z
		.array(z.object({claim: words, evidence: words.optional(), suggestedFix: words.optional()}))
		.min(1)
		.optional()
		.catch(undefined),
	responses: z
		.array(z.object({issueRef: text}))
		.optional()
		.catch(undefined),
});
export type PartialEvent = z.infer<typeof PartialEvent>;

/** What is wrong with an event, given those of its duel before it. */
export const findingsOn = (event: PartialEvent, before: readonly PartialEvent[]): LogFinding[] =>
	[order, speaker, status, parent, task, issues, responses, unstructured].flatMap(rule => rule(event, before));

type LogRule = (event: PartialEvent, before: readonly PartialEvent[]) => LogFinding[];

const next: Readonly<Record<Stage, readonly Stage[]>> = {
	request: ['draft', 'error'],
	draft: ['critique', 'error'],
	critique: ['revision', 'error'],
	revision: ['final', 'error'],
	error: ['final'],
	final: [],
};

const order: LogRule = ({type}, before) => {
	const last = before.some(event => event.type === 'final')
		? 'final'
		: before.findLast(event => event.type !== undefined)?.type;
	const allowed = last === undefined ? ['request'] : next[last];
	if (type === undefined || allowed.includes(type)) return [];
	const due = allowed.length === 0 ? 'no event may follow' : `${allowed.join(' or ')} is due`;
	return [['order', `${type} where ${due}${last === undefined ? ' first' : ` after ${last}`}`]];
};

const speakerOf: Readonly<Partial<Record<Stage, string>>> = {
	request: 'system',
	draft: 'codex',
	critique: 'antigravity',
	revision: 'codex',
	final: 'system',
};

const speaker: LogRule = ({type, speaker}) => {
	const due = type && speakerOf[type];
	return due === undefined || speaker === undefined || speaker === due
		? []
		: [['speaker', `${type} by "${speaker}", which is for "${due}"`]];
};

const status: LogRule = ({type, status}, before) => {
	if (type === undefined || status === undefined) return [];
	const degraded = before.some(event => event.type === 'error');
	const due = type === 'error' ? 'error' : type === 'final' ? (degraded ? 'degraded' : 'completed') : 'ok';
	return status === due
		? []
		: [
				[
					'status',
					`status "${status}" where "${due}" is due for ${type}${type === 'final' ? (degraded ? ' after an error' : ' without an error') : ''}`,
				],
			];
};

const parentOf: Readonly<Partial<Record<Stage, Stage>>> = {draft: 'request', critique: 'draft', revision: 'critique'};

const parent: LogRule = ({type, replyToEventId: given, status}, before) => {
	if (type === undefined || given === undefined) return [];
	if (type === 'request')
		return given === null ? [] : [['parent', `a request replies to nothing, but this one replies to "${given}"`]];
	const stage = type === 'final' && status === 'completed' ? 'revision' : parentOf[type];
	const due = before.findLast(event => event.type === stage)?.eventId;
	if (stage !== undefined && due !== undefined)
		return given === due ? [] : [['parent', `replies to ${shown(given)} instead of the ${stage}, "${due}"`]];
	if (given === null) return type === 'error' ? [] : [['parent', `${type} replies to nothing`]];
	return before.some(event => event.eventId === given)
		? []
		: [['parent', `replies to ${shown(given)}, which is not an earlier event of this duel`]];
};

const shown = (id: string | null): string => (id === null ? 'nothing' : `"${id}"`);

const task: LogRule = (event, before) =>
	(['taskId', 'ackId'] as const).flatMap((name): LogFinding[] => {
		const first = before.find(other => other[name] !== undefined)?.[name];
		const own = event[name];
		return first === undefined || own === undefined || own === first
			? []
			: [['task', `${name} "${own}" where the duel’s is "${first}"`]];
	});

const issues: LogRule = ({type, issues}, before) => {
	const criticised = before.findLast(event => event.type === 'critique')?.issues;
	if (type !== 'revision' || !issues || !criticised) return [];
	if (issues.length !== criticised.length)
		return [['issues', `${issues.length} issues where the critique has ${criticised.length}`]];
	const changed = issues.findIndex((issue, place) => JSON.stringify(issue) !== JSON.stringify(criticised[place]));
	return changed < 0 ? [] : [['issues', `issue ${changed + 1} is not the critique’s`]];
};

const responses: LogRule = ({type, issues, responses}) => {
	if (type !== 'revision' || !issues || !responses) return [];
	const count: LogFinding[] =
		responses.length === issues.length
			? []
			: [['responses', `${responses.length} responses to ${issues.length} issues`]];
	const refs = responses.map(({issueRef}) => issueRef).filter(ref => ref !== undefined);
	const strange = refs.filter(ref => !issues.some((_, place) => ref === String(place + 1)));
	const twice = refs.filter((ref, place) => refs.indexOf(ref) < place);
	return [
		...count,
		...(strange.length === 0
			? []
			: [['responses', `issueRef "${strange.join('", "')}" is not the number of an issue`] satisfies LogFinding]),
		...(twice.length === 0
			? []
			: [['responses', `issueRef "${twice.join('", "')}" is answered more than once`] satisfies LogFinding]),
	];
};

const unstructured: LogRule = ({type, unstructured}, before) => {
	const critique = before.findLast(event => event.type === 'critique');
	return type === 'revision' && unstructured === true && critique && critique.unstructured !== true
		? [['unstructured', 'the critique that it answers is structured']]
		: [];
};
