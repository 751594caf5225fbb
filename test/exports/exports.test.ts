import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {JournalEvent} from '../../src/debate/events.ts';
import {fold} from '../../src/debate/reduce.ts';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {detailed, markdown, podcast} from './written.ts';
import {sampleEvents, words} from './sample.ts';

const state = fold(sampleEvents());
const notesOf = (script: string): string => /## Show notes\n\n([^]*?)\n\n## Script/u.exec(script)?.[1] ?? '';

describe('debate.md', () => {
	const text = markdown(state);
	const section = (from: string, to: string) => text.slice(text.indexOf(from), text.indexOf(to));

	it('says what was debated, who was seated, and how it ended', () => {
		expect(text).toMatch(/^# Voting should be compulsory\n/u);
		expect(text).toContain('Some democracies fine those who stay at home.');
		expect(text).toContain('| Claude Sonnet 4 | chair | utilitarian | anthropic/claude-sonnet-4, Anthropic |');
		expect(text).toContain('| Rehearsal B | chair | libertarian | rehearsal, no model |');
		expect(text).toContain('**Outcome**: degraded, without Grok 3 (two turns failed running)');
	});

	it('gives the judges’ own stances and what they said for them, where they were asked', () => {
		const told = (when: 'before' | 'after', stance: number | null, reason: string) => ({
			type: 'judge-stance' as const,
			judge: 'arbiter',
			when,
			stance,
			reason,
			seq: 1,
			at: 0,
			hash: '',
		});
		const before = told('before', 1, 'A duty that everyone shares is a light one.');
		const moved = fold([...sampleEvents(), before, told('after', -2, 'Nobody could say | what a forced vote tells.')]);
		const stances = (text: string) => /## The judges’ own stances\n\n([^]*?)\n\n##/u.exec(text)?.[1];
		expect(stances(markdown(moved))).toMatchInlineSnapshot(`
			"| judge | before | after | shift |
			| --- | --- | --- | --- |
			| GPT-4o | +1 | −2 | −3 |

			- GPT-4o, before: A duty that everyone shares is a light one.
			- GPT-4o, after: Nobody could say \\| what a forced vote tells.

			*From −3, against, to +3, in favour. They count in no score.*"
		`);
		expect(
			notesOf(podcast(moved))
				.split('\n')
				.filter(line => line.includes('who judged')),
		).toMatchInlineSnapshot(`
			[
			  "- GPT-4o, who judged, stood at +1 before the debate and at −2 after it, from −3, against, to +3, in favour",
			]
		`);
		const silent = fold([...sampleEvents(), before, told('after', null, 'The key was refused (401).')]);
		expect(stances(markdown(silent))).toContain('after (no answer): The key was refused');
		expect(notesOf(podcast(silent))).not.toContain('who judged');
		expect(text).not.toContain('own stances');
	});

	it('ends a cut turn with a dash, and lets the interrupter follow', () => {
		expect(text).toMatch(
			/hears only those who turn up\. —\n\n\*\*Grok 3\*\* · cuts in · factual correction · \d:\d\d\n\nI have to stop you there/u,
		);
		expect(text).toContain('**Claude Sonnet 4** · takes the floor back');
	});

	it('tells a turn in pieces where others were heard amid it', () => {
		const pieces = [
			'You say that silence harms the poor, and that is a serious point.',
			'**GPT-4o** · steps in · to Rehearsal B · missing self-critique',
			words.step,
			'**Rehearsal B** · goes on',
			'Yet a duty that is enforced is not a virtue.',
			'**A listener** · from the floor',
			words.listener,
			'**Rehearsal B** · goes on',
			'What I cannot show',
		];
		let at = 0;
		for (const piece of pieces) {
			expect(text.indexOf(piece, at), piece).toBeGreaterThan(at);
			at = text.indexOf(piece, at);
		}
	});

	it('is the talk: how each score comes about, and which turns have none, stands there on request', () => {
		expect(text).not.toMatch(/\*Adherence \d|Not scored:/u);
		expect(text.indexOf('## Scores')).toBeGreaterThan(text.indexOf('## Listeners’ votes'));
		const working = detailed(state);
		expect(working).toContain(
			'*Adherence 88 = 19 + 19 + 25 + 25 (steel-man adequate, self-critique adequate, framework consistent, honesty high)*',
		);
		expect(working).toContain('*Not scored: judge: the answer was no JSON.*');
	});

	it('says what held a score down, who judged, and what was found', () => {
		const capped = sampleEvents().map((event): JournalEvent =>
			event.type === 'evaluation' && event.adherenceScore !== null
				? {
						...event,
						adherenceScore: 55,
						cap: {at: 55, because: 'a straw man'},
						range: [50, 60],
						selfJudged: true,
						violations: [{violation: 'straw_manning', major: true, about: 'nobody said so'}],
					}
				: event,
		);
		expect(detailed(fold(capped))).toContain(
			'*Adherence 55, held down from 88 = 19 + 19 + 25 + 25 (steel-man adequate, self-critique adequate, framework consistent, honesty high; at most 55 for a straw man; judges ranged from 50 to 60; judged by its own model; straw man: nobody said so)*',
		);
	});

	it('labels rehearsal wherever it spoke', () => {
		const labels = text.match(/^\*\*Rehearsal B\*\*.*$/gmu) ?? [];
		expect(labels).toHaveLength(3);
		for (const label of labels) expect(label).toMatch(/\*rehearsal, no model\*$/u);
		expect(text).not.toMatch(/^\*\*Grok 3\*\*.*rehearsal/mu);
	});

	it('says who could not speak, where and why', () => {
		expect(section('*Exchange 2', '### Synthesis')).toBe(
			'*Exchange 2: Grok 3 could not speak, the server answered 500 three times.*\n\n',
		);
		expect(section('## What went wrong', '## Listeners')).toContain('- x-ai/grok-3 answered 429');
	});

	it('counts', () => {
		expect(text).toContain('| Claude Sonnet 4 | 88.0 | 88 | 0 | 100 % | 100 % | 100 % | 0 / 1 | 74 |');
		expect(text).toContain('| Rehearsal B | – | ? | 1 | – | – | – | 0 / 0 | 42 |');
		expect(text).toContain('| listener | +2 | 0 | −2 |');
		expect(text).toContain('19,800 tokens in (83 % cached), 2,420 out; cost $0.04');
		expect(text).toContain('Seed 7, rostrum 0.1.0, debate sample');
	});

	it('tells an unfinished debate as far as it was heard', () => {
		const events = sampleEvents();
		const half = markdown(
			fold(
				events.slice(
					0,
					events.findIndex(event => event.type === 'interruption'),
				),
			),
		);
		expect(half).toContain('**Unfinished**');
		expect(half).toContain('hears only those who turn up.');
		for (let upTo = 0; upTo <= events.length; upTo++)
			expect(markdown(fold(events.slice(0, upTo))) === '').toBe(upTo === 0);
	});
});

describe('podcast.md', () => {
	const text = podcast(state);
	const notes = notesOf(text);

	it('is called after the show and its episode', () => {
		expect(text).toMatch(/^# Duelogic, episode 12: Voting should be compulsory\n/u);
	});

	it('has all that show notes need, in 4,000 characters', () => {
		for (const title of ['Takeaways', 'Chapters', 'Guests', 'In their words', 'Figures'])
			expect(notes).toContain(`**${title}**`);
		expect(notes.match(/^- \(\d\d:\d\d\) .*$/gmu)).toEqual([
			'- (00:00) Introduction',
			'- (00:14) Opening',
			'- (00:27) Exchange 1',
			'- (01:31) Synthesis: Is a voice still yours when it is asked for by law?',
		]);
		expect(notes).toContain('All speakers are AI, but for Rehearsal B');
		expect(notes.length).toBeLessThanOrEqual(4000);
	});

	it('quotes nothing that was not said word for word', () => {
		const heard = state.turns.map(turn => turn.text).join('\n');
		const quoted = [...notes.matchAll(/“([^”]+)”/gu)].map(([, quote = '']) => quote);
		expect(quoted.length).toBeGreaterThanOrEqual(4);
		for (const quote of quoted) expect(heard).toContain(quote);
	});

	it('directs interruptions and interjections, and says abbreviations in full', () => {
		expect(text).toContain(
			'turn up —\n\n[GROK 3 cuts in, over CLAUDE SONNET 4]\n\n**GROK 3:** — I have to stop you there',
		);
		expect(text).toContain('the poor still vote less, for example in the figures');
		expect(text).toContain('[REHEARSAL B pauses; GPT-4O steps in]');
		expect(text).toContain('[REHEARSAL B pauses; A LISTENER steps in]');
		expect(text).toContain('[REHEARSAL B goes on]\n\n**REHEARSAL B:** What I cannot show');
	});

	it('stays within the notes’ length with thirty exchanges and an endless topic', () => {
		const events = sampleEvents().map((event): JournalEvent =>
			event.type === 'debate-start' ? {...event, subject: {text: 'Why? '.repeat(5000)}} : event,
		);
		const reply = events.findIndex(event => event.type === 'segment-start' && event.round === 2);
		const more = Array.from({length: 300}, (_, n): JournalEvent[] => [
			{
				...blank,
				type: 'turn-start',
				turnId: `x${n}`,
				speaker: 'chair_1',
				kind: 'reply',
				segment: 'exchange',
				round: n + 3,
			},
			{
				...blank,
				type: 'turn-end',
				turnId: `x${n}`,
				text: `Words of exchange ${n}.`,
				finish: 'complete',
				contentHash: '',
				totalMs: 1,
			},
		]).flat();
		const long = notesOf(podcast(fold(events.toSpliced(reply, 0, ...more))));
		expect(long.length).toBeLessThanOrEqual(4000);
		expect(long).toMatch(/^- \(00:[12]\d\) /mu);
	});
});

describe('scores.csv', () => {
	it.each(['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1'])('has nobody’s name as a formula: %j', name => {
		const events = sampleEvents().map((event): JournalEvent =>
			event.type === 'debate-start'
				? {...event, participants: event.participants.map(seat => ({...seat, name}))}
				: event,
		);
		const cells = (exportKinds['csv']?.write(fold(events)) ?? '').split(/,|\r\n/u);
		expect(cells).toContain(`'${name}`);
		expect(cells).not.toContain(name);
	});
});

const blank = {seq: 1, at: 0, hash: ''};

describe('whatever is said', () => {
	const forged = fc.constantFrom(
		'# Won by Grok',
		'## Scores',
		'**Grok 3** · 0:40',
		'**GROK 3:** I give up.',
		'[GROK 3 leaves]',
		'*Adherence 100 = 25 + 25 + 25 + 25*',
		'| Grok 3 | 100 |',
		'| --- | --- |',
		'---',
		'===',
		'***',
		'- 0:00 The arbiter called on everyone',
		'<script>alert(1)</script>',
		'<!--',
		'-->',
		'```',
		'~~~',
		'````md',
		'    code',
		'> quoted',
		'1. one',
		'[x]: http://example.org',
		'&#35; Title',
		'\\',
		'\r# x',
		'\u2028## y',
		'\u001B[2J',
		'plain words',
		'(00:00) Intro',
	);
	const hostile = fc.array(fc.oneof(forged, fc.string({maxLength: 12})), {maxLength: 8}).map(lines => lines.join('\n'));
	const benign = 'Plain.';

	/** The sample with every text in it replaced. */
	function saying(said: (benign: string) => string): JournalEvent[] {
		const line = (text: string) => said(text) || benign;
		return sampleEvents().map((event): JournalEvent => {
			switch (event.type) {
				case 'debate-start':
					return {
						...event,
						config: {...Object(event.config), language: 'en'},
						title: line('T'),
						subject: {text: line('S'), context: line('C')},
						participants: event.participants.map(seat => ({...seat, name: `N${line('N')}`, framework: line('F')})),
					};
				case 'turn-start':
					return event.amid ? {...event, amid: {...event.amid, offset: 1}} : event;
				case 'turn-end':
					return event.text === '' ? {...event, reason: line('R')} : {...event, text: `x ${line('W')} x`};
				case 'interruption':
					return {...event, trigger: line('Q')};
				case 'interjection':
					return {...event, reason: line('R')};
				case 'evaluation':
					return {
						...event,
						reason: line('R'),
						items: [],
						violations: [{violation: 'straw_manning', major: true, about: line('A')}],
					};
				case 'notice':
					return {...event, text: line('E')};
				case 'participant-out':
					return {...event, reason: line('O')};
				case 'debate-end':
					return {...event, reason: line('Z')};
				default:
					return event;
			}
		});
	}

	/** The lines that mean something to a reader of Markdown, without the words in them. */
	function skeleton(text: string): string[] {
		let code = '';
		return text.split(/\r\n?|[\n\u2028\u2029]/u).flatMap(line => {
			const mark = /^`{3,}/u.exec(line)?.[0];
			if (code !== '') {
				if (line === code) code = '';
				return [];
			}
			if (mark !== undefined) code = mark;
			const sign =
				/^(?:#{1,6}(?= )|\*\*(?=\S)|\*(?=\S)|\||- |>|<|\[(?!redacted)|={2,}|-{2,}|\d+[.)] | {4}|`|~|\+ )/u.exec(
					line,
				)?.[0];
			return sign === undefined || mark !== undefined ? [] : [sign];
		});
	}

	/** What was settled and what stayed open depends on the words: which questions are asked, for instance. */
	const withoutPoints = (text: string): string =>
		text
			.replace(/^## Contents$[^]*?(?=^## How)/mu, '')
			.replace(/^## What (?:was|stayed)[^]*?(?=^## Transcript)/gmu, '');

	/** Notes hold as many quotations and reasons as there is room for; all else is as it was. */
	it.each([
		['md', (text: string) => skeleton(withoutPoints(text)).filter(sign => sign !== '- ')],
		['podcast', (text: string) => skeleton(text.slice(text.indexOf('\n[MUSIC in')))],
		[
			'podcast',
			(text: string) =>
				notesOf(text)
					.split('\n')
					.filter(line => /^(?:#|\*\*|\||>|<|\[|`|~|={2,}|-{2,}|\d+[.)] | {4})/u.test(line))
					.map(line =>
						/^\*\*(?:Takeaways|Chapters|Guests|In their words|Links|Figures)\*\*$/u.exec(line)
							? 'section'
							: line.slice(0, 2),
					)
					.filter(line => line !== 'section'),
		],
	])('%s keeps its own headings, speakers, tables and directions', (id, structure) => {
		const write = (events: JournalEvent[]) => exportKinds[id]?.write(fold(events), {music: true}) ?? '';
		const expected = structure(write(saying(() => benign)));
		fc.assert(
			fc.property(hostile, text => {
				const written = write(saying(() => text.trim()));
				expect(structure(written)).toEqual(expected);
				expect(written.match(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/gu)).toBeNull();
			}),
			{numRuns: 120},
		);
	});
});
