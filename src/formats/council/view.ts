/** A council in words, for panes and exports, derived from the debate’s state. */
import {memoizeRecent} from '../../debate/fold.ts';
import type {
	CouncilAnswerEvent,
	CouncilBallotEvent,
	CouncilReason,
	CouncilResultEvent,
	CouncilState,
	Crux,
	VoteCount,
} from '../../debate/formats/council.ts';
import type {DebateState} from '../../debate/state.ts';
import {isRehearsal} from '../../debate/seats.ts';
import {plural, speakerAt, speakerIn, speakerOf} from '../../languages/wording.ts';
import {configIn, positionText} from './config.ts';
import {abstain, callsBy, countCouncil, holdersOf, reasonsFor, votesIn} from './counting.ts';

export const isCouncil = ({start}: DebateState): boolean => start?.protocol === 'council';

const kindIn = (state: DebateState) => {
	const config = configIn(state);
	return {number: config?.number !== undefined, tolerance: config?.tolerance ?? 0};
};

/** The counts as they stand now. */
export const countNow = memoizeRecent((state: DebateState) => countCouncil(state.formats.council, kindIn(state)));

/** A seat’s answer, and where it stands by now. */
export type Held = {
	readonly answer: CouncilAnswerEvent;
	readonly blind: string;
	readonly counted: string;
	readonly name: string;
	/** Lost after its answer: its vote is the one it gave before. */
	readonly stale: boolean;
};

export function heldBy(state: DebateState): Held[] {
	const {council} = state.formats;
	const [blind, counted] = [votesIn(council, 'blind'), votesIn(council, 'counted')];
	return council.answers.map((answer, place) => ({
		answer,
		blind: blind[place]?.position ?? answer.position,
		counted: counted[place]?.position ?? answer.position,
		name: speakerIn(state, answer.turnId),
		stale: state.seats.some(({id, out}) => id === answer.seat && out !== undefined),
	}));
}

/** An answer in its seat’s own words; of options, the option. */
export const answerText = (state: DebateState, answer: CouncilAnswerEvent): string => {
	const config = configIn(state);
	return config?.options || config?.number !== undefined ? positionText(state, answer.position) : answer.position;
};

export const positionName = (state: DebateState, id: string | null): string =>
	id === abstain ? 'withheld' : positionText(state, id);

/** `2 for “Wait”`; votes are shares where seats share a model. */
export const countText = (state: DebateState, count: VoteCount): string =>
	count.length === 0
		? 'none'
		: count.map(({position, votes}) => `${votesText(votes)} for “${bare(positionName(state, position))}”`).join(' · ');

export const votesText = (votes: number): string => String(Number(votes.toFixed(2)));

/** What it came to, in a sentence; what was lost stands before it. */
export function resultText(state: DebateState): string | undefined {
	const {result} = state.formats.council;
	return result && [lostText(state, result), decidedText(state, result)].filter(text => text !== '').join(' ');
}

const lostText = (state: DebateState, {lost}: Pick<CouncilResultEvent, 'lost'>): string =>
	lost.length === 0
		? ''
		: `${plural(lost.length, 'seat')} lost: ${lost.map(({seat, why}) => `${speakerOf(state, seat)} (${why})`).join('; ')}.`;

/** Whether every answer was rehearsed, and no model’s. */
const isRehearsed = ({formats, seats}: DebateState): boolean =>
	formats.council.answers.every(({seat}) => seats.some(each => each.id === seat && isRehearsal(each)));

/** `3 models of 2 makers`; of models whose maker nobody knows, only that. */
function makersText(state: DebateState): string {
	if (isRehearsed(state)) return 'rehearsal voices';
	const {council} = state.formats;
	const of = (field: 'model' | 'maker') => [...new Set(council.answers.map(answer => answer[field]))];
	const [models, makers] = [plural(of('model').length, 'model'), of('maker')];
	return makers.every(isKnownMaker) ? `${models} of ${plural(makers.length, 'maker')}` : `${models}, makers not known`;
}

/** A maker that is only a voice’s name is none. */
export const isKnownMaker = (maker: string): boolean => !maker.includes(':') || maker.startsWith('person:');

