/**
 * Councils of scripted seats, which are right by chance and move as they are told, counted by the format’s own rules: what
 * talk gains and spoils beside the blind vote, one answer, and a vote of as many samples as the council costs.
 */
import type {CouncilAnswerEvent, CouncilBallotEvent, CouncilState} from '../../src/debate/formats/council.ts';
import {emptyCouncil} from '../../src/debate/formats/council.ts';
import {decisiveSeats, votesIn, winnerOf, type CouncilVote} from '../../src/formats/council/counting.ts';
import {seededRandom, type Random} from '../../src/rehearsal/random.ts';
import {detail, row, type Row} from './report.ts';

/** How a seat is moved: by what is shown, by how many hold something, by how it is said, or never. */
export const habits = ['evidence', 'majority', 'eloquence', 'never'] as const;
export type Habit = (typeof habits)[number];

export type ScriptedCouncil = {
	readonly seats: number;
	/** The chance that a blind answer is right. */
	readonly right: number;
	readonly habit: Habit;
	readonly random: Random;
};

const kind = {number: false, tolerance: 0} as const;
const [truth, error] = ['o1', 'o2'];

/** Of a right side, how often it has something to show; of a wrong one, how often it seems to. */
const [shows, seemsTo] = [0.6, 0.2];
/** How often a seat that is shown something moves. */
const moves = 0.7;
/** Requests of a council whose seats differ on one crux: the number of samples that cost the same. */
const requests = 18;

type Spoken = {readonly position: string; readonly shown: boolean; readonly eloquent: boolean};

/** A council from its blind answers to its counts. */
export function scriptedCouncil({seats, right, habit, random}: ScriptedCouncil): CouncilState {
	const answers = Array.from({length: seats}, (_, place) => answerOf(place, random.next() < right ? truth : error));
	const blind: CouncilState = {
		...emptyCouncil,
		answers,
		groups: [...Map.groupBy(answers, ({position}) => position)].map(([id, own]) => ({
			id,
			position: id,
			seats: own.map(({seat}) => seat),
		})),
	};
	if (blind.groups.length < 2) return blind;
	const sides = [truth, error].map(position => ({
		position,
		shown: random.next() < (position === truth ? shows : seemsTo),
		eloquent: random.next() < 0.5,
	}));
	const majority = winnerOf(votesIn(blind, 'blind')).winner;
	const ballots = answers.map(answer => ballotOf(answer, {habit, sides, majority, random}));
	return lookedAt({...blind, ballots}, habit, random);
}

const answerOf = (place: number, position: string): CouncilAnswerEvent => ({
	type: 'council-answer',
	seat: `seat_${place + 1}`,
	letter: String.fromCharCode('A'.charCodeAt(0) + place),
	turnId: `t${place + 1}`,
	position,
	reasons: [],
	confidence: 50,
	change: '',
	model: `m${place}`,
	maker: `m${place}`,
});

type Heard = {
	readonly habit: Habit;
	readonly sides: readonly Spoken[];
	readonly majority: string | null;
	readonly random: Random;
};

/** Who follows a majority can name no ground for it; who follows eloquence names the sentence. */
function ballotOf({seat, position}: CouncilAnswerEvent, {habit, sides, majority, random}: Heard): CouncilBallotEvent {
	const ballot = {type: 'council-ballot' as const, seat, ballot: 'crux' as const, crux: 'c1'};
	const other = sides.find(side => side.position !== position);
	if (!other || random.next() >= moves) return ballot;
	const wants = {
		evidence: other.shown,
		majority: majority === other.position,
		eloquence: other.eloquent,
		never: false,
	}[habit];
	if (!wants) return ballot;
	const uncounted = habit === 'majority' ? {uncounted: 'a move needs a ground'} : {};
	const sentence = {turnId: 't9', text: 'This is what it rests on.'};
	return {...ballot, move: {to: other.position, ground: 'new_fact', sentence, fallen: null, ...uncounted}};
}

/** In plain words nothing is left of eloquence; what was shown still is. */
function lookedAt(council: CouncilState, habit: Habit, random: Random): CouncilState {
	const seats = decisiveSeats(council, kind);
	if (seats.length === 0) return council;
	const looks = seats.map((seat): CouncilState['looks'][number] => {
		const stays = habit === 'evidence' && random.next() < 0.9;
		return {
			type: 'council-look',
			seat,
			restated: 'It rests on this.',
			...(stays ? {} : {uncounted: 'in plain words, the sentence did not move it'}),
		};
	});
	return lookedAt({...council, looks: [...council.looks, ...looks]}, habit, random);
}

export type Tally = {
	blind: number;
	counted: number;
	raw: number;
	mended: number;
	spoiled: number;
	dissent: number;
	wrong: number;
};

/** How many of so many councils are right by each count, flips both ways, and wrong ones with the truth in dissent. */
export function tallyOf(runs: number, given: Omit<ScriptedCouncil, 'random'>, seed = 1): Tally {
	const sum: Tally = {blind: 0, counted: 0, raw: 0, mended: 0, spoiled: 0, dissent: 0, wrong: 0};
	const random = seededRandom(seed);
	for (let run = 0; run < runs; run++) {
		const council = scriptedCouncil({...given, random});
		const isRight = (count: 'blind' | 'counted' | 'raw'): boolean => winnerOf(votesIn(council, count)).winner === truth;
		const [blind, counted] = [isRight('blind'), isRight('counted')];
		sum.blind += Number(blind);
		sum.counted += Number(counted);
		sum.raw += Number(isRight('raw'));
		sum.mended += Number(!blind && counted);
		sum.spoiled += Number(blind && !counted);
		sum.wrong += Number(!counted);
		sum.dissent += Number(!counted && votesIn(council, 'counted').some(({position}) => position === truth));
	}
	return sum;
}

/** The share of right answers of a vote of so many samples of one model. */
function voteOf(samples: number, right: number, runs: number): number {
	const random = seededRandom(7);
	let found = 0;
	for (let run = 0; run < runs; run++) {
		const votes = Array.from({length: samples}, (_, place): CouncilVote => ({
			seat: `s${place}`,
			model: `m${place}`,
			position: random.next() < right ? truth : error,
			ranking: [],
		}));
		found += Number(winnerOf(votes).winner === truth);
	}
	return found / runs;
}

const runs = 4000;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export function* councilBench(): Generator<Row> {
	for (const right of [0.6, 0.7, 0.8, 0.9]) {
		yield row(
			`one scripted answer, right ${percent(right)}; a blind vote of three; a vote of ${requests} samples, errors independent`,
			`${percent(tallyOf(runs, {seats: 3, right, habit: 'never'}).blind / runs)} / ${percent(voteOf(requests - 1, right, runs))}`,
			'–',
		);
		for (const habit of habits.slice(0, 3)) {
			const {blind, counted, raw, mended, spoiled, dissent, wrong} = tallyOf(runs, {seats: 3, right, habit});
			yield row(
				`three scripted seats, ${percent(right)}, moved by ${habit}: counted less blind, and raw less blind, in points`,
				`${(((counted - blind) / runs) * 100).toFixed(1)} / ${(((raw - blind) / runs) * 100).toFixed(1)}`,
				habit === 'evidence' ? '–' : '≥ 0',
				`${mended} : ${spoiled} flips`,
			);
			yield detail(
				`three scripted seats, ${percent(right)}, by ${habit}: wrong results with the right answer in their dissent`,
				percent(wrong === 0 ? 1 : dissent / wrong),
			);
		}
	}
}
