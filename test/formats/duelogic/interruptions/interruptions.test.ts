import type {Seat} from '../../../../src/debate/seats.ts';
import {describe, expect, it} from 'vitest';
import {InterruptionReason} from '../../../../src/debate/events.ts';
import type {SoFar} from '../../../../src/debate/protocol.ts';
import {splitSentences} from '../../../../src/debate/text/sentences.ts';
import {countWords} from '../../../../src/debate/text/words.ts';
import {emptyState, type DebateState, type Turn} from '../../../../src/debate/state.ts';
import {parseDuelogicConfig, type InterruptionAnswer} from '../../../../src/formats/duelogic/config.ts';
import {
	mayCut,
	thresholdOf,
	urgencyOf,
	whoMayCut,
	knownEarly,
	wantedCut,
	nextLook,
	watchPrompt,
	answerSchema,
} from '../../../../src/formats/duelogic/interruptions.ts';
import {englishDebateWords} from '../../../../src/languages/find.ts';
import {chairOf, createDebate, type DuelogicDebate} from '../../../../src/formats/duelogic/seats.ts';
import {toJsonSchema} from '../../../../src/engine/calls/structured.ts';
import {participantsOf} from '../run-duelogic.ts';

const heardText =
	'Let me begin with the rule. It is a plain one. Nobody has ever voted against their own street. That is my case.';
const expectedWords = 225;

const turn = (id: string, speaker: string, kind: string, text: string, more: Partial<Turn> = {}): Turn => ({
	id,
	speaker,
	by: undefined,
	kind,
	text,
	finish: 'complete',
	segment: 'exchange',
	round: 1,
	step: undefined,
	replyTo: undefined,
	amid: undefined,
	startedAt: 0,
	endedAt: 1,
	reason: undefined,
	usage: undefined,
	cost: undefined,
	contentHash: undefined,
	firstTokenMs: undefined,
	totalMs: undefined,
	evaluation: undefined,
	cut: undefined,
	interjection: undefined,
	...more,
});

function scene({
	config = {},
	text = heardText,
	before = [] as Turn[],
	segment = 'exchange',
	out = [] as string[],
	frameworks = ['utilitarian', 'virtue_ethics', 'pragmatic'],
} = {}) {
	const full = parseDuelogicConfig({
		chairs: frameworks.map(framework => ({framework})),
		...config,
	});
	const participants = participantsOf(full);
	const table = createDebate({config: full, subject: {text: 'Voting should be compulsory.'}, participants});
	const heard: DebateState = {
		...emptyState,
		segment,
		open: ['t9'],
		turns: [...before, turn('t9', 'chair_1', 'reply', '', {finish: undefined})],
		seats: participants.map((seat): Seat => ({
			...seat,
			out: out.includes(seat.id) ? 'gone' : undefined,
			formerly: [],
			since: 0,
		})),
	};
	const sofar: SoFar = {
		turnId: 't9',
		speaker: 'chair_1',
		sentences: splitSentences(text),
		text,
		words: countWords(text),
		length: undefined,
	};
	return {table, heard, sofar, may: whoMayCut(table, heard, sofar).map(({id}) => id)};
}

const wish = (more: Partial<InterruptionAnswer> = {}): InterruptionAnswer => ({
	reason: 'direct_challenge',
	severity: 'high',
	chair: 'chair_2',
	sentence: 3,
	...more,
});

function cut(answer: InterruptionAnswer, setting: Parameters<typeof scene>[0] = {}) {
	const {table, heard, sofar} = scene(setting);
	return wantedCut(table, heard, answer, sofar, whoMayCut(table, heard, sofar));
}

const wasCut = {
	type: 'interruption',
	turnId: 'x',
	interrupter: 'chair_3',
	interrupted: 'chair_1',
	reason: 'direct_challenge',
	trigger: 'x',
	urgency: 0.9,
	atMs: 1,
	opener: 'o',
	line: 'l',
} as const;

