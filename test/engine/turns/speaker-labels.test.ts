import * as fc from 'fast-check';
import {describe, expect, it, test} from 'vitest';
import {SpeakerLabels, type LabelRules} from '../../../src/engine/turns/speaker-labels.ts';

const motion: LabelRules = {
	own: {id: 'for_1', name: 'Claude Sonnet 4', role: 'for', model: 'anthropic/claude-sonnet-4'},
	others: [
		{id: 'against_1', name: 'Grok 3', role: 'against', model: 'x-ai/grok-3'},
		{id: 'moderator', name: 'GPT-4o', role: 'arbiter'},
		{id: 'judge', name: 'Qwen', role: 'judge'},
	],
	spoken: true,
	hosts: false,
};
const chairs: LabelRules = {
	...motion,
	own: {id: 'chair_1', name: 'M', role: 'debater', framework: 'utilitarian'},
	others: [
		{id: 'chair_2', name: 'N', role: 'debater', framework: 'virtue_ethics'},
		{id: 'arbiter', name: 'Security', role: 'arbiter'},
	],
};
const document: LabelRules = {...motion, spoken: false};
const host: LabelRules = {
	...motion,
	own: {id: 'moderator', name: 'GPT-4o', role: 'arbiter'},
	others: [motion.own, ...motion.others.slice(0, 1)],
	hosts: true,
};

function read(rules: LabelRules, pieces: readonly string[]): {text: string; as?: string} {
	const labels = new SpeakerLabels(rules);
	let text = '';
	for (const piece of pieces) {
		const own = labels.push(piece);
		text += own.text;
		if (own.as !== undefined) return {text, as: own.as};
	}
	const own = labels.end();
	return {...own, text: text + own.text};
}

/** The same however it comes. */
function everyWay(rules: LabelRules, written: string): {text: string; as?: string} {
	const whole = read(rules, [written]);
	const characters = Array.from(written);
	expect(read(rules, characters)).toEqual(whole);
	fc.assert(
		fc.property(fc.array(fc.nat(characters.length), {maxLength: 8}), places => {
			const at = [0, ...places.toSorted((one, other) => one - other), characters.length];
			expect(
				read(
					rules,
					at.slice(1).map((end, index) => characters.slice(at[index], end).join('')),
				),
			).toEqual(whole);
		}),
		{numRuns: 30},
	);
	return whole;
}

describe('a speaker’s own label', () => {
	test.each([
		['Claude Sonnet 4: '],
		['**Claude Sonnet 4:** '],
		['**Claude Sonnet 4**: '],
		['__Claude Sonnet 4__: '],
		['[Claude Sonnet 4]: '],
		['[Claude Sonnet 4, for the motion]: '],
		['Claude Sonnet 4 (for the motion): '],
		['Claude Sonnet 4, speaking for the motion:\n'],
		['### Claude Sonnet 4\n\n'],
		['## Claude Sonnet 4 (For):\n'],
		['**Claude Sonnet 4**\n\n'],
		['claude-sonnet-4: '],
		['for_1: '],
		['FOR 1: '],
		['🎙️ Claude Sonnet 4: '],
		['Claude Sonnet 4：'],
		['\n\nClaude Sonnet 4: '],
		['For: '],
		['**Proposition:** '],
	])('is taken off at the beginning: %j', label => {
		expect(everyWay(motion, `${label}I am for it.`).text.trim()).toBe('I am for it.');
	});

	test.each([
		[chairs, '**M:** '],
		[chairs, 'M: '],
		[chairs, '[M, for the motion]: '],
		[chairs, 'Chair 1 (utilitarian): '],
		[chairs, 'Utilitarian: '],
		[document, '**Claude Sonnet 4:**\n'],
		[document, '# Claude Sonnet 4\n'],
		[document, 'for_1: '],
	] as const)('is taken off in every format and of every seat (%#): %j', (rules, label) => {
		expect(everyWay(rules, `${label}I am for it.`)).toEqual({text: 'I am for it.'});
	});

	it('is taken off within a speech too, and left within a document', () => {
		const written = 'I am for it.\n\nClaude Sonnet 4: And I say why.';
		expect(everyWay(motion, written)).toEqual({text: 'I am for it.\n\nAnd I say why.'});
		expect(everyWay(document, written)).toEqual({text: written});
	});
});

