/** What a council does about what its answers hang on: ballots, an exchange for each crux, second looks. */
import type {CouncilBallotEvent, CouncilState, Crux} from '../../debate/formats/council.ts';
import type {Floor} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {askedTwice, voters} from './asking.ts';
import {clerkOf, isOpen, isPersonAt, optionsOf, steering, type CouncilDebate} from './config.ts';
import {callsBy, countCouncil, decisiveSeats, none, votesIn} from './counting.ts';
import {firstBallotForm, lastBallotForm, moveForm, readingOf} from './forms.ts';
import {
	challengePrompt,
	cruxPrompt,
	firstBallotPrompt,
	lastBallotPrompt,
	lookPrompt,
	moveBallotPrompt,
	restatePrompt,
} from './prompts.ts';
import {
	exchangeTurns,
	FirstBallotReply,
	LastBallotReply,
	lastBallotOf,
	MoveReply,
	moveOf,
	positionIn,
	RestateReply,
	type MoveCheck,
} from './replies.ts';
import {z} from 'zod';

/** Each seat alone, all at once; what they say is recorded in the order of the seats. */
async function ballot(
	debate: CouncilDebate,
	floor: Floor,
	name: string,
	ask: (seat: string, own: Floor) => Promise<Omit<CouncilBallotEvent, 'type' | 'seat'>>,
): Promise<void> {
	const seats = voters(debate, floor);
	const given = await floor.together(
		Object.fromEntries(seats.map(seat => [`ballot:${name}:${seat}`, (own: Floor) => ask(seat, own)])),
	);
	for (const [place, said] of given.entries())
		await floor.record({type: 'council-ballot', seat: seats[place] ?? '', ...said});
}

/** `asked` are the cruxes that it is about: all, or one that the user has added since. */
export async function firstBallot(debate: CouncilDebate, floor: Floor, asked: readonly Crux[]): Promise<void> {
	const {heard} = floor;
	const {council} = heard.formats;
	const signs = isOpen(debate.config) && !council.ballots.some(({ballot: name}) => name === 'first');
	const name = asked.length === council.cruxes.length ? '0' : `0:${asked[0]?.id ?? ''}`;
	await ballot(debate, floor, name, async (seat, own) => {
		const reply = await own.ask(seat, firstBallotPrompt({debate, heard, seat}, {asked, signs}), FirstBallotReply, {
			purpose: 'first ballot',
			form: firstBallotForm(council, seat, {asked, signs}),
		});
		if (!reply.ok) return {ballot: 'first', missing: reply.reason};
		const {signs: signed, amended, cruxes} = reply.value;
		const known = cruxes.filter(({id}) => asked.some(crux => crux.id === id));
		return {
			ballot: 'first',
			calls: known.map(({id, holds, would_move: moves}) => ({crux: id, holds, wouldMove: moves === 'yes'})),
			...(signed === 'amended' && amended?.trim() && {amended: amended.trim()}),
		};
	});
}

type Balloted = Pick<CouncilState, 'cruxes' | 'ballots'>;

/** What those who are sure of a crux called it before anything was argued. */
const firstCalls = ({ballots}: Balloted, crux: string) =>
	ballots
		.filter(each => each.ballot === 'first')
		.flatMap(({calls = []}) => calls.filter(call => call.crux === crux && call.holds !== 'unsure'));

const differs = (council: Balloted, crux: string): boolean =>
	new Set(firstCalls(council, crux).map(({holds}) => holds)).size === 2;

const movers = (council: Balloted, crux: string): number =>
	firstCalls(council, crux).filter(({wouldMove}) => wouldMove).length;

/** A crux is argued if one seat holds it true and another false, and at least one of these would move. */
export const arguable = (council: Balloted): Crux[] =>
	council.cruxes
		.filter(({id}) => differs(council, id) && movers(council, id) > 0)
		.toSorted((one, other) => movers(council, other.id) - movers(council, one.id));

