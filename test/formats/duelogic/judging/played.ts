/** A debate played by strong models, judged again by a judge that answers as the player did, beside the player’s marks. */
import {z} from 'zod';
import {reduce} from '../../../../src/debate/reduce.ts';
import {emptyState, type DebateState, type Turn} from '../../../../src/debate/state.ts';
import {readJournal} from '../../../../src/engine/journal/journal.ts';
import {readVerdict, type RawAnswers} from '../../../../src/formats/duelogic/check-answers.ts';
import {duelogicConfig} from '../../../../src/formats/duelogic/config.ts';
import {judgingOf} from '../../../../src/formats/duelogic/judging.ts';
import {createDebate} from '../../../../src/formats/duelogic/seats.ts';
import {looksOf} from '../verdict.ts';
import {linesOf} from './label-scores.ts';

const Played = z.object({
	turn: z.string(),
	mark: z.number(),
	answers: z.unknown().transform(value => readVerdict(value) ?? {}),
});
const played = linesOf('test/fixtures/strong-models/holiday-lets-judge.jsonl').map(line => Played.parse(line));
const {events} = readJournal('test/fixtures/strong-models/holiday-lets.jsonl');
const [start] = events.flatMap(event => (event.type === 'debate-start' ? [event] : []));
const heard = events.reduce<DebateState>(reduce, emptyState);
const debate = createDebate({
	config: duelogicConfig.parse(start?.config),
	subject: start?.subject ?? {text: ''},
	participants: start?.participants ?? [],
});

/** What the player called an invented claim in passing is a false quotation by name now. */
const falseQuotations = new Set(['t11']);

function answersFor({turn, answers}: z.infer<typeof Played>): RawAnswers {
	const {X1: found = {answer: 'none'}, ...rest} = answers;
	const none = {answer: 'none'};
	return falseQuotations.has(turn) ? {...rest, X1: none, X2: found} : {...rest, X1: found, X2: none};
}

const Marked = Played.omit({answers: true});
const cars = readJournal('test/fixtures/strong-models/city-cars.jsonl').events;

/** A debate with planted faults, as its own judge found it by the present rules, beside the player's marks. */
export const planted = linesOf('test/fixtures/strong-models/city-cars-marks.jsonl').map(line => {
	const {turn, mark} = Marked.parse(line);
	const evaluation = cars.find(event => event.type === 'evaluation' && event.turnId === turn);
	if (evaluation?.type !== 'evaluation') throw new Error(`${turn} was not judged`);
	return {turn, mark, evaluation};
});

const turnOf = (id: string): Turn | undefined => heard.turns.find(turn => turn.id === id);

export const rejudged = played.map(one => {
	const turn = turnOf(one.turn);
	if (!turn?.evaluation) throw new Error(`${one.turn} was not judged`);
	const owed = {steelManning: true, selfCritique: true, ...turn.evaluation.owed};
	const judging = judgingOf(debate, heard, turn, owed);
	const first = new Map([['judge', {ok: true as const, value: answersFor(one)}]]);
	const second = judging.second(first).map(({judge, schema, prompt}) => {
		const looks = looksOf(prompt.messages.at(-1)?.content ?? '', () => 'yes');
		return [judge, {ok: true as const, value: schema.parse(looks)}] as const;
	});
	return {...one, evaluation: judging.evaluation(first, new Map(second))};
});
