/** A Code Debate whose one side speaks over HTTP, against somebody who plays with the file's words and its sections. */
import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {codeDebate} from '../../src/formats/code-debate/code-debate.ts';
import {appendedText, parseDebate, type NewSection} from '../../src/formats/code-debate/file.ts';
import {debateFiles} from '../../src/formats/code-debate/host/debate-md.ts';
import {ledgerOf} from '../../src/formats/code-debate/points.ts';
import {verdictJson} from '../../src/formats/code-debate/verdict.ts';
import {serveRehearsal, type RehearsalServer} from '../../src/rehearsal/server.ts';
import {sideAnswer} from '../fixtures/code-debate/voice.ts';
import {debateIn, doneOf, folder, sideHere} from '../formats/code-debate/host/processes.ts';

let server: RehearsalServer;
beforeAll(async () => {
	server = await serveRehearsal({rehearse: messages => ({text: sideAnswer('stubborn', messages)})});
});
afterAll(() => server.close());

function append(place: string, role: 'A' | 'B', heading: string, body: string): void {
	const section: NewSection = {heading, role, tool: 'by hand', at: new Date().toISOString(), body};
	const text = debateIn(place);
	writeFileSync(join(place, 'DEBATE.md'), text + appendedText(text, [section]));
}

async function until(place: string, heading: string): Promise<void> {
	for (;;) {
		const text = existsSync(join(place, 'DEBATE.md')) ? debateIn(place) : '';
		if (parseDebate(text).sections.some(one => one.heading === heading && one.signature)) return;
		await wait(20);
	}
}

const begin = (place: string) =>
	sideHere(place, {character: 'stubborn', timeoutMs: 30_000, pollMs: 100, url: server.url});

/** Our side as A, and an answer for each of the five rounds from whoever is B. */
async function held(answers: readonly string[]) {
	const place = folder();
	const end = begin(place);
	await until(place, 'Opening');
	for (const [round, body] of answers.entries()) {
		append(place, 'B', `Response ${round + 1}`, body);
		if (round + 1 < answers.length) await until(place, `Follow-up ${round + 1}`);
	}
	await end;
	const text = debateIn(place);
	return {
		points: new Map(ledgerOf(parseDebate(text)).map(point => [point.id, point])),
		headings: parseDebate(text).sections.map(({heading}) => heading),
		verdict: verdictJson(fold(readJournal(join(place, 'stubborn.jsonl')).events)),
		faults: (debateFiles(codeDebate).verify(join(place, 'DEBATE.md'))[0]?.faults ?? []).filter(
			({advice, what}) => !advice && !what.startsWith('category-missing'),
		),
	};
}

const why = 'Whoever calls this has a limit of its own, so that nothing runs for ever.';

describe('a point', {timeout: 60_000}, () => {
	it('is agreed by no wording that refuses it, in whatever language', async () => {
		const refusals = [
			'Nowhere near agreed',
			'Keinerlei Zustimmung von mir',
			'Pas d’accord, hier comme aujourd’hui',
			'De acuerdo no estamos',
			'我方碍难同意',
		];
		const {points, verdict} = await held(
			refusals.map((refusal, round) =>
				(round === 0 ? ['P1', 'P2', 'P3'] : ['P2']).map(id => `### ${id} — **${refusal}**\n\n${why}`).join('\n\n'),
			),
		);
		expect(points.get('P2')?.state).not.toBe('agreed');
		expect(verdict).not.toContain('do-not-merge');
	});
});

describe('a debate', {timeout: 60_000}, () => {
	it('has its consensus with the last follow-up, though no point waited for it', async () => {
		const first = ['P1', 'P2', 'P3'].map(id => `### ${id} — **Declined**\n\n${why}`).join('\n\n');
		const {headings, faults} = await held([first, ...Array.from({length: 4}, () => 'All of it was said above.')]);
		expect(headings.slice(-2)).toEqual(['Follow-up 5', 'CONSENSUS']);
		expect(faults).toEqual([]);
	});

	it.each<[string, (place: string) => void]>([
		[
			'altered',
			place => writeFileSync(join(place, 'DEBATE.md'), debateIn(place).replace('asked for ever', 'asked but once')),
		],
		['written in its name', place => append(place, 'A', 'Response 2', '### P1 — **Agreed**\n\nIt was all a mistake.')],
	])('ends as a violation where a section of ours is %s', async (_, cheat) => {
		const place = folder();
		const end = begin(place);
		await until(place, 'Opening');
		append(place, 'B', 'Response 1', ['P1', 'P2', 'P3'].map(id => `### ${id} — **Declined**\n\n${why}`).join('\n\n'));
		await until(place, 'Follow-up 1');
		cheat(place);
		expect((await end).code).toBe(3);
		expect(doneOf(place, 'stubborn').reason).toMatch(/of Agent A was altered|signed by Agent A, who has not written/u);
		expect(parseDebate(debateIn(place)).sections.at(-1)?.body).toMatch(/^\*\*Outcome: violation\.\*\*/u);
	});
});
