import {describe, expect, it} from 'vitest';
import {citationsOf, isFaulty, quotationsHeld, type judgedGrades} from '../../src/debate/sources.ts';
import {hasFallen} from '../../src/debate/attribution.ts';
import {numberedSentences} from '../../src/debate/judged-text.ts';
import {rubricItem} from '../../src/debate/rubric.ts';
import {withSourceAnswers} from '../../src/formats/duelogic/sources.ts';
import {standingInWords} from '../../src/debate/views/citations.ts';
import {turn} from './duelogic/judging/turn.ts';
import {looksOf} from './duelogic/verdict.ts';
import {debate, honest, type Asked, type Debated} from './duelogic/run-duelogic.ts';

const passages = {'S1.1': 'The fee was never raised. Nobody paid more in the year that followed.'};
const invention = 'As the report says, “every household wrote to thank the council for it” [S1.1].';
const claim = 'Households paid a higher fee the year after, as the report has it [S1.1].';

type Grade = (typeof judgedGrades)['statement' | 'quotation'][number];

/** One reply cites the passage in its own words; `grades` are what each judge answers, in the order of its looks. */
async function cited(
	grades: Readonly<Record<string, readonly Grade[]>>,
	judges = 1,
	voices = {},
	says = claim,
): Promise<Debated> {
	const looked: Record<string, number> = {};
	return debate({
		config: {flow: {maxExchanges: 3}},
		judges,
		voices,
		passages,
		answers({kind, seat, attribute, task}: Asked) {
			if (kind === 'reply' && attribute('speaker') === 'chair_1' && attribute('round') === '1')
				return `${honest('the reply')} ${says}`;
			if (kind !== 'support') return undefined;
			const nth = (looked[seat] = (looked[seat] ?? 0) + 1);
			const answer = grades[seat]?.[nth - 1];
			const keys = [...task.matchAll(/<(?:statement|quotation) key="(q\d)"/gu)].map(([, key = '']) => key);
			return answer === undefined
				? 'no answer'
				: JSON.stringify(Object.fromEntries(keys.map(key => [key, {answer, sentence: 1}])));
		},
	});
}

const citing = ({state}: Debated) => state.turns.find(turn => citationsOf(turn).length > 0 && turn.kind === 'reply');
const supportOf = (held: Debated) => citationsOf(citing(held) ?? {})[0]?.support;
const lapseOf = (held: Debated) =>
	citing(held)?.evaluation?.items.find(({id, answer}) => id === 'misrepresented_source' && answer === 'yes');

describe('a statement that cites without quoting', () => {
	it('is shown to a judge with the passage in numbered sentences, and asked about once where it is borne out', async () => {
		const held = await cited({judge: ['supports']});
		expect(supportOf(held)).toMatchObject({answer: 'supports', evidence: 'The fee was never raised.'});
		expect(held.prompts('support').length).toBe(1);
		expect(held.prompts('support')[0]).toContain('[2] Nobody paid more in the year that followed.');
		expect(held.prompts('support')[0]).toContain(`Statement: ${claim.replace(' [S1.1]', '')}`);
		expect(lapseOf(held)).toBeUndefined();
	});

	it('costs honesty once the opposite is affirmed by a second look', async () => {
		const held = await cited({judge: ['opposite', 'opposite']});
		expect(held.prompts('support').length).toBe(2);
		expect(supportOf(held)?.looks.map(({answer}) => answer)).toEqual(['opposite', 'opposite']);
		expect(lapseOf(held)).toMatchObject({grade: 'major', note: expect.stringContaining('the bench held it')});
		const fair = await cited({judge: ['supports']});
		const value = (of: Debated) =>
			citing(of)?.evaluation?.working.find(({dimension}) => dimension === 'intellectualHonesty')?.value;
		expect((value(fair) ?? 0) - (value(held) ?? 0)).toBeCloseTo(0.4);
	});

	it('costs nothing where the second look does not bear the first one out', async () => {
		const held = await cited({judge: ['opposite', 'supports']});
		expect(supportOf(held)?.answer).not.toBe('opposite');
		expect(lapseOf(held)).toBeUndefined();
	});

	it('is said to be neither where the second look fails', async () => {
		const held = await cited({judge: ['opposite']});
		expect(supportOf(held)).toBeUndefined();
		expect(lapseOf(held)).toBeUndefined();
	});

	it('is found wanting by more than half of a bench, and by no less', async () => {
		const voices = {judge: 'test:one', judge_2: 'test:two', judge_3: 'test:three'};
		const grades = (second: Grade, third: Grade) =>
			({judge: ['opposite'], judge_2: [second], judge_3: [third]}) as const;
		expect(supportOf(await cited(grades('opposite', 'supports'), 3, voices))?.answer).toBe('opposite');
		expect(supportOf(await cited(grades('supports', 'partly'), 3, voices))?.answer).toBe('partly');
	});

	it('is told as judged, never as verified, and the closing has it on record', async () => {
		const held = await cited({judge: ['opposite', 'opposite']});
		const [citation] = citationsOf(citing(held) ?? {});
		expect(citation && standingInWords(citation)).toBe(
			'in the speaker’s own words; judged: the passage says the opposite: “The fee was never raised.”',
		);
		expect(held.prompts('synthesis').join('\n')).toContain('misreported a document: “Households paid a higher fee');
	});
});

