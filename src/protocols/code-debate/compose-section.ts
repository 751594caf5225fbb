/**
 * Composes a side's next sections: the model's answer, validated, returned once if invalid, and written as Markdown.
 */
import type {z} from 'zod';
import type {Form, Reading} from '../../debate/form.ts';
import type {Answer, Floor, Prompt} from '../../debate/protocol.ts';
import type {CodeDebateConfig} from './config.ts';
import type {Append} from './effects.ts';
import {closingForm, openingForm, replyForm} from './forms.ts';
import {appendedText, headingOf, parseDebate, type DebateFile} from './file/file.ts';
import {ledgerOf, pointsToAnswer, unresolved, type Ledger, type DebatePoint} from './file/points.ts';
import {closingPrompt, openingPrompt, replyPrompt, type SubjectBrief, type RejectedAnswer} from './prompts.ts';
import {ClosingReply, DebateReply, OpeningReply, openingFaults, replyFaults} from './answers.ts';
import {consensusBody, openingBody, replyBody} from './section-text.ts';
import {seatOf} from './narration.ts';
import type {SubjectKind} from './subject/subject.ts';
import {turnStateOf} from './file/turns.ts';

const readingNames: Readonly<Record<SubjectKind, string>> = {
	commit: 'diff',
	diff: 'diff',
	'pull-request': 'diff',
	files: 'files',
	review: 'review',
	text: 'subject',
};

/** What a person in this seat has to read. */
const readingOf = ({kind, text}: SubjectBrief): Reading => ({name: readingNames[kind], text});

/** Sections to append, or why there are none. */
export type ComposedSections =
	{readonly ok: true; readonly sections: Append['sections']} | {readonly ok: false; readonly reason: string};

type SideContext = {readonly config: CodeDebateConfig; readonly matter: SubjectBrief; readonly file: DebateFile};

/** Composes what is due from this side. */
export async function composeSections(desk: SideContext, floor: Floor): Promise<ComposedSections> {
	const standing = turnStateOf(desk.file);
	const {role} = desk.config;
	if (standing.is !== 'turn' || standing.role !== role)
		return {ok: false, reason: `protocol violation: Agent ${role} was to write when it was not its turn`};
	if (standing.heading === headingOf('opening')) return composeOpening(desk, floor);
	const ledger = ledgerOf(desk.file);
	if (role === 'A' && (unresolved(ledger).length === 0 || standing.heading === headingOf('consensus')))
		return composeConsensus(desk, floor, ledger);
	return composeReply(desk, floor, {heading: standing.heading, ledger});
}

async function composeOpening({config, matter}: SideContext, floor: Floor): Promise<ComposedSections> {
	const reply = await askChecked(floor, {
		seat: seatOf(config.role),
		schema: OpeningReply,
		purpose: 'opening',
		form: openingForm(config.points, config.files),
		reading: readingOf(matter),
		prompt: rejected => openingPrompt(matter, config.points, rejected),
		faults: value => openingFaults(value, config.files),
	});
	if (!reply.ok) return {ok: false, reason: `Agent ${config.role} gave no opening: ${reply.reason}`};
	return {
		ok: true,
		sections: [
			{
				heading: headingOf('opening'),
				body: openingBody({...reply.value, points: reply.value.points.slice(0, config.points)}, config.files),
			},
		],
	};
}

type SectionTurn = {readonly heading: string; readonly ledger: Ledger};

async function composeReply(
	desk: SideContext,
	floor: Floor,
	{heading, ledger}: SectionTurn,
): Promise<ComposedSections> {
	const {config, matter, file} = desk;
	const {role, files} = config;
	const waiting = pointsToAnswer(ledger, role);
	const due = waiting.length > 0 || role === 'B' ? waiting : unresolved(ledger);
	const review = heading === headingOf('response', 1);
	if (due.length === 0 && !review)
		return {ok: true, sections: [{heading, body: 'No point is left that waits for an answer from this side.'}]};
	const reply = await askChecked(floor, {
		seat: seatOf(role),
		schema: DebateReply,
		purpose: heading.startsWith('R') ? 'response' : 'follow-up',
		form: replyForm({role, due, ledger}, files),
		reading: readingOf(matter),
		prompt: rejected => replyPrompt(matter, file, {role, heading, ledger, due, review}, rejected),
		faults: value => replyFaults(value, {due, known: ledger, files}),
	});
	if (!reply.ok) return {ok: false, reason: `Agent ${role} gave no ${heading}: ${reply.reason}`};
	const kept = answersToOpenPoints(reply.value, unresolved(ledger));
	if (kept.points.length === 0 && due.length > 0)
		return {ok: false, reason: `Agent ${role} answered no point in ${heading}, also when it was asked again`};
	const body = replyBody(kept, ledger, files) || 'No point is left that waits for an answer from this side.';
	return role === 'A' ? composeFollowUp(desk, floor, heading, body) : {ok: true, sections: [{heading, body}]};
}