describe('urgency', () => {
	it('comes from the table', () => {
		const rows = InterruptionReason.options.map(reason => [
			reason,
			...(['high', 'medium', 'low'] as const).map(severity => urgencyOf(reason, severity)),
		]);
		expect(rows).toEqual([
			['factual_correction', 0.9, 0.75, 0.6],
			['straw_man_detected', 0.95, 0.8, 0.65],
			['direct_challenge', 0.85, 0.7, 0.55],
			['clarification_needed', 0.7, 0.55, 0.4],
			['strong_agreement', 0.6, 0.45, 0.3],
			['pivotal_point', 0.75, 0.6, 0.45],
		]);
	});

	it('has to reach the threshold of the aggressiveness', () => {
		expect([1, 2, 3, 4, 5].map(thresholdOf)).toEqual([0.9, 0.8, 0.7, 0.6, 0.5]);
		const at = (aggressiveness: number, more: Partial<InterruptionAnswer>) =>
			cut(wish(more), {config: {interruptions: {aggressiveness}}})?.urgency;
		expect(at(3, {severity: 'medium'})).toBe(0.7);
		expect(at(3, {reason: 'pivotal_point', severity: 'medium'})).toBeUndefined();
		expect(at(4, {reason: 'pivotal_point', severity: 'medium'})).toBe(0.6);
		expect(at(1, {})).toBeUndefined();
	});
});

describe('a wish holds', () => {
	it('with the sentence that caused it', () => {
		expect(cut(wish())).toMatchObject({
			interrupter: 'chair_2',
			reason: 'direct_challenge',
			trigger: 'Nobody has ever voted against their own street.',
			sentence: 3,
			urgency: 0.85,
		});
	});

	it('with the number counted as in the prompt, where sentences without words have none', () => {
		const text = 'One here. Two here.\n\n—\n\nThree here. Four here.';
		expect(cut(wish({sentence: 3}), {text})?.trigger).toBe('Three here.');
	});

	it.each([
		['there is no reason', {reason: 'none'}],
		['the sentence is not there', {sentence: 9}],
		['no sentence is named', {sentence: null}],
		['the chair is the speaker', {chair: 'chair_1'}],
		['nobody sits there', {chair: 'chair_6'}],
		['nobody is named', {chair: null}],
	] as const)('not where %s', (_, more) => {
		expect(cut(wish(more))).toBeUndefined();
	});
});

describe('an answer is known', () => {
	it('at "none", whatever follows, and at the end of the object', () => {
		expect(knownEarly('{"reas')).toBeUndefined();
		expect(knownEarly('Well: {"reason": "none"')).toMatchObject({reason: 'none', chair: null});
		const said = '{"reason":"pivotal_point","severity":"low","chair":"chair_2","sentence":4';
		expect(knownEarly(said)).toBeUndefined();
		expect(knownEarly(`${said}}   I hope that helps`)).toMatchObject({reason: 'pivotal_point', sentence: 4});
		expect(knownEarly('{"reason":"boredom","severity":"low","chair":"chair_2","sentence":4}')).toBeUndefined();
	});
});

describe('our openers', () => {
	it.each(InterruptionReason.options)('for %s are four or more, of 2 to 8 words each', reason => {
		const {openers} = englishDebateWords;
		expect(new Set(openers[reason]).size).toBeGreaterThanOrEqual(4);
		for (const opener of openers[reason]) expect(countWords(opener) >= 2 && countWords(opener) <= 8, opener).toBe(true);
	});
});

describe('nobody may cut in', () => {
	const may = (setting: Parameters<typeof scene>[0]) => {
		const {table, heard, sofar} = scene(setting);
		const decided = wantedCut(table, heard, wish({sentence: 1}), sofar, table.chairs);
		return decided !== undefined && mayCut(table, heard, decided, sofar, expectedWords);
	};

	it('but where nothing speaks against it', () => {
		expect(scene().may).toEqual(['chair_2', 'chair_3']);
		expect(may({})).toBe(true);
	});

	it.each([
		['in the first two sentences', {text: 'You cannot say otherwise. Nobody can.'}],
		[
			'in the last fifth of the expected length',
			{text: `${'word '.repeat(170)}goes on. And on. You cannot say so at all.`},
		],
		['outside the exchanges', {segment: 'opening'}],
		['where interruptions are off', {config: {interruptions: {enabled: false}}}],
		['where chairs may not', {config: {interruptions: {allowChairInterruptions: false}}}],
	])('%s', (_, setting) => {
		expect(may(setting)).toBe(false);
	});

	it('in the last fifth of the turn itself, once all of it is written', () => {
		const text = `${'word '.repeat(170)}goes on. And on. You cannot say so at all.`;
		const {table, heard, sofar} = scene({text});
		const decided = wantedCut(table, heard, wish({sentence: 1}), sofar, table.chairs);
		const at = (length: number) => decided && mayCut(table, heard, decided, {...sofar, length}, expectedWords);
		expect([at(200), at(240)]).toEqual([false, true]);
	});

	it('who is out', () => {
		expect(scene({out: ['chair_2']}).may).toEqual(['chair_3']);
		expect(may({out: ['chair_2']})).toBe(false);
	});

	it('before the cooldown has passed in what was said since, at 150 words a minute', () => {
		const since = (words: number) => [
			turn('t1', 'chair_2', 'interruption', 'No.'),
			turn('t2', 'chair_1', 'resumption', 'word '.repeat(words)),
		];
		const running = countWords(heardText);
		expect(scene({before: since(150 - running - 1)}).may).toEqual(['chair_3']);
		expect(scene({before: since(150 - running)}).may).toEqual(['chair_2', 'chair_3']);
		expect(scene({before: since(0), config: {interruptions: {cooldownSeconds: 0}}}).may).toEqual([
			'chair_2',
			'chair_3',
		]);
	});
});

