/** The closing is held against the record before anybody hears it. */
import {describe, expect, it} from 'vitest';
import {reduce} from '../../../src/debate/reduce.ts';
import {emptyState, type DebateState} from '../../../src/debate/state.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {closingCheck, withoutSentences, type Accusation} from '../../../src/formats/duelogic/closing-check.ts';
import {duelogicConfig} from '../../../src/formats/duelogic/config.ts';
import {recordedFaults} from '../../../src/formats/duelogic/record.ts';
import {createDebate} from '../../../src/formats/duelogic/seats.ts';
import {VoiceError} from '../../../src/voices/voice.ts';
import {debate, type Answers, type Asked} from './run-duelogic.ts';

/** What a careful judge answers: by hand, what each of these sentences says against whom. */
const says: Readonly<Record<string, {readonly chair: string; readonly fault: string}>> = {
	'Grok 3 slipped past the question about the sick.': {chair: 'chair_2', fault: 'evasion'},
	'And Claude Sonnet 4 built a straw man of it.': {chair: 'chair_1', fault: 'straw_man'},
};

const numbered = ({task}: Asked): readonly (readonly [number: number, text: string])[] =>
	[...(/<closing>\n([^]*?)\n<\/closing>/u.exec(task)?.[1] ?? '').matchAll(/^\[(\d+)\] (.*)$/gmu)].map(
		([, number, text = '']) => [Number(number), text] as const,
	);

const careful = (asked: Asked): string =>
	JSON.stringify({
		faults: numbered(asked).flatMap(([sentence, text]) => {
			const found = says[text];
			return found ? [{sentence, ...found, line: null}] : [];
		}),
	});

const closings = (first: string, second: string, judge: (asked: Asked) => string | VoiceError = careful): Answers => {
	const written: string[] = [];
	return asked => {
		if (asked.kind === 'closing_check') return judge(asked);
		if (asked.kind !== 'synthesis') return undefined;
		written.push(asked.task);
		return written.length === 1 ? first : second;
	};
};

const fair = 'We come to the end. Claude Sonnet 4 spoke for everybody. Nobody dodged a question tonight. Good night.';
const unfair =
	'We come to the end. Claude Sonnet 4 spoke for everybody. Grok 3 slipped past the question about the sick. It never answered. Good night.';
const short = {config: {flow: {maxExchanges: 3}}};

