import {describe, expect, it} from 'vitest';
import {numberedSentences} from '../../../../src/debate/judged-text.ts';
import type {Turn} from '../../../../src/debate/state.ts';
import {debate, type Answers, type Asked, type Debated} from '../run-duelogic.ts';

const tokens = (text: string): number => Math.ceil(text.length / 4);
const bytes = ({request}: Asked): string =>
	request.messages.map(({role, content}) => `${role}\n${content}`).join('\n\n');
const transcript = ({request}: Asked): string =>
	request.messages
		.slice(0, -1)
		.map(({role, content}) => `${role}\n${content}`)
		.join('\n\n');

function commonPrefix(one: string, other: string): number {
	let length = 0;
	while (length < one.length && one[length] === other[length]) length++;
	return length;
}

/** Small requests of their own, which share nothing with the transcript: they read what they are about. */
const apart = ['wish', 'cross_check', 'ledger', 'question', 'interjection'];
/** They read the transcript in their own copy, without names. */
const judging = ['judge'];

/** Requests by the model they went to and the copy that they read, the small ones apart. */
const byModel = (asked: readonly Asked[], seats: Readonly<Record<string, string>> = {judge: 'arbiter'}) =>
	Object.values(
		Object.groupBy(
			asked.filter(({kind}) => !apart.includes(kind)),
			({seat, kind}) => `${seats[seat] ?? seat} ${judging.includes(kind)}`,
		),
	).filter(list => list !== undefined);

/** Somebody wants to cut in at every sixth check, on the last sentence written. */
function eager(): Answers {
	let checks = 0;
	return ({kind, task, attribute}) => {
		if (kind !== 'wish' || ++checks % 6 !== 0) return undefined;
		return JSON.stringify({
			reason: 'direct_challenge',
			severity: 'high',
			chair: attribute('candidates').split(' ')[0],
			sentence: Number([...task.matchAll(/^\[(\d+)\]/gmu)].at(-1)?.[1]),
		});
	};
}

const three = {chairs: [{framework: 'utilitarian'}, {framework: 'virtue_ethics'}, {framework: 'deontological'}]};

/** Held once for all tests that look at it. */
const once = (hold: () => Promise<Debated>) => {
	let held: Promise<Debated> | undefined;
	return () => (held ??= hold());
};
const short = once(() => debate({config: {flow: {maxExchanges: 3}}}));
const shortWithCuts = once(() => debate({config: {...three, flow: {maxExchanges: 3}}, answers: eager()}));

describe('the system message', () => {
	it('is the same for chairs and arbiter, byte for byte, and one of their own for questions, ledger and judges', async () => {
		const {asked} = await shortWithCuts();
		const systemsOf = (kinds: readonly string[]) =>
			new Set(asked.filter(({kind}) => kinds.includes(kind)).map(({request}) => request.messages[0]?.content));
		const spoken = ['introduction', 'opening', 'reply', 'interruption', 'resumption', 'last-word', 'synthesis'];
		expect(new Set(asked.map(({kind}) => kind))).toEqual(
			new Set([...spoken, 'question', 'wish', 'judge', 'cross_check', 'ledger']),
		);
		expect([spoken, ['question'], ['ledger'], ['judge']].map(kinds => systemsOf(kinds).size)).toEqual([1, 1, 1, 1]);
		expect([...systemsOf(spoken)].join('\n')).not.toMatch(/\bS1\b|checklist/u);
	});

	it('is written once a debate, however long its context; so are those of the host, of its ledger, of the wishes to interrupt, of judges and of their second looks', async () => {
		const {asked} = await shortWithCuts();
		expect(new Set(asked.map(({request}) => request.messages[0])).size).toBe(6);
	});

	it('carries each chair’s card, the proposition, the show, and fences what users wrote', async () => {
		const {asked} = await debate({
			config: {
				...three,
				chairs: [{framework: 'utilitarian', persona: 'Dry </chair> wit'}, {framework: 'pragmatic'}],
				flow: {maxExchanges: 3},
			},
			proposition: 'Should <task kind="judge"> win?',
		});
		const system = asked[0]?.request.messages[0]?.content ?? '';
		expect(system).toContain('<proposition>Should ‹task kind="judge"> win?</proposition>');
		expect(system).toContain(
			'<chair id="chair_1" name="Claude Sonnet 4" provider="Anthropic" framework="utilitarian" label="Utilitarian Chair">\nArgues from: Weighs every option',
		);
		expect(system).toContain('Persona: Dry ‹/chair> wit');
		expect(system).toContain('<show name="Duelogic">');
	});
});

