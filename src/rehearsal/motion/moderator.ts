/** What a motion's moderator says and finds. */
import {ledger} from '../duelogic/arbiter/ledger.ts';
import {chairOf, writerAt} from '../duelogic/chairs/speaker.ts';
import {fit} from '../language/fit.ts';
import {sentencesOf, withoutStop} from '../language/text.ts';
import {taskLines} from '../request/notation.ts';
import {wordRangeOf, type Composer, type ComposerInput} from '../request/composer.ts';
import type {Family, SentenceWriter} from '../language/sentence-writer.ts';
import * as say from './phrases.ts';
import {withBanks} from './speaker.ts';

const writerOf = (input: ComposerInput): SentenceWriter =>
	writerAt(input, {round: input.prompt.turns.length, seat: input.prompt.chairs.length});

const introduction: Composer = input => {
	const {prompt, task} = input;
	const writer = writerOf(input);
	const pro = task.labels['for'] ?? 'one side';
	return fit(
		[
			{text: prompt.show ? writer.say(say.welcome, {show: prompt.show.name}) : '', keep: 6},
			{text: writer.say(say.motionIs, {proposition: withoutStop(prompt.proposition ?? input.topic.motion)}), keep: 9},
			{text: writer.say(say.disputed), keep: 7},
			{text: writer.say(say.whoSpeaks, {pro, con: task.labels['against'] ?? 'the other'}), keep: 9},
			{text: writer.say(say.course), keep: 8},
			{text: writer.say(say.begin, {first: prompt.chairs[0]?.name ?? pro}), keep: 9},
		],
		wordRangeOf(task, 80, 150),
		120,
	);
};

/** A sentence to the seat that the task names. */
const addressed =
	(family: Family): Composer =>
	input => {
		const target = chairOf(input.prompt, input.task.attributes['target']);
		const reason = withoutStop(input.task.labels['reason']?.replaceAll(/[“”]/gu, '') ?? 'that needs an answer');
		return writerOf(input).say(family, {name: target?.name ?? 'Both of you', reason});
	};

const answerCheck: Composer = ({task}) => {
	const isEvaded = say.isEvasion(task.labels['answer'] ?? '');
	return {answered: !isEvaded, open: isEvaded ? 'the question itself' : ''};
};

const newClaims: Composer = ({task}) => {
	const body = task.blocks.find(({name}) => name === 'closing')?.body ?? '';
	const numbers = [...body.matchAll(/^\[(?<number>\d+)\] (?<text>.*)$/gmu)].flatMap(({groups}) =>
		say.isLate(groups?.['text'] ?? '') ? [Number(groups?.['number'])] : [],
	);
	return {sentences: numbers};
};

/** The facts one after the other, as far as there is room. */
const verdict: Composer = input => {
	const writer = writerOf(input);
	const facts = taskLines(input.task, 'fact').map(fact => sentencesOf(fact).join(' '));
	return fit(
		[
			{text: writer.say(say.verdictIn), keep: 9},
			...facts.map((text, place) => ({text, keep: place === 0 ? 9 : 7 - Math.min(6, place)})),
			{text: writer.say(say.verdictOut), keep: 8},
		],
		wordRangeOf(input.task, 50, 120),
		80,
	);
};

export const moderating: Readonly<Record<string, Composer>> = {
	introduction,
	verdict,
	insistence: addressed(say.insist),
	ruling: addressed(say.ruling),
	interjection: addressed(say.stepIn),
	answer_check: answerCheck,
	new_claims: newClaims,
	ledger: input => ledger(withBanks(input)),
};