describe('a closing', () => {
	it('that accuses a chair of what is not on record is asked for again, with the sentence and why', async () => {
		const held = await debate({...short, answers: closings(unfair, fair)});
		const [, again = ''] = held.prompts('synthesis');
		expect(held.prompts('synthesis')).toHaveLength(2);
		expect(again).toContain(
			'- “Grok 3 slipped past the question about the sick.” says that Grok 3 passed over a question or a claim, and the record does not.',
		);
		expect(held.turns('synthesis').map(({text}) => text)).toEqual([fair]);
		expect(held.events.some(event => event.type === 'turn-delta' && event.text.includes('about the sick'))).toBe(false);
	});

	it('that says it again is heard without that sentence, and all else word for word', async () => {
		const held = await debate({...short, answers: closings(unfair, unfair)});
		expect(held.turns('synthesis').map(({text}) => text)).toEqual([
			'We come to the end. Claude Sonnet 4 spoke for everybody. It never answered. Good night.',
		]);
		expect(held.state.notices.map(({text}) => text)).toContain(
			'The closing named a fault that the record does not have, and was asked for again. Left out of it: one sentence.',
		);
	});

	it('without a word of blame is read by nobody, and one that denies a fault stays as it is', async () => {
		const plain = await debate({...short, answers: closings('We come to the end. Good night.', fair)});
		expect(plain.asked.some(({kind}) => kind === 'closing_check')).toBe(false);
		const denied = await debate({...short, answers: closings(fair, unfair)});
		expect(denied.prompts('synthesis')).toHaveLength(1);
		expect(denied.turns('synthesis').map(({text}) => text)).toEqual([fair]);
	});

	it('loses no sentence to one judge of three', async () => {
		const held = await debate({
			...short,
			judges: 3,
			voices: {judge: 'test:one', judge_2: 'test:two', judge_3: 'test:three'},
			answers: closings(unfair, fair, asked =>
				asked.seat === 'judge_2' ? careful(asked) : JSON.stringify({faults: []}),
			),
		});
		expect(held.asked.filter(({kind}) => kind === 'closing_check')).toHaveLength(3);
		expect(held.turns('synthesis').map(({text}) => text)).toEqual([unfair]);
	});

	it('is held against the record by its words alone where no judge can read it', async () => {
		const held = await debate({
			...short,
			answers: closings(
				'We come to the end. Grok 3 dodged the question. Claude Sonnet 4 never dodged one. Good night.',
				'So it ends. Grok 3 quietly ducked a question. A landlord may dodge the tax, said Claude Sonnet 4. Good night.',
				() => new VoiceError('unusable', 'no key'),
			),
		});
		expect(held.turns('synthesis').map(({text}) => text)).toEqual([
			'So it ends. A landlord may dodge the tax, said Claude Sonnet 4. Good night.',
		]);
	});

	it('is written and checked while the last word is heard, so that at a pace nothing is waited for', async () => {
		const held = await debate({...short, pace: 150, answers: closings(unfair, fair)});
		const last = held.turns('last-word').at(-1);
		const closing = held.turns('synthesis')[0];
		expect(closing?.text).toBe(fair);
		expect((closing?.startedAt ?? Infinity) - (last?.endedAt ?? 0)).toBeLessThanOrEqual(50);
	});
});

// A debate of strong models, with straw men, a question passed over and answered later, and a fault in an old closing.

const {events} = readJournal('test/fixtures/strong-models/holiday-lets.jsonl');
const [start] = events.flatMap(event => (event.type === 'debate-start' ? [event] : []));
const at = events.findIndex(event => event.type === 'segment-start' && event.segment === 'synthesis');
const heard = events.slice(0, at).reduce<DebateState>(reduce, emptyState);
const held = (language: string) =>
	createDebate({
		config: {...duelogicConfig.parse(start?.config), language},
		subject: start?.subject ?? {text: ''},
		participants: start?.participants ?? [],
	});
const english = held('en');
const faults = recordedFaults(english, heard);
const lineOf = (part: string): number => faults.findIndex(({text}) => text.includes(part)) + 1;

const accusedOf = (text: string, found: readonly object[], language = 'en'): readonly Accusation[] =>
	closingCheck(held(language), heard).accusations(text, new Map([['judge', {ok: true, value: {faults: found}}]]));
const byWords = (text: string, language: string): readonly string[] =>
	closingCheck(held(language), heard)
		.accusations(text, new Map())
		.map(({sentence}) => sentence.text);

describe('the record', () => {
	const straw = {sentence: 1, chair: 'chair_2', fault: 'straw_man'};

	it('bears out what a judge finds there of that chair, and nothing of another chair', () => {
		const line = lineOf('Connie ascribed to an opponent what was not said');
		expect(accusedOf('Connie built a straw man.', [{...straw, line}])).toEqual([]);
		expect(accusedOf('Libby built it.', [{...straw, chair: 'chair_1', line}])).toHaveLength(1);
		expect(accusedOf('Connie left a question.', [{...straw, fault: 'left_framework', line}])).toHaveLength(1);
		expect(accusedOf('Connie built a straw man.', [{...straw, line: 99}])).toHaveLength(1);
		expect(accusedOf('Somebody did.', [{...straw, chair: 'arbiter', line: null}])).toEqual([]);
	});

	it('keeps a sentence that has its own words, whatever line the judge names', () => {
		const text = 'Connie said that Libby holds that nobody owes anybody anything, and that was a straw man.';
		expect(accusedOf(text, [{...straw, line: null}])).toEqual([]);
	});

	it('has a question that was passed over and answered later', () => {
		const passedOver = {sentence: 1, chair: 'chair_1', fault: 'evasion'};
		const line = lineOf('evaded direct question');
		expect(accusedOf('Libby walked past Connie’s question, and came back to it.', [{...passedOver, line}])).toEqual([]);
	});
});

