/** `--depth`: what is asked of whom, by what evidence came to; and what each request is sent. */
import {describe, expect, it} from 'vitest';
import type {Evidence} from '../../../src/debate/formats/code-debate.ts';
import {unable} from '../../../src/formats/code-debate/evidence.ts';
import {parseDiff} from '../../../src/formats/code-debate/diff-files.ts';
import {comment, junit, sarif} from '../../../src/formats/code-debate/report.ts';
import type {CodeSubject} from '../../../src/formats/code-debate/subject.ts';
import {verdictFor} from '../../../src/formats/code-debate/verdict.ts';
import type {VoiceRequest} from '../../../src/voices/voice.ts';
import {debateAt, type Answers} from '../../fixtures/code-debate/table.ts';

const hunk = (from: number, name: string): string =>
	[`@@ -${from},2 +${from},3 @@`, ` start of ${name}`, `+${name} is new`, ` end of ${name}`].join('\n');
const diff = ['diff --git a/a.js b/a.js', '--- a/a.js', '+++ b/a.js', hunk(1, 'near'), hunk(400, 'far'), ''].join('\n');
const subject: CodeSubject = {kind: 'diff', title: 'diff main...HEAD', message: '', files: parseDiff(diff)};

const point = (title: string, line: number, severity: string, evidence?: string) => ({
	title,
	severity,
	file: 'a.js',
	line,
	claim: `Counted from nought, ${title} at this line.`,
	evidence: evidence === undefined ? null : {kind: 'command', text: evidence, run: `run ${title}`, exit: 1},
	resolution: `Mend ${title}.`,
});

const outcomes: Readonly<Record<string, Pick<Evidence, 'ran' | 'why'>>> = {
	shows: {ran: 'holds'},
	fails: {ran: 'does not hold', why: 'it ends with 0, and not with 1'},
	cannot: {why: unable.program},
};

type Played = {
	readonly a: readonly object[];
	readonly b?: readonly object[];
	/** What a writer answers when it is asked what shows its points. */
	readonly asked?: readonly object[];
	readonly depth?: 'quick' | 'full';
	readonly canRun?: boolean;
	readonly sides?: 'a';
};

/** Every reply agrees, with a word of what was tried. */
async function played({a, b = [], asked = [], depth = 'quick', canRun = true, sides}: Played) {
	const requests: (VoiceRequest & {side: string})[] = [];
	const side =
		(name: string, points: readonly object[]): Answers =>
		request => {
			requests.push({...request, side: name});
			const {purpose, messages} = request;
			if (purpose === 'opening') return {summary: 'So it is.', points};
			if (purpose === 'review') return {findings: points};
			if (purpose === 'evidence') return {points: asked};
			const task = messages.at(-1)?.content ?? '';
			const due = /due="(?<due>[^"]*)"/u.exec(task)?.groups?.['due']?.split(' ') ?? [];
			return {
				points: due.map(id => ({id, tried: 'the line with one value of each kind', why: '', category: 'agreed'})),
			};
		};
	const {text, state} = await debateAt({
		subject,
		a: side('a', a),
		b: side('b', b),
		config: {depth, ...(sides && {sides})},
		...(canRun && {runs: said => outcomes[said] ?? {}}),
	});
	const verdict = verdictFor(state);
	return {
		text,
		state,
		requests,
		asks: requests.map(request => `${request.side} ${request.purpose}`).toSorted(),
		came: verdict?.points.map(({title, outcome}) => `${title} ${outcome}`).toSorted(),
		verdict: verdict?.verdict,
		told: verdict?.depth?.told ?? '',
	};
}

const first = ['a opening', 'b review'];

