/** A council’s state by hand: answers, and what was said in ballots. */
import type {CouncilAnswerEvent, CouncilBallotEvent, CouncilState} from '../../../src/debate/formats/council.ts';
import {emptyCouncil} from '../../../src/debate/formats/council.ts';

export const answered = (seat: string, position: string, model = seat): CouncilAnswerEvent => ({
	type: 'council-answer',
	seat,
	letter: String.fromCharCode('A'.charCodeAt(0) + Number(seat.at(-1)) - 1),
	turnId: `t${seat.at(-1) ?? ''}`,
	position,
	reasons: [
		{
			id: `${String.fromCharCode('A'.charCodeAt(0) + Number(seat.at(-1)) - 1)}1`,
			claim: 'It is so.',
			rests: 'fact',
			cites: [],
		},
	],
	confidence: 70,
	change: '',
	model,
	maker: model,
});

export const moved = (seat: string, to: string, uncounted?: string): CouncilBallotEvent => ({
	type: 'council-ballot',
	seat,
	ballot: 'crux',
	crux: 'c1',
	move: {
		to,
		ground: 'new_fact',
		sentence: {turnId: 't9', text: 'It is otherwise.'},
		fallen: null,
		...(uncounted !== undefined && {uncounted}),
	},
});

/** Positions are groups of their own. */
export const stateOf = (given: Pick<CouncilState, 'answers' | 'ballots'>): CouncilState => ({
	...emptyCouncil,
	...given,
	groups: [...Map.groupBy(given.answers, ({position}) => position)].map(([id, own]) => ({
		id,
		position: id,
		seats: own.map(({seat}) => seat),
	})),
});