function decidedText(state: DebateState, {winner, strength, number, reason, ...result}: CouncilResultEvent): string {
	const answer = number && winner !== null ? numberText(state, number) : positionText(state, winner);
	const alone = result.models !== 1 ? '' : isRehearsed(state) ? ', rehearsed' : ', one model';
	switch (strength) {
		case 'degraded':
			return `No answer: ${reason ?? 'too few seats answered'}.`;
		case 'merged':
			return 'One text was made of all answers; nothing was voted on.';
		case 'split':
			return number
				? `No agreement: the median is ${numberText(state, number)}.`
				: `No answer has a majority: ${reason ?? countText(state, result.counted)}.`;
		case 'agreed at once':
			return `Agreed at once${alone || `, ${makersText(state)}`}: ${bare(answer)}. That is agreement, and no proof.`;
		case 'unanimous':
			return `Unanimous in the end${alone}: ${bare(answer)}.`;
		case 'majority':
			return `By a majority${alone}: ${bare(answer)}.`;
		case 'plurality':
			return `Preferred to each other answer${alone}, without a majority: ${bare(answer)}.`;
		default:
			return strength satisfies never;
	}
}

const bare = (text: string): string => text.replace(/[.\s]+$/u, '');

/** `12 days, from 10 to 40`. */
function numberText(state: DebateState, {middle, least, greatest}: NonNullable<CouncilResultEvent['number']>): string {
	const unit = configIn(state)?.number ?? '';
	const range = least === greatest ? '' : `, from ${least} to ${greatest}`;
	return `${middle.join(' or ')} ${unit}${range}`.replaceAll(/\s+,/gu, ',');
}

/** How far the counts agree, and what a vote was worth. */
export function howCounted(state: DebateState, {blind, counted, raw}: CouncilResultEvent): string[] {
	return [
		`Blind: ${countText(state, blind)}`,
		`Counted: ${same(state, counted, blind, 'as blind')}`,
		`Raw, every move taken: ${same(state, raw, counted, 'as counted')}`,
		`${plural(state.formats.council.answers.length, 'answer')} of ${makersText(state)}; ${isRehearsed(state) ? 'together they have one vote.' : 'each model has one vote, which its seats share.'}`,
	];
}

const same = (state: DebateState, count: VoteCount, before: VoteCount, as: string): string =>
	countText(state, count) === countText(state, before) ? as : countText(state, count);

export const priceText = ({price}: CouncilResultEvent): string | undefined =>
	price &&
	`${plural(price.requests, 'request')}, as many tokens as ${votesText(price.inAnswers)} blind answers (one written counts as five read).`;

/** The least and the greatest of what seats gave as their confidence. It weighs nothing. */
export function confidenceText({answers}: CouncilState): string {
	const all = answers.map(({confidence}) => confidence);
	const [least, greatest] = [Math.min(...all), Math.max(...all)];
	return least === greatest ? `${least} of 100` : `${least} to ${greatest} of 100`;
}

/** The letters of what was said about a crux, as they stand: T, F, ? and a move. */
export type CruxRow = {
	readonly crux: Crux;
	readonly calls: readonly {readonly seat: string; readonly holds: string | undefined; readonly moved: boolean}[];
	readonly unargued: string | undefined;
};

export function cruxRows({formats: {council}}: DebateState): CruxRow[] {
	return council.cruxes.map(crux => ({
		crux,
		calls: council.answers.map(({seat}) => ({
			seat,
			holds: callsBy(council, seat, crux.id).at(-1),
			moved: council.ballots.some(each => each.seat === seat && each.crux === crux.id && each.move !== undefined),
		})),
		unargued: council.result?.unargued.find(each => each.crux === crux.id)?.why,
	}));
}

