import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {describe, expect, it} from 'vitest';
import {
	appendSections,
	enterDebate,
	ProtocolViolation,
	readDebateFile,
	takeSide,
} from '../../../../src/formats/code-debate/host/debate-file.ts';
import {parseDebate} from '../../../../src/formats/code-debate/file.ts';
import {ledgerOf} from '../../../../src/formats/code-debate/points.ts';
import {verifyDebate} from '../../../../src/formats/code-debate/rules.ts';
import {every, some} from '../../../hunt/every.ts';
import {debateIn, doneOf, fixture, folder, sideHere, start, startForeign, startSide} from './processes.ts';

const headings = (text: string): string[] => parseDebate(text).sections.map(({heading}) => heading);
const until = async (condition: () => boolean): Promise<void> => {
	for (let tries = 0; !condition(); tries++) {
		if (tries > 1000) throw new Error('waited for something that did not come');
		await wait(10);
	}
};
const has = (place: string, text: string) => (): boolean =>
	existsSync(join(place, 'DEBATE.md')) && debateIn(place).includes(text);
const sectionOf = (heading: string) => ({heading, body: '### P1 — **Agreed**\n\nIt is so.'});

describe('two that start in the same instant', {timeout: 120_000}, () => {
	it('are one opener and one responder, time after time, and neither loses nor doubles a section', async () => {
		const place = folder();
		const count = 200 / every(4);
		const [first, apart] = [String(Date.now() + 1500), '40'];
		const racers = [0, 1].map(() => start(process.execPath, [fixture('racer.ts'), place, String(count), first, apart]));
		const ends = await Promise.all(racers.map(({end}) => end));
		expect(ends.map(({err}) => err)).toEqual(['', '']);
		const [one, other] = ends.map(({out}): unknown => JSON.parse(out));
		if (!Array.isArray(one) || !Array.isArray(other)) throw new Error('a racer told no roles');
		for (let number = 0; number < count; number++) {
			expect(new Set([one[number], other[number]])).toEqual(new Set(['A', 'B']));
			const file = parseDebate(readFileSync(join(place, `${number}.md`), 'utf8'));
			expect(file.sections.map(({heading}) => heading)).toEqual(['Opening', 'Response 1']);
			expect(verifyDebate(file)).toEqual([]);
		}
		expect(readdirSync(place).filter(name => name.startsWith('.'))).toEqual([]);
	});
});

describe('one process', () => {
	it('never writes both sides', async () => {
		const file = join(folder(), 'DEBATE.md');
		const {role, settle} = enterDebate(file, 'x');
		settle();
		expect(role).toBe('A');
		const at = () => '2026-01-01T00:00:00Z';
		const before = readDebateFile(file);
		if (!before) throw new Error('the file was not opened');
		const opened = await appendSections(
			{file, role: 'A', at},
			{role: 'A', checksum: before.checksum, timedOut: false, sections: [{heading: 'Opening', body: 'Here.'}]},
		);
		if (!opened.done) throw new Error(opened.why);
		const {checksum} = opened;
		const wish = {checksum, timedOut: false};
		const violations = [
			() => appendSections({file, role: 'B', at}, {...wish, role: 'B', sections: [sectionOf('Response 1')]}),
			() => appendSections({file, role: 'A', at}, {...wish, role: 'B', sections: [sectionOf('Response 1')]}),
			() => appendSections({file, role: 'A', at}, {...wish, role: 'A', sections: [sectionOf('Response 1')]}),
			() =>
				appendSections(
					{file, role: 'A', at},
					{...wish, role: 'A', sections: [sectionOf('Follow-up 1'), sectionOf('Response 2')]},
				),
			async () => takeSide(file, 'B'),
		];
		for (const violate of violations) await expect(violate()).rejects.toBeInstanceOf(ProtocolViolation);
		expect(readDebateFile(file)?.checksum).toBe(checksum);
	});

	it('goes back to waiting where the file is not as it was read, or it is not its turn', async () => {
		const file = join(folder(), 'DEBATE.md');
		enterDebate(file, 'x').settle();
		const pen = {file, role: 'A' as const, at: () => '2026-01-01T00:00:00Z'};
		const stale = await appendSections(pen, {
			role: 'A',
			checksum: 'of something else',
			timedOut: false,
			sections: [{heading: 'Opening', body: 'Here.'}],
		});
		expect(stale).toEqual({done: false, why: 'the file has changed since it was read', violation: false});
		const now = readDebateFile(file);
		expect(
			await appendSections(pen, {
				role: 'A',
				checksum: now?.checksum ?? '',
				timedOut: false,
				sections: [sectionOf('Follow-up 1')],
			}),
		).toMatchObject({done: false, violation: false, why: '"Opening" is due, not "Follow-up 1"'});
	});
});