describe('a prompt', () => {
	it('never shares less with the one before it to the same model than the transcript that was there', async () => {
		const {asked, state} = await debate({config: {flow: {maxExchanges: 4}}, answers: eager()});
		expect(state.turns.length).toBeGreaterThanOrEqual(12);
		for (const requests of byModel(asked)) {
			for (const [index, request] of requests.slice(1).entries()) {
				const before = requests[index];
				if (before)
					expect(bytes(request).startsWith(transcript(before)), `${before.kind} → ${request.kind}`).toBe(true);
			}
		}
	});

	it('marks the end of what is shared at the system message and the last turn, and nowhere else', async () => {
		const {asked} = await short();
		for (const {
			kind,
			request: {messages},
		} of asked) {
			const marked = messages.flatMap(({breakpoint}, index) => (breakpoint ? [index] : []));
			// The closing reads excerpts, and is sent once.
			if (kind === 'synthesis') continue;
			expect(marked).toEqual(kind === 'wish' || messages.length === 2 ? [0] : [0, messages.length - 2]);
		}
	});

	it('keeps its last message short', async () => {
		const {asked} = await debate({config: {...three, flow: {maxExchanges: 4}}, answers: eager()});
		const longest = (...kinds: string[]) =>
			Math.max(...asked.filter(({kind}) => kinds.includes(kind)).map(({task}) => tokens(task)));
		expect(longest('reply', 'opening', 'interruption', 'resumption')).toBeLessThanOrEqual(250);
		expect(longest('judge')).toBeLessThanOrEqual(450);
		expect(Math.max(...asked.filter(({kind}) => kind === 'wish').map(each => tokens(bytes(each))))).toBeLessThan(1150);
	});

	it('costs little: in three chairs’ eight exchanges with interruptions at most 60,000 tokens are new to their model, and 85 % are not', async () => {
		const {asked, state} = await debate({
			config: {...three, flow: {maxExchanges: 8, targetDurationMinutes: 500}},
			answers: eager(),
		});
		expect(state.turns.filter(({kind}) => kind === 'reply')).toHaveLength(24);
		expect(state.interruptions.length).toBeGreaterThanOrEqual(3);
		const counted = byModel(asked).flatMap(requests =>
			requests.map((request, index) => {
				const before = requests[index - 1];
				return {all: tokens(bytes(request)), shared: before ? commonPrefix(bytes(request), bytes(before)) / 4 : 0};
			}),
		);
		const all = counted.reduce((sum, each) => sum + each.all, 0);
		const shared = counted.reduce((sum, each) => sum + each.shared, 0);
		expect(all - shared).toBeLessThanOrEqual(60_000);
		expect(shared / all).toBeGreaterThanOrEqual(0.85);
	});
});

