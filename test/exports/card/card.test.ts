import {XMLValidator} from 'fast-xml-parser';
import stringWidth from 'string-width';
import {describe, expect, test} from 'vitest';
import type {JournalEvent} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {cardOf, wrapped} from '../../../src/exports/card.ts';
import {commandFor} from '../../../src/exports/debate-command.ts';
import {subjectOption} from '../../../src/formats/code-debate/code-debate.ts';
import {argumentsFor} from '../../../src/formats/code-debate/host/code-subject.ts';
import {titleOf, type SubjectRequest} from '../../../src/formats/code-debate/subject.ts';
import {exportKinds} from '../../../src/app/files/export-formats.ts';
import {sampleDebate} from '../../ui/support/sample-debate.ts';

const events = sampleDebate();
const vote = (listener: string, when: 'before' | 'after', stance: number): JournalEvent => ({
	type: 'user-action',
	data: {action: 'vote', listener, when, stance},
	seq: 1,
	at: 1,
	hash: '',
});

describe('the results card', () => {
	const state = fold(events);
	const card = cardOf(state, undefined);

	test('quotes two who answer each other, in their own words', () => {
		expect(card.exchange).toHaveLength(2);
		expect(new Set(card.exchange.map(({speaker}) => speaker)).size).toBe(2);
		const said = state.turns.map(({text}) => text.replaceAll(/\s+/gu, ' ')).join(' ');
		for (const {text} of card.exchange) expect(said).toContain(text.replace(/ [—…]$/u, '').replaceAll(/\s+/gu, ' '));
	});

	test('has the course of each side, what happened, the seed and one clock', () => {
		expect(card.sides.map(({scores}) => scores.length).every(count => count > 0)).toBe(true);
		expect(card.moments.length).toBeGreaterThan(0);
		expect(card.moments.map(({at}) => at)).toEqual(card.moments.map(({at}) => at).toSorted((a, b) => a - b));
		expect(card.seed).toBe(state.start?.seed);
		expect(card.facts.filter(fact => /\d:\d\d/u.test(fact))).toEqual([expect.stringMatching(/^\d+:\d\d aloud$/u)]);
	});

	test('says how listeners moved, on average where there were several', () => {
		const start = events.slice(0, 1);
		const ana = [vote('Ana', 'before', -1), vote('Ana', 'after', 2)];
		expect(cardOf(fold([...start, ...ana]), undefined).swings).toEqual([{who: 'Ana', before: -1, after: 2}]);
		const two = [...ana, vote('Ben', 'before', 0), vote('Ben', 'after', -1), vote('Cy', 'before', 3)];
		expect(cardOf(fold([...start, ...two]), undefined).swings).toEqual([
			{who: '3 listeners', before: -0.5, after: 0.5},
		]);
		expect(cardOf(fold([...start, vote('Ana', 'before', 1)]), undefined).swings).toEqual([]);
	});

	test('is one whole picture whatever was debated', () => {
		const [start, ...rest] = events;
		if (start?.type !== 'debate-start') throw new Error('no start');
		for (const text of ['<&"\'\u0007', '手机应该在学校里被禁止吗？'.repeat(9), 'w'.repeat(300), ' ']) {
			const picture = exportKinds['svg']?.write(fold([{...start, subject: {text}, title: text}, ...rest])) ?? '';
			expect(XMLValidator.validate(picture)).toBe(true);
		}
	});
});