describe('who was cut off', () => {
	const replies = (...turns: readonly (readonly [string, boolean])[]) =>
		turns.map(([speaker, isCut], index) =>
			turn(`t${index}`, speaker, 'reply', 'x', isCut ? {cut: {...wasCut, interrupted: speaker}} : {}),
		);
	const two = ['utilitarian', 'virtue_ethics'];

	it('is left alone in its next two turns, and not in the third', () => {
		expect(scene({frameworks: two, before: replies(['chair_1', true], ['chair_2', false])}).may).toEqual([]);
		const later = replies(['chair_1', true], ['chair_2', false], ['chair_1', false], ['chair_2', false]);
		expect(scene({frameworks: two, before: later}).may).toEqual([]);
		const free = [...later, ...replies(['chair_1', false], ['chair_2', false])];
		expect(scene({frameworks: two, before: free}).may).toEqual(['chair_2']);
	});

	it('does not shield the others: the next one may be cut', () => {
		expect(scene({frameworks: two, before: replies(['chair_2', true])}).may).toEqual(['chair_2']);
	});

	it('may be cut again where every other chair was cut lately, too, or is gone', () => {
		const all = replies(['chair_1', true], ['chair_2', true]);
		expect(scene({frameworks: two, before: all}).may).toEqual(['chair_2']);
		expect(scene({before: all}).may).toEqual([]);
		expect(scene({before: all, out: ['chair_3']}).may).toEqual(['chair_2']);
	});
});