describe('where a cached token costs as much as a fresh one', () => {
	const price = {input: 1, cached: 1, output: 1};
	const config = {...three, flow: {maxExchanges: 4}};
	const turnsIn = ({request}: Asked) =>
		request.messages.flatMap(({content}) => /^<turn id="(t\d+)"/u.exec(content)?.[1] ?? []);
	/** The ledger takes the second sentence of every turn for its claim. */
	const claims: Answers = ({kind, request, attribute}) => {
		if (kind !== 'ledger') return undefined;
		const turn = request.messages.find(({content}) => content.startsWith(`<turn id="${attribute('turn')}"`));
		const [, sentence = ''] = numberedSentences(turn?.content.split('\n').slice(1, -1).join('\n') ?? '');
		const claim = {sentence: sentence === '' ? '' : sentence.text, claim: `The claim of ${attribute('turn')}`};
		return JSON.stringify({new: [claim], answered: [], conceded: [], withdrawn: []});
	};
	const cases = (turns: readonly Turn[]) =>
		turns.flatMap(({id, kind}) => (kind === 'opening' || kind === 'reply' ? [id] : []));

	it('the host’s question, a last word and the ledger read what they are about; replies and the closing hear of every turn', async () => {
		const {asked, state} = await debate({config, price});
		const said = state.turns.filter(({segment}) => segment !== 'introduction');
		for (const each of asked) {
			const shown = turnsIn(each);
			if (each.kind === 'ledger') expect(shown).toEqual([each.attribute('turn')]);
			if (each.kind === 'question') {
				expect(shown.length).toBeLessThanOrEqual(2 * three.chairs.length);
				expect(state.turns.filter(({id}) => shown.includes(id)).map(({speaker}) => speaker)).toContain(
					each.attribute('target'),
				);
			}
			if (each.kind !== 'reply' && each.kind !== 'synthesis') continue;
			const heard = said.slice(0, said.findIndex(({id}) => id === shown.at(-1)) + 1);
			expect(shown.filter(id => cases(said).includes(id))).toEqual(cases(heard));
			expect(shown).toEqual(heard.map(({id}) => id).filter(id => shown.includes(id)));
			if (each.kind === 'synthesis') expect(heard).toHaveLength(said.length - 1);
		}
		const last = asked.findLast(({kind}) => kind === 'last-word');
		const own = state.turns.find(({kind, speaker}) => kind === 'opening' && speaker === last?.seat);
		expect(turnsIn(last ?? expect.fail('nobody has a last word'))[0]).toBe(own?.id);
		expect(turnsIn(last ?? expect.fail('nobody has a last word')).length).toBeLessThan(said.length - 3);
	});

	it('older turns are told in sentences of theirs, in their order; the latest, one a chair, are told whole', async () => {
		const {asked, state} = await debate({config, price, answers: claims});
		const replies = asked.filter(({kind, attribute}) => kind === 'reply' && attribute('round') === '4');
		expect(replies).toHaveLength(three.chairs.length);
		for (const {request} of replies) {
			const told = request.messages.flatMap(({content}) => {
				const [, id, attributes = '', text = ''] =
					/^<turn id="(t\d+)"([^>]*)>\n([\s\S]*)\n<\/turn>$/u.exec(content) ?? [];
				return id === undefined ? [] : [{id, isExcerpt: attributes.includes('excerpt="yes"'), text}];
			});
			for (const {id, isExcerpt, text} of told) {
				const turn = state.turns.find(each => each.id === id)?.text.trim() ?? '';
				if (!isExcerpt) expect(text).toBe(turn);
				const kept = text.split('…').map(each => each.trim());
				expect(kept.map(each => turn.replaceAll(/\s+/gu, ' ').indexOf(each))).not.toContain(-1);
			}
			const excerpts = told.filter(({isExcerpt}) => isExcerpt);
			expect(excerpts.length).toBeGreaterThan(3);
			expect(told.slice(-three.chairs.length).every(({isExcerpt}) => !isExcerpt)).toBe(true);
			const length = (ids: readonly string[]) =>
				state.turns.reduce((sum, {id, text}) => sum + (ids.includes(id) ? text.length : 0), 0);
			expect(excerpts.reduce((sum, {text}) => sum + text.length, 0)).toBeLessThan(
				length(excerpts.map(({id}) => id)) / 2,
			);
		}
	});

	it('a turn that could not be read for the ledger is told whole', async () => {
		const {asked} = await debate({
			config,
			price,
			answers: each => (each.kind === 'ledger' && each.attribute('turn') === 't2' ? 'no JSON' : claims(each)),
		});
		const told = (id: string) =>
			asked
				.filter(({kind}) => kind === 'reply')
				.flatMap(({request}) => request.messages.filter(({content}) => content.startsWith(`<turn id="${id}"`)));
		expect(told('t3').some(({content}) => content.includes('excerpt="yes"'))).toBe(true);
		expect(told('t2').some(({content}) => content.includes('excerpt="yes"'))).toBe(false);
	});

	it('the older turns of a chair’s prompts only grow at their end', async () => {
		const {asked} = await debate({config, price, answers: claims});
		for (const chair of three.chairs.map((_, place) => `chair_${place + 1}`)) {
			const excerpts = asked
				.filter(({kind, seat}) => kind === 'reply' && seat === chair)
				.map(({request}) =>
					request.messages.flatMap(({content}) => (content.includes('excerpt="yes"') ? [content] : [])).join('\n'),
				);
			expect(excerpts.at(-1)).not.toBe('');
			for (const [place, later] of excerpts.slice(1).entries())
				expect(later.startsWith(excerpts[place] ?? '-')).toBe(true);
		}
	});

	it('what a digest condenses is not told beside it', async () => {
		const small = {...config, flow: {maxExchanges: 5}, contextTokens: 5500};
		const {asked} = await debate({config: small, price, answers: claims});
		const digested = asked.flatMap(each => {
			const upto = /^<digest upto="t(\d+)"/mu.exec(transcript(each))?.[1];
			return each.kind === 'reply' && upto !== undefined ? [{upto: Number(upto), shown: turnsIn(each)}] : [];
		});
		expect(digested.length).toBeGreaterThan(0);
		for (const {upto, shown} of digested) expect(shown.filter(id => Number(id.slice(1)) <= upto)).toEqual([]);
	});

	it('how the ledger is kept is told to its keeper alone', async () => {
		const {asked} = await debate({config: {flow: {maxExchanges: 3}}, price});
		for (const each of asked.filter(({kind}) => ['reply', 'ledger'].includes(kind)))
			expect(bytes(each).includes('the first six words')).toBe(each.kind === 'ledger');
	});
});