describe('a foreign participant', {timeout: 60_000}, () => {
	it.each(some(['plain', 'slow', 'rename', 'touch'], 2))(
		'that opens the file and writes in a %s way is answered',
		async way => {
			const place = folder();
			const foreign = startForeign(place, way);
			await until(has(place, '# Code Debate'));
			const [theirs, our] = await Promise.all([foreign.end, sideHere(place, {character: 'half', settleMs: 500})]);
			expect([theirs, our]).toMatchObject([{code: 0, err: ''}, {code: 0}]);
			const text = debateIn(place);
			expect(headings(text)[0]).toBe('Opening');
			expect(headings(text).at(-1)).toBe('CONSENSUS');
			expect(doneOf(place, 'half')).toMatchObject({role: 'B', outcome: 'consensus'});
			expect(
				verifyDebate(parseDebate(text)).filter(({rule}) =>
					[
						'order',
						'number',
						'signature-role',
						'signature-missing',
						'signature-twice',
						'divider-missing',
						'text-after-consensus',
						'consensus-twice',
					].includes(rule),
				),
			).toEqual([]);
		},
	);

	it.each(some(['slow', 'plain'], 2))('that responds in a %s way is led to the consensus', async way => {
		const place = folder();
		const ours = sideHere(place, {character: 'stubborn', settleMs: 500});
		await until(has(place, '# Code Debate'));
		const foreign = startForeign(place, way);
		const [theirs, our] = await Promise.all([foreign.end, ours]);
		expect([theirs, our]).toMatchObject([{code: 0, err: ''}, {code: 0}]);
		expect(doneOf(place, 'stubborn').role).toBe('A');
		expect(verifyDebate(parseDebate(debateIn(place)))).toEqual([]);
	});

	it('that falls silent is waited for, and then the debate ends with a time-out from our side', async () => {
		const place = folder();
		await startForeign(place, 'silent').end;
		const {code} = await sideHere(place, {character: 'half', timeoutMs: 1200});
		expect(code).toBe(3);
		const {sections} = parseDebate(debateIn(place));
		expect(sections.map(({heading, signature}) => [heading, signature?.role])).toEqual([
			['Opening', 'A'],
			['Response 1', 'B'],
			['CONSENSUS', 'B'],
		]);
		expect(sections.at(-1)?.body).toContain('Timed out: Agent B waited 1.2 s for "Follow-up 1" from Agent A.');
		expect(doneOf(place, 'half').reason).toContain('time-out');
	});
});