describe('the command on a card', () => {
	const chair = {id: 'chair_1', name: 'Al', role: 'chair', voice: 'rehearsal'};
	const start = {protocol: 'duelogic', seed: 5, config: {}, participants: [chair]};
	const command = (text: string, rest = {}) => commandFor({...start, subject: {text, ...rest}}, undefined);
	const by = (...voices: readonly [id: string, role: string, voice: string][]) =>
		commandFor(
			{
				...start,
				subject: {text: 'Tea.'},
				participants: voices.map(([id, role, voice]) => ({...chair, id, role, voice})),
			},
			undefined,
		);

	test('can be typed into a shell as it stands', () => {
		expect(command('Cats rule.')).toBe('rostrum run duelogic --topic "Cats rule." --voice rehearsal --seed 5');
		expect(command('It’s $5 "net" for `all`, isn\'t it?')).toBe(
			String.raw`rostrum run duelogic --topic 'It’s $5 "net" for ${'`all`'}, isn'\''t it?' --voice rehearsal --seed 5`,
		);
	});

	test('names the preset, as one would write it, and what was set beside it', () => {
		const held = {...start, preset: 'classic_clash', subject: {text: 'Cats rule.'}};
		expect(commandFor(held, undefined)).toBe(
			'rostrum run duelogic --preset classic-clash --topic "Cats rule." --voice rehearsal --seed 5',
		);
		expect(commandFor({...held, setup: {set: ['flow.maxExchanges=4', 'tone=dry and calm']}}, undefined)).toBe(
			'rostrum run duelogic --topic "Cats rule." --voice rehearsal --set flow.maxExchanges=4 --set "tone=dry and calm" --seed 5',
		);
	});

	test.each([
		['commit HEAD', {kind: 'commit', revision: 'HEAD'}, '--commit HEAD --voice'],
		['diff main...HEAD', {kind: 'diff', range: 'main...HEAD'}, '--diff main...HEAD --voice'],
		['pull request #12', {kind: 'pull-request', number: 12}, '--pr 12 --voice'],
		['Is it safe?', {kind: 'commit', revision: 'HEAD~2'}, '--commit "HEAD~2" --topic "Is it safe?" --voice'],
	])('asks for %s with the option that a user would write', (text, request, words) => {
		const set = [`request=${JSON.stringify(request)}`, 'sides=a'];
		const debate = {...start, protocol: 'code-debate', subject: {text}, setup: {set}};
		expect(commandFor(debate, subjectOption)).toBe(`rostrum run code-debate ${words} rehearsal --set sides=a --seed 5`);
	});

	test('asks for the commit that was debated, where its name moves on', () => {
		const commit = '0123456789abcdef';
		const set = [`request=${JSON.stringify({kind: 'commit', revision: 'HEAD'})}`];
		const subject = {text: 'commit 0123456789ab: Retries end', commit};
		const debate = {...start, protocol: 'code-debate', subject, setup: {set}};
		expect(commandFor(debate, subjectOption)).toBe(
			'rostrum run code-debate --commit 0123456789ab --voice rehearsal --seed 5',
		);
	});

	test.each<SubjectRequest>([
		{kind: 'commit', revision: 'v1.2'},
		{kind: 'diff', range: 'main...HEAD'},
		{kind: 'pull-request', number: 12},
	])('names a Code Debate’s subject as its command line and its title do: %j', request => {
		const {flag, value, topic} = subjectOption(`request=${JSON.stringify(request)}`) ?? {};
		expect([flag, value]).toEqual(argumentsFor(request));
		expect(topic).toBe(titleOf(request));
	});

	test('names each seat’s voice where they differ, judges in their order', () => {
		expect(by(['one', 'chair', 'ollama:a'], ['two', 'chair', 'human'], ['judge', 'judge', 'ollama:b'])).toBe(
			'rostrum run duelogic --topic Tea. --seat one=ollama:a --seat two=human --judge ollama:b --seed 5',
		);
		expect(by(['one', 'chair', 'x:a'], ['judge', 'judge', 'x:a'], ['judge_2', 'judge', 'x:a'])).toContain(
			'--voice x:a --judge x:a --judge x:a',
		);
	});

	test('is left out where what is debated cannot be typed', () => {
		expect(command('A diff', {source: 'diff:main'})).toBeUndefined();
		expect(command('A text', {context: 'All of it'})).toBeUndefined();
		expect(command('One\ntwo')).toBeUndefined();
		expect(command('w'.repeat(700))).toBeUndefined();
		const set = ['repo=/home/ana/shop'];
		expect(commandFor({...start, subject: {text: 'Mend it.'}, setup: {set}}, undefined)).toBeUndefined();
		expect(by(['a', 'side', 'outside'], ['b', 'side', 'rehearsal'])).toBeUndefined();
	});
});

test('lines of a picture keep to their columns in any script, and say where text is left out', () => {
	for (const text of ['手机'.repeat(40), 'one two three '.repeat(20), 'x'.repeat(200), 'a 手机 b, c.'.repeat(20)]) {
		const lines = wrapped(text, 30, 3);
		expect(lines).toHaveLength(3);
		expect(lines.filter(line => stringWidth(line) > 30)).toEqual([]);
		expect(lines.at(-1)).toMatch(/ …$/u);
	}
	expect(wrapped('one two', 30, 3)).toEqual(['one two']);
	expect(wrapped('手机，好', 4, 9)).toEqual(['手', '机，', '好']);
	expect(wrapped('  ', 30, 3)).toEqual([]);
});
