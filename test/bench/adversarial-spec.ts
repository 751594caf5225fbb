/** Many debates of specifications at once, on instant rehearsal voices: what is measured is our own cost. And how well issues are told apart. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {voiceFinder} from '../../src/commands/voices.ts';
import type {Participant} from '../../src/debate/events.ts';
import {general} from '../../src/debate/protocol.ts';
import type {AnswerCache} from '../../src/engine/cache.ts';
import {realClock} from '../../src/engine/clock.ts';
import {openJournal} from '../../src/engine/journal.ts';
import {stage} from '../../src/engine/run.ts';
import {parseAnswer, toJsonSchema} from '../../src/engine/structured.ts';
import {specEffects} from '../../src/engine/spec-effects.ts';
import {adversarialSpec, cast} from '../../src/protocols/adversarial-spec/adversarial-spec.ts';
import {specConfig} from '../../src/protocols/adversarial-spec/config.ts';
import {sameIssue} from '../../src/protocols/adversarial-spec/grouping.ts';
import {groupingPrompt, textMessage} from '../../src/protocols/adversarial-spec/prompts.ts';
import {GroupingAnswer} from '../../src/protocols/adversarial-spec/schema.ts';
import {loadSettings} from '../../src/settings.ts';
import {rehearsalVoice} from '../../src/voices/rehearsal/voice.ts';
import type {Voice} from '../../src/voices/voice.ts';
import {issuePairs, marksOf, type Pair} from '../protocols/adversarial-spec/issue-pairs.ts';
import {row} from './report.ts';

const nothingKept: AnswerCache = {get: async () => undefined, set: async () => undefined, close: async () => undefined};

/** A specification of about so many bytes, with something to find in every section. */
function specOf(bytes: number): string {
	let text = '# Platform\n\n## Goals\n\nPeople share documents quickly and securely.\n';
	for (let part = 1; text.length < bytes; part++) {
		text += `\n## Part ${part}\n\nMembers of group ${part} upload documents from the browser. The service stores each of them and sends a link by e-mail.\n\n- Links of part ${part} expire after ${part % 9 + 2} days.\n- The list must be fast and user-friendly.\n\n\`\`\`json\n{"part": ${part}}\n\`\`\`\n`;
	}
	return text;
}

type Measured = {readonly rounds: number; readonly ms: number; readonly queries: number; readonly voiceMs: number; readonly failed: number; readonly fellBack: number; readonly refinements: number};

/** One debate, from its first event to its last. */
async function debate(text: string, seed: number, look: () => void): Promise<Measured> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-bench-'));
	const config = specConfig.parse({maxRounds: 2});
	const participants = cast(config).map(({id, role}): Participant => ({id, role, name: id, voice: 'rehearsal'}));
	const measured = {rounds: 0, ms: 0, queries: 0, voiceMs: 0, failed: 0, fellBack: 0, refinements: 0};
	const began = performance.now();
	const staged = stage({
		protocol: general(adversarialSpec), config, subject: {text: 'Platform', context: text}, title: 'Platform', seed, pace: 0, timeoutMs: 120_000, participants, clock: realClock(),
		voices: new Map(participants.map(({id}) => [id, rehearsalVoice({firstTokenMs: 0, tokensPerSecond: Number.POSITIVE_INFINITY})])),
		journal: openJournal(path.join(folder, 'debate.jsonl')), signal: new AbortController().signal, headless: true, appVersion: '0.0.0', debateId: String(seed), startedAt: '2026-01-01T00:00:00.000Z',
		effects: specEffects({cache: nothingKept, rate: config.agentQueryRateLimit, folder}),
	});
	for await (const event of staged.events) {
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
	await staged.done;
	rmSync(folder, {recursive: true});
	return {...measured, ms: performance.now() - began};
}

async function load(count: number, bytes: number): Promise<void> {
	const text = specOf(bytes);
	let peak = 0;
	const look = (): void => {
		peak = Math.max(peak, process.memoryUsage.rss());
	};
	const began = performance.now();
	const all = await Promise.all(Array.from({length: count}, (_, seed) => debate(text, seed + 1, look)));
	const elapsed = performance.now() - began;
	const sum = (of: (measured: Measured) => number): number => all.reduce((total, one) => total + of(one), 0);
	const name = `${count} at once, ${bytes >= 1_000_000 ? `${(bytes / 1_048_576).toFixed(0)} MB` : `${Math.round(bytes / 1024)} KB`}`;
	const held = count === 10;
	row(`${name}: average time of a round`, `${(sum(({ms}) => ms) / sum(({rounds}) => rounds) / 1000).toFixed(2)} s`, held ? '< 2 s' : '');
	row(`${name}: our time a query (all time by all queries)`, `${(elapsed / sum(({queries}) => queries)).toFixed(1)} ms`, held ? '< 50 ms' : '');
	row(`${name}: failed queries`, `${((sum(({failed}) => failed) / sum(({queries}) => queries)) * 100).toFixed(2)} %`, '< 1 %');
	row(`${name}: memory at its most`, `${(peak / 1e6).toFixed(0)} MB`, '< 500 MB');
	row(`${name}: texts put away by validation`, `${sum(({fellBack}) => fellBack)} of ${sum(({refinements}) => refinements)}`, '');
}

/** The voice that is to be measured at telling issues apart, as a user writes it. */
const measuredVoice = process.env['ROSTRUM_BENCH_VOICE'];

/** Asks a voice whether two issues are one, by the very prompt of a debate. */
async function sameByVoice(voice: Voice, {one, other}: Pair): Promise<boolean> {
	const {messages} = groupingPrompt({about: textMessage('Pairs', 'The text is not shown: go by the issues alone.'), temperature: undefined}, 1, [{ref: 'a/1', agent: 'a', issue: one}, {ref: 'b/1', agent: 'b', issue: other}]);
	let text = '';
	for await (const delta of voice.answer({purpose: 'grouping', messages, schema: {name: 'grouping', json: toJsonSchema(GroupingAnswer)}}, {signal: new AbortController().signal, timeoutMs: 120_000, clock: realClock()})) if (delta.type === 'text') text += delta.text;
	const answer = parseAnswer(text, GroupingAnswer);
	return answer.ok && answer.value.groups.some(group => group.includes('a/1') && group.includes('b/1'));
}

async function grouping(): Promise<void> {
	const rules = marksOf(({one, other}) => sameIssue(one, other));
	row('60 labelled pairs, by rules: precision / recall', `${rules.precision.toFixed(2)} / ${rules.recall.toFixed(2)}`, '');
	if (measuredVoice === undefined) return row('60 labelled pairs, by a model: precision / recall', 'name it: ROSTRUM_BENCH_VOICE', '');
	const voice = voiceFinder(loadSettings({}))(measuredVoice);
	const called = new Set<Pair>();
	for (const pair of issuePairs) if (await sameByVoice(voice, pair)) called.add(pair);
	const {precision, recall} = marksOf(pair => called.has(pair));
	row(`60 labelled pairs, by ${measuredVoice}: precision / recall`, `${precision.toFixed(2)} / ${recall.toFixed(2)}`, '');
}

/** How issues are told apart, then debates at once: many small ones, then large ones. */
export async function adversarialSpecBench(): Promise<void> {
	await grouping();
	for (const [count, bytes] of [[10, 2048], [20, 2048], [50, 2048], [10, 102_400], [10, 512_000], [2, 1_000_000]] as const) await load(count, bytes);
}
