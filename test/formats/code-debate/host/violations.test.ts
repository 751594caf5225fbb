/** A side that alters, removes or forges a section: it is noticed, named in the file, and the debate has no verdict. */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {endingIn} from '../../../../src/debate/state.ts';
import {fold} from '../../../../src/debate/reduce.ts';
import {readJournal} from '../../../../src/engine/journal/journal.ts';
import {appendedText, parseDebate, titleText, type NewSection} from '../../../../src/formats/code-debate/file.ts';
import {debateFiles} from '../../../../src/formats/code-debate/host/debate-md.ts';
import {codeDebate} from '../../../../src/formats/code-debate/code-debate.ts';
import {verdictJson} from '../../../../src/formats/code-debate/verdict.ts';
import {debateIn, doneOf, folder, sideHere} from './processes.ts';

const poll = 1000;
/** What a busy machine may take beyond that. */
const slack = 1500;

const signed = (heading: string, role: 'A' | 'B', body: string): NewSection => ({
	heading,
	role,
	tool: 'outside',
	at: new Date().toISOString(),
	body,
});
const answers = ['P1', 'P2', 'P3']
	.map(id => `### ${id} — **Disagreed**\n\nThe caller has a limit of its own.`)
	.join('\n\n');

/** Appends as somebody else does who knows the file alone. */
function append(place: string, ...sections: readonly NewSection[]): void {
	const text = debateIn(place);
	writeFileSync(join(place, 'DEBATE.md'), text + appendedText(text, sections));
}
const change = (place: string, how: (text: string) => string): void =>
	writeFileSync(join(place, 'DEBATE.md'), how(debateIn(place)));

async function until(place: string, heading: string): Promise<number> {
	const began = performance.now();
	for (;;) {
		const text = existsSync(join(place, 'DEBATE.md')) ? debateIn(place) : '';
		const found = parseDebate(text).sections.find(one => one.heading === heading && one.signature);
		if (found) return performance.now() - began;
		await wait(20);
	}
}

/** A debate of ours as A against somebody who has answered once, up to our first follow-up. */
async function begun() {
	const place = folder();
	const end = sideHere(place, {character: 'stubborn', timeoutMs: 30_000, pollMs: poll});
	await until(place, 'Opening');
	append(place, signed('Response 1', 'B', answers));
	await until(place, 'Follow-up 1');
	return {place, end};
}

describe('a section', {timeout: 60_000}, () => {
	it.each<[string, (place: string) => void, RegExp]>([
		[
			'of ours that is altered',
			place => change(place, text => text.replace('has no ceiling', 'has a ceiling')),
			/"Opening" of Agent A was altered/u,
		],
		[
			'of ours that is removed',
			place => change(place, text => text.replace(/## Follow-up 1\n[\s\S]*$/u, '')),
			/"Follow-up 1" of Agent A was removed/u,
		],
		[
			'that is forged in our name',
			place =>
				append(place, signed('Response 2', 'B', answers), signed('Follow-up 2', 'A', '### P1 — **Agreed**, withdrawn')),
			/"Follow-up 2" is signed by Agent A, who has not written it/u,
		],
		[
			'that ends the debate in our name',
			place => append(place, signed('CONSENSUS', 'A', '**Outcome: consensus.** All 3 points are withdrawn.')),
			/"CONSENSUS" is signed by Agent A, who has not written it/u,
		],
		[
			'that its own writer alters once it was answered',
			place => change(place, text => text.replace('The caller has a limit of its own.', 'It is as you say.')),
			/"Response 1" of Agent B was altered/u,
		],
	])('%s ends the debate within one poll, in the file and every report', async (_, tamper, named) => {
		const {place, end} = await begun();
		tamper(place);
		const began = performance.now();
		const {code} = await end;
		expect(performance.now() - began).toBeLessThan(poll + slack);
		expect([code, doneOf(place, 'stubborn').outcome]).toEqual([3, 'failed']);
		expect(doneOf(place, 'stubborn').reason).toMatch(named);
		const last = parseDebate(debateIn(place)).sections.at(-1);
		expect([last?.heading, last?.signature?.role]).toEqual(['CONSENSUS', 'A']);
		expect(last?.body).toMatch(/^\*\*Outcome: violation\.\*\* Agent A reports: /u);
		expect(last?.body).toMatch(named);

		const {events} = readJournal(join(place, 'stubborn.jsonl'));
		expect(endingIn(events)?.reason).toMatch(named);
		const verdict = verdictJson(fold(events));
		expect(verdict).toMatch(/"verdict": "none"/u);
		expect(verdict).toContain('protocol violation');
		const [report] = debateFiles(codeDebate).verify(join(place, 'DEBATE.md'));
		expect(report?.faults.filter(({advice}) => !advice).map(({what}) => what)).toContainEqual(
			expect.stringMatching(/^section-altered: /u),
		);
	});

	it('of B that is written for it before it has written any ends the debate too', async () => {
		const place = folder();
		const file = join(place, 'DEBATE.md');
		writeFileSync(file, titleText('a change'));
		const end = sideHere(place, {character: 'half', timeoutMs: 30_000, pollMs: poll});
		await wait(100);
		append(
			place,
			signed('Opening', 'A', '### P1: No ceiling\n\nFor ever.'),
			signed('Response 1', 'B', '### P1 — **Agreed**\n\nYes.'),
		);
		expect((await end).code).toBe(3);
		expect(debateIn(place)).toMatch(/Agent B reports: "Response 1" is signed by Agent B/u);
	});

	it('that an editor has half saved, or with other line ends, is no violation', async () => {
		const {place, end} = await begun();
		const whole = debateIn(place);
		writeFileSync(join(place, 'DEBATE.md'), whole.slice(0, 200));
		await wait(20);
		writeFileSync(join(place, 'DEBATE.md'), whole.replaceAll('\n', ' \r\n'));
		await wait(2 * poll);
		append(place, signed('Response 2', 'B', answers.replaceAll('Disagreed', 'Agreed')));
		await end;
		expect(doneOf(place, 'stubborn').reason).not.toContain('violation');
		expect(readFileSync(join(place, 'DEBATE.md'), 'utf8')).not.toContain('violation');
	});
});

describe('the consensus', {timeout: 60_000}, () => {
	it('comes with the last follow-up also where no point waits for A, and our own verify accepts the file', async () => {
		const place = folder();
		const end = sideHere(place, {character: 'stubborn', timeoutMs: 30_000, pollMs: 100});
		await until(place, 'Opening');
		// Says each time what B has said before, to no point that A has to answer.
		for (let round = 1; round <= 5; round++) {
			const body = round === 1 ? answers : 'Nothing more to add to what stands above, see there.';
			append(place, signed(`Response ${round}`, 'B', body));
			if (round < 5) await until(place, `Follow-up ${round}`);
		}
		await end;
		const {sections} = parseDebate(debateIn(place));
		expect(sections.map(({heading}) => heading).slice(-2)).toEqual(['Follow-up 5', 'CONSENSUS']);
		const ours = debateFiles(codeDebate)
			.verify(join(place, 'DEBATE.md'))[0]
			?.faults.filter(({advice, what}) => !advice && !what.startsWith('category-missing'));
		expect(ours).toEqual([]);
	});
});
