import {expect, test} from 'vitest';
import type {SessionEvent} from '../../../src/debate/state.ts';
import {boardRows} from '../../../src/ui/board/board.ts';
import {compactRows} from '../../../src/ui/board/cards.ts';
import {claimTally, standingOf, tallyText} from '../../../src/view/claim-tally.ts';
import {claimRows} from '../../../src/ui/board/claim-list.ts';
import {DebateStore} from '../../../src/ui/stage/debate-store.ts';
import {layOutRow, type Row} from '../../../src/view/rows.ts';
import {widthOf} from '../../../src/view/wrap.ts';
import {sampleDebate} from '../support/sample-debate.ts';
import {sampleSession} from '../support/sample-port.ts';

const texts = (rows: readonly Row[], width: number): string[] =>
	rows.map(row =>
		layOutRow(row, width)
			.map(({text}) => text)
			.join(''),
	);

async function shown(count?: number, {claims = true} = {}): Promise<DebateStore> {
	const events = sampleDebate({claims});
	const store = new DebateStore({...sampleSession(count === undefined ? events : events.slice(0, count))});
	while (!store.over) await new Promise(resolve => setImmediate(resolve));
	store.redraw();
	return store;
}

test('the board fills any size exactly, and nothing stands over its edge', async () => {
	const store = await shown();
	for (const [width, height] of [
		[26, 12],
		[37, 30],
		[60, 55],
		[97, 55],
		[150, 80],
	] as const) {
		const rows = boardRows(store, width, height);
		expect(rows).toHaveLength(height);
		expect(texts(rows, width).filter(text => widthOf(text) > width)).toEqual([]);
	}
	store.close();
});

test('open claims come first, and each says how it stands; what does not fit is counted', async () => {
	const store = await shown();
	const {claims} = store.state.formats.ledger;
	const {open, excuses} = claimTally(store.state);
	const all = texts(claimRows(store, 60, 60), 60).filter(text => /[○✓≡✗]\s*$/u.test(text));
	expect(all).toHaveLength(claims.length);
	expect(open + excuses.size).toBe(claims.filter(({status}) => status === 'open').length);
	expect(all.slice(0, open).every(text => text.includes('open'))).toBe(true);
	expect(all.slice(open).some(text => text.includes('open'))).toBe(false);
	const few = texts(claimRows(store, 60, 5), 60);
	expect(few).toHaveLength(5);
	expect(few.at(-1)).toContain(`${claims.length - 4} more claims`);
	store.close();
});

test('a claim says how many passages were cited for it and against it', async () => {
	const store = await shown();
	const {claims} = store.state.formats.ledger;
	const claim = claims.find(({status, settled}) => status === 'answered' && settled?.granted !== true);
	if (!claim?.settled) throw new Error('the sample has no claim that was answered');
	const cited = new Map([
		[claim.turnId, ['S2.1']],
		[claim.settled.turnId, ['S1.1', 'S1.2', 'S1.1']],
	]);
	const turns = store.state.turns.map(each => ({
		...each,
		citations: (cited.get(each.id) ?? []).map(passage => ({
			type: 'citation' as const,
			turnId: each.id,
			sentence: 1,
			offset: 1,
			named: [passage],
			passage,
			quote: 'in the last two years',
			standing: 'verified' as const,
		})),
	}));
	const sources = {documents: [], whole: false, left: [], byCitation: false, passages: {}, research: [], cited: []};
	const debate = {state: {...store.state, turns, sources}, index: store.index};
	const rows = texts(claimRows(debate, 60, 200), 60).map(text => text.trim());
	expect(rows.filter(text => text.includes('passage'))).toHaveLength(2);
	expect(rows).toContain('1 passage for, 2 against');
	expect(rows).toContain('2 passages for');
	const single = texts(claimRows(debate, 100, claims.length), 100);
	expect(single.filter(text => text.includes('1 passage for, 2 against · answered'))).toHaveLength(1);
	expect(texts(claimRows(store, 60, 200), 60).join('\n')).not.toContain('passage');
	store.close();
});

test('stances are shown from against to for, and no chair is called ahead', async () => {
	const store = await shown();
	const board = texts(boardRows(store, 60, 55), 60).join('\n');
	expect(board).toMatch(/listeners against .*┼.* for/u);
	expect(board).toMatch(/judge {5}against .* for/u);
	expect(board).not.toMatch(/ahead|lead|winn/iu);
	store.close();
});

test('a chair that a look found to want in wants the floor, until the turn has ended', async () => {
	const events = sampleDebate({claims: true});
	const begun = events.findLastIndex(
		event => event.type === 'turn-start' && event.kind === 'reply' && event.speaker === 'chair_1',
	);
	const answer = (chair: string | null, reason: string): SessionEvent => ({
		type: 'step-end',
		step: 'script/8-speak-chair_1-t4-s3/1 ask judge',
		value: {ok: true, value: {reason, severity: 'high', chair, sentence: 3}},
		seq: 999,
		at: 1,
		hash: '',
	});
	const store = await shown(begun + 1);
	const wants = () => [...store.signs.wants];
	store.signs.push(answer(null, 'none'));
	expect(wants()).toEqual([]);
	store.signs.push(answer('chair_2', 'direct_challenge'));
	expect(wants()).toEqual(['chair_2']);
	store.over = false;
	expect(texts(boardRows(store, 60, 40), 60).join('\n')).toContain('wants the floor');
	store.signs.push({
		type: 'turn-end',
		turnId: 't4',
		text: '',
		finish: 'complete',
		contentHash: '',
		totalMs: 0,
		seq: 1000,
		at: 2,
		hash: '',
	});
	expect(wants()).toEqual([]);
	store.close();
});