/** Keeps one answer per open point and drops the rest. */
function answersToOpenPoints(reply: DebateReply, open: readonly DebatePoint[]): DebateReply {
	const points = reply.points.filter(
		({id}, at) => open.some(point => point.id === id) && reply.points.findIndex(one => one.id === id) === at,
	);
	return {
		...reply,
		points: points.map(point =>
			point.why.trim() === '' && point.category !== 'agreed' ? {...point, why: 'No reason was given.'} : point,
		),
	};
}

/**
 * Agent A's follow-up: if it settles everything, its answers go into the consensus; at the round limit, a consensus
 * follows it.
 */
async function composeFollowUp(
	desk: SideContext,
	floor: Floor,
	heading: string,
	body: string,
): Promise<ComposedSections> {
	const after = parseDebate(fileAfter(desk.file, heading, body));
	const ledger = ledgerOf(after);
	if (unresolved(ledger).length === 0) return composeConsensus(desk, floor, ledger, body);
	const round = after.sections.at(-1)?.number ?? 0;
	if (round < desk.config.rounds) return {ok: true, sections: [{heading, body}]};
	const closing = await composeConsensus({...desk, file: after}, floor, ledger);
	return closing.ok ? {ok: true, sections: [{heading, body}, ...closing.sections]} : closing;
}

const fileAfter = (file: DebateFile, heading: string, body: string): string => {
	const text = file.preamble + file.sections.map(({raw}) => raw).join('');
	return text + appendedText(text, [{heading, body, role: 'A', at: '2000-01-01T00:00:00Z'}]);
};

async function composeConsensus(
	{config, matter, file}: SideContext,
	floor: Floor,
	ledger: Ledger,
	answers?: string,
): Promise<ComposedSections> {
	const left = unresolved(ledger).length;
	const conclusion = left === 0 ? 'consensus' : 'deadlock';
	const why = progressSentence(ledger.length, left, config.rounds);
	const closing = await floor.ask(seatOf('A'), closingPrompt(matter, file, ledger, conclusion), ClosingReply, {
		purpose: 'consensus',
		form: closingForm,
		reading: readingOf(matter),
	});
	return {
		ok: true,
		sections: [
			{
				heading: headingOf('consensus'),
				body: consensusBody({conclusion, why, ledger, closing: closing.ok ? closing.value : undefined, answers}),
			},
		],
	};
}

/** How many points are settled, as a sentence. */
function progressSentence(points: number, left: number, rounds: number): string {
	const after = `after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`;
	if (points === 1) return left === 0 ? 'The one point is resolved.' : `The one point stays disputed ${after}.`;
	if (left === 0) return `All ${points} points are resolved.`;
	return `${points - left} of ${points} points are agreed, and ${left} ${left === 1 ? 'stays' : 'stay'} disputed ${after}.`;
}

type SectionQuestion<T> = {
	readonly seat: string;
	readonly schema: z.ZodType<T>;
	readonly purpose: string;
	readonly form: Form;
	readonly reading: Reading;
	readonly prompt: (rejected?: RejectedAnswer) => Prompt;
	readonly faults: (value: T) => readonly string[];
};

/** Asks, and returns an answer with faults once, listing all of them. */
async function askChecked<T>(
	floor: Floor,
	{seat, schema, purpose, form, reading, prompt, faults}: SectionQuestion<T>,
): Promise<Answer<T>> {
	const first = await floor.ask(seat, prompt(), schema, {purpose, form, reading});
	if (!first.ok) return first;
	const wrong = faults(first.value);
	if (wrong.length === 0) return first;
	await floor.record({
		type: 'notice',
		level: 'info',
		participant: seat,
		text: `Sent back once: ${wrong.slice(0, 3).join('; ')}${wrong.length > 3 ? `; and ${wrong.length - 3} more` : ''}.`,
	});
	const second = await floor.ask(seat, prompt({answer: first.value, faults: wrong}), schema, {purpose, form, reading});
	return second.ok ? second : first;
}
