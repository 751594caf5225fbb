/**
 * Composes a side's next sections: the model's answer, validated, returned once if invalid, and written as Markdown.
 */
import type {z} from 'zod';
import type {Form, Reading} from '../../debate/form.ts';
import type {Answer, Floor, Prompt} from '../../debate/protocol.ts';
import type {CodeDebateConfig, Append} from './config.ts';
import {closingForm, openingForm, replyForm, reviewForm} from './forms.ts';
import {appendedText, headingOf, parseDebate, type DebateFile, turnStateOf} from './file.ts';
import {isSame} from './entries.ts';
import {ledgerOf, pointsToAnswer, unfinished, unresolved, type DebatePoint, type Ledger} from './points.ts';
import {
	closingPrompt,
	openingPrompt,
	replyPrompt,
	reviewPrompt,
	type OwnFinding,
	type RejectedAnswer,
	type SubjectBrief,
} from './prompts.ts';
import {
	ClosingReply,
	DebateReply,
	OpeningReply,
	raisedFaults,
	replyFaults,
	ReviewReply,
	type RaisedPoint,
} from './answers.ts';
import {consensusBody, openingBody, replyBody, type ListedFinding} from './section-text.ts';
import {seatOf} from './narration.ts';
import type {SubjectKind} from './subject.ts';

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

type SideContext = {
	readonly config: CodeDebateConfig;
	readonly matter: SubjectBrief;
	readonly file: DebateFile;
	/** What this side found before it read the other. */
	readonly own: readonly RaisedPoint[];
};

/** Composes what is due from this side. */
export async function composeSections(side: SideContext, floor: Floor): Promise<ComposedSections> {
	const standing = turnStateOf(side.file);
	const {role} = side.config;
	if (standing.is !== 'turn' || standing.role !== role)
		return {ok: false, reason: `protocol violation: Agent ${role} was to write when it was not its turn`};
	if (standing.heading === headingOf('opening')) return composeOpening(side, floor);
	const ledger = ledgerOf(side.file);
	if (role === 'A' && (unfinished(ledger).length === 0 || standing.heading === headingOf('consensus')))
		return composeConsensus(side, floor, ledger);
	return composeReply(side, floor, {heading: standing.heading, ledger});
}

/** What the responder finds by itself, asked for before anything of the opener's is read; or why there is no answer. */
export async function reviewAlone(
	{config, matter}: Pick<SideContext, 'config' | 'matter'>,
	floor: Floor,
): Promise<Answer<ReviewReply>> {
	return askChecked(floor, {
		seat: seatOf(config.role),
		schema: ReviewReply,
		purpose: 'review',
		form: reviewForm(config.points, config.files),
		reading: readingOf(matter),
		prompt: rejected => reviewPrompt(matter, config.points, rejected),
		faults: value => raisedFaults(value.findings, config.files),
	});
}