/** Why a crux is not argued; undefined where it may be. */
export const whyNotArgued = (council: Balloted, crux: string): string | undefined =>
	!differs(council, crux)
		? 'of those who are sure, nobody differs about it'
		: movers(council, crux) === 0
			? 'nobody who differs about it would answer otherwise by it'
			: undefined;

/** Whether all hold one answer by now. */
export const isOne = ({heard}: Floor): boolean =>
	new Set(votesIn(heard.formats.council, 'counted').map(({position}) => position)).size < 2;

/**
 * Cruxes that all who are sure call alike, though their answers differ: somebody’s answer does not stand with what it
 * says itself. Each is asked once more, with the reasons that the cruxes were taken from as sentences of others.
 */
export async function holdToOwnCalls(debate: CouncilDebate, floor: Floor): Promise<void> {
	const {cruxes, ballots, answers} = floor.heard.formats.council;
	const settled = cruxes.filter(({id}) => {
		const calls = ballots.flatMap(({calls: said = []}) =>
			said.filter(({crux, holds}) => crux === id && holds !== 'unsure'),
		);
		return new Set(calls.map(({holds}) => holds)).size === 1 && calls.some(({wouldMove}) => wouldMove);
	});
	if (settled.length === 0 || floor.stopping) return;
	const from = new Set(settled.flatMap(crux => crux.from));
	const turns = answers.flatMap(({turnId, reasons}) => {
		const turn = floor.heard.turns.find(({id}) => id === turnId);
		const text = reasons
			.filter(({id}) => from.has(id))
			.map(({claim}) => claim)
			.join(' ');
		return turn && text !== '' ? [{...turn, text}] : [];
	});
	await moveBallot(debate, floor, 'own', {kind: 'own', own: settled, turns});
}

/** Who has spoken, and how often. */
export type TimesSpoken = Map<string, number>;

/** One speaker a side: who has spoken least, then who cites a document, then by lot. */
function speakersOf(
	debate: CouncilDebate,
	floor: Floor,
	crux: Crux,
	spoken: TimesSpoken,
): Record<'true' | 'false', string | undefined> {
	const {council} = floor.heard.formats;
	const able = voters(debate, floor);
	const pick = (side: 'true' | 'false'): string | undefined => {
		const holders = able.filter(seat => callsBy(council, seat, crux.id).at(-1) === side);
		const cites = (seat: string): boolean =>
			council.answers.some(answer => answer.seat === seat && answer.reasons.some(({cites: ids}) => ids.length > 0));
		return holders
			.map(seat => ({seat, times: spoken.get(seat) ?? 0, cites: cites(seat) ? 0 : 1, lot: floor.random()}))
			.toSorted((one, other) => one.times - other.times || one.cites - other.cites || one.lot - other.lot)[0]?.seat;
	};
	return {true: pick('true'), false: pick('false')};
}

/** What the user has asked of the council by the key that steers it, in the order of their asking. */
export function wishesIn({actions}: DebateState) {
	const asked = actions.flatMap(each => (each.action === 'interject' ? [each] : []));
	const of = (wish: string) => asked.filter(({target}) => target === wish);
	return {
		vote: of(steering.vote).length > 0,
		rounds: of(steering.round).length,
		claims: of(steering.claim).map(({reason}) => reason),
		isDropped: (crux: string): boolean => of(crux).length > 0,
	};
}

/** What is said of a crux that is not argued because the council has come so far. */
export const whyOver = ({stopping, heard}: Floor): string | undefined =>
	stopping ? 'the council was ended before it' : wishesIn(heard).vote ? 'you had it voted on before' : undefined;

/**
 * Both open at once, both reply once, then all vote alone; of one that was argued `before`, by these turns, both reply
 * once more. Gives its turns, or why it was not argued.
 */