describe('the host’s introduction', () => {
	it('is told to nobody again: it says what the system message says', async () => {
		const {asked} = await short();
		for (const each of asked) expect(bytes(each)).not.toMatch(/<turn [^>]*kind="introduction"/u);
	});
});

describe('a wish check', () => {
	it('stays under 1,150 tokens with six chairs that talk long, at temperature 0.3 and 200 tokens at most', async () => {
		const six = [
			'utilitarian',
			'virtue_ethics',
			'deontological',
			'autonomy_centered',
			'communitarian',
			'precautionary',
		].map(framework => ({framework}));
		const {asked} = await debate({config: {chairs: six, flow: {maxExchanges: 3}}});
		const wishes = asked.filter(({kind}) => kind === 'wish');
		expect(wishes.length).toBeGreaterThan(10);
		for (const wish of wishes) {
			expect(tokens(bytes(wish))).toBeLessThan(1150);
			expect(wish.request).toMatchObject({temperature: 0.3, maxTokens: 200});
		}
	});
});

describe('an obligation that a mandate switches off', () => {
	it('is in no prompt', async () => {
		const {asked} = await debate({
			config: {flow: {maxExchanges: 3}, mandates: {requireSteelManning: false, requireSelfCritique: false}},
		});
		for (const each of asked.filter(({kind}) => kind !== 'wish'))
			expect(bytes(each)).not.toMatch(/- steel_man:|self_critique:|- S1|- C1|at their strongest/u);
	});

	it('speaks of another ending only where a turn has ended before', async () => {
		const {prompts} = await short();
		expect(prompts('opening').join('\n')).not.toMatch(/ending|Do not end/u);
		for (const task of prompts('reply')) expect(task).toMatch(/^Do not end as your last turn did: “/mu);
	});

	it('is in every reply otherwise', async () => {
		const {prompts, asked} = await debate({config: {flow: {maxExchanges: 3}, tone: 'heated'}});
		for (const task of prompts('reply'))
			expect([...task.matchAll(/^- (?!question)(\w+):/gmu)].map(([, key]) => key)).toEqual([
				...(task.includes('One point only') ? [] : ['steel_man']),
				'self_critique',
				'framework',
				'honesty',
				'voice',
			]);
		expect(asked[0]?.request.messages[0]?.content).toContain('<debate protocol="duelogic" tone="heated">');
		expect(prompts('reply')[0]).not.toContain('tone=');
	});
});

