/** Every pair of keys on the home screen, slow and fast: none becomes a topic that was not meant as one. */
import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {commandsOf, idleContext} from '../../../src/ui/terminal/keys.ts';
import {every, thorough} from '../../hunt/every.ts';
import {halted, sampleDebate} from '../support/sample-debate.ts';
import {brokenOff, samplePort, sampleSession} from '../support/sample-port.ts';
import {sampleSetup} from '../support/sample-setup.ts';
import {show} from '../support/show.tsx';

/** Keys that do something on the home screen, and what a person may hit besides. */
const commands = commandsOf('home', idleContext).flatMap(({key}) =>
	key.length === 1 && !['R', 'e'].includes(key) ? [key] : [],
);
const beginTopics = ['t', '/'];
const strangers = ['b', 'z', 'S', 'ü', '0', '!'];
const printable = [...new Set([...commands, ...beginTopics, 'k', 'j', '?', ':', 'G', ...strangers])];
const others: Readonly<Record<string, string>> = {up: '\u001B[A', down: '\u001B[B', right: '\u001B[C', esc: '\u001B'};
const keys = [...printable, ...Object.keys(others), 'space'];
const sent = (key: string): string => (key === 'space' ? ' ' : (others[key] ?? key));

/** Commands that leave the list as it is, or move in it: the next key is one for the home screen, too. */
const stays = new Set([
	'm',
	'=',
	'*',
	'g',
	'G',
	'j',
	'k',
	'x',
	'6',
	'7',
	'8',
	'9',
	'up',
	'down',
	'right',
	'esc',
	'space',
]);
const begins = (key: string): boolean => beginTopics.includes(key) || strangers.includes(key);
const letter = (key: string): string => (beginTopics.includes(key) || key in others ? '' : sent(key));

/** What the arrow up brings back in a field, as in a shell: the newest topic of the sample's history. */
const latestTopic = 'Voting should be compulsory.';

/** The topic that a person means who presses these two; undefined where they mean none. */
function meant([first, second]: readonly [string, string]): string | undefined {
	if (begins(first) && second === 'up') return latestTopic;
	if (begins(first)) return second === 'esc' ? undefined : letter(first) + (second in others ? '' : sent(second));
	return stays.has(first) && begins(second) ? letter(second) : undefined;
}

const port = () =>
	samplePort(() => sampleSession([], {events: halted(sampleDebate(), 100)}), {
		...brokenOff,
		setup: async () => sampleSetup(() => sampleSession([])),
	});

/** The topic in the field, once both keys have been pressed; undefined where no field is open. */
async function typedBy([first, second]: readonly [string, string], ms: number): Promise<string | undefined> {
	const app = show({port: port(), columns: 80, rows: 24});
	try {
		await app.sees('m more');
		if (ms === 0) await app.press(sent(first) + sent(second));
		else {
			await app.press(sent(first));
			await sleep(ms);
			await app.press(sent(second));
		}
		await app.settle();
		const text = app.text();
		if (!text.includes('enter start · esc back')) return undefined;
		return /What should they debate\?\n([^\n]*)/u.exec(text)?.[1]?.replace('something worth arguing about', '').trim();
	} finally {
		app.close();
	}
}

const pairs = keys.flatMap(first => keys.map(second => [first, second] as const));

test.for([0, 50, 150, 450])('a topic is what was meant as one, at %i ms a key', {timeout: 600_000}, async ms => {
	// An escape and a letter in one piece are a key of their own.
	const apart = pairs.filter(([first]) => ms > 0 || first !== 'esc');
	const tried = apart.filter((_, place) => (place * 7) % every(29, 1) === 0);
	const wrong: string[] = [];
	const left = [...tried];
	const work = async () => {
		for (let pair = left.pop(); pair; pair = left.pop()) {
			const typed = await typedBy(pair, ms);
			const wanted = meant(pair)?.trim();
			if (typed !== wanted) wrong.push(`${pair.join(' ')}: ${String(typed)} instead of ${String(wanted)}`);
		}
	};
	await Promise.all(Array.from({length: 24}, work));
	expect(wrong).toEqual([]);
	if (thorough) expect(tried).toHaveLength(apart.length);
});

test('letters of keys for debates held before begin a topic where a new debate is marked', async () => {
	const app = show({port: samplePort(() => sampleSession([]))});
	await app.sees('m more');
	await app.press('R');
	await app.press('emote work');
	await app.sees('Remote work');
	app.close();
});

test.for([50, 150, 450])('no letter of a topic is lost at %i ms a key', async ms => {
	const app = show({port: port()});
	await app.sees('m more');
	for (const typed of 'Should we?') {
		await app.press(typed);
		await sleep(ms);
	}
	await app.sees('Should we?');
	app.close();
});

test.for([0, 50, 150, 450])('n j, l j, s j and n 3 do what they say, at %i ms a key', async ms => {
	const cases = [
		['n', 'j', /❯ Adversarial Spec/u],
		['n', '3', /Builder and Reviewer · What is it about/u],
		['l', 'j', /Library/u],
		['s', 'j', /❯ +Pace/u],
	] as const;
	for (const [first, second, shows] of cases) {
		const app = show({port: port(), columns: 100, rows: 30});
		await app.sees('m more');
		if (ms === 0) await app.press(first + second);
		else {
			await app.press(first);
			await sleep(ms);
			await app.press(second);
		}
		await app.settle();
		expect(app.text()).toMatch(shows);
		app.close();
	}
});
