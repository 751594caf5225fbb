import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {cleanText} from '../../../src/debate/text/intake.ts';
import {VoiceError, type VoiceRequest} from '../../../src/voices/voice.ts';
import {harmless, secrets} from '../../debate/secrets.ts';
import {critique, issues, revision, runDuel, scripted} from './duel.ts';

const all = secrets.map(([text]) => `Note:\n${text}\n`).join('\n');
const issue = {claim: all, evidence: all, suggestedFix: `Drop it. ${all}`};
const [response] = revision.responses;

const duels = [
	[
		'all goes well',
		scripted({
			draft: () => all,
			revision: () => ({...revision, content: all, responses: [{...response, rationale: all}]}),
		}),
		{critique: () => ({...critique, content: all, issues: [issue]})},
	],
	[
		'the critique is of no use',
		scripted({draft: () => all}),
		{critique: () => `Here: {"content": ${JSON.stringify(all)}}`},
	],
	['the critique is prose', scripted({draft: () => all}), {critique: () => `- It should not hold this.\n\n${all}`}],
	[
		'a server tells a key in its error',
		scripted({draft: () => all}),
		{
			critique: () => {
				throw new VoiceError('refused-request', `the key ${all} was refused`);
			},
		},
	],
] as const;

it.each(duels)('no secret reaches the log, the journal or the critic where %s', async (_what, codex, answers) => {
	const seen: VoiceRequest[] = [];
	const {folder, logText} = await runDuel({
		task: cleanText(`Use these. ${all}`),
		codex,
		antigravity: scripted(answers, seen),
		config: {allowUnstructuredCritique: true},
	});
	const journal = readFileSync(path.join(folder, 'debate.jsonl'), 'utf8');
	const asked = JSON.stringify(seen[0]?.messages);
	expect(seen.length).toBeGreaterThan(0);
	for (const [, secret, kind] of secrets) {
		for (const [where, text] of [
			['log', logText],
			['journal', journal],
			['critic’s prompt', asked],
		] as const) {
			expect(
				text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1)),
				`${kind} in the ${where}: ${secret}`,
			).toBe(false);
		}
	}
	expect(logText).toContain('[redacted:');
});

it('leaves ordinary text, hashes and code alone', async () => {
	const text = harmless.join('\n\n');
	const {log} = await runDuel({
		task: text,
		codex: scripted({draft: () => text, revision: () => ({...revision, content: text})}),
	});
	expect(log.map(event => event['content'])).toEqual([text, text, critique.content, text, text]);
	expect(log[2]?.['issues']).toEqual(issues);
});