describe('looks', () => {
	const plain = (count: number, words = 12) =>
		Array.from({length: count}, (_, n) => `Now ${'word '.repeat(words - 2)}end${n}.`).join(' ');
	const at = (text: string, looks: readonly number[] = [], setting: Parameters<typeof scene>[0] = {}) => {
		const {table, heard, sofar} = scene({...setting, text});
		return nextLook(table, sofar, heard, looks, expectedWords);
	};
	/** The looks of a turn that is written sentence by sentence, each answered at once. */
	const placesOf = (text: string): number[] => {
		const looks: number[] = [];
		for (const [index] of splitSentences(text).entries()) {
			const place = at(
				splitSentences(text)
					.slice(0, index + 1)
					.join(''),
				looks,
			);
			if (place !== undefined) looks.push(place);
		}
		return looks;
	};

	it('are taken at a third and at two thirds where nothing calls for one', () => {
		expect(placesOf(plain(18))).toEqual([7, 13]);
	});

	it.each([
		['a name', 'So Grok 3 would say.'],
		['a framework', 'The Pragmatic Chair would say so.'],
		['a question', 'Is that so?'],
		['a question in Arabic', 'هل هذا صحيح؟'],
		['a question in Chinese', '真的是这样吗？'],
		['a quotation', 'They say „so ist das“ there.'],
		['a French quotation', 'On dit « c’est ainsi » partout.'],
		['a Chinese quotation', '他说「就是这样」而已。'],
	])('are taken at once at %s', (_, sentence) => {
		expect(at(`${plain(3, 5)} ${sentence}`)).toBe(4);
		expect(at(plain(4, 5))).toBeUndefined();
	});

	it('are taken at the rarer words of what another chair has said', () => {
		const before = [
			turn('t1', 'chair_2', 'opening', 'A ballot under compulsion measures obedience and nothing besides.'),
		];
		expect(at(`${plain(3, 5)} Then compulsion has taught obedience to somebody.`, [], {before})).toBe(4);
		expect(at(`${plain(3, 5)} Then nothing has taught anybody whatever.`, [], {before})).toBeUndefined();
	});

	it('are three at most, not in the first two sentences nor in the last fifth, and two sentences apart', () => {
		const asking = Array.from({length: 30}, (_, n) => `Is this the question number ${n} of a long row of questions?`);
		// The third is kept for an attack, and taken at two thirds without one.
		expect(placesOf(asking.join(' '))).toEqual([3, 5, 13]);
		const quoting = asking.map(sentence => sentence.replace('the question', '“the question”'));
		expect(placesOf(quoting.join(' '))).toEqual([3, 5, 7]);
		expect(at(asking.slice(0, 2).join(' '))).toBeUndefined();
		expect(at(asking.slice(0, 17).join(' '), [3, 5])).toBe(14);
		expect(at(asking.slice(0, 17).join(' '), [3, 14])).toBeUndefined();
		expect(at(asking.slice(0, 9).join(' '), [3, 5, 7])).toBeUndefined();
		expect(at(asking.slice(0, 9).join(' '), [3, 5])).toBeUndefined();
	});

	it.each([
		['English', 'en', 'You have told us that every guest is a parasite.'],
		['English', 'en', 'You, on the other hand, have told us that every guest is a parasite.'],
		['English', 'en', 'On your view a wrong without a signature cannot be punished.'],
		['German', 'de', 'Sie haben uns erzählt, jeder Gast sei ein Schmarotzer.'],
		['German', 'de', 'Nach Ihrer Ansicht zählt nur, wer unterschrieben hat.'],
		['French', 'fr', 'Vous nous avez dit que chaque hôte est un parasite.'],
		['French', 'fr', 'À vous entendre, personne ne doit rien à personne.'],
		['Spanish', 'es', 'Usted nos ha dicho que cada huésped es un parásito.'],
		['Spanish', 'es', 'Según usted, nadie debe nada a nadie.'],
		['Chinese', 'zh', '您告诉我们每个客人都是寄生虫。'],
		['Chinese', 'zh', '照你说谁也不欠谁什么。'],
	])('are taken at once where words are ascribed to somebody, in %s', (_, language, sentence) => {
		expect(at(`${plain(3, 5)} ${sentence}`, [], {config: {language}})).toBe(4);
		expect(at(`${plain(3, 5)} ${sentence}`, [2], {config: {language}})).toBe(4);
	});

	it('are not taken where nobody could cut in', () => {
		expect(at(`${plain(3, 5)} Is that so?`, [], {config: {interruptions: {enabled: false}}})).toBeUndefined();
	});
});

describe('looks at a turn that owes a restatement', () => {
	const opening =
		'Each guest who pays for a lovely square pays somebody who never kept that square alive. I defend the stairs.';
	const before = [turn('t1', 'chair_2', 'opening', opening)];
	const restated =
		'I shall begin with your claim. As you said, a guest who pays for a lovely square pays somebody who never kept it alive. I grant you that.';
	const at = (text: string, {owed = true, looks = [] as readonly number[]} = {}) => {
		const {table, heard, sofar} = scene({text, before});
		const owing = heard.turns.map(one => (one.id === 't9' ? {...one, owes: {steelManning: owed}} : one));
		return nextLook(table, sofar, {...heard, turns: owing}, looks, expectedWords);
	};

	it('are not taken at the restatement, in the words of what was said, but where none is owed', () => {
		expect(at(restated)).toBeUndefined();
		expect(at(restated, {owed: false})).toBe(3);
		expect(at(`${restated} Is that fair?`)).toBeUndefined();
		expect(at(`${restated} Grok 3 says one pays somebody who never kept that square alive.`)).toBeUndefined();
	});

	it('are taken there at what nobody said', () => {
		expect(at(`${restated} And you have told us that every guest is a parasite.`)).toBe(4);
		expect(at(`${restated} Grok 3 would call every guest a parasite.`)).toBe(4);
		expect(at(`${restated} It was called “the sum of all evils”.`)).toBe(4);
	});

	it('are taken at a name, a question and the words of a claim behind it', () => {
		const more = `${restated} ${'Word goes on and on and on. '.repeat(8)}`;
		for (const sentence of ['Grok 3 would nod there.', 'Is that fair?', 'The lovely square is kept alive by them.'])
			expect(at(`${more}${sentence}`), sentence).toBe(12);
		expect(at(more)).toBeUndefined();
	});

	it('are taken at two fifths of the expected length where nothing calls for one before', () => {
		const words = (count: number) => 'Word goes on and on and on. '.repeat(count);
		expect(at(`${restated} ${words(8)}`)).toBeUndefined();
		expect(at(`${restated} ${words(10)}`)).toBe(13);
	});
});

