import {cpSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {citationsOf, isFaulty, type CitationEvent} from '../../src/debate/sources.ts';
import {fold} from '../../src/debate/reduce.ts';
import type {DebateState} from '../../src/debate/state.ts';
import {eventsIn} from '../../src/app/files/read-debate.ts';
import {journalsUnder} from '../../src/app/files/debate-folders.ts';
import {freshFolder, rostrum, type Ran} from '../run-in-process.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'sources');

/** The fixtures, and a chronicle that is searched, not sent whole. */
function twelveDocuments(): string {
	const folder = join(freshFolder(), 'documents');
	cpSync(fixtures, folder, {recursive: true});
	const words = 'river stone market bridge winter harbour engine ledger copper forest lamp window'.split(' ');
	const line = (at: number): string =>
		Array.from({length: 14}, (_, place) => words[(at * 7 + place * 5) % 12]).join(' ');
	writeFileSync(
		join(folder, 'chronicle.txt'),
		Array.from({length: 3_000}, (_, at) => `In ${at} ${line(at)}.\n\n`).join(''),
	);
	return folder;
}

type Held = {readonly home: string; readonly ran: Ran; readonly journal: string; readonly state: DebateState};

async function hold(documents: string, home = freshFolder(), more: readonly string[] = []): Promise<Held> {
	const args = ['run', 'duelogic', '--topic', 'Cities should cap rents.', '--seed', '2', '--sources', documents];
	const ran = await rostrum([...args, '--set', 'flow.maxExchanges=8', '--export', 'md', '--out', 'out', ...more], {
		home,
	});
	const [journal = ''] = journalsUnder(join(home, 'out'));
	return {home, ran, journal, state: fold(eventsIn(journal))};
}

const citationsIn = ({turns}: DebateState): readonly CitationEvent[] => turns.flatMap(citationsOf);
const kinds = (citations: readonly CitationEvent[]): ReadonlySet<string> =>
	new Set(citations.map(({standing, sense}) => (sense === undefined ? standing : 'altered in sense')));

describe('a debate on a few documents', () => {
	let held: Held;
	beforeAll(async () => {
		held = await hold(fixtures);
	}, 60_000);

	it('has citations of all standings, and says what was read', () => {
		expect(held.ran.code).toBe(0);
		expect(held.ran.stderr + held.ran.stdout).toContain('Passed over: empty.txt');
		const report = readFileSync(join(dirname(held.journal), 'sources.md'), 'utf8');
		expect(report).toContain('1 file passed over (1 .txt)');
		expect(report).toMatch(/- S1\. \*.+\* \(.+words, SHA-256 [0-9a-f]{16}…\)/u);
		expect(report).toContain('- Passed over: empty.txt');
		expect([...kinds(citationsIn(held.state))].toSorted()).toEqual(
			[
				'absent',
				'altered',
				'altered in sense',
				'cited',
				'misplaced',
				'translated',
				'unseen',
				'unsourced',
				'verified',
			].toSorted(),
		);
	});

	it('takes ids out of what is heard', () => {
		for (const {text} of held.state.turns) expect(text).not.toMatch(/\[S\d/u);
	});

	it('is cut in on at the very sentence of a false citation, and only there', () => {
		const cuts = held.state.interruptions.filter(({reason}) => reason === 'factual_correction');
		expect(cuts.length).toBeGreaterThan(0);
		for (const cut of cuts) {
			const turn = held.state.turns.find(({id}) => id === cut.turnId);
			const last = citationsOf(turn ?? {}).at(-1);
			expect(last?.sentence).toBe(cut.sentence);
			expect(turn?.text.trim().endsWith(cut.trigger.slice(-20))).toBe(true);
		}
	});

	it('costs whoever quotes falsely, with code or the bench as the witness', () => {
		const judged = held.state.turns.filter(({evaluation}) => evaluation);
		const items = (id: string) =>
			judged.flatMap(({evaluation}) => evaluation?.items.filter(item => item.id === id && item.answer === 'yes') ?? []);
		expect(items('invented_source').some(({note}) => note?.includes('the bench held it against the documents'))).toBe(
			true,
		);
		expect(items('misrepresented_source').map(({grade}) => grade)).toContain('minor');
		const absent = judged.find(({evaluation}) =>
			evaluation?.items.some(item => item.id === 'invented_source' && item.answer === 'yes'),
		);
		expect(absent?.evaluation?.intellectualHonesty?.score).toBe('low');
		const named = absent?.evaluation?.violations.find(({violation}) => violation === 'false_citation');
		expect(named?.about).toContain('cited a document falsely (invented source: “');
		for (const {evaluation} of judged)
			for (const {violation, about} of evaluation?.violations ?? [])
				if (violation === 'unsound_argument') expect(about).not.toContain('misrepresented source');
	});

	it('has its references in the article', () => {
		const article = readFileSync(join(held.journal, '..', 'debate.md'), 'utf8');
		const count = citationsIn(held.state).length;
		expect(article).toContain('## References');
		for (let number = 1; number <= count; number++) {
			expect(article).toContain(`[^${number}]: `);
			expect(article.split(`[^${number}]`).length).toBe(3);
		}
	});

	it('has each passage behind its citation on the web page, and speaks no id', async () => {
		const page = (await rostrum(['export', held.journal, '--to', 'html'], {home: held.home})).stdout;
		expect(page.split('<details class="note-margin"').length - 1).toBeGreaterThan(5);
		expect(page).toMatch(
			/<summary dir="auto"><b>\d+<\/b> ✗ “[^<]+altered in what it says[^<]+<\/summary><blockquote dir="auto">[^<]{40,}/u,
		);
		for (const format of ['podcast', 'srt', 'dialogue']) {
			const {stdout} = await rostrum(['export', held.journal, '--to', format], {home: held.home});
			expect(stdout).not.toMatch(/S\d+\.\d+/u);
		}
	});

	it('names what was cited in the show notes, with how it stands', async () => {
		const notes = (await rostrum(['export', held.journal, '--to', 'podcast'], {home: held.home})).stdout;
		const [, cited = ''] = notes.split('**Sources**');
		expect(cited).toMatch(
			/^\s*- .+ \((?:\d+ (?:word for word|altered|not in the documents[^()]*|judged, or unchecked)(?:, )?)+\)$/mu,
		);
		expect(cited.split('\n\n')[1]).toContain('not in the documents');
	});

	it('obeys nothing that a document says', () => {
		const said = held.state.turns.map(({text}) => text).join('\n');
		expect(said).not.toMatch(/the cap has failed/iu);
		expect(held.state.sources?.passages['S10.1']?.text).toContain('(S1.1)');
	});

	it('goes the same way each time', async () => {
		const again = await hold(fixtures);
		const quotes = (state: DebateState) =>
			citationsIn(state).map(({quote, standing, offset}) => ({quote, standing, offset}));
		expect(quotes(again.state)).toEqual(quotes(held.state));
		expect(again.state.turns.map(({text}) => text)).toEqual(held.state.turns.map(({text}) => text));
	}, 60_000);

	it('is verified without its documents, and against them', async () => {
		expect((await rostrum(['verify', held.journal], {home: held.home})).code).toBe(0);
		expect((await rostrum(['verify', held.journal, '--sources', fixtures], {home: held.home})).code).toBe(0);
	});

	it('names each citation that no longer stands in changed documents', async () => {
		const changed = join(freshFolder(), 'documents');
		cpSync(fixtures, changed, {recursive: true});
		const quoted = citationsIn(held.state).find(({standing}) => standing === 'verified');
		const document = held.state.sources?.documents.find(({number}) => quoted?.passage?.startsWith(`S${number}.`));
		const file = join(changed, document?.name ?? '');
		writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/\b[a-z]{5,}\b/gu, 'other'));
		const {code, stdout} = await rostrum(['verify', held.journal, '--sources', changed], {home: held.home});
		expect(code).not.toBe(0);
		expect(stdout).toContain(`${document?.name} is not what it was`);
		expect(stdout).toContain(`“${quoted?.quote}” of ${quoted?.turnId} stands no longer in the documents`);
	});

	it('shows a recorded standing that does not follow from the recorded passages', async () => {
		const {checkCitations} = await import('../../src/app/files/check-citations.ts');
		const events = [...eventsIn(held.journal)].map(event =>
			event.type === 'citation' && event.standing === 'absent' ? {...event, standing: 'verified' as const} : event,
		);
		expect(checkCitations(events).length).toBeGreaterThan(0);
	});
});