describe('words that code finds nowhere', () => {
	const quoted = (grades: readonly Grade[]) => cited({judge: grades}, 1, {}, invention);
	const citationIn = (held: Debated) => citationsOf(citing(held) ?? {})[0];
	const costOf = (held: Debated) =>
		citing(held)?.evaluation?.items.find(({id, answer}) => id === 'invented_source' && answer === 'yes');

	it('are put to a judge with the passage and what code found, and count once two answers say that they are false', async () => {
		const held = await quoted(['false', 'false']);
		const [asked = ''] = held.prompts('support');
		expect(asked).toContain('Quotation: “every household wrote to thank the council for it”');
		expect(asked).toContain('The program: these words stand in none of the documents');
		expect(asked).toContain('[1] The fee was never raised.');
		expect(citationIn(held)).toMatchObject({standing: 'absent', support: {answer: 'false'}});
		expect(costOf(held)).toMatchObject({grade: 'major'});
		expect(held.prompts('synthesis').join('\n')).toContain('quoted falsely: “every household wrote');
		expect(held.state.interruptions).toEqual([]);
	});

	it.each([[['unclear']], [['fair']], [['false']], [['false', 'unclear']]] as const)(
		'cost nothing and are told to nobody where judges answer %j',
		async grades => {
			const held = await quoted(grades);
			const citation = citationIn(held);
			expect(citation && isFaulty(citation)).toBe(false);
			expect(costOf(held)).toBeUndefined();
			expect(quotationsHeld(citation ? [citation] : []).quoted).toBe(0);
			for (const kind of ['reply', 'synthesis', 'judgement'])
				expect(held.prompts(kind).join('\n')).not.toContain('stand in none of the documents');
		},
	);
});

describe('a chair that was cut for what code shows', () => {
	const padded = (sentence: string): string =>
		`${honest('the reply')} ${sentence} ${honest('the rest of it')} ${honest('a longer end')}`;
	const held = async (grades: readonly Grade[]): Promise<Debated> => {
		let nth = 0;
		return debate({
			config: {flow: {maxExchanges: 3}, interruptions: {aggressiveness: 3, cooldownSeconds: 0}},
			judges: 1,
			passages,
			answers({kind, attribute, task}: Asked) {
				if (kind === 'reply' && attribute('speaker') === 'chair_1' && attribute('round') === '1')
					return padded(`As the report says, “${altered}” [S1.1].`);
				if (kind !== 'support') return undefined;
				const answer = grades[nth++];
				const keys = [...task.matchAll(/<(?:statement|quotation) key="(q\d)"/gu)].map(([, key = '']) => key);
				return answer === undefined
					? 'no answer'
					: JSON.stringify(Object.fromEntries(keys.map(key => [key, {answer, sentence: 1}])));
			},
		});
	};
	const altered = 'Nobody paid more in the year that never followed';
	const itemsOf = ({state}: Debated) => state.turns.flatMap(({evaluation}) => evaluation?.items ?? []);
	const isCharged = (of: Debated): boolean =>
		itemsOf(of).some(({id, answer}) => id === 'misrepresented_source' && answer === 'yes');

	it('is offered to show that it was right, and judges are shown the dispute', async () => {
		const debated = await held(['false']);
		expect(debated.state.interruptions[0]).toMatchObject({reason: 'factual_correction'});
		expect(debated.prompts('resumption')[0]).toContain('You were cut for a quotation.');
		expect(debated.prompts('support')[0]).toContain('Another cut in: ');
		expect(isCharged(debated)).toBe(true);
	});

	it('is rid of the finding, its cost and its cut once two answers say that it was right', async () => {
		const debated = await held(['fair', 'fair']);
		expect(isCharged(debated)).toBe(false);
		expect(debated.state.interruptions[0]).toMatchObject({reason: 'direct_challenge', fallen: true});
		const turn = debated.state.turns.find(({cut}) => cut);
		expect(turn && citationsOf(turn).some(isFaulty)).toBe(false);
		const cutIn = debated.state.turns.find(({kind}) => kind === 'interruption');
		expect(cutIn && hasFallen(debated.state, cutIn, cutIn.text)).toBe(true);
		expect(debated.prompts('synthesis').join('\n')).not.toContain('quoted falsely');
	});

	it('is not rid of it by one answer', async () => {
		expect(isCharged(await held(['fair', 'unclear']))).toBe(true);
		expect(isCharged(await held(['fair']))).toBe(true);
	});
});

