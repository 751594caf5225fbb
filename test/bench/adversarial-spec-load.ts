/**
 * So many debates of a specification of so many bytes at once, on instant rehearsal voices: what is measured is our own
 * cost. Run by adversarial-spec.ts, each load in a process of its own, which prints its rows as JSON.
 */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {Participant} from '../../src/debate/events.ts';
import {withUnknownConfig} from '../../src/debate/protocol.ts';
import {type AnswerCache, specEffects} from '../../src/formats/adversarial-spec/host/effects.ts';
import {realClock} from '../../src/engine/clock.ts';
import {openJournal} from '../../src/engine/journal/journal.ts';
import {runDebate} from '../../src/engine/run.ts';
import {adversarialSpec, specSeats} from '../../src/formats/adversarial-spec/adversarial-spec.ts';
import {specConfig} from '../../src/formats/adversarial-spec/config.ts';
import {rehearsalVoice} from '../../src/rehearsal/rehearse.ts';
import {detail, row, type Row} from './report.ts';

const nothingKept: AnswerCache = {get: async () => undefined, set: async () => undefined, close: async () => undefined};

/** A specification of about so many bytes, with something to find in every section. */
function specOf(bytes: number): string {
	let text = '# Platform\n\n## Goals\n\nPeople share documents quickly and securely.\n';
	for (let part = 1; text.length < bytes; part++) {
		text += `\n## Part ${part}\n\nMembers of group ${part} upload documents from the browser. The service stores each of them and sends a link by e-mail.\n\n- Links of part ${part} expire after ${(part % 9) + 2} days.\n- The list must be fast and user-friendly.\n\n\`\`\`json\n{"part": ${part}}\n\`\`\`\n`;
	}
	return text;
}

type Measured = {
	readonly rounds: number;
	readonly ms: number;
	readonly queries: number;
	readonly voiceMs: number;
	readonly failed: number;
	readonly fellBack: number;
	readonly refinements: number;
};

/** One debate, from its first event to its last. */
async function debate(text: string, seed: number, parent: string, look: () => void): Promise<Measured> {
	const folder = mkdtempSync(path.join(parent, `${seed}-`));
	const config = specConfig.parse({maxRounds: 2});
	const participants = specSeats(config).map(({id, role}): Participant => ({id, role, name: id, voice: 'rehearsal'}));
	const measured = {rounds: 0, ms: 0, queries: 0, voiceMs: 0, failed: 0, fellBack: 0, refinements: 0};
	const began = performance.now();
	const debate = runDebate({
		protocol: withUnknownConfig(adversarialSpec),
		config,
		subject: {text: 'Platform', context: text},
		title: 'Platform',
		seed,
		pace: 0,
		timeoutMs: 120_000,
		participants,
		clock: realClock(),
		voices: new Map(
			participants.map(({id}) => [id, rehearsalVoice({firstTokenMs: 0, tokensPerSecond: Number.POSITIVE_INFINITY})]),
		),
		journal: openJournal(path.join(folder, 'debate.jsonl')),
		signal: new AbortController().signal,
		headless: true,
		appVersion: '0.0.0',
		debateId: String(seed),
		startedAt: '2026-01-01T00:00:00.000Z',
		effects: specEffects({cache: nothingKept, rate: config.agentQueryRateLimit, folder}),
	});
	for await (const event of debate.events) {
		if (event.type === 'spec-consensus') measured.rounds++;
		if (event.type === 'voice-call') {
			look();
			measured.queries++;
			measured.voiceMs += event.ms;
			measured.failed += Number(event.error !== undefined);
		}
		if (event.type === 'spec-refinement') {
			measured.refinements++;
			measured.fellBack += Number(event.fellBack);
		}
	}
	await debate.done;
	return {...measured, ms: performance.now() - began};
}

async function load(count: number, bytes: number): Promise<readonly Row[]> {
	const text = specOf(bytes);
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-bench-'));
	let peak = 0;
	const look = (): void => {
		peak = Math.max(peak, process.memoryUsage.rss());
	};
	const began = performance.now();
	const all = await Promise.all(Array.from({length: count}, (_, seed) => debate(text, seed + 1, folder, look)));
	const elapsed = performance.now() - began;
	rmSync(folder, {recursive: true});
	const sum = (of: (measured: Measured) => number): number => all.reduce((total, one) => total + of(one), 0);
	const name = `${count} at once, ${bytes >= 1_000_000 ? `${(bytes / 1_000_000).toFixed(0)} MB` : `${Math.round(bytes / 1024)} KB`}`;
	return [
		row(
			`${name}: average time of a round; our time a query; failed queries; memory at its most`,
			`${(sum(({ms}) => ms) / sum(({rounds}) => rounds) / 1000).toFixed(2)} s; ${(elapsed / sum(({queries}) => queries)).toFixed(1)} ms; ${((sum(({failed}) => failed) / sum(({queries}) => queries)) * 100).toFixed(2)} %; ${(peak / 1e6).toFixed(0)} MB`,
			'< 2 s; < 50 ms; < 1 %; < 500 MB',
		),
		detail(
			`${name}: texts put away by validation`,
			`${sum(({fellBack}) => fellBack)} of ${sum(({refinements}) => refinements)}`,
		),
	];
}

const [count = 10, bytes = 2048] = process.argv.slice(2).map(Number);
process.stdout.write(JSON.stringify(await load(count, bytes)));
