import {describe, expect, it} from 'vitest';
import type {JournalEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import {plainLines} from '../../src/ui/plain/plain-lines.ts';
import {resultsRows} from '../../src/ui/results/results-rows.ts';
import {runDuel} from './model-duel/duel.ts';
import {sampleSession} from '../ui/support/sample-port.ts';
import {show} from '../ui/support/show.tsx';
import {indexedDebate} from '../ui/support/heard.ts';
import {textOf} from '../ui/support/text-of.ts';

describe('a duel on the stage', () => {
	it.each([
		[120, 40],
		[80, 24],
		[60, 20],
		[60, 15],
	])('has its own pane first at %i × %i, and the transcript behind tab', async (columns, rows) => {
		const {events} = await runDuel();
		const app = show({session: sampleSession(events), columns, rows});
		await app.sees('[answer]');
		await app.sees('enter results');
		expect(app.text()).not.toContain('not judged yet');
		expect(app.text()).not.toContain('interject');
		expect(app.text().split('\n').length).toBeLessThanOrEqual(rows);
		await app.press('\t');
		await app.sees('[transcript]');
		app.close();
	});

	it('is scrolled by the same keys as a transcript', async () => {
		const {events} = await runDuel();
		const app = show({session: sampleSession(events), columns: 80, rows: 24});
		await app.sees('enter results');
		await app.press('g');
		await app.sees('task      ');
		await app.press('G');
		await app.sees('Draft against revision');
		app.close();
	});

	it('has its turns opened by a key, and says nothing of judges that it has not got', async () => {
		const {events} = await runDuel();
		const app = show({session: sampleSession(events), columns: 80, rows: 24});
		await app.sees('enter results');
		await app.press('w');
		await app.sees('── Turn ');
		expect(app.text()).toContain('voice ');
		expect(app.text()).not.toContain('judged');
		app.close();
	});

	it('shows marks and answered issues in its results, and no scores that nobody gave', async () => {
		const {state} = await runDuel();
		const text = textOf(resultsRows(state, indexedDebate(state).index, undefined, 100, false), 100);
		expect(text).toContain('── Marks');
		expect(text).toContain('accepted:');
		expect(text).not.toMatch(/adherence|steel-man/u);
	});

	it('is told in plain lines with its issues, marks and answers', async () => {
		const {events} = await runDuel();
		const plain = plainLines(200);
		const text = events
			.flatMap((event: JournalEvent) => plain.push(event))
			.map(line => line.text)
			.join('\n');
		expect(text).toContain('[marks, of 5] correctness ');
		expect(text).toMatch(/\[issue 1\] .+\nEvidence: .+\nFix: /u);
		expect(text).toMatch(/\[issue 1: (?:accepted|partially accepted|rejected)\] /u);
		expect(text).not.toContain('adherence');
		expect(fold(events).outcome).toBe('completed');
	});
});