/** A move in a sentence, with the words that moved it, cut to `most` characters. */
export function moveText(
	state: DebateState,
	{seat, ballot, move, crux}: CouncilBallotEvent,
	most: number = Infinity,
): string {
	if (!move) return '';
	const cast = state.records.find(
		each => each.type === 'council-ballot' && each.seat === seat && each.ballot === ballot && each.crux === crux,
	);
	const look = state.formats.council.looks.find(each => each.seat === seat && each.uncounted !== undefined);
	const why = move.uncounted ?? look?.uncounted;
	const {sentence} = move;
	const speaker = sentence && state.turns.find(({id}) => id === sentence.turnId)?.speaker;
	const by = sentence && (speaker === 'user' ? 'you' : speakerIn(state, sentence.turnId));
	const ground = move.ground === null ? '' : move.ground.replace('_', ' ');
	return [
		`${speakerAt(state, seat, cast?.at ?? state.at)} moved to “${bare(positionName(state, move.to))}”${crux === undefined ? '' : ` on ${crux}`}`,
		ground === '' && move.byPerson ? ', a person’s move, which needs no ground' : '',
		by !== null && by !== undefined ? `, persuaded by ${by}` : '',
		ground === '' ? '' : ` (${ground})`,
		sentence ? `: “${shortened(bare(sentence.text), most)}”` : '',
		why === undefined ? '.' : `. It does not count: ${why}.`,
	].join('');
}

/** Whoever holds something else in the end, all where nothing won; nobody where answers were merged. */
export function dissenters(state: DebateState): Held[] {
	const {council} = state.formats;
	const holders = new Set((council.result ? holdersOf(council, kindIn(state)) : []).map(({seat}) => seat));
	return council.result?.strength === 'merged' ? [] : heldBy(state).filter(({answer}) => !holders.has(answer.seat));
}

/** The reasons that stand with the answer, by their ids. */
export function winningReasons(state: DebateState): CouncilReason[] {
	const {council} = state.formats;
	const isMerged = council.result?.strength === 'merged';
	return isMerged ? council.answers.flatMap(({reasons}) => reasons) : reasonsFor(council, kindIn(state));
}

/** The answer’s text in paragraphs; none where nothing won. */
export function answerParagraphs(state: DebateState): readonly string[] {
	const id = state.formats.council.result?.answer?.turnId;
	const text = state.turns.find(turn => turn.id === id)?.text ?? '';
	return text
		.split(/\n\s*\n/u)
		.map(paragraph => paragraph.trim())
		.filter(paragraph => paragraph !== '');
}

/** For a program: result, answer, who moved, dissent, what it hangs on, counts and price, each cut to a line. */
export function brief(state: DebateState): string[] | undefined {
	const {result} = state.formats.council;
	const said = resultText(state);
	if (!result || said === undefined) return undefined;
	const price = priceText(result);
	const apart = dissenters(state);
	const moves = state.formats.council.ballots.filter(({move}) => move);
	return [
		shortened(said, 400),
		...answerParagraphs(state).map(text => shortened(withoutPlaces(text), 350)),
		...moves.map(ballot => moveText(state, {...ballot, crux: undefined}, 90)),
		...apart.map(({name, answer}) => shortened(`Dissent, ${name}: ${answerText(state, answer)}`, 160)),
		...(apart.length === 0 && result.winner !== null ? ['Nobody holds another answer.'] : []),
		...cruxRows(state).map(
			({crux, calls}) => `It hangs on whether “${shortened(bare(crux.claim), 160)}”${callsText(calls)}.`,
		),
		`First answers, given without sight of each other’s: ${shortened(countText(state, result.blind), 160)}. In the end: ${shortened(countText(state, result.counted), 160)}.`,
		...(price === undefined ? [] : [price]),
	];
}

/** The places of documents, `[C1, C2]`, say nothing without these. */
const withoutPlaces = (text: string): string => text.replaceAll(/ ?\[[A-Z]\d[^\]]*\]/gu, '');

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** How many of those who were asked hold the claim true, and how many false. */
function callsText(calls: CruxRow['calls']): string {
	const asked = calls.filter(({holds}) => holds !== undefined);
	const count = (call: 'true' | 'false'): number => asked.filter(({holds}) => holds === call).length;
	const told = [
		[count('true'), 'true'],
		[count('false'), 'false'],
	] as const;
	return asked.length === 0
		? ''
		: `: ${told.flatMap(([some, what]) => (some > 0 ? [`${some} of ${asked.length} hold it ${what}`] : [])).join(', ') || 'nobody is sure'}`;
}
