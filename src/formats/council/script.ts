/** A council, from top to bottom: blind answers, grouping, first ballot, exchanges, last ballot, answer. */
import type {CouncilReason, CouncilResultEvent, CouncilState, Crux} from '../../debate/formats/council.ts';
import type {Ending, Floor, Setup} from '../../debate/protocol.ts';
import {totalSpending, type DebateState, type Turn} from '../../debate/state.ts';
import {askBlind, askedTwice, group, type LostSeat} from './asking.ts';
import {
	clerkOf,
	createCouncil,
	isOpen,
	isOut,
	isSteerable,
	positionText,
	steering,
	type CouncilConfig,
	type CouncilDebate,
} from './config.ts';
import {blindPosition, callsBy, countCouncil, holdersOf, isAgreed, isQuorum, reasonsFor, votesIn} from './counting.ts';
import {
	argue,
	arguable,
	challenge,
	firstBallot,
	holdToOwnCalls,
	isOne,
	lastBallot,
	lookAgain,
	whyNotArgued,
	whyOver,
	wishesIn,
	type TimesSpoken,
} from './exchanges.ts';
import {writerPrompt} from './prompts.ts';
import {writingFault} from './replies.ts';

/** Runs the council on the given floor and returns how it ended. */
export async function script(setup: Setup<CouncilConfig>, floor: Floor): Promise<Ending> {
	const debate = createCouncil(setup);
	relayUser(floor);

	await floor.segment('answers');
	const lost = await askBlind(debate, floor);
	const answered = floor.heard.formats.council.answers.length;
	const blind = {lost, blindPrice: weigh(floor.heard) / Math.max(1, answered)};
	if (!isQuorum(answered, debate.seats.length)) {
		const reason = `${answered} of ${debate.seats.length} seats answered: at least two, and more than half, are needed`;
		return record(debate, floor, blind, {winner: null, strength: 'degraded', reason});
	}

	await floor.segment('grouping');
	if (debate.config.depth === 'merge') return merge(debate, floor, blind);
	await group(debate, floor);
	const agreed = isAgreed(floor.heard.formats.council, debate.kind);

	const unargued = agreed ? await challenged(debate, floor) : await deliberate(debate, floor);
	await lookAgain(debate, floor);

	await floor.segment('answer');
	return conclude(debate, floor, {...blind, unargued, agreed});
}

/** What a council has used so far, in tokens of input. */
function weigh(heard: DebateState): number {
	const {input, output} = totalSpending(heard);
	return input + outputPrice * output;
}

/** What a token of output costs of one of input, by most lists of prices. */
const outputPrice = 5;

/** What the user says is heard by whoever is asked next; nobody steps in for them. */
function relayUser(floor: Floor): void {
	floor.on('barge-in', async ({text}, own) => {
		await own.say('user', text, {kind: 'barge-in', amid: true});
	});
	floor.on('interject', async ({target}, own) => {
		const told = isSteerable(own.heard)
			? (steered[target ?? ''] ?? `${target ?? 'It'} is not argued, unless it is being argued now.`)
			: 'Nothing is argued any more, or nothing was to be: the votes are counted as they are.';
		await own.record({type: 'notice', level: 'info', text: told});
	});
}

/** What becomes of what the user asks for, by its addressee. */
const steered: Readonly<Record<string, string>> = {
	[steering.vote]: 'Nothing more is argued: the votes are counted.',
	[steering.round]: 'What is still differed about is argued for one more round.',
	[steering.claim]: 'Your claim is put to each seat before the next exchange.',
};

type Unargued = CouncilResultEvent['unargued'];

async function challenged(debate: CouncilDebate, floor: Floor): Promise<Unargued> {
	if (!debate.config.challenge || floor.stopping) return [];
	await floor.segment('challenge');
	await challenge(debate, floor);
	return [];
}

/** First ballot, exchanges and last ballot, where the user wants what the answers hang on to be argued. */
async function deliberate(debate: CouncilDebate, floor: Floor): Promise<Unargued> {
	const {cruxes} = floor.heard.formats.council;
	const all = (why: string): Unargued => cruxes.map(({id}) => ({crux: id, why}));
	if (debate.config.depth === 'vote') return all('nothing is argued at the depth “vote”');
	if (floor.stopping && cruxes.length > 0) return all('the council was ended before it');
	if (cruxes.length > 0) {
		await floor.segment('first-ballot');
		await firstBallot(debate, floor, cruxes);
		await holdToOwnCalls(debate, floor);
	}
	const unargued = await exchange(debate, floor);
	await lookAgain(debate, floor);
	await lastBallot(debate, floor);
	return unargued;
}

