import {describe, expect, it} from 'vitest';
import {verifyDuelLog} from '../../../src/formats/model-duel/host/duel-log.ts';
import {readProse} from '../../../src/formats/model-duel/critiques.ts';
import {critique, draftText, revision, runDuel, scripted} from './duel.ts';

const prose = `Overall a good start.

1. Retrying every request repeats payments: “Retry every request five times.” is not safe.
   Suggested fix: retry only what is idempotent.
2. **A fixed wait** makes clients come back together.
   Evidence: all of them wait one second.

Good luck!`;

describe('a critique in prose', () => {
	it('is read for its points; what a point does not say is left out', () => {
		expect(readProse(prose, draftText)).toEqual({
			content: prose,
			issues: [
				{
					claim: 'Retrying every request repeats payments: “Retry every request five times.” is not safe.',
					evidence: 'Retry every request five times.',
					suggestedFix: 'retry only what is idempotent.',
				},
				{claim: 'A fixed wait makes clients come back together.', evidence: 'all of them wait one second.'},
			],
		});
	});

	it('makes a point a paragraph where it has no list, praise apart', () => {
		const text =
			'Great work overall.\n\nMain points:\nIt never says what happens after the fifth try.\n\n로그에 무엇을 남길지 정하지 않았다.';
		expect(readProse(text, draftText)?.issues).toEqual([
			{claim: 'It never says what happens after the fifth try.'},
			{claim: '로그에 무엇을 남길지 정하지 않았다.'},
		]);
	});

	it('is none where it makes no point, or is broken JSON', () => {
		for (const text of ['', 'Looks good to me!', '{"content": "half', '```json\n{"a": 1}\n```'])
			expect(readProse(text, draftText)).toBeUndefined();
	});

	it('quotes as evidence only what stands in the draft', () => {
		expect(readProse('- The draft says “retry for ever” and should not.', draftText)?.issues[0]).not.toHaveProperty(
			'evidence',
		);
	});

	it('is taken where that is allowed, marked in the log, without marks made up, and answered point by point', async () => {
		const {log, done, folder, state} = await runDuel({
			antigravity: scripted({critique: () => prose}),
			config: {allowUnstructuredCritique: true},
		});
		expect(done.outcome).toBe('completed');
		expect(log[2]).toMatchObject({content: prose, unstructured: true});
		expect(log[2]).not.toHaveProperty('rubric');
		expect(log[3]).toMatchObject({unstructured: true, responses: revision.responses, issues: log[2]?.['issues']});
		expect(verifyDuelLog(`${folder}/model_duel.jsonl`).faults).toEqual([]);
		expect(state.records[0]).toMatchObject({type: 'critique', unstructured: true});
		expect(state.notices.map(({text}) => text)).toContain(
			'The critique came as plain prose; 2 points were read from it, and it has no marks.',
		);
	});

	it('is not taken where it broke off, makes no point or fails a gate as JSON', async () => {
		for (const reply of ['Looks good to me!', {...critique, issues: []}, 'hang']) {
			const {log, done} = await runDuel({
				antigravity: scripted({critique: () => reply}),
				config: {allowUnstructuredCritique: true, stageTimeoutMs: 3000},
			});
			expect(done.outcome).toBe('degraded');
			expect(log.map(event => event['type'])).toEqual(['request', 'draft', 'error', 'final']);
		}
	});
});
