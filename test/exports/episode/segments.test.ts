import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {episodeFrom} from '../../../src/exports/episode.ts';
import {outcomePointsOf} from '../../../src/exports/outcome-points.ts';
import {formatOf} from '../../../src/formats/index.ts';
import {spokenWords} from '../../../src/exports/segments.ts';
import {sampleEvents} from '../sample.ts';
import {journalAt, recordedJournals} from '../recorded.ts';

const state = fold(sampleEvents());

describe('the timed list of segments', () => {
	const {segments} = episodeFrom(state);
	const gaps = segments.slice(1).map(({start, kind, section}, at) => ({
		gap: Math.round(start - (segments[at]?.end ?? 0)),
		kind,
		section,
	}));

	it('gives each segment 150 words a minute, or as many as are asked for', () => {
		for (const {spoken, start, end} of segments) expect(end - start).toBeCloseTo(spokenWords(spoken) * 400, -1);
		const slow = episodeFrom(state, {wpm: 75}).segments;
		for (const {spoken, start, end} of slow) expect(end - start).toBeCloseTo(spokenWords(spoken) * 800, -1);
	});

	it('pauses between turns, longer between parts, and lets interruptions overlap', () => {
		for (const {gap, kind, section} of gaps)
			expect(gap).toBe(section !== undefined ? 800 : kind === 'interruption' ? -300 : 400);
		expect(gaps.filter(({section}) => section !== undefined).map(({section}) => section)).toEqual([
			'Opening',
			'Exchange 1',
			'Synthesis',
		]);
		expect(gaps.filter(({gap}) => gap < 0)).toHaveLength(1);
	});

	it('ends a cut on a dash, begins the interruption on one, and tells pieces of a turn apart', () => {
		const cut = segments.findIndex(segment => segment.cut);
		expect(segments[cut]?.spoken).toMatch(/[^.] —$/u);
		expect(segments[cut + 1]).toMatchObject({kind: 'interruption'});
		expect(segments[cut + 1]?.spoken).toMatch(/^— /u);
		expect(new Set(segments.map(({id}) => id)).size).toBe(segments.length);
		expect(segments.some(({id}) => /^t\d+\.2$/u.test(id))).toBe(true);
	});

	it('counts words of scripts that do not write them apart', () => {
		expect(spokenWords('学校はスマートフォンを禁止すべきだ。')).toBeGreaterThan(5);
		expect(spokenWords('one — two')).toBe(2);
	});
});

describe('an episode', () => {
	it('opens with the best exchange where seats have sides, verbatim, and before all else', () => {
		expect(episodeFrom(state, {coldOpen: true}).segments.some(({id}) => id.endsWith('-open'))).toBe(false);
		const seats = state.seats.map(seat =>
			seat.role === 'chair' ? {...seat, role: seat.id === 'chair_1' ? 'for' : 'against'} : seat,
		);
		const {segments, chapters} = episodeFrom({...state, seats}, {coldOpen: true});
		const opening = segments.filter(({id}) => id.endsWith('-open'));
		const [line, ...quoted] = opening;
		expect(quoted).toHaveLength(2);
		expect(segments.slice(0, 3)).toEqual(opening);
		expect(line?.text).toMatch(/^Voting should be compulsory\. .+ argue it out\.$/u);
		for (const {turn, text} of quoted) expect(turn.text).toContain(text);
		expect(quoted[0]?.speaker).not.toBe(quoted[1]?.speaker);
		expect(chapters[0]?.title).toBe('Cold open');
	});

	it.each(recordedJournals)('of $name has chapters one after the other, called by claims', ({journal}) => {
		const state = fold(journalAt(journal));
		const {segments, chapters, length} = episodeFrom(state);
		expect(chapters.length).toBeGreaterThan(1);
		for (const [place, {title, start, end}] of chapters.entries()) {
			if (state.formats.ledger.claims.length > 0) expect(title).not.toMatch(/^(?:Exchange|Round) \d+$/u);
			expect(title.length).toBeLessThan(150);
			expect(end).toBe(chapters[place + 1]?.start ?? length);
			expect(end).toBeGreaterThan(start);
		}
		for (const [place, {start, end}] of segments.entries()) {
			expect(end).toBeGreaterThanOrEqual(start);
			expect(start).toBeGreaterThanOrEqual(segments[place - 1]?.start ?? 0);
		}
	});

	it('says what was settled and what stayed open, by what each format recorded', () => {
		const of = (name: string) => {
			const state = fold(journalAt(path.resolve('test/fixtures/journals-0.1.0', name)));
			return outcomePointsOf(state, formatOf(state.start?.protocol));
		};
		expect(of('code-debate')).toMatchObject({
			settled: [{how: 'raised by A, agreed'}],
			open: [{how: 'raised by A, disagreed'}],
		});
		expect(of('model-duel')?.settled).toHaveLength(3);
		expect(of('adversarial-spec')?.settled.map(({text}) => text)).toContain('No way back');
		expect(of('builder-reviewer')?.basis).toContain('the last review');
	});

	it('is the same whenever it is made', () => {
		const text = JSON.stringify(episodeFrom(state, {coldOpen: true}).segments);
		expect(JSON.stringify(episodeFrom(fold(sampleEvents()), {coldOpen: true}).segments)).toBe(text);
	});
});