describe('a turn ends where its model goes on as another seat', () => {
	test.each([
		['Grok 3: I am against it.', 'Grok 3'],
		['**Grok 3:** No.', 'Grok 3'],
		['**Grok 3**\nNo, it is not.', 'Grok 3'],
		['[Grok 3]: No.', 'Grok 3'],
		['[Grok 3, against the motion]\nNo.', 'Grok 3'],
		['### Grok 3 (Against)\n\nNo.', 'Grok 3'],
		['grok-3: No.', 'Grok 3'],
		['against_1: No.', 'Grok 3'],
		['Against 1:\nNo.', 'Grok 3'],
		['GPT-4o: Thank you.', 'GPT-4o'],
		['Against: Thank you. I could not agree less, and I will tell you why.', 'Against'],
		['**Opponent:** I disagree with all of this, for three reasons that you know.', 'Opponent'],
		['Moderator: Thank you both. We now come to the closing words.', 'Moderator'],
		['User: I have a question for the both of you.', 'User'],
	])('%j', (written, as) => {
		expect(everyWay(motion, `I am for it.\n\n${written}`)).toEqual({text: 'I am for it.\n\n', as});
		expect(everyWay(document, `I am for it.\n\n${written}`)).toEqual({text: `I am for it.\n\n${written}`});
	});

	it('at its first word, where it begins as that', () => {
		expect(everyWay(motion, 'Grok 3: I am against it.')).toEqual({text: '', as: 'Grok 3'});
		expect(everyWay(chairs, 'Chair 2 (virtue ethics): No.')).toEqual({text: '', as: 'N'});
	});
});

describe('no word of the speaker’s own is lost', () => {
	test.each([
		'As Grok 3 said: “No.” I say yes.',
		'My opponent, Grok 3: you are wrong.',
		'I heard this.\nGrok 3: “We must close them.” That is what was said, and it is wrong.',
		'I have two points.\n\n## Against:\n- the cost\n- the time',
		'I weigh both.\n\nFor: the child learns.\nAgainst: I grant that it costs.',
		'One thing more.\nAgainst: the price of it, which nobody has named.',
		'Two things.\n\nSecurity: no lock holds.\n\nCost: too high.',
		'First this.\n\nThe other side: who are they, and what do they want?',
		'One.\n- Grok 3: wrong on cost.\n- Claude Sonnet 4: right.',
		'One.\n> Grok 3: No.\n\nThat was its answer.',
		'One.\nGrok 3, my question is this: why?',
		'One.\nGrok 3 says: no.',
		'One.\nGrok 30: the next one.',
		'One.\nGrok 3 has no answer.',
		'Moderators are: rare.\nJudge: for yourselves, not for me.',
		'It is 12:30.\nMy friends: listen.',
	])('%j', written => {
		expect(everyWay(motion, written)).toEqual({text: written});
	});

	it('of a seat whose opponent is called like a heading', () => {
		const written = 'Two things.\n\nVirtue ethics: a word on character.\n\nUtility: the sum.';
		expect(everyWay(chairs, written)).toEqual({text: written});
	});

	it('nor of a host who speaks of one chair after the other', () => {
		const written =
			'What remains?\n\nClaude Sonnet 4: a case for the child.\n\nGrok 3: a case for the elephant.\n\nGood night.';
		expect(everyWay(host, written)).toEqual({text: written});
		expect(everyWay(host, 'What remains?\n\nGrok 3: I would like to add that zoos are old.')).toEqual({
			text: 'What remains?\n\n',
			as: 'Grok 3',
		});
	});

	it('where two seats have one name', () => {
		const same: LabelRules = {...motion, others: [{id: 'against_1', name: 'Claude Sonnet 4', role: 'against'}]};
		expect(everyWay(same, 'Claude Sonnet 4: One.\n\nClaude Sonnet 4: Two.')).toEqual({text: 'One.\n\nTwo.'});
	});

	it('whatever is written: what is given is the beginning of it, but for the labels', () => {
		const scraps = fc.constantFrom(
			'Grok 3',
			'Claude Sonnet 4',
			':',
			'**',
			'\n',
			' I ',
			'Against',
			'For',
			'[',
			']',
			'# ',
			'say ',
			'"',
			'moderator',
			'(x)',
		);
		fc.assert(
			fc.property(fc.array(fc.oneof(scraps, fc.string({maxLength: 3})), {maxLength: 16}), scrap => {
				const written = scrap.join('');
				const {text, as} = everyWay(motion, written);
				const labels = /Claude Sonnet 4|For|[\s*[\]():：#]/gu;
				const bare = (one: string) => one.replaceAll(labels, '');
				if (as === undefined) expect(bare(text)).toBe(bare(written));
				else expect(bare(written).startsWith(bare(text))).toBe(true);
			}),
			{numRuns: 150},
		);
	});
});
