import {globSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it, test} from 'vitest';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {withEdition} from '../../src/app/judging/edition-beside.ts';
import {fold} from '../../src/debate/reduce.ts';
import {cardOf} from '../../src/exports/card.ts';
import {factsOf, type Facts} from '../../src/exports/facts.ts';
import {formatOf} from '../../src/formats/index.ts';
import {clock, formatCount} from '../../src/languages/wording.ts';
import {journalAt} from './recorded.ts';
import {Recording, start} from './sample.ts';
import {markdown} from './written.ts';

/** What each export says of a debate as a whole. */
const told: Readonly<Record<string, (facts: Facts) => readonly string[]>> = {
	md: ({title, date, time, length, counts, outcome, name, proposition = title, standfirst = title, points}) => [
		`# ${title}`,
		standfirst,
		...(points?.open ?? []).map(({text}) => text),
		proposition,
		name ?? title,
		`held on ${date} at ${time} UTC`,
		`**Outcome**: ${outcome}`,
		`${formatCount(counts.words)} words, ${clock(length)} at 150 words a minute`,
		counts.cuts === 1 ? '1 interruption' : `${counts.cuts} interruptions`,
	],
	podcast: ({title, length, speakers, standfirst = title}) => [
		title,
		standfirst,
		`About ${clock(length)} at 150 words a minute`,
		...speakers.map(({name}) => name),
	],
	html: ({title, date, counts, standfirst = title}) => [
		standfirst,
		`<title>${title}</title>`,
		`<h1 dir="auto">${title}</h1>`,
		date,
		`${counts.turns} turns`,
		`${formatCount(counts.words)} words`,
	],
	svg: ({title, length, counts}) => [`>${title}<`, `${clock(length)} aloud`, `${counts.turns} turns`],
	vtt: ({title}) => [title],
	chapters: ({title}) => [title],
	'transcript-json': ({title}) => [title],
	dialogue: ({title}) => [title],
	tts: ({title}) => [title],
};

const plain = (text: string): string =>
	text
		.replaceAll(/\\(?=[!-/:-@[-`{-~])/gu, '')
		.replaceAll(/&(?:#39|apos);/gu, "'")
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&');

/** Lengths of the whole that a text names. */
const lengthsIn = (text: string): readonly string[] =>
	[...text.matchAll(/(?<time>\d+(?::\d\d)+) (?:spoken|aloud|at \d+ words a minute|long;)/gu)].map(
		({groups}) => groups?.['time'] ?? '',
	);

const samples = globSync('transcripts/*/debate.jsonl').map(file => path.resolve(file));

describe('the facts of a debate', () => {
	it.each(samples)('are the same in every export of %s', file => {
		const state = withEdition(fold(journalAt(file)), file);
		const format = formatOf(state.start?.protocol);
		const facts = factsOf(state, format);
		const missing = Object.entries(told).flatMap(([id, sayings]) => {
			const text = plain(exportKinds[id]?.write(state) ?? '');
			const others = lengthsIn(text).filter(length => length !== clock(facts.length));
			return [...sayings(facts).filter(saying => !text.includes(saying)), ...others].map(each => `${id}: ${each}`);
		});
		expect(missing).toEqual([]);
		const {headline, title, outcome, facts: lines} = cardOf(state, format);
		expect([headline, title, outcome]).toEqual([facts.title, facts.name ?? '', facts.outcome]);
		expect(lines).toContain(`${clock(facts.length)} aloud`);
	});
});

it.each(samples)('tells one time of each cut, in the transcript and among the moments: %s', file => {
	const article = markdown(fold(journalAt(file)));
	const heads = [...article.matchAll(/ · cuts in · .* · (?<time>\d+:\d\d)(?: · \*.*\*)?$/gmu)].map(
		({groups}) => groups?.['time'],
	);
	const moments = [...article.matchAll(/^- (?<time>\d+:\d\d) .* (?:cut|broke) in on /gmu)].map(
		({groups}) => groups?.['time'],
	);
	// A point of information in a motion has a head of another kind.
	expect(moments.filter(time => heads.length > 0 && !heads.includes(time))).toEqual([]);
	const drawn = [
		...(exportKinds['html']?.write(fold(journalAt(file))) ?? '').matchAll(
			/<title>[^<]*: cut off, [^<]*, (?<time>\d+:\d\d)<\/title>/gu,
		),
	];
	if (heads.length > 0) expect(drawn.map(({groups}) => groups?.['time'])).toEqual(moments);
});

test('a commit is called by its hash in every title, and a name of the debate’s own stands beside it', () => {
	const recording = new Recording();
	recording.emit({
		...start,
		title: 'The last commit',
		subject: {text: 'commit HEAD', commit: 'abcdef0123456789abcdef0123456789abcdef01'},
	});
	const {title, name} = factsOf(fold(recording.events), undefined);
	expect([title, name]).toEqual(['commit abcdef0', 'The last commit']);
});

describe('an edition that lies beside a journal', () => {
	const file = path.resolve('transcripts/sample-private-cars/debate.jsonl');
	const plainState = fold(journalAt(file));
	const state = withEdition(plainState, file);
	const script = exportKinds['podcast']?.write(state) ?? '';

	it('gives the exports its title, hook, chapters, lines and question, and says who made it', () => {
		expect(plainState.edition).toBeUndefined();
		expect(script).toContain('# Duelogic: Who may say no when nobody in particular is hurt');
		const [, opening = ''] = /### Cold open[^]*?\n([^]*?)###/u.exec(script) ?? [];
		const said = [...opening.matchAll(/^\*\*(?<who>\w+):\*\* (?<what>.{12})/gmu)].map(({groups}) => ({...groups}));
		expect(said).toEqual([
			{who: 'HOST', what: 'Should citie'},
			{who: 'TOMAS', what: 'Each of us, '},
			{who: 'MARA', what: 'The cashier '},
			{who: 'HOST', what: 'From there t'},
		]);
		expect(opening.match(/\[Written by the editor, for the host to say\]/gu)).toHaveLength(2);
		expect(script).toContain('written by an editor (played by a strong model, by hand)');
		expect(script).toContain('- “A common place is lost by people who did no harm.” (Tomas)');
		expect(script).toContain('Whom a council speaks for when it says no');
	});

	it('lets what it holds to be untrue fall where the bench upheld that', () => {
		const {untrue = []} = state.edition ?? {};
		expect(untrue.map(({turn, sentence, upheld}) => [turn, sentence, upheld])).toEqual([
			['t11', 6, true],
			['t16', 5, true],
		]);
	});

	it('is no edition of another debate', () => {
		const {start: begun} = plainState;
		const other = {...plainState, start: begun && {...begun, debateId: 'another'}};
		expect(withEdition(other, file).edition).toBeUndefined();
	});
});