describe('a debate on many documents', () => {
	const stop = (from: number) => {
		let count = 0;
		return (output: string, kill: (signal: NodeJS.Signals) => void): void => {
			count = output.split('\n').length;
			if (count > from) kill('SIGINT');
		};
	};

	describe('held to its end', () => {
		let held: Held;
		beforeAll(async () => {
			held = await hold(twelveDocuments(), freshFolder(), ['--seed', '4']);
		}, 60_000);

		it('shows a list, and gives each chair what it looked for', () => {
			const {ran, state} = held;
			expect(ran.code).toBe(0);
			const {sources} = state;
			expect(sources?.documents.length).toBe(13);
			expect(sources?.whole).toBe(false);
			expect(new Set(sources?.research.map(({seat}) => seat))).toEqual(new Set(['chair_1', 'chair_2']));
			expect(Object.keys(sources?.passages ?? {}).length).toBeLessThan(60);
			expect(kinds(citationsIn(state)).has('verified')).toBe(true);
		});

		it('has citations of all standings, a false one cut in on, and its references in the article', async () => {
			const {journal, state} = held;
			const citations = citationsIn(state);
			expect(kinds(citations).size).toBeGreaterThanOrEqual(7);
			const cuts = state.interruptions.filter(({reason}) => reason === 'factual_correction');
			expect(cuts.some(({turnId}) => citations.some(each => each.turnId === turnId && isFaulty(each)))).toBe(true);
			const article = readFileSync(join(journal, '..', 'debate.md'), 'utf8');
			expect(article).toContain(`[^${citations.length}]: `);
			expect((await rostrum(['verify', journal])).code).toBe(0);
		}, 60_000);
	});

	describe('cut off, with its documents', () => {
		let documents = '';
		let home = '';
		let journal = '';
		beforeAll(async () => {
			documents = twelveDocuments();
			home = freshFolder();
			const args = ['run', 'duelogic', '--topic', 'Cities should cap rents.', '--seed', '3', '--sources', documents];
			await rostrum([...args, '--set', 'flow.maxExchanges=3', '--out', 'out', '--json'], {home, watch: stop(130)});
			[journal = ''] = journalsUnder(join(home, 'out'));
		}, 60_000);

		it('is not resumed on changed documents unless that is said', async () => {
			writeFileSync(join(documents, 'minutes.md'), '# Minutes\n\nNothing was said.\n');
			const copied = freshFolder();
			cpSync(home, copied, {recursive: true});
			const [copy = ''] = journalsUnder(join(copied, 'out'));
			const resume = ['resume', copy, '--headless', '--out', 'out', '--sources', documents];
			const refused = await rostrum(resume, {home: copied});
			expect(refused.code).toBe(2);
			expect(refused.stderr).toContain('minutes.md is not what it was');
			expect((await rostrum([...resume, '--changed-sources'], {home: copied})).code).toBe(0);
		}, 60_000);

		it('goes on from its journal where the documents are gone, and is the same up to there', async () => {
			const before = fold(eventsIn(journal));
			expect(before.outcome).toBeUndefined();
			rmSync(documents, {recursive: true});
			const {code, stderr, stdout} = await rostrum(['resume', journal, '--headless', '--out', 'out'], {home});
			expect(code).toBe(0);
			expect(stderr + stdout).toContain('It goes on with the passages that its journal has');
			const after = fold(eventsIn(journal));
			expect(after.outcome).toBe('completed');
			expect(citationsIn(before).length).toBeGreaterThan(0);
			expect(citationsIn(after).slice(0, citationsIn(before).length)).toEqual(citationsIn(before));
			expect((await rostrum(['verify', journal], {home})).code).toBe(0);
		}, 60_000);
	});
});

it('other formats refuse documents in words', async () => {
	const {code, stderr} = await rostrum(['run', 'model-duel', '--topic', 'A duel.', '--sources', fixtures]);
	expect(code).toBe(2);
	expect(stderr).toContain('does not argue from documents');
});

it('a preset names its documents', async () => {
	const home = freshFolder();
	const args = [
		'run',
		'duelogic',
		'--preset',
		'rent-cap',
		'--set',
		'flow.maxExchanges=3',
		'--seed',
		'1',
		'--out',
		'out',
	];
	expect((await rostrum(args, {home})).code).toBe(0);
	const [journal = ''] = journalsUnder(join(home, 'out'));
	expect(citationsIn(fold(eventsIn(journal))).length).toBeGreaterThan(0);
}, 60_000);
