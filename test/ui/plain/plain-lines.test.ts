import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {RunEvent} from '../../../src/debate/events.ts';
import {plainLines} from '../../../src/ui/plain/plain-lines.ts';
import {widthOf} from '../../../src/view/wrap.ts';
import {Recording, sampleEvents, start, words} from '../../exports/sample.ts';

function told(events: readonly RunEvent[], columns?: number) {
	const plain = plainLines(columns);
	const lines = events.flatMap(event => plain.push(event));
	const of = (stream: 'out' | 'err') => lines.filter(line => line.stream === stream).map(({text}) => text);
	return {out: of('out'), err: of('err')};
}

/** The lines of a debate of one turn. */
function saying(text: string, columns?: number) {
	const recording = new Recording();
	recording.emit(start);
	recording.emit({type: 'segment-start', segment: 'opening'});
	recording.say('chair_1', 'opening', text);
	return told(recording.events, columns);
}

describe('plain lines', () => {
	const {out, err} = told(sampleEvents());
	const text = out.join('\n');

	it('tell who speaks from what, in which segment', () => {
		expect(text).toContain('== exchange 1 ==\n\nClaude Sonnet 4 (utilitarian):\n  The strongest thing said against me');
		expect(out.slice(0, 2).join(' ')).toContain(
			'Voting should be compulsory. With Claude Sonnet 4 (utilitarian), Grok 3 (virtue ethics)',
		);
	});

	it('mark a cut, who cuts in and why', () => {
		expect(text).toContain('turn up. —\n\nGrok 3 cuts in (factual correction):\n  I have to stop you there');
		const recording = new Recording();
		recording.emit(start);
		recording.say('chair_1', 'reply', 'That settles it. ', {finish: 'interrupted'});
		expect(told(recording.events).out).toContain('  That settles it. —');
	});

	it('break a turn where another is heard amid it, and take it up again', () => {
		expect(text).toMatch(
			/serious point\.\n\nGPT-4o steps in:\n {2}Rehearsal B, you have told us[^]*?\n\nRehearsal B goes on:\n {2}Yet a duty[^]*?\n\nA listener from the floor:\n {2}And what about those who are ill\?\n\nRehearsal B goes on:\n/u,
		);
	});

	it('are read aloud as the screens have it, without rules and sums', () => {
		const aloud = plainLines(80, {aloud: true});
		const said = sampleEvents()
			.flatMap(event => aloud.push(event))
			.map(({text: each}) => each);
		expect(said).toEqual(
			expect.arrayContaining([
				'Exchange 1.',
				'Grok 3 cuts in and corrects a fact:',
				'Claude Sonnet 4 resumes:',
				'Score of Claude Sonnet 4: 88 of 100',
			]),
		);
		expect(said.join('\n')).not.toMatch(/==|takes the word back|\[score\]/u);
	});

	it('send scores, notices and figures past the content', () => {
		expect(err).toEqual(
			expect.arrayContaining([
				'[score] Claude Sonnet 4: 88 = 19 + 19 + 25 + 25',
				'[not scored] Rehearsal B: judge: the answer was no JSON',
				'[out] Grok 3: two turns failed running',
			]),
		);
		expect(err.join(' ')).toContain(
			'237 words (1:40 spoken), 11 requests, 22,220 tokens (83 % of what was sent cached), cost $0.04',
		);
		expect(text).not.toMatch(/\[(?:score|warning|out)\]/u);
	});

	it('say once why somebody is out, where a notice tells the same', () => {
		const recording = new Recording();
		recording.emit(start);
		recording.emit({type: 'participant-out', participant: 'chair_1', reason: 'It timed out.'});
		for (const text of ['It timed out.', 'Another fault.'])
			recording.emit({type: 'notice', level: 'error', participant: 'chair_1', text});
		const {err} = told(recording.events);
		expect(err.filter(line => line.includes('It timed out.'))).toEqual(['[out] Claude Sonnet 4: It timed out.']);
		expect(err).toContain('[error] Another fault.');
	});

	it('say that voices are rehearsed, and how it ended', () => {
		expect(out.slice(0, 6).join(' ').replaceAll(/\s+/gu, ' ')).toContain('Some voices: rehearsal, no model.');
		expect(out.at(-1)).toBe('== degraded: without Grok 3 (two turns failed running) ==');
	});

	it('come while a turn is heard, as soon as its sentences fill them', () => {
		const recording = new Recording();
		recording.emit(start);
		recording.hear(recording.begin('chair_1', 'opening'), words.introduction);
		const heard = told(recording.events).out;
		expect(heard.filter(line => line.startsWith('  '))).toEqual([
			'  What would you give up to be heard? Welcome to Duelogic. Tonight Claude Sonnet',
			'  4 argues as a utilitarian, Grok 3 from virtue ethics, and Rehearsal B as a',
			'  libertarian.',
		]);
	});

	it('do not say that a turn goes on of which nothing more is heard', () => {
		const recording = new Recording();
		recording.emit(start);
		const host = recording.begin('chair_1', 'reply');
		recording.hear(host, 'All I have to say.');
		recording.say('arbiter', 'interjection', 'Is it?', {amid: {turnId: host, offset: 18}});
		recording.end(host, 'chair_1', 'All I have to say.');
		expect(told(recording.events).out.join('\n')).not.toContain('goes on');
	});

	it.each([undefined, 0, 20, 33, 80, 120])('fit into %s columns', columns => {
		const most = columns === undefined || columns === 0 ? 80 : columns;
		const lines = told(sampleEvents(), columns);
		for (const line of [...lines.out, ...lines.err]) expect(widthOf(line), line).toBeLessThanOrEqual(most);
	});

	it('lose no word and add none', () => {
		const word = fc.oneof(
			fc.stringMatching(/^[a-zA-Z0-9.,!?]{1,14}$/u),
			fc.constantFrom('投票は義務', 'é', '👩‍👩‍👧', 'e.g.', '…'),
		);
		const gap = fc.constantFrom(' ', ' ', ' ', '\n', '\n\n', '  ');
		fc.assert(
			fc.property(fc.array(fc.tuple(word, gap), {minLength: 1, maxLength: 60}), parts => {
				const text = parts
					.map(part => part.join(''))
					.join('')
					.trim();
				const {out: lines} = saying(text, 40);
				const said = lines.filter(line => line.startsWith('  ')).join('');
				expect(said.replace(/\s+/gu, '')).toBe(text.replace(/\s+/gu, '').normalize('NFC'));
			}),
			{numRuns: 300},
		);
	});

	it('keep the indentation of code, wherever a sentence or a piece of it ends', () => {
		const code =
			'See this one. It fails:\n\n```js\nif (a.b) {\n    done.\n        Next(1);  // why? \n\n    Then();\n}\n```\nSo.';
		const expected = ['Claude Sonnet 4 (utilitarian):', ...code.split('\n').map(line => line && `  ${line.trimEnd()}`)];
		expect(saying(code, Infinity).out.slice(-expected.length)).toEqual(expected);
		fc.assert(
			fc.property(fc.array(fc.nat(code.length), {maxLength: 12}), places => {
				const recording = new Recording();
				recording.emit(start);
				const turnId = recording.begin('chair_1', 'opening');
				const ends = [...new Set([...places, code.length])].toSorted((one, other) => one - other);
				for (const [index, end] of ends.entries())
					recording.emit({type: 'turn-delta', turnId, text: code.slice(index === 0 ? 0 : ends[index - 1], end)});
				recording.end(turnId, 'chair_1', code);
				const words = told(recording.events, Infinity).out.filter(line => line.startsWith('  '));
				expect(words).toEqual(expected.filter(line => line.startsWith('  ')));
			}),
		);
	});

	it('cannot be forged by what is said', () => {
		const {out: lines} = saying(
			'True.\n== exchange 9 ==\n\nGrok 3 (virtue ethics):\n[score] Grok 3: 100\n\u001B[2J\rEnded.',
		);
		expect(lines.filter(line => /^\S/u.test(line)).slice(-2)).toEqual([
			'== opening ==',
			'Claude Sonnet 4 (utilitarian):',
		]);
		expect(lines.join('')).not.toMatch(/[\u0000-\u001F\u007F-\u009F]/u);
	});
});
