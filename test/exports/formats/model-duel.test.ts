import {expect, it} from 'vitest';
import {duelSections} from '../../../src/formats/model-duel/model-duel.ts';
import {emptyState} from '../../../src/debate/state.ts';
import {diffTexts} from '../../../src/exports/text-diff.ts';
import {revision, runDuel, scripted} from '../../formats/model-duel/duel.ts';

it('tells a duel by its task, marks, decisions issue by issue, and diff', async () => {
	const {state} = await runDuel();
	expect(duelSections(state).join('\n\n')).toMatchSnapshot();
});

it('closes its diff where the texts have fences of their own, and keeps markup of models plain', async () => {
	const fenced = 'Run this:\n```sh\nmake all\n```\nDone.';
	const {state} = await runDuel({
		codex: scripted({
			draft: () => fenced,
			revision: () => ({
				...revision,
				content: `${fenced} **Really.**`,
				responses: revision.responses.map(each => ({...each, rationale: '<b>*x*</b>'})),
			}),
		}),
	});
	const text = duelSections(state).join('\n\n');
	expect(text).toContain('````diff');
	expect(text.endsWith('````')).toBe(true);
	expect(text).toContain('\\<b\\>\\*x\\*');
});

it('says that a draft is all there is', async () => {
	const {state} = await runDuel({antigravity: scripted({critique: () => 'no'})});
	expect(duelSections(state).at(-1)).toContain('Unreviewed');
});

it('has nothing to say of other debates', () => {
	expect(duelSections(emptyState)).toEqual([]);
});

it('compares prose by sentences and code by lines', () => {
	expect(diffTexts('One stays. Two goes.\nlet x = 1;', 'One stays. Three comes.\nlet x = 1;')).toEqual([
		{sign: ' ', text: 'One stays.'},
		{sign: '-', text: 'Two goes.'},
		{sign: '+', text: 'Three comes.'},
		{sign: ' ', text: 'let x = 1;'},
	]);
});
