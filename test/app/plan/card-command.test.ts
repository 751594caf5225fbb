/** Whoever copies the command from a results card gets the same debate. */
import {mkdirSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {eventsIn} from '../../../src/app/files/read-debate.ts';
import {cardOf} from '../../../src/exports/card.ts';
import {freshFolder, rostrum} from '../../run-in-process.ts';

/** A command line as a shell splits it. */
const shellWords = (line: string): string[] =>
	[...line.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/gu)].map(([word]) =>
		word.replaceAll(/'([^']*)'|"([^"]*)"|\\(.)/gu, '$1$2$3'),
	);

async function held(args: readonly string[], home = freshFolder()) {
	const out = freshFolder();
	const {code, stderr} = await rostrum([...args, '--headless', '--out', out], {home});
	expect(code, stderr).toBe(0);
	const [folder = ''] = readdirSync(out);
	return fold(eventsIn(path.join(out, folder, 'debate.jsonl')));
}

/** A home with weights and a preset of its own, which whoever gets the card does not have. */
function homeOfMyOwn(): string {
	const home = freshFolder();
	mkdirSync(path.join(home, 'presets', 'duelogic'), {recursive: true});
	const clash: unknown = JSON.parse(readFileSync('presets/duelogic/classic_clash.json', 'utf8'));
	writeFileSync(
		path.join(home, 'presets', 'duelogic', 'mine.json'),
		JSON.stringify({
			...Object(clash),
			config: {chairs: [{framework: 'deontological', persona: 'a skipper'}, {framework: 'pragmatic'}]},
			id: 'mine',
			name: 'Mine',
			options: {voice: 'rehearsal'},
		}),
	);
	return home;
}

it.each([
	[
		'set fields and a shell’s own signs',
		['duelogic', '--topic', 'It’s $5 "net", isn\'t it?', '--set', 'flow.maxExchanges=3'],
	],
	[
		'a preset of one’s own',
		['duelogic', '--preset', 'mine', '--topic', 'Tea.', '--set', 'flow.maxExchanges=3', '--seed', '4'],
	],
	['a keeper of the ledger', ['motion', '--preset', 'policy_cars', '--keeper', 'rehearsal']],
	['several judges', ['motion', '--preset', 'policy_cars', '--judge', 'rehearsal', '--judge', 'rehearsal']],
])('the command of a debate with %s holds the same one', async (_, args) => {
	const first = await held(['run', ...args], homeOfMyOwn());
	const {command = ''} = cardOf(first, undefined);
	const [, ...words] = shellWords(command);
	const second = await held(words);
	const told = ({start}: typeof first) => [start?.config, start?.participants, start?.subject, start?.seed];
	expect(told(second)).toEqual(told(first));
	expect(second.turns.map(({text}) => text)).toEqual(first.turns.map(({text}) => text));
});