describe('two sides of ours', {timeout: 60_000}, () => {
	const both = async (one: string, other: string) => {
		const place = folder();
		const opener = startSide(place, {character: one, name: 'one'});
		await until(has(place, '# Code Debate'));
		const ends = await Promise.all([opener.end, sideHere(place, {character: other, name: 'other'})]);
		return {place, ends, text: debateIn(place)};
	};

	it('settle what they can and end in a deadlock after five rounds where one point stays disputed', async () => {
		const {text, ends, place} = await both('stubborn', 'stubborn');
		expect(ends.map(({code}) => code)).toEqual([0, 0]);
		expect(headings(text)).toEqual([
			'Opening',
			...[1, 2, 3, 4, 5].flatMap(round => [`Response ${round}`, `Follow-up ${round}`]),
			'CONSENSUS',
		]);
		expect(verifyDebate(parseDebate(text))).toEqual([]);
		expect(ledgerOf(parseDebate(text)).map(({id, state}) => [id, state])).toEqual([
			['P1', 'agreed'],
			['P2', 'disagreed'],
			['P3', 'agreed'],
			['P4', 'agreed'],
		]);
		expect(text).toMatch(
			/Outcome: deadlock[\s\S]*### Disputed\n\n- P2 \[major\], The delay is not spread \(`src\/retry\.ts:20`\): A: .+ \| B: /u,
		);
		expect(doneOf(place, 'one').outcome).toBe('deadlock');
	});

	it('keep what a side had found to show a point that the other raised too', async () => {
		const {text} = await both('half', 'keen');
		expect(ledgerOf(parseDebate(text)).find(({id}) => id === 'P2')?.evidence).toEqual({
			kind: 'patch',
			text: '--- a/src/retry.ts\n+++ b/src/retry.ts\n@@ -1 +1 @@\n-  wait(base)\n+  wait(base * random())',
		});
		expect(verifyDebate(parseDebate(text))).toEqual([]);
	});

	it('are not ended, forged or broken by what a model says', async () => {
		const {text, ends} = await both('wild', 'stubborn');
		expect(ends.map(({code}) => code)).toEqual([0, 0]);
		expect(verifyDebate(parseDebate(text))).toEqual([]);
		expect(text.match(/^## .*$/gmu)).toEqual(['## Opening', '## Response 1', '## CONSENSUS']);
		expect(text).toContain('#### Response 9');
	});

	it('have an easy agreement, and a line that is not there, sent back once', async () => {
		const {text, ends} = await both('lost', 'easy');
		expect(ends[0]?.err).toMatch(
			/Sent back once: "Retries never stop": line 999 of src\/retry\.ts is not in the subject/u,
		);
		expect(ends[1]?.err).toMatch(/Sent back once: P1 is agreed, and nothing says what was tried/u);
		expect(text).not.toContain('retry.ts:999');
		expect(headings(text)).toEqual(['Opening', 'Response 1', 'CONSENSUS']);
	});
});

describe('a side that was killed', {timeout: 120_000}, () => {
	it.each([
		[150, 'A'],
		[450, 'B'],
	] as const)(
		'%i ms into its work takes up its role again (%s), and no section is repeated or skipped',
		async (delay, role) => {
			const place = folder();
			const victim = {character: role === 'A' ? 'stubborn' : 'half', holdMs: 250};
			const other = {character: role === 'A' ? 'half' : 'stubborn', holdMs: 100};
			const opener = startSide(place, role === 'A' ? victim : other);
			await until(has(place, '# Code Debate'));
			const responder = startSide(place, role === 'A' ? other : victim);
			await until(has(place, role === 'A' ? '# Code Debate' : '## Opening'));
			const killed = role === 'A' ? opener : responder;
			await until(() => existsSync(join(place, `${victim.character}.jsonl`)));
			// An opener that dies with its claim is followed by the next to come.
			await until(() => !readdirSync(place).some(name => name.includes('.claim-')));
			await wait(delay);
			killed.child.kill('SIGKILL');
			await killed.end;
			const again = startSide(place, victim);
			const ends = await Promise.all([again.end, (role === 'A' ? responder : opener).end]);
			expect(ends.map(({code}) => code)).toEqual([0, 0]);
			expect(doneOf(place, victim.character).role).toBe(role);
			expect(verifyDebate(parseDebate(debateIn(place)))).toEqual([]);
		},
	);
});