export async function argue(
	debate: CouncilDebate,
	floor: Floor,
	crux: Crux,
	{spoken, before}: {readonly spoken: TimesSpoken; readonly before: readonly string[]},
): Promise<readonly string[] | string> {
	const speakers = speakersOf(debate, floor, crux, spoken);
	const sides = (['true', 'false'] as const).flatMap(side => {
		const seat = speakers[side];
		return seat === undefined ? [] : [{side, seat}];
	});
	if (sides.length < 2) return 'one side had nobody left to speak';
	const said = [...before];
	// The turns before tell the rounds apart.
	const name = before.length > 0 ? `${crux.id}:${before.length}` : crux.id;
	for (const part of before.length > 0 ? (['reply'] as const) : (['open', 'reply'] as const)) {
		const over = whyOver(floor);
		if (over !== undefined) return over;
		const turns = exchangeTurns(floor.heard, said);
		const {heard} = floor;
		const speak =
			({side, seat}: (typeof sides)[number]) =>
			(own: Floor) =>
				own.speak(seat, cruxPrompt({debate, heard, seat}, {crux, side, turns}), {
					kind: `crux-${part}`,
					hint: `You hold it to be ${side}: “${crux.claim}” ${part === 'open' ? 'Say why.' : 'Reply to the other side.'}`,
				});
		// A person hears what is said, and so speaks first.
		for (const inPerson of [true, false]) {
			const now = sides.filter(({seat}) => isPersonAt(heard, seat) === inPerson);
			if (now.length === 0) continue;
			const turnsNow = await floor.together(
				Object.fromEntries(now.map(each => [`${part}:${name}:${each.side}`, speak(each)])),
			);
			said.push(...turnsNow.map(({id}) => id));
		}
	}
	for (const {seat} of sides) spoken.set(seat, (spoken.get(seat) ?? 0) + 1);
	await moveBallot(debate, floor, name, {kind: 'crux', crux, turns: exchangeTurns(floor.heard, said)});
	return said;
}

/** Positions that can be moved to; of numbers any. */
function targets({config, kind}: CouncilDebate, floor: Floor): string[] | undefined {
	if (kind.number) return undefined;
	const groups = floor.heard.formats.council.groups.map(({id}) => id);
	const all = config.options ? optionsOf(config).map(([id]) => id) : groups;
	return [...new Set([...all, none])];
}

type MoveBallot = {
	readonly kind: 'own' | 'crux' | 'challenge';
	readonly crux?: Crux;
	readonly own?: readonly Crux[];
	readonly turns: readonly Turn[];
};

async function moveBallot(
	debate: CouncilDebate,
	floor: Floor,
	name: string,
	{kind, crux, own: settled, turns}: MoveBallot,
): Promise<void> {
	const {heard} = floor;
	const positions = targets(debate, floor);
	const votes = votesIn(heard.formats.council, 'counted');
	await ballot(debate, floor, name, async (seat, own) => {
		const held = votes.find(vote => vote.seat === seat)?.position ?? none;
		const byPerson = isPersonAt(heard, seat);
		const reasons = heard.formats.council.answers.find(answer => answer.seat === seat)?.reasons ?? [];
		const check: MoveCheck = {seat, turns, held, positions, reasons, byPerson};
		const {fault: _, ...said} = await askedTwice(async before => {
			const prompt = moveBallotPrompt({debate, heard, seat}, {crux, own: settled, turns, held, fault: before});
			const reply = await own.ask(seat, prompt, MoveReply, {
				purpose: 'ballot',
				form: moveForm(debate, heard, {crux, held, positions}),
				reading: readingOf(turns),
			});
			if (!reply.ok) return {missing: reply.reason, fault: undefined};
			const {crux: holds, position, to, why_held: whyHeld} = reply.value;
			const {move, fault} = moveOf(reply.value, check);
			return {
				...(crux && holds && {calls: [{crux: crux.id, holds}]}),
				...(move && {move}),
				...(position === 'narrowed' && to?.trim() && {narrowed: to.trim()}),
				...(position === 'held' && whyHeld?.trim() && {whyHeld: whyHeld.trim()}),
				...(position === 'moved' && !move && {missing: fault ?? 'it moved to no position'}),
				fault,
			};
		});
		return {ballot: kind, ...(crux && {crux: crux.id}), ...said};
	});
}

