import {describe, expect, it} from 'vitest';
import {reduce} from '../../../src/debate/reduce.ts';
import {emptyState, type DebateState} from '../../../src/debate/state.ts';
import {readJournal} from '../../../src/engine/journal/journal.ts';
import {formatOf} from '../../../src/formats/index.ts';
import {progressOf} from '../../../src/view/pane-rows.ts';

/** The share after each event of a debate on the disk. */
function sharesOf(folder: string): readonly (number | undefined)[] {
	let state: DebateState = emptyState;
	return readJournal(`${folder}/debate.jsonl`).events.map(event => {
		state = reduce(state, event);
		return progressOf(state, 0, undefined, formatOf(state.start?.protocol)?.progress);
	});
}

describe('how far a debate is', () => {
	it.each([
		['duelogic', 'transcripts/sample-smartphones'],
		['motion', 'transcripts/sample-four-day-week'],
		...['model-duel', 'code-debate', 'adversarial-spec', 'builder-reviewer'].map(format => [
			format,
			`test/fixtures/journals-0.1.0/${format}`,
		]),
	])('is said of %s, never goes back, and is whole only at the end', (_format, folder) => {
		const shares = sharesOf(folder ?? '').map(share => share ?? Number.NaN);
		expect(shares.filter((share, index) => !(share >= (shares[index - 1] ?? 0)))).toEqual([]);
		expect(shares[0]).toBeLessThan(0.2);
		expect(new Set(shares).size).toBeGreaterThan(3);
		expect(shares.at(-2)).toBeLessThan(1);
		expect(shares.at(-1)).toBe(1);
	});
});