describe('what is offered to the watcher', () => {
	const offered = (aggressiveness: number) => {
		const {table, heard, sofar} = scene({config: {interruptions: {aggressiveness}}});
		const candidates = [chairOf(table, 'chair_2')];
		const {messages} = watchPrompt(table, heard, {watcher: 'judge', written: sofar, seen: 0, candidates});
		const schema = toJsonSchema(answerSchema(aggressiveness));
		return {told: messages[0]?.content ?? '', schema: JSON.stringify(schema)};
	};

	it.each([
		[1, ['straw_man_detected', 'factual_correction']],
		[2, ['straw_man_detected', 'factual_correction', 'direct_challenge']],
		[3, ['straw_man_detected', 'factual_correction', 'direct_challenge', 'pivotal_point', 'clarification_needed']],
		[4, InterruptionReason.options],
		[5, InterruptionReason.options],
	])('at aggressiveness %i are the reasons that can pass, and no others', (aggressiveness, reasons) => {
		const {told, schema} = offered(aggressiveness);
		for (const reason of InterruptionReason.options) {
			expect(told.includes(reason), reason).toBe(reasons.includes(reason));
			expect(schema.includes(reason), reason).toBe(reasons.includes(reason));
		}
	});

	it('says of a reason that passes at high severity alone that it does', () => {
		expect(offered(3).told).toContain('pivotal_point (here they part; only where severity is high)');
		expect(offered(3).told).toContain('direct_challenge (a chair is attacked, or all rests on what it denies),');
	});

	it('is read all the same where an older journal or a model names another', () => {
		const answer = wish({reason: 'strong_agreement', severity: 'low'});
		expect(answerSchema(1).parse(answer)).toEqual(answer);
		expect(cut(answer, {config: {interruptions: {aggressiveness: 1}}})).toBeUndefined();
	});
});

describe('the watcher', () => {
	it('gets the turn so far with its new part apart, what is at stake, and how eager the chairs are', () => {
		const claim = 'A ballot under compulsion measures obedience and nothing besides.';
		const {table, heard, sofar} = scene({before: [turn('t1', 'chair_2', 'opening', claim)]});
		const task = taskOf(table, heard, sofar);
		expect(task).toContain(
			'<before>\n[1] Let me begin with the rule.\n[2] It is a plain one.\n</before>\n<new>\n[3] Nobody has ever voted against their own street.\n[4] That is my case.\n</new>',
		);
		expect(task).toContain(`<last_turn speaker="chair_2">\n${claim}\n</last_turn>`);
		expect(task).not.toContain('- claim:');
		expect(task).toContain('where waiting would cost them the point');
		expect(task.length / 4).toBeLessThan(300);
	});

	const long = (name: string, words: number) => `${name} ${'word '.repeat(words - 2)}end.`;

	it('gets last turns whole, the latest first as long as they fit, and claims whole that stand in none', () => {
		const claim =
			'Each flat that goes over takes one bearer of the duties away, and the duties of all who stay on the stairs do not shrink.';
		const latest = long('Latest', 300);
		const before = [
			turn('t1', 'chair_2', 'opening', `${claim} ${long('First', 30)}`),
			turn('t2', 'chair_3', 'opening', long('Other', 200)),
			turn('t3', 'chair_2', 'reply', latest),
		];
		const text = 'One. Two. Take the flat, whose bearer of duties was said to shrink on the stairs.';
		const {table, heard, sofar} = scene({before, text});
		const task = taskOf(table, heard, sofar);
		expect(task).toContain(`<last_turn speaker="chair_2">\n${latest}\n</last_turn>`);
		expect(task).toContain(`chair_2 has also said:\n- claim: ${claim}`);
		expect(task).not.toContain('<last_turn speaker="chair_3">');
		expect(task).toContain(`chair_3 has said:\n- claim: ${long('Other', 200)}`);
	});
});

const taskOf = (...[table, heard, sofar]: [DuelogicDebate, DebateState, SoFar]): string => {
	const candidates = [chairOf(table, 'chair_2'), chairOf(table, 'chair_3')];
	return (
		watchPrompt(table, heard, {watcher: 'judge', written: sofar, seen: 2, candidates}).messages.at(-1)?.content ?? ''
	);
};