test('what a turn did well is said whole on two rows where nothing is owed beside it', async () => {
	const store = await shown(undefined, {claims: false});
	const board = texts(boardRows(store, 40, 40), 40);
	const at = board.findIndex(text => text.includes('fair to the other side'));
	const said = board
		.slice(at, at + 2)
		.join(' ')
		.replaceAll(/[✓▎\s]+/gu, ' ')
		.trim();
	expect(said).toBe('fair to the other side, true to its framework, honest');
	store.close();
});

test('praise and debt are both said whole where there are rows for them', async () => {
	const events = sampleDebate({claims: false}).map(event =>
		event.type === 'evaluation' && event.steelManning
			? {...event, steelManning: {...event.steelManning, applicable: true, quality: 'absent' as const}}
			: event,
	);
	const store = new DebateStore({...sampleSession(events.slice(0, -1))});
	while (!store.over) await new Promise(resolve => setImmediate(resolve));
	store.redraw();
	const said = (height: number) =>
		texts(boardRows(store, 28, height, ['moments']), 28)
			.join(' ')
			.replaceAll(/[▎▌│┃\s]+/gu, ' ');
	expect(said(60)).toContain('true to its framework, honest');
	expect(said(60)).toContain('still due: a fair restatement');
	expect(said(26)).not.toContain('true to its framework, honest');
	store.close();
});

test('cards stand still while what is said on them changes, and leave room for what stands below', async () => {
	// Claims have no place before there are any.
	const rowsOfCards = (board: readonly string[]) => board.findIndex(text => /── (?:Claims|Moments) /u.test(text));
	const places = new Set<number>();
	for (const count of [20, 200, undefined]) {
		const store = await shown(count);
		places.add(rowsOfCards(texts(boardRows(store, 40, 45), 40)));
		expect(rowsOfCards(texts(boardRows(store, 40, 40), 40))).toBeLessThan(40 - 14);
		store.close();
	}
	expect(places.size).toBe(1);
});

test('a card names every dimension whole at any width', async () => {
	const store = await shown();
	for (const width of [24, 30, 34, 36, 40, 60]) {
		const [row = ''] = texts(boardRows(store, width, 45), width).filter(text => /[●○]{3}/u.test(text));
		expect(row, String(width)).toMatch(/(?:steel|S) ?\S+ (?:self|C) ?\S+ (?:frame|F) ?\S+ (?:honest|hon|H) ?[●○]{3}/u);
	}
	store.close();
});

test('a chair whose voice cannot go on is not said to speak', async () => {
	const events = sampleDebate({claims: false});
	const begun = events.findLastIndex(event => event.type === 'turn-start' && event.speaker === 'chair_1');
	const store = await shown(begun + 1, {claims: false});
	store.over = false;
	const board = () => texts(boardRows(store, 60, 40), 60).join('\n');
	expect(board()).toContain('speaking');
	store.state = {
		...store.state,
		question: {id: 'q', seat: 'chair_1', text: 'It cannot go on.', options: ['try again']},
	};
	expect(board()).toContain('! failed');
	expect(board()).not.toContain('speaking');
	store.close();
});

test('nothing is still to come once a debate is over: no claims, no moments', async () => {
	const running = await shown(3, {claims: false});
	expect(texts(boardRows(running, 60, 40), 60).join('\n')).toMatch(/no interjection yet/u);
	expect(texts(boardRows(running, 60, 40), 60).join('\n')).not.toMatch(/claim/iu);
	running.close();
	const over = await shown(undefined, {claims: false});
	const board = texts(boardRows(over, 60, 40), 60).join('\n');
	expect(board).not.toMatch(/claim/iu);
	expect(board).not.toContain('yet');
	over.close();
});

test('a claim that another chair accepts is counted under the word that stands beside it', async () => {
	const store = await shown();
	const {ledger} = store.state.formats;
	const [first, ...others] = ledger.claims;
	if (!first) throw new Error('the sample has no claims');
	const settled = {turnId: first.turnId, by: 'chair_2', granted: true, sentence: 'I grant that.'};
	const claims = [{...first, status: 'answered' as const, settled}, ...others.filter(({status}) => status === 'open')];
	const tally = claimTally({...store.state, formats: {...store.state.formats, ledger: {...ledger, claims}}});
	expect(claims.map(claim => standingOf(claim).word)).toContain('granted');
	const owing = tally.excuses.size > 0 ? ` · ${tally.excuses.size} owed no answer` : '';
	expect(tallyText(tally)).toBe(`${tally.open} open${owing} · 1 granted`);
	store.close();
});

test('no letter stands for a dimension in the rows of a narrow stage', async () => {
	const store = await shown();
	for (const width of [56, 60, 76, 80, 96]) {
		const rows = texts(compactRows(store, width, 3), width).join('\n');
		expect(rows, String(width)).not.toMatch(/\b[SCFH] ?[●○✓✗—~]/u);
		expect(rows, String(width)).toMatch(/Claude Sonnet 4 +\d+ [▁-█]+/u);
	}
	store.close();
});