/** Argues one crux after the other, while there is one and the user wants it. */
async function exchange(debate: CouncilDebate, floor: Floor): Promise<Unargued> {
	const spoken: TimesSpoken = new Map();
	const argued = new Map<string, readonly string[]>();
	const failed = new Map<string, string>();
	let round = 1;
	let done = new Set<string>();
	for (let place = 1; ; place++) {
		await addClaims(debate, floor);
		if (whyOver(floor) !== undefined || isOne(floor)) break;
		const wishes = wishesIn(floor.heard);
		const crux = arguable(floor.heard.formats.council).find(({id}) => !done.has(id) && !wishes.isDropped(id));
		if (!crux) {
			if (argued.size === 0 || round >= debate.config.rounds + wishes.rounds) break;
			[round, done] = [round + 1, new Set(failed.keys())];
			continue;
		}
		done.add(crux.id);
		await floor.segment('exchange', place);
		const said = await argue(debate, floor, crux, {spoken, before: argued.get(crux.id) ?? []});
		if (typeof said === 'string') failed.set(crux.id, said);
		else argued.set(crux.id, said);
	}
	const {council} = floor.heard.formats;
	// Where somebody’s first ballot is missing, nobody knows what is differed about.
	const isCut = council.ballots.some(({ballot, missing}) => ballot === 'first' && missing !== undefined);
	const why = (id: string): string =>
		failed.get(id) ??
		(wishesIn(floor.heard).isDropped(id) ? 'you dropped it' : undefined) ??
		(isCut ? whyOver(floor) : undefined) ??
		whyNotArgued(council, id) ??
		whyOver(floor) ??
		'all hold one answer by now';
	return council.cruxes.flatMap(({id}) => (argued.has(id) ? [] : [{crux: id, why: why(id)}]));
}

/** Claims of the user’s are cruxes like any other: each seat says where it stands on them before they are argued. */
async function addClaims(debate: CouncilDebate, floor: Floor): Promise<void> {
	const {groups, cruxes, clerk, note} = floor.heard.formats.council;
	const fresh = wishesIn(floor.heard)
		.claims.filter(claim => cruxes.every(crux => crux.claim !== claim))
		.map((claim, place): Crux => ({id: `c${cruxes.length + place + 1}`, claim, from: []}));
	if (fresh.length === 0 || floor.stopping) return;
	await floor.record({
		type: 'council-groups',
		groups: [...groups],
		cruxes: [...cruxes, ...fresh],
		...(clerk !== undefined && {clerk}),
		...(note !== undefined && {note}),
	});
	await firstBallot(debate, floor, fresh);
}

type Blind = {readonly lost: readonly LostSeat[]; readonly blindPrice: number};
type Concluding = Blind & {readonly unargued: Unargued; readonly agreed: boolean};

/** Counts, has the answer written, and records both. */
async function conclude(debate: CouncilDebate, floor: Floor, told: Concluding): Promise<Ending> {
	const {council} = floor.heard.formats;
	const {winner, strength, ...counts} = countCouncil(council, debate.kind);
	const answer = winner === null ? undefined : await answerFor(debate, floor, winner);
	return record(debate, floor, told, {
		winner,
		// Whoever moved since did not agree at once.
		strength: told.agreed && strength === 'unanimous' && isUnmoved(council) ? 'agreed at once' : strength,
		...counts,
		...(answer && {answer}),
		unargued: told.unargued,
	});
}

type CouncilOutcome = Pick<CouncilResultEvent, 'winner' | 'strength'> & Partial<CouncilResultEvent>;

