import {describe, expect, it} from 'vitest';
import type {DebateEvent, JournalEvent} from '../../../../src/debate/events.ts';
import {fold} from '../../../../src/debate/reduce.ts';
import type {DebateState} from '../../../../src/debate/state.ts';
import {loadColours} from '../../../../src/view/highlight.ts';
import {codeDebateFrame, pointsInSight, stepPoint} from '../../../../src/formats/code-debate/code-frame.ts';
import {PaneWindow} from '../../../../src/view/blocks.ts';
import {layOutRow, type Row} from '../../../../src/view/rows.ts';
import {widthOf} from '../../../../src/view/wrap.ts';
import {showSubject} from '../../../../src/formats/code-debate/subject.ts';
import {parseDiff} from '../../../../src/formats/code-debate/diff-files.ts';

const diff = `diff --git a/src/retry.ts b/src/retry.ts
--- a/src/retry.ts
+++ b/src/retry.ts
@@ -1,6 +1,8 @@
 export async function retry(call, times) {
-	for (let n = 0; n < times; n++) {
+	for (let n = 0; ; n++) {
 		try {
 			return await call();
-		} catch {}
+		} catch (error) {
+			await wait(2 ** n * 100);
+		}
 	}
 }
`;
const code = showSubject({kind: 'commit', title: 'x', message: '', files: parseDiff(diff)}, 10_000).text;

const opening =
	'It asks for ever.\n\n### P1 [major]: No ceiling (`src/retry.ts:2`)\n\nNothing stops it.\n\n### P2 [minor]: The error is lost (`src/retry.ts:5`)\n\nNobody sees it.';
const response =
	'### P1 — **Agreed**: No ceiling (`src/retry.ts:2`)\n\nSo it is.\n\n### P2 — **Disagreed**: The error is lost (`src/retry.ts:5`)\n\nSee src/retry.ts:6, where it is not needed.';

/** A debate that came so far; with `subject`, about that. */
function debate(parts: 'start' | 'opening' | 'answering' | 'answered', subject: object = {code}): DebateState {
	const events: JournalEvent[] = [];
	const tell = (event: DebateEvent) =>
		void events.push({...event, seq: events.length + 1, at: events.length, hash: ''} satisfies JournalEvent);
	tell({
		type: 'debate-start',
		v: 1,
		debateId: 'x',
		startedAt: '2026-01-01T00:00:00.000Z',
		protocol: 'code-debate',
		title: 'x',
		subject: {text: 'commit abc', ...subject},
		config: {part: 'view', request: {kind: 'commit', revision: 'abc'}},
		participants: ['a', 'b'].map(id => ({id, name: `Agent ${id.toUpperCase()}`, role: 'agent', voice: 'outside'})),
		seed: 1,
		app: {name: 'rostrum', version: '0', protocolVersion: 1},
	});
	const P1 = {id: 'P1', title: 'No ceiling', by: 'A', place: 'src/retry.ts:2', severity: 'major'} as const;
	const P2 = {id: 'P2', title: 'The error is lost', by: 'A', place: 'src/retry.ts:5', severity: 'minor'} as const;
	const say = (turnId: string, speaker: string, kind: string, text: string, whole: boolean) => {
		tell({type: 'turn-start', turnId, speaker, kind, segment: kind});
		if (whole) tell({type: 'turn-end', turnId, text, finish: 'complete', contentHash: '', totalMs: 0});
		else tell({type: 'turn-delta', turnId, text});
	};
	if (parts === 'start') return fold(events);
	say('t1', 'a', 'opening', opening, parts !== 'opening');
	if (parts === 'opening') return fold(events);
	const open = [P1, P2].map(point => ({...point, state: 'open' as const}));
	tell({type: 'section', turnId: 't1', heading: 'Opening', line: 3, role: 'A', points: open});
	say('t2', 'b', 'response', parts === 'answering' ? response.slice(0, 30) : response, parts === 'answered');
	if (parts === 'answering') return fold(events);
	const answers = [
		{...P1, state: 'agreed' as const},
		{...P2, state: 'disagreed' as const, why: 'See src/retry.ts:6, where it is not needed.'},
	];
	tell({type: 'section', turnId: 't2', heading: 'Response 1', line: 9, role: 'B', points: answers});
	return fold(events);
}

const textOf = (rows: readonly Row[], width: number): string =>
	rows.map(row => layOutRow(row, width).map(({text}) => text).join('').trimEnd()).join('\n'); // prettier-ignore

function drawn(state: DebateState, width: number, height: number, chosen?: string): string {
	const frame = codeDebateFrame(state, {width, height, chosen, waiting: undefined});
	if (!frame) return '';
	const rows = frame.around(new PaneWindow().view(frame.blocks, frame.height, 'words'));
	expect(rows).toHaveLength(height);
	for (const row of rows) expect(widthOf(textOf([row], width))).toBeLessThanOrEqual(width);
	return textOf(rows, width);
}

describe('the code of a Code Debate', () => {
	it.each([
		[58, 15],
		[78, 19],
		[118, 36],
		[198, 56],
	])('stands with what the two say and every point at %i × %i', async (width, height) => {
		await loadColours();
		expect(drawn(debate('answered'), width, height)).toMatchSnapshot();
	});

	it('follows what is said: the first change, then each point as it comes', () => {
		expect(drawn(debate('start'), 80, 20)).toContain('── src/retry.ts ──');
		expect(drawn(debate('opening'), 80, 20)).toMatch(/── P2 The error is lost ─+ src\/retry\.ts:5/u);
		expect(drawn(debate('answering'), 80, 20)).toMatch(/── P1 No ceiling ─+ src\/retry\.ts:2/u);
		expect(drawn(debate('answered'), 80, 20)).toMatch(/── P2 The error is lost ─+ src\/retry\.ts:5/u);
	});

	it('marks the lines that either side has named', () => {
		const lines = drawn(debate('answered'), 118, 36).split('\n');
		expect(lines.find(line => line.includes('} catch (error) {'))).toMatch(/^● 5 \+ .*P2$/u);
		expect(lines.find(line => line.includes('await wait('))).toMatch(/^ ◆6 \+ /u);
	});

	it('is looked at from point to point, and follows again behind the last', () => {
		const state = debate('answered');
		expect(stepPoint(state, undefined, 1).chosen).toBe('P1');
		expect(stepPoint(state, 'P2', 1)).toEqual({chosen: undefined, told: 'The code follows the debate.'});
		const {chosen, told} = stepPoint(state, undefined, -1);
		expect(told).toBe('Point P1, 1 of 2, by Agent A, agreed: No ceiling. src/retry.ts:2: for (let n = 0; ; n++) {');
		expect(drawn(state, 80, 20, chosen)).toMatch(/── \[P1 No ceiling\] ─+ src\/retry\.ts:2/u);
		expect(stepPoint(debate('start'), undefined, 1).told).toBe('There are no points yet.');
	});

	it('leaves the pane as it is where there is none, or no room', () => {
		expect(
			codeDebateFrame(debate('answered', {}), {width: 80, height: 20, chosen: undefined, waiting: undefined}),
		).toBe(undefined);
		expect(drawn(debate('answered'), 80, 11)).toBe('');
		expect(textOf([pointsInSight(debate('answered', {}), 'P1') ?? {spans: []}], 80)).toMatch(/^\[P1 ✓\] P2 ✗ /u);
	});

	it('a place that is not in it is said to be none of it', () => {
		const other = debate('answered', {code: code.replaceAll('retry.ts', 'other.ts')});
		expect(drawn(other, 80, 20)).toContain('src/retry.ts:5 is not in the code that was read.');
	});
});