// By words alone: each of the first is on nobody's record in a debate in which nobody was at fault.

const clean: DebateState = {...heard, turns: heard.turns.map(turn => ({...turn, evaluation: undefined}))};
const innocent: DebateState = {
	...clean,
	formats: {...clean.formats, ledger: {claims: [], read: []}},
	turns: clean.turns.filter(({kind}) => kind === 'opening'),
};

const wordings: Readonly<Record<string, {readonly blames: readonly string[]; readonly denies: readonly string[]}>> = {
	en: {
		blames: [
			'Libby dodged the question.',
			'Connie misquoted her.',
			'Libby twice built a straw man.',
			'Connie didn’t answer.',
		],
		denies: [
			'Libby never dodged a question.',
			'Nobody misquoted Connie.',
			'Connie said that tenants are cheated.',
			'No straw man of Libby’s stood long.',
		],
	},
	de: {
		blames: [
			'Libby ist der Frage ausgewichen.',
			'Connie hat sie falsch zitiert.',
			'Libby baute einen Strohmann.',
			'Connie ging nicht ein auf das, was gefragt war.',
		],
		denies: [
			'Libby ist keiner Frage ausgewichen.',
			'Niemand hat Connie falsch zitiert.',
			'Libby sprach wichtige Sätze.',
			'Connie hat nie etwas verdreht.',
		],
	},
	fr: {
		blames: [
			'Libby a éludé la question.',
			'Connie a déformé ses propos.',
			'Libby a dressé un homme de paille.',
			'Connie a esquivé.',
		],
		denies: [
			'Libby n’a jamais éludé de question.',
			'Personne n’a déformé les mots de Connie.',
			'Libby n’a dressé aucun homme de paille.',
			'Connie a répondu sans rien esquiver.',
		],
	},
	es: {
		blames: [
			'Libby evadió la pregunta.',
			'Connie tergiversó sus palabras.',
			'Libby levantó un hombre de paja.',
			'Connie esquivó la duda.',
		],
		denies: [
			'Libby nunca evadió una pregunta.',
			'Nadie tergiversó a Connie.',
			'Libby no levantó ningún hombre de paja.',
			'Connie respondió sin esquivar nada.',
		],
	},
	zh: {
		blames: ['Libby回避了问题。', 'Connie歪曲了她的话。', 'Libby立了一个稻草人。', 'Connie没有回答。'],
		denies: ['Libby从不回避问题。', '没有人歪曲Connie的话。', 'Libby并未歪曲任何话。', 'Connie没有歪曲。'],
	},
};

describe.each(Object.entries(wordings))('words of blame in %s', (language, {blames, denies}) => {
	const accused = (text: string): number => closingCheck(held(language), innocent).accusations(text, new Map()).length;
	it.each(blames)('%s is left out', text => {
		expect(accused(text)).toBe(1);
		expect(closingCheck(held(language), innocent).questions(text)).toHaveLength(1);
	});
	it.each(denies)('%s stays', text => {
		expect(accused(text)).toBe(0);
	});
	it('on record stay', () => {
		for (const text of blames.filter(one => one.includes('Libby'))) expect(byWords(text, language)).toEqual([]);
	});
});

it('leaves paragraphs as they are around a sentence that goes', () => {
	const text = 'One. Two.\n\nThree.\n\nFour. Five.';
	const left = (of: string) => ({number: 1, text: of, start: text.indexOf(of), end: text.indexOf(of) + of.length});
	expect(withoutSentences(text, [left('Three.'), left('Five.')])).toBe('One. Two.\n\nFour.');
});