/** The result, with who voted, who was lost, and what it cost in blind answers. */
async function record(
	{seats}: CouncilDebate,
	floor: Floor,
	{lost, blindPrice}: Blind,
	result: CouncilOutcome,
): Promise<Ending> {
	const {heard} = floor;
	const {answers} = heard.formats.council;
	const since = seats.filter(({id}) => !lost.some(({seat}) => seat === id) && isOut(heard, id));
	await floor.record({
		type: 'council-result',
		blind: [],
		counted: [],
		raw: [],
		unargued: [],
		models: new Set(answers.map(({model}) => model)).size,
		makers: new Set(answers.map(({maker}) => maker)).size,
		...(blindPrice > 0 && {
			price: {
				requests: totalSpending(heard).tries,
				inAnswers: Number((weigh(heard) / blindPrice).toFixed(1)),
			},
		}),
		// Whose blind vote stands is lost all the same.
		lost: [
			...lost,
			...since.map(({id}) => ({
				seat: id,
				why: `${heard.seats.find(seat => seat.id === id)?.out ?? ''}; its vote is stale`,
			})),
		],
		...result,
	});
	return result.strength === 'degraded'
		? {outcome: 'degraded', ...(result.reason !== undefined && {reason: result.reason})}
		: {outcome: 'completed'};
}

const isUnmoved = (council: CouncilState): boolean =>
	votesIn(council, 'counted').every(({position}, place) => position === votesIn(council, 'blind')[place]?.position);

type Answered = CouncilResultEvent['answer'];

/** An open question’s answer is written, and after an exchange any; else a holder’s own words stand. */
async function answerFor(debate: CouncilDebate, floor: Floor, winner: string): Promise<Answered> {
	const {council} = floor.heard.formats;
	const holders = holdersOf(council, debate.kind);
	const reasons = reasonsFor(council, debate.kind);
	const isArgued = council.ballots.some(({move, ballot}) => move || ballot === 'crux');
	if (isOpen(debate.config) || isArgued) {
		const written = await write(debate, floor, {
			winner: positionText(floor.heard, winner),
			reasons,
			cruxes: council.cruxes.map(({id, claim}) => {
				const [call = 'open', ...others] = new Set(
					holders.flatMap(({seat}) => callsBy(council, seat, id).at(-1) ?? []),
				);
				return `${claim} (by whoever holds the answer: ${others.length === 0 ? call : 'open'})`;
			}),
		});
		if (written) return {turnId: written.id, by: 'writer'};
	}
	const own = holders.find(answer => blindPosition(council, answer) === winner) ?? holders[0];
	return own && {turnId: own.turnId, by: 'holder'};
}

type AnswerSource = {
	readonly winner: string | undefined;
	readonly reasons: readonly CouncilReason[];
	readonly cruxes: readonly string[];
};

/** Undefined where nobody can write, or what was written twice says more than its reasons. */
async function write(debate: CouncilDebate, floor: Floor, writing: AnswerSource): Promise<Turn | undefined> {
	const writer = clerkOf(debate, floor.heard);
	if (writer === undefined || writing.reasons.length === 0) return undefined;
	const allowed = writing.reasons.map(({id}) => id);
	const [text] = await floor.together({
		writer: async (own: Floor): Promise<string | undefined> => {
			const {fault, text: written} = await askedTwice(async (before): Promise<{fault?: string; text?: string}> => {
				const prompt = writerPrompt({debate, heard: floor.heard, seat: writer}, {...writing, fault: before});
				const draft = await own.draft(writer, prompt, {purpose: 'answer'});
				if (!draft.ok) return {};
				const wrong = writingFault(draft.value, allowed);
				return wrong === undefined ? {text: draft.value} : {fault: wrong};
			});
			if (fault !== undefined)
				await own.record({type: 'notice', level: 'warning', text: `What the writer wrote was not used: ${fault}.`});
			return written;
		},
	});
	return text === undefined ? undefined : floor.say(writer, text, {kind: 'answer'});
}

/** One text of all answers, without a vote. */
async function merge(debate: CouncilDebate, floor: Floor, told: Blind): Promise<Ending> {
	const {answers} = floor.heard.formats.council;
	await floor.segment('answer');
	const written = await write(debate, floor, {
		winner: undefined,
		reasons: answers.flatMap(({reasons}) => reasons),
		cruxes: [],
	});
	const {blind, counted, raw} = countCouncil(floor.heard.formats.council, debate.kind);
	return record(debate, floor, told, {
		winner: null,
		blind,
		counted,
		raw,
		...(written
			? {strength: 'merged', answer: {turnId: written.id, by: 'writer'}}
			: {strength: 'split', reason: 'nobody could merge the answers'}),
	});
}