describe('a quick debate', () => {
	it.each<[string, Played, {asks: string[]; came: string[]; verdict: string}]>([
		[
			'has what ran as claimed upheld without a reply, whoever raised it',
			{a: [point('one', 2, 'blocker', 'shows')], b: [point('two', 401, 'major', 'shows')]},
			{asks: first, came: ['one upheld', 'two upheld'], verdict: 'do not merge'},
		],
		[
			'asks once what shows a grave point, and takes what then runs',
			{a: [point('one', 2, 'major')], asked: [{id: 'F1', evidence: point('', 1, 'major', 'shows').evidence}]},
			{asks: ['a evidence', ...first], came: ['one upheld'], verdict: 'merge after fixes'},
		],
		[
			'leaves a grave point that nothing shows in dispute, and what ran otherwise, too',
			{a: [point('one', 2, 'major'), point('two', 401, 'minor', 'fails')], asked: [{id: 'F1'}, {id: 'F2'}]},
			{asks: ['a evidence', ...first], came: ['one disputed', 'two disputed'], verdict: 'undecided'},
		],
		[
			'never raises what its writer gives up when it is asked',
			{a: [point('one', 2, 'major', 'fails')], asked: [{id: 'F1', withdrawn: true}]},
			{asks: ['a evidence', ...first], came: [], verdict: 'merge'},
		],
		[
			'sets minor points aside that nothing shows, and notes',
			{a: [point('one', 2, 'minor'), point('two', 401, 'note')]},
			{asks: first, came: ['one noted', 'two noted'], verdict: 'merge'},
		],
		[
			'upholds what both found by themselves at one line, and keeps a graver finding there apart',
			{a: [point('one', 2, 'minor')], b: [point('same', 2, 'minor'), point('two', 2, 'blocker', 'shows')]},
			{asks: first, came: ['one upheld', 'two upheld'], verdict: 'do not merge'},
		],
		[
			'keeps two faults of one line apart that no word says are one',
			{
				a: [point('one', 2, 'minor')],
				b: [{...point('clock', 2, 'minor'), claim: 'The clock may go back.', resolution: 'Ask another clock.'}],
			},
			{asks: first, came: ['clock noted', 'one noted'], verdict: 'merge'},
		],
		[
			'has answered what could not be run here',
			{a: [point('one', 2, 'major', 'cannot')], b: [point('two', 401, 'major', 'cannot')]},
			{
				asks: ['a follow-up', 'a opening', 'b response', 'b review'],
				came: ['one upheld', 'two upheld'],
				verdict: 'merge after fixes',
			},
		],
		[
			'has every point answered where nothing can be run',
			{a: [point('one', 2, 'minor')], canRun: false},
			{asks: ['a opening', 'b response', 'b review'], came: ['one upheld'], verdict: 'merge after fixes'},
		],
		[
			'trusts no label of another program’s',
			{a: [point('one', 2, 'major', 'shows')], sides: 'a'},
			{asks: ['a opening', 'b response', 'b review'], came: ['one upheld'], verdict: 'merge after fixes'},
		],
	])('%s', async (_, given, expected) => {
		const {asks, came, verdict} = await played(given);
		expect({asks, came, verdict}).toEqual(expected);
	});

	it('says in every verdict what it leaves out, and what could not be run', async () => {
		const {told, text, state} = await played({a: [point('one', 2, 'major', 'cannot')]});
		expect(told).toContain('1 point could not be run here (a needed program is not there), and so answered');
		for (const report of [text, comment(state), junit(state), sarif(state)]) expect(report).toContain(told);
		expect((await played({a: [], depth: 'full'})).told).toBe('');
	});

	it('tells whoever reads the journal what was given up, and keeps in the file what both said', async () => {
		const dropped = await played({a: [point('one', 2, 'major', 'fails')], asked: [{id: 'F1', withdrawn: true}]});
		expect(dropped.text).not.toContain('one at this line');
		const both = await played({a: [point('one', 2, 'minor')], b: [point('same', 2, 'minor')]});
		expect(both.text).toContain('same at this line.');
	});
});

describe('a full debate', () => {
	it('gives notes no round, and closes without a model', async () => {
		const {asks, came, text} = await played({a: [point('one', 2, 'note')], depth: 'full'});
		expect([asks, came]).toEqual([first, ['one noted']]);
		expect(text).toContain('### Noted');
		const {asks: both, text: closed} = await played({
			a: [point('one', 2, 'minor'), point('two', 401, 'major')],
			depth: 'full',
		});
		expect(both).toEqual(['a opening', 'b response', 'b review']);
		expect(closed).toMatch(/### Action items\n\n- \[ \] P1: Mend two\. \(`a\.js:401`\)\n- \[ \] P2: Mend one\./u);
	});

	it('sends a reply the lines and entries that its points are about, behind what all requests begin with', async () => {
		const {requests} = await played({
			a: [point('one', 2, 'minor'), point('seen', 401, 'note')],
			b: [point('two', 401, 'minor')],
			depth: 'full',
		});
		const [opening, reply] = ['opening', 'response'].map(each => requests.find(({purpose}) => purpose === each));
		const sent = reply?.messages.map(({content}) => content).join('\n') ?? '';
		expect(sent).toContain('near is new');
		expect(sent).toContain('one at this line.');
		for (const left of ['far is new', 'seen at this line.']) expect(sent).not.toContain(left);
		expect(new Set(requests.map(({messages}) => messages[0]?.content)).size).toBe(1);
		expect(opening?.messages[1]?.content).toContain('far is new');
	});
});