async function composeOpening({config, matter}: SideContext, floor: Floor): Promise<ComposedSections> {
	const reply = await askChecked(floor, {
		seat: seatOf(config.role),
		schema: OpeningReply,
		purpose: 'opening',
		form: openingForm(config.points, config.files),
		reading: readingOf(matter),
		prompt: rejected => openingPrompt(matter, config.points, rejected),
		faults: value => raisedFaults(value.points, config.files),
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

const nothingToAnswer = 'No point is left that waits for an answer from this side.';

async function composeReply(
	side: SideContext,
	floor: Floor,
	{heading, ledger}: SectionTurn,
): Promise<ComposedSections> {
	const {config, matter, file} = side;
	const {role, files} = config;
	const waiting = pointsToAnswer(ledger, role);
	// A foreign side may have spoken to a point without saying what it makes of it.
	const due =
		waiting.length > 0 ? waiting : unresolved(ledger).filter(({by, state}) => by !== role || state !== 'open');
	const own = heading === headingOf('response', 1) ? ownFindings(side.own, ledger) : [];
	if (due.length === 0) {
		const found = own.map(({found: finding}) => listed(finding, {mark: 'new finding'}));
		const body = replyBody([], found, ledger, files) || nothingToAnswer;
		return {ok: true, sections: [{heading, body}]};
	}
	const reply = await askChecked(floor, {
		seat: seatOf(role),
		schema: DebateReply,
		purpose: heading.startsWith('R') ? 'response' : 'follow-up',
		form: replyForm({role, due, ledger}, files),
		reading: readingOf(matter),
		prompt: rejected => replyPrompt(matter, file, {role, heading, ledger, due, own}, rejected),
		faults: value => replyFaults(value, {role, due, known: ledger, files}),
	});
	if (!reply.ok) return {ok: false, reason: `Agent ${role} gave no ${heading}: ${reply.reason}`};
	const points = answersToDuePoints(reply.value, due).map(point => withOwnEvidence(point, own, reply.value));
	if (points.length === 0)
		return {ok: false, reason: `Agent ${role} answered no point in ${heading}, also when it was asked again`};
	const findings = [...own.map(finding => placedFinding(finding, reply.value)), ...(reply.value.findings ?? [])];
	const body = replyBody(points, findings, ledger, files);
	return role === 'A' ? composeFollowUp(side, floor, heading, body) : {ok: true, sections: [{heading, body}]};
}

/** Findings two lines apart are taken for one, where the side does not say otherwise. */
const samePlace = 2;

const ownFindings = (own: readonly RaisedPoint[], ledger: Ledger): OwnFinding[] =>
	own.map((found, at) => ({
		id: `F${at + 1}`,
		found,
		point: nearest(found, ledger),
	}));

/** The point at the same place, else the first one close by. */
function nearest({file, line}: RaisedPoint, ledger: Ledger): DebatePoint | undefined {
	const at = `${file ?? ''}:${line ?? 0}`;
	const near = (apart: number) => ledger.find(({place}) => file && isSame(place, at, apart));
	return near(0) ?? near(samePlace);
}

/** What a side found to show a point, before it read that the other had it too, goes with its agreement. */
function withOwnEvidence(
	answer: DebateReply['points'][number],
	own: readonly OwnFinding[],
	reply: DebateReply,
): DebateReply['points'][number] {
	if (answer.category !== 'agreed' || answer.evidence) return answer;
	const same = own.find(finding => {
		const {mark, point} = placedFinding(finding, reply);
		return mark === 'same as other agent' && point === answer.id;
	});
	return same?.found.evidence ? {...answer, evidence: same.found.evidence} : answer;
}

/** A finding with its mark: as the side gives it, else by its place. None is left out. */
function placedFinding({id, found, point}: OwnFinding, {own}: DebateReply): ListedFinding {
	const said = own?.find(({finding}) => finding === id);
	const about = said?.point ?? point?.id;
	const mark = said ? said.mark : point ? 'same as other agent' : 'new finding';
	return listed(found, mark === 'new finding' || about === undefined ? {mark: 'new finding'} : {mark, point: about});
}

const listed = ({claim, ...found}: RaisedPoint, as: Pick<ListedFinding, 'mark' | 'point'>): ListedFinding => ({
	...found,
	text: claim,
	...as,
});

/** Keeps one answer per point that waits for one, and drops the rest. */
const answersToDuePoints = ({points}: DebateReply, due: readonly DebatePoint[]): DebateReply['points'] =>
	points
		.filter(({id}, at) => due.some(point => point.id === id) && points.findIndex(one => one.id === id) === at)
		.map(point =>
			point.why.trim() === '' && point.category !== 'agreed' ? {...point, why: 'No reason was given.'} : point,
		);

/**
 * Agent A's follow-up: if it settles everything, its answers go into the consensus; at the round limit, a consensus
 * follows it.
 */
async function composeFollowUp(
	side: SideContext,
	floor: Floor,
	heading: string,
	body: string,
): Promise<ComposedSections> {
	const after = parseDebate(fileAfter(side.file, heading, body));
	const ledger = ledgerOf(after);
	if (unfinished(ledger).length === 0) return composeConsensus(side, floor, ledger, body);
	const round = after.sections.at(-1)?.number ?? 0;
	if (round < side.config.rounds) return {ok: true, sections: [{heading, body}]};
	const closing = await composeConsensus({...side, file: after}, floor, ledger);
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
	const why = progressSentence(ledger, left, config.rounds);
	const body = (closing?: ClosingReply): string => consensusBody({conclusion, why, ledger, closing, answers});
	const heading = headingOf('consensus');
	if (ledger.length === 0) return {ok: true, sections: [{heading, body: body()}]};
	const closing = await floor.ask(seatOf('A'), closingPrompt(matter, file, ledger, conclusion), ClosingReply, {
		purpose: 'consensus',
		form: closingForm,
		reading: readingOf(matter),
	});
	return {ok: true, sections: [{heading, body: body(closing.ok ? closing.value : undefined)}]};
}

/** How many points are settled, as a sentence. */
function progressSentence(ledger: Ledger, left: number, rounds: number): string {
	const points = ledger.length;
	if (points === 0) return 'Neither side raised a point.';
	const after = `after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`;
	if (points === 1) return left === 0 ? 'The one point is resolved.' : `The one point stays disputed ${after}.`;
	if (left === 0) return `All ${points} points are resolved.`;
	const settled = points - left;
	return `${settled} of ${points} points ${settled === 1 ? 'is' : 'are'} resolved, and ${left} ${left === 1 ? 'stays' : 'stay'} disputed ${after}.`;
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