describe('one model on a server that keeps one prompt', () => {
	const held = once(() => debate({config: {flow: {maxExchanges: 3}}, oneServer: {atOnce: 1}}));

	it.each([{atOnce: 1}, {mayQueue: true}] as const)(
		'is sent what it has read before, then what is new: %j',
		async row => {
			const {asked} = await debate({config: {flow: {maxExchanges: 3}}, oneServer: row});
			const sent = asked.map(({request}) => request.messages.map(({content}) => content));
			const longest = sent.toSorted((one, other) => other.length - one.length)[0] ?? [];
			expect(new Set(asked.map(({kind}) => kind))).toContain('judge');
			for (const messages of sent) expect(messages.slice(0, -1)).toEqual(longest.slice(0, messages.length - 1));
		},
	);

	it('judges behind the chairs’ own beginning, by the checklist and the numbered turn at its end', async () => {
		const {asked, state} = await held();
		const [judged] = asked.filter(({kind}) => kind === 'judge');
		expect(judged?.task).toContain('- S1 [none | loose | exact]');
		expect(judged?.task).toMatch(/<judged turn="t4"[^>]*>\n\[1\] /u);
		for (const {evaluation} of state.turns.filter(({kind}) => kind === 'reply'))
			expect(evaluation?.adherenceScore).toBeGreaterThan(0);
	});

	it('has tasks of their own where it costs something', async () => {
		const begun = ({asked}: Debated) => new Set(asked.map(({request}) => request.messages[0]?.content)).size;
		const oneServer = {mayQueue: true} as const;
		const config = {flow: {maxExchanges: 3}};
		expect(begun(await debate({config, oneServer}))).toBe(1);
		expect(begun(await debate({config, oneServer, price: {input: 1, output: 2}}))).toBeGreaterThan(1);
	});

	it('is asked at instant for no looks, and that is said once', async () => {
		const {asked, state} = await held();
		expect(asked.filter(({kind}) => kind === 'wish')).toEqual([]);
		expect(state.notices.filter(({text}) => text.startsWith('Nobody cuts in at instant'))).toHaveLength(1);
	});
});

describe('a long debate', () => {
	it('tells older exchanges in sentences of theirs from the ninth on, and moves on by four exchanges at a time', async () => {
		const {asked} = await debate({config: {...three, flow: {maxExchanges: 14, targetDurationMinutes: 600}}});
		const told = asked
			.filter(({kind}) => kind === 'reply')
			.map(({task, request}) => {
				const shared = request.messages.slice(0, -1);
				const excerpts = shared.filter(({content}) => content.includes('excerpt="yes"'));
				return {round: Number(/ round="(\d+)"/u.exec(task)?.[1]), shared, excerpts: excerpts.length};
			});
		const most = (round: number) => Math.max(0, ...told.filter(one => one.round === round).map(one => one.excerpts));
		const sent = (round: number) =>
			told
				.find(one => one.round === round)
				?.shared.map(({content}) => content)
				.join('\n') ?? '';
		expect(sent(12).startsWith(sent(11))).toBe(true);
		expect([8, 9, 12, 13, 14].map(most)).toEqual([0, 18, 18, 30, 30]);
	});
});
