import {beforeAll, describe, expect, it} from 'vitest';
import {checkCitations} from '../../../src/app/files/check-citations.ts';
import {citationsOf} from '../../../src/debate/sources.ts';
import {episodeWords} from '../../../src/languages/find.ts';
import {claimSections} from '../../../src/exports/claims.ts';
import {claimCitations, standingInWords} from '../../../src/debate/views/citations.ts';
import {debate, honest, type Debated} from './run-duelogic.ts';

const passages = {
	'S1.1': 'The fee was never raised in any of those years. Nobody paid more than the year before.',
	'S1.2': 'Turnout rose by nine points where voting was a duty. It has not fallen since.',
};
const borne = 'Turnout rose where voting was a duty, for “Turnout rose by nine points where voting was a duty” [S1.2].';
const heard = borne.replace(' [S1.2]', '');
const bare = 'Farmers in the northern valleys walked eleven miles through deep snow to vote.';
const met = 'Nobody was made poorer by that duty, since “The fee was never raised in any of those years” [S1.1].';

/** What each turn adds to what chairs usually say, and what the arbiter reads of it for the ledger. */
const added: Readonly<Record<string, string>> = {
	'opening chair_1': `${borne} ${bare}`,
	'reply chair_2': `Farmers in the northern valleys walked eleven miles through deep snow, we hear. Which document says that they did? ${met}`,
};

describe('the ledger of a debate on documents', () => {
	let held: Debated;
	beforeAll(async () => {
		let answered = false;
		held = await debate({
			config: {flow: {maxExchanges: 4}, interruptions: {enabled: false}},
			passages,
			answers({kind, attribute, task, request}) {
				const more = added[`${kind} ${attribute('speaker')}`];
				if (more !== undefined) return `${honest('this')} ${more}`;
				if (kind !== 'ledger') return undefined;
				const all = request.messages.map(({content}) => content).join('\n');
				const turn = attribute('turn');
				const read = new RegExp(`<turn id="${turn}"[^>]*>([^]*?)</turn>`, 'u').exec(all)?.[1] ?? task;
				if (read.includes(bare) && read.includes(heard))
					return JSON.stringify({
						new: [
							{sentence: heard, claim: 'Turnout rose where voting was a duty.', against: null},
							{sentence: bare, claim: 'Farmers walked eleven miles to vote.', against: null},
						],
						settled: [],
					});
				if (answered || !read.includes('Nobody was made poorer')) return undefined;
				answered = true;
				return JSON.stringify({
					new: [],
					settled: [{claim: 'A1', sentence: 'Nobody was made poorer by that duty', as: 'answered'}],
				});
			},
		});
	});
	const claim = (id: string) => held.state.formats.ledger.claims.find(each => each.id === id);

	it('has the passages for a claim, and against it', () => {
		const [first, second] = [claim('A1'), claim('A2')];
		if (!first || !second) throw new Error('the ledger has no such claims');
		const ids = (of: typeof first) => {
			const cited = claimCitations(held.state, of);
			return [cited.for.map(({passage}) => passage), cited.against.map(({passage}) => passage)];
		};
		expect(ids(first)).toEqual([['S1.2'], ['S1.1']]);
		expect(ids(second)).toEqual([[], []]);
	});

	it('shows chairs what was cited for a claim', () => {
		expect(held.prompts('reply').join('\n')).toContain('A1: Turnout rose where voting was a duty. (for it S1.2)');
	});

	it('names footnotes in the transcript', () => {
		const line = claimSections(held.state, episodeWords('en'), 'arbiter').join('\n');
		expect(line).toMatch(/A1 .*; a source for it: \[\^1\]; a source against it: (?:\[\^\d+\] ?)+\)/u);
	});

	it('tells the closing which claim was asked for a source in vain, and of no other', () => {
		const closing = held.prompts('synthesis').join('\n');
		const lines = closing.split('\n').filter(line => line.includes('nobody showed one'));
		expect(lines).toEqual([
			'chair_1 was asked for a source, and nobody showed one: “Farmers walked eleven miles to vote.”',
		]);
	});
});

it('a quotation that goes over into the next passage can be verified from the journal alone', async () => {
	const quote = 'Nobody paid more than the year before. Turnout rose by nine points';
	const {events, state} = await debate({
		config: {flow: {maxExchanges: 3}, interruptions: {enabled: false}},
		passages,
		answers: ({kind, attribute}) =>
			kind === 'opening' && attribute('speaker') === 'chair_1'
				? `${honest('this')} It is there in one breath: “${quote}” [S1.1].`
				: undefined,
	});
	expect(state.turns.flatMap(citationsOf)).toMatchObject([{quote, standing: 'verified', passage: 'S1.1'}]);
	expect(Object.keys(state.sources?.passages ?? {})).toEqual(['S1.1', 'S1.2']);
	expect(checkCitations(events)).toEqual([]);
});

it('words given to another document are on record for the host, and so are figures computed of a table', async () => {
	const held = await debate({
		config: {flow: {maxExchanges: 3}, interruptions: {enabled: false}},
		passages: {
			...passages,
			'S1.3': 'Town\tFee\nAver\t10\nBrill\t25\nCole\t40',
			'S2.1': 'The harbour was closed for a winter, and nobody asked why.',
		},
		answers: ({kind, attribute}) => {
			if (kind !== 'opening') return undefined;
			return attribute('speaker') === 'chair_1'
				? `${honest('this')} It says “Turnout rose by nine points where voting was a duty” [S2.1].`
				: `${honest('that')} The towns took seventy-five in fees, and 93 more elsewhere [S1.3].`;
		},
	});
	const [misplaced, counted] = held.state.turns.flatMap(citationsOf);
	expect(misplaced).toMatchObject({standing: 'misplaced', passage: 'S1.2'});
	expect(counted).toMatchObject({
		standing: 'cited',
		computed: [{figure: 'seventy-five', as: 'sum of “Fee”'}],
		unchecked: ['93'],
	});
	expect(counted && standingInWords(counted)).toContain('computed: seventy-five (sum of “Fee”); unchecked: 93');
	expect(held.prompts('synthesis').join('\n')).toMatch(
		/chair_1 gave words of “[^”]+” to “[^”]+”: “Turnout rose by nine points/u,
	);
});
