/** Whole debates, as a user holds them, with a server whose models deviate, one way a seat. */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {exportNames} from '../../src/exports/export-names.ts';
import {thorough} from '../hunt/every.ts';
import {freshFolder, rostrum} from '../run-in-process.ts';
import {models, oddServer, secret} from '../voices/shapes/odd-server.ts';

const frameworks = ['utilitarian', 'virtue_ethics', 'deontological', 'libertarian', 'pragmatic'];
/** The configs of a Duelogic of five chairs and of a motion with three speakers a side, and their seats. */
const formats = {
	duelogic: {
		config: {chairs: frameworks.map(framework => ({framework})), flow: {maxExchanges: 3}},
		seats: frameworks.map((_, at) => `chair_${at + 1}`),
	},
	motion: {
		config: {style: 'short', speakers: {for: [{}, {}, {}], against: [{}, {}, {}]}},
		seats: ['for', 'against'].flatMap(side => [1, 2, 3].map(place => `${side}_${place}`)),
	},
} as const;

/** Each kind has a seat in each format; `npm test` seats each once, in one format or the other. */
const groups = (format: keyof typeof formats): string[][] => {
	const {length} = formats[format].seats;
	const all = Array.from({length: Math.ceil(models.length / length)}, (_, at) =>
		[...models.slice(at * length), ...models].slice(0, length),
	);
	return thorough ? all : format === 'duelogic' ? all.slice(0, 2) : all.slice(1, 3);
};

const plain = (text: string): string => text.replaceAll(/[\s*_#]+/gu, ' ').trim();

const cases = (['duelogic', 'motion'] as const).flatMap(format =>
	groups(format).map(seated => [format, seated] as const),
);

it.each(cases)(
	'%s: %j',
	async (format, seated) => {
		const {url, words, bodies} = await oddServer();
		const {config, seats} = formats[format];
		const home = freshFolder();
		writeFileSync(join(home, 'config.json'), JSON.stringify(config));
		const chosen = seats.flatMap((seat, at) => ['--seat', `${seat}=${url}#${seated[at] ?? ''}`]);
		const {code, stderr} = await rostrum(
			[
				'run',
				format,
				'--topic',
				'Zoos should be closed.',
				'--config',
				'config.json',
				'--voice',
				`${url}#${seated[0] ?? ''}`,
				...chosen,
				'--pace',
				'instant',
				'--seed',
				'3',
				'--headless',
				'--out',
				'out',
			],
			{home},
		);
		expect({code, stderr}).toMatchObject({code: 0});
		const folder = join(home, 'out', readdirSync(join(home, 'out'))[0] ?? '');
		const {events, problems} = readJournal(join(folder, 'debate.jsonl'));
		const state = fold(events);
		expect([problems, state.outcome]).toEqual([[], 'completed']);

		// Nothing is said that the model was not given to say, and nothing of that is lost. A point is part of a value.
		const spoken = state.turns.filter(({speaker, kind}) => seats.some(seat => seat === speaker) && kind !== 'point');
		for (const {id, speaker, text, finish} of spoken) {
			const given = (words.get(seated[seats.findIndex(seat => seat === speaker)] ?? '') ?? []).map(plain);
			if (finish === 'complete') expect(given, `${id} of ${speaker}`).toContain(plain(text));
			else
				expect(
					given.some(one => one.startsWith(plain(text))),
					`${id} of ${speaker}, ${finish}`,
				).toBe(true);
			expect(plain(text)).not.toBe('');
		}

		expect(state.turns.filter(({finish}) => finish === 'complete').length).toBeGreaterThan(seats.length);
		expect(state.seats.flatMap(({out}) => out ?? [])).toEqual([]);
		if (seated.includes('cut-prompt')) expect(state.notices.some(({reads}) => reads === 60)).toBe(true);

		// No thinking is kept, sent to anybody, or written into anything.
		expect(JSON.stringify(bodies)).not.toContain(secret);
		const kept = readdirSync(folder, {recursive: true, withFileTypes: true}).filter(entry => entry.isFile());
		for (const {parentPath, name} of kept)
			// What was received is kept as it came, also what another seat was made to say in it.
			expect(readFileSync(join(parentPath, name), 'utf8'), name).not.toMatch(
				name === 'answers.jsonl' ? /They want/u : new RegExp(secret, 'u'),
			);
		for (const to of Object.keys(exportNames)) {
			const {stdout} = await rostrum(['export', folder, '--to', to], {home});
			expect(stdout, to).not.toMatch(new RegExp(`${secret}|<\\|`, 'u'));
		}
	},
	120_000,
);
