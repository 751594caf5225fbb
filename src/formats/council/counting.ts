/** Counts a council: who holds what, by which moves, and what wins. Pure; no model has a say in it. */
import type {
	CouncilAnswerEvent,
	CouncilBallotEvent,
	CouncilReason,
	CouncilResultEvent,
	CouncilState,
	VoteCount,
} from '../../debate/formats/council.ts';

/** No option, or no answer to the question as it is put: a position like any other. */
export const none = 'none';
export const abstain = 'abstain';

/** A seat’s vote. `ranking` has the best first, as far as it was asked. */
export type CouncilVote = {
	readonly seat: string;
	/** All seats of one model share one vote. */
	readonly model: string;
	readonly position: string;
	readonly ranking: readonly string[];
};

/** Shares of votes are sums of fractions such as a third. */
const tiny = 1e-9;

/** Each model has one vote, which its seats share in equal parts. */
function weightsOf(votes: readonly CouncilVote[]): ReadonlyMap<string, number> {
	const seats = Map.groupBy(votes, ({model}) => model);
	return new Map(votes.map(({seat, model}) => [seat, 1 / (seats.get(model)?.length ?? 1)]));
}

/** Votes by position, most first; positions of equally many by their names. */
export function countVotes(votes: readonly CouncilVote[]): VoteCount {
	const weights = weightsOf(votes);
	return [...Map.groupBy(votes, ({position}) => position)]
		.map(([position, own]) => ({
			position,
			votes: Number(own.reduce((sum, {seat}) => sum + (weights.get(seat) ?? 0), 0).toFixed(6)),
		}))
		.toSorted((one, other) => other.votes - one.votes || (one.position < other.position ? -1 : 1));
}

export type CouncilWin = {
	readonly winner: string | null;
	readonly strength: CouncilResultEvent['strength'];
};

const split: CouncilWin = {winner: null, strength: 'split'};

/**
 * More than half of the votes that are not withheld; else the position that beats each other one in pairs (Condorcet),
 * where nobody’s ranking counts for a pair with the position that they hold. Else there is none: no lot decides.
 */
export function winnerOf(votes: readonly CouncilVote[]): CouncilWin {
	const count = countVotes(votes);
	const given = count.filter(({position}) => position !== abstain);
	const [all, cast] = [total(count), total(given)];
	const [first] = given;
	if (!first || all - cast > all / 2 + tiny) return split;
	if (first.votes > cast - tiny) return {winner: first.position, strength: 'unanimous'};
	if (first.votes > cast / 2 + tiny) return {winner: first.position, strength: 'majority'};
	const winner = pairwiseWinner(votes);
	return winner === undefined ? split : {winner, strength: 'plurality'};
}

const total = (count: VoteCount): number => count.reduce((sum, {votes}) => sum + votes, 0);

function pairwiseWinner(votes: readonly CouncilVote[]): string | undefined {
	const weights = weightsOf(votes);
	const held = [...new Set(votes.map(({position}) => position))].filter(position => position !== abstain);
	const margin = (one: string, other: string): number =>
		votes.reduce((sum, {seat, position, ranking}) => {
			if (position === one || position === other) return sum;
			return sum + (weights.get(seat) ?? 0) * preference(ranking, one, other);
		}, 0);
	return held.find(one => held.every(other => other === one || margin(one, other) > tiny));
}

/** 1 where the first is ranked better, −1 where the other is, 0 where neither stands in the ranking. */
function preference(ranking: readonly string[], one: string, other: string): number {
	const place = (position: string): number => {
		const at = ranking.indexOf(position);
		return at < 0 ? Infinity : at;
	};
	return Math.sign(Number(place(other) > place(one)) - Number(place(one) > place(other)));
}

// Numbers: the middle one of the votes, and whether most are near it.

export type NumberResult = NonNullable<CouncilResultEvent['number']>;

/** A number as it is written; undefined where it is none. */
export function numberIn(text: string): number | undefined {
	const found = /-?\d[\d,_\u202F' ]*(?:\.\d+)?(?:e[+-]?\d+)?/iu.exec(text)?.[0].replaceAll(/[,_\u202F' ]/gu, '');
	const number = found === undefined ? Number.NaN : Number(found);
	return Number.isFinite(number) ? number : undefined;
}

/** The weighted median: of an even count both middle ones. Undefined where nobody gave a number. */
export function middleOf(votes: readonly CouncilVote[]): NumberResult | undefined {
	const weights = weightsOf(votes);
	const given = votes
		.flatMap(({seat, position}) => {
			const value = position === none || position === abstain ? undefined : numberIn(position);
			return value === undefined ? [] : [{value, weight: weights.get(seat) ?? 0}];
		})
		.toSorted((one, other) => one.value - other.value);
	const [least, greatest] = [given[0], given.at(-1)];
	if (!least || !greatest) return undefined;
	const half = given.reduce((sum, {weight}) => sum + weight, 0) / 2;
	let before = 0;
	const reached = given.map(each => ({value: each.value, upto: (before += each.weight)}));
	const lower = reached.find(({upto}) => upto >= half - tiny)?.value ?? greatest.value;
	const upper = reached.find(({upto}) => upto > half + tiny)?.value ?? greatest.value;
	return {
		middle: lower === upper ? [lower] : [lower, upper],
		least: least.value,
		greatest: greatest.value,
	};
}

/** Whether a number is within so many percent of the median; of 0, only 0 is. */
function isNear(value: number, {middle}: NumberResult, tolerance: number): boolean {
	const median = middle.reduce((sum, each) => sum + each, 0) / middle.length;
	return Math.abs(value - median) <= (Math.abs(median) * tolerance) / 100 + tiny;
}