describe('a grave finding about a source', () => {
	const good = 'The report says that the fee was never raised, and I had that wrong.';
	const scored = async (
		says: string,
		grades: readonly Grade[],
		look: readonly string[],
		voices = 1,
	): Promise<Debated> => {
		let nth = 0;
		return debate({
			config: {flow: {maxExchanges: 3}, interruptions: {enabled: false}},
			judges: voices,
			...(voices > 1 && {voices: {judge: 'test:one', judge_2: 'test:two', judge_3: 'test:three'}}),
			passages,
			answers({kind, attribute, task, seat}: Asked) {
				if (kind === 'reply' && attribute('speaker') === 'chair_1' && attribute('round') === '1')
					return `${honest('the reply')} ${says} ${good}`;
				if (kind === 'support') {
					const answer = grades[Math.min(nth++, grades.length - 1)];
					const keys = [...task.matchAll(/<(?:statement|quotation) key="(q\d)"/gu)].map(([, key = '']) => key);
					return JSON.stringify(Object.fromEntries(keys.map(key => [key, {answer, sentence: 1}])));
				}
				if (kind !== 'cross_check' || !task.includes('put_right')) return undefined;
				return JSON.stringify(
					looksOf(task, (_, about) => (about === 'put_right' && !look.includes(seat) ? 'no' : 'yes')),
				);
			},
		});
	};
	const altered = 'As the report says, “Nobody paid more in the year that never followed” [S1.1].';
	const resultOf = (held: Debated) => {
		const {adherenceScore, cap, violations = []} = citing(held)?.evaluation ?? {};
		return {
			score: adherenceScore ?? -1,
			cap: cap?.at,
			major: violations.some(({major}) => major),
			grade: lapseOf(held)?.grade,
		};
	};

	it.each([
		['the opposite of the passage', claim, ['opposite', 'opposite']],
		['an altered quotation', altered, ['false']],
	] as const)('%s caps the turn at 60, and once taken back aloud costs its points alone', async (_, says, grades) => {
		const [stays, back] = [await scored(says, grades, []), await scored(says, grades, ['judge'])].map(resultOf);
		expect(stays).toMatchObject({cap: 60, score: 60, grade: 'major'});
		expect(back).toMatchObject({cap: undefined, major: false, grade: 'taken_back'});
		expect(back?.score).toBeGreaterThan(60);
		expect(back?.score).toBeLessThan(90);
	});

	it('is taken back by more than half of a bench, and by no less', async () => {
		const grades = ['opposite'] as const;
		expect(resultOf(await scored(claim, grades, ['judge', 'judge_2'], 3))).toMatchObject({grade: 'taken_back'});
		expect(resultOf(await scored(claim, grades, ['judge_3'], 3))).toMatchObject({grade: 'major', cap: 60});
	});

	it('is put to judges with the whole turn, and only where something was said behind it', async () => {
		const held = await scored(claim, ['opposite', 'opposite'], ['judge']);
		const asked = held.prompts('cross_check').filter(task => task.includes(': put_right: '));
		expect(asked).toHaveLength(1);
		expect(asked[0]).toContain(good);
		const last = await cited({judge: ['opposite', 'opposite']});
		expect(last.prompts('cross_check').filter(task => task.includes(': put_right: '))).toEqual([]);
		expect(resultOf(last)).toMatchObject({cap: 60, grade: 'major'});
	});
});

it('a finding that fell gives its points back, the judge’s own among them, whenever the turn is judged', () => {
	const says = 'The report says “nobody paid less in that year” of it. I rest on that.';
	const fallen = (answer: 'fair' | 'false') => {
		const place = {turnId: 't2', sentence: 1, offset: 47, named: ['S1.1'], passage: 'S1.1'};
		const support = {type: 'support' as const, turnId: 't2', citation: 47, answer, looks: []};
		const own = turn('t2', 'chair_1', says, {
			citations: [
				{
					...place,
					type: 'citation',
					quote: 'nobody paid less in that year',
					standing: 'altered',
					sense: 'figure',
					support,
				},
			],
		});
		const [sentence] = numberedSentences(says);
		const item = rubricItem('invented_source') ?? expect.fail('no such item');
		const judges = [{item, answer: 'major', state: 'standing' as const, ...(sentence && {sentence})}];
		const answers = withSourceAnswers(judges, {turn: own, text: says, resumption: undefined}, new Set());
		return answers.flatMap(one => (one.state === 'standing' ? [one.item.id] : []));
	};
	expect(fallen('fair')).toEqual([]);
	expect(fallen('false')).toEqual(['invented_source', 'misrepresented_source']);
});