/** One seat, by lot, makes the case against what all hold; then all vote. */
export async function challenge(debate: CouncilDebate, floor: Floor): Promise<void> {
	const able = voters(debate, floor);
	const seat = able[Math.floor(floor.random() * able.length)];
	if (seat === undefined || floor.stopping) return;
	const {heard} = floor;
	const [turn] = await floor.together({
		[`challenge:${seat}`]: (own: Floor) => own.speak(seat, challengePrompt({debate, heard, seat}), {kind: 'challenge'}),
	});
	if (!turn || turn.text.trim() === '') return;
	await moveBallot(debate, floor, 'challenge', {
		kind: 'challenge',
		turns: exchangeTurns(floor.heard, [turn.id]),
	});
}

/**
 * All positions ranked, where none has a majority: a change in this ballot has no ground, and could not undo one. Of
 * numbers the median is the answer, and nothing is ranked.
 */
export async function lastBallot(debate: CouncilDebate, floor: Floor): Promise<void> {
	const positions = targets(debate, floor);
	const {strength} = countCouncil(floor.heard.formats.council, debate.kind);
	if (!positions || strength !== 'split') return;
	await floor.segment('last-ballot');
	const {heard} = floor;
	const turns = exchangeTurns(
		heard,
		heard.turns.filter(({kind}) => kind.startsWith('crux-')).map(({id}) => id),
	);
	const votes = votesIn(heard.formats.council, 'counted');
	await ballot(debate, floor, 'last', async (seat, own) => {
		const held = votes.find(vote => vote.seat === seat)?.position ?? none;
		const reply = await own.ask(seat, lastBallotPrompt({debate, heard, seat}, {turns, held}), LastBallotReply, {
			purpose: 'last ballot',
			form: lastBallotForm(heard, positions),
			reading: readingOf(turns),
		});
		return reply.ok
			? {ballot: 'last', ...lastBallotOf(reply.value, positions)}
			: {ballot: 'last', missing: reply.reason};
	});
}

/**
 * Where the winner is not the blind one, whoever moved to it is asked again, with its own answer and the sentence in
 * plain words: whoever then answers as before was moved by how it was said.
 */
export async function lookAgain(debate: CouncilDebate, floor: Floor): Promise<void> {
	for (;;) {
		const seats = decisiveSeats(floor.heard.formats.council, debate.kind);
		const clerk = clerkOf(debate, floor.heard);
		const moved = seats.filter(seat => !isPersonAt(floor.heard, seat));
		if (moved.length === 0 || clerk === undefined || floor.stopping) return;
		const {heard} = floor;
		const looks = await floor.together(
			Object.fromEntries(
				moved.map(seat => [
					`look:${seat}`,
					(own: Floor) => lookOf(debate, own, heard.formats.council.ballots, seat, clerk),
				]),
			),
		);
		for (const look of looks) await floor.record({type: 'council-look', ...look});
	}
}

async function lookOf(
	debate: CouncilDebate,
	own: Floor,
	ballots: readonly CouncilBallotEvent[],
	seat: string,
	clerk: string,
) {
	const {heard} = own;
	const moved = ballots.findLast(each => each.seat === seat && each.move?.uncounted === undefined && each.move);
	const sentence = moved?.move?.sentence?.text ?? '';
	const claim = heard.formats.council.cruxes.find(({id}) => id === moved?.crux)?.claim;
	const prompt = restatePrompt(debate, clerk, sentence, claim);
	const plain = await own.ask(clerk, prompt, RestateReply, {purpose: 'plain words'});
	const restated = plain.ok ? plain.value.plain : sentence;
	const schema = z.object({
		position: debate.kind.number || debate.config.options ? positionIn(debate.config) : z.string(),
	});
	const now = await own.ask(seat, lookPrompt({debate, heard, seat}, restated), schema, {purpose: 'second look'});
	if (!now.ok) return {seat, restated, uncounted: `it gave no answer when asked again: ${now.reason}`};
	const blind = votesIn(heard.formats.council, 'blind').find(vote => vote.seat === seat)?.position;
	const position = now.value.position.trim();
	return {
		seat,
		restated,
		position,
		...(position === blind && {uncounted: 'in plain words, the sentence did not move it'}),
	};
}