/** A majority is near the median; without one the numbers are split, and the median stands beside that. */
export function numberWinner(votes: readonly CouncilVote[], tolerance: number): CouncilWin {
	const middle = middleOf(votes);
	const all = countVotes(votes);
	const cast = all.filter(({position}) => position !== abstain);
	if (!middle || total(all) - total(cast) > total(all) / 2 + tiny) return split;
	const near = cast.filter(({position}) => {
		const value = position === none ? undefined : numberIn(position);
		return value !== undefined && isNear(value, middle, tolerance);
	});
	const winner = middle.middle.join(' to ');
	if (total(near) > total(cast) - tiny) return {winner, strength: 'unanimous'};
	return total(near) > total(cast) / 2 + tiny ? {winner, strength: 'majority'} : split;
}

// Who holds what: blind, with the moves that count, and with all of them.

/** What decides how positions are read: numbers have a tolerance, in percent. */
export type CouncilKind = {readonly number: boolean; readonly tolerance: number};

type CountName = 'blind' | 'counted' | 'raw';

/** The votes of all who answered blind. Who was lost later keeps the vote that was counted last. */
export function votesIn(council: CouncilState, count: CountName): CouncilVote[] {
	return council.answers.map(answer => {
		const own = council.ballots.filter(({seat}) => seat === answer.seat);
		const position = count === 'blind' ? blindPosition(council, answer) : positionAfter(council, answer, own, count);
		return {seat: answer.seat, model: answer.model, position, ranking: own.at(-1)?.ranking ?? []};
	});
}

/** The group that a blind answer stands in. */
export const blindPosition = ({groups}: CouncilState, {seat, position}: CouncilAnswerEvent): string =>
	groups.find(({seats}) => seats.includes(seat))?.id ?? position;

function positionAfter(
	council: CouncilState,
	answer: CouncilAnswerEvent,
	ballots: readonly CouncilBallotEvent[],
	count: 'counted' | 'raw',
): string {
	const blind = blindPosition(council, answer);
	const fellBack = council.looks.some(({seat, uncounted}) => seat === answer.seat && uncounted !== undefined);
	return ballots.reduce((held, {move, position}) => {
		if (count === 'raw') return move?.to ?? position ?? held;
		// Who withholds a vote joins nobody; any other change in the last ballot has no ground.
		if (position === abstain) return abstain;
		return move && move.uncounted === undefined && !fellBack ? move.to : held;
	}, blind);
}

/** All three counts, and what wins by the counted one. */
export function countCouncil(council: CouncilState, kind: CouncilKind) {
	const counted = votesIn(council, 'counted');
	const number = kind.number ? middleOf(counted) : undefined;
	return {
		...winOf(counted, kind),
		blind: countVotes(votesIn(council, 'blind')),
		counted: countVotes(counted),
		raw: countVotes(votesIn(council, 'raw')),
		...(number && {number}),
	};
}

const winOf = (votes: readonly CouncilVote[], {number, tolerance}: CouncilKind): CouncilWin =>
	number ? numberWinner(votes, tolerance) : winnerOf(votes);

/**
 * Seats whose moves decide, and which nobody has looked at again: where the winner is not the blind one, all that moved
 * to it, and all that left the blind one, for that may leave no winner. Of numbers, all that moved.
 */
export function decisiveSeats(council: CouncilState, kind: CouncilKind): string[] {
	const [blind, counted] = [votesIn(council, 'blind'), votesIn(council, 'counted')];
	const [before, after] = [winOf(blind, kind).winner, winOf(counted, kind).winner];
	if (after === before) return [];
	return counted.flatMap(({seat, position}, place) => {
		const from = blind[place]?.position;
		const hasMoved = position !== from && position !== abstain;
		const decides = kind.number || position === after || from === before;
		return hasMoved && decides && !council.looks.some(look => look.seat === seat) ? [seat] : [];
	});
}

/** What a seat called a crux, first to last. */
export const callsBy = ({ballots}: Pick<CouncilState, 'ballots'>, seat: string, crux: string) =>
	ballots
		.filter(each => each.seat === seat)
		.flatMap(({calls = []}) => calls.filter(call => call.crux === crux).map(({holds}) => holds));

/** Whoever is counted for what won; of numbers, who is near it. Nobody where nothing won. */
export function holdersOf(council: CouncilState, kind: CouncilKind): CouncilAnswerEvent[] {
	const {winner, number} = countCouncil(council, kind);
	const counted = votesIn(council, 'counted');
	return council.answers.filter((_, place) => {
		const position = counted[place]?.position ?? '';
		return winner !== null && (number ? isNear(Number(position), number, kind.tolerance) : position === winner);
	});
}

/** The reasons that stand with what won: of those who held it blind, for others gave theirs for something else. */
export function reasonsFor(council: CouncilState, kind: CouncilKind): CouncilReason[] {
	const {winner} = countCouncil(council, kind);
	const holders = holdersOf(council, kind);
	const blind = holders.filter(answer => blindPosition(council, answer) === winner);
	const fallen = new Set(council.ballots.flatMap(({move}) => move?.fallen ?? []));
	return (blind.length > 0 ? blind : holders).flatMap(({reasons}) => reasons.filter(({id}) => !fallen.has(id)));
}

/** At least two blind answers, and more than half of the seats. */
export const isQuorum = (answers: number, seats: number): boolean => answers >= 2 && answers * 2 > seats;

/** Whether all answers are one position; numbers are, if all are within the tolerance of their median. */
export const isAgreed = (council: CouncilState, kind: CouncilKind): boolean =>
	winOf(votesIn(council, 'blind'), kind).strength === 'unanimous';
