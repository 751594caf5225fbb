/** Forms with which a person sits in a council: their own answer first, seeing nobody’s, then each ballot. */
import {cruxCalls, type Crux, type CouncilState} from '../../debate/formats/council.ts';
import {choiceField, optionalTextField, textField, type Choice, type Filling, type Form} from '../../debate/form.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {optionsOf, positionText, type CouncilDebate} from './config.ts';
import {none, numberIn} from './counting.ts';
import type {AnswerReply, FirstBallotReply, LastBallotReply, MoveReply} from './replies.ts';
import type {z} from 'zod';
import {exchangeSentences, type FirstBallot} from './prompts.ts';

const noneChoice: Choice = {value: none, label: 'none of these'};
const rests = (['judgement', 'fact', 'calculation', 'document'] as const).map(value => ({
	value,
	label: `on ${value === 'judgement' ? 'my judgement' : `a ${value}`}`,
}));
const mostReasons = 3;

export const answerForm = ({config}: CouncilDebate): Form =>
	function* (): Filling<AnswerReply> {
		const position = config.options
			? yield* choiceField({label: 'your answer'}, [
					...optionsOf(config).map(([value, label]) => ({value, label})),
					noneChoice,
				])
			: config.number === undefined
				? yield* textField({label: 'your answer', about: 'In a sentence of at most 30 words.'})
				: yield* textField({label: 'your answer', about: `A number, in ${config.number}.`}, text =>
						numberIn(text) === undefined ? 'A number is wanted.' : undefined,
					);
		const reasons: AnswerReply['reasons'] = [
			yield* reason(yield* textField({label: 'reason 1', about: 'Why? One sentence that can be true or false.'}), 1),
		];
		while (reasons.length < mostReasons) {
			const number = reasons.length + 1;
			const claim = yield* optionalTextField({label: `reason ${number}`, about: 'Why else? Nothing: enter.'});
			if (claim === undefined) break;
			reasons.push(yield* reason(claim, number));
		}
		const confidence = yield* textField(
			{label: 'how sure you are', about: 'From 0 to 100. It gives your vote no weight.'},
			text => (isShare(text) ? undefined : 'A number from 0 to 100 is wanted.'),
		);
		const change = yield* optionalTextField({label: 'what would change it', about: 'What would change your answer?'});
		const answer = reasons.map(({claim}) => claim).join(' ');
		return {answer, position, reasons, confidence: Number(confidence), change: change ?? ''};
	};

const isShare = (text: string): boolean => text !== '' && Number(text) >= 0 && Number(text) <= 100;

function* reason(claim: string, number: number): Filling<AnswerReply['reasons'][number]> {
	return {claim, rests: yield* choiceField({label: `reason ${number} rests`}, rests), cites: []};
}

const calls = cruxCalls.map(value => ({value, label: value === 'unsure' ? 'not sure' : value}));
const moves = [
	{value: 'yes', label: 'I would change my answer'},
	{value: 'no', label: 'I would not'},
] as const;

export const firstBallotForm = ({groups}: CouncilState, seat: string, {asked, signs}: FirstBallot): Form =>
	function* (): Filling<z.infer<typeof FirstBallotReply>> {
		const own = groups.find(({seats}) => seats.includes(seat));
		const amended =
			signs && own
				? yield* optionalTextField({
						label: 'your position',
						about: `“${own.position}”. Yours: enter; else say it in your words.`,
					})
				: undefined;
		const said: z.infer<typeof FirstBallotReply>['cruxes'] = [];
		for (const {id, claim} of asked) {
			const holds = yield* choiceField({label: claim}, calls);
			said.push({id, holds, would_move: yield* choiceField({label: `were it the other way: ${claim}`}, moves)});
		}
		return {signs: amended === undefined ? 'yes' : 'amended', amended, cruxes: said};
	};

type MoveChoice = {
	readonly crux: Crux | undefined;
	readonly held: string;
	readonly positions: readonly string[] | undefined;
};

/** A person’s move needs no ground. */
export const moveForm = (debate: CouncilDebate, heard: DebateState, {crux, held, positions}: MoveChoice): Form =>
	function* (): Filling<MoveReply> {
		const call = crux ? {crux: yield* choiceField({label: crux.claim}, calls)} : {};
		const to = positions
			? yield* choiceField(
					{label: 'your answer now'},
					positions.map(value => ({value, label: positionText(heard, value)})),
				)
			: yield* textField(
					{label: 'your answer now', about: `A number, in ${debate.config.number ?? ''}.`, initial: held},
					text => (numberIn(text) === undefined ? 'A number is wanted.' : undefined),
				);
		return {...call, position: (positions ? to : numberIn(to)?.toString()) === held ? 'held' : 'moved', to};
	};

export const lastBallotForm = (heard: DebateState, positions: readonly string[]): Form =>
	function* (): Filling<z.infer<typeof LastBallotReply>> {
		const choices = positions.map(value => ({value, label: positionText(heard, value)}));
		const position = yield* choiceField({label: 'your answer'}, [...choices, {value: 'abstain', label: 'I abstain'}]);
		const ranking: string[] = [];
		while (ranking.length < choices.length - 1) {
			const left = choices.filter(({value}) => !ranking.includes(value));
			ranking.push(yield* choiceField({label: `place ${ranking.length + 1} of all answers`}, left));
		}
		return {position, ranking};
	};

/** What a person has to read before a ballot: what was said, with its sentences numbered. */
export const readingOf = (turns: readonly Turn[]): {name: string; text: string} => ({
	name: 'exchange',
	text: exchangeSentences(turns)
		.map(({number, text}) => `[${number}] ${text}`)
		.join('\n'),
});
