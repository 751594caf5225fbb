/** `rostrum show`: keeps a podcast show, and writes and checks its feed. */
import {existsSync, mkdirSync} from 'node:fs';
import {basename, join, resolve} from 'node:path';
import {debatesFolder, findJournal} from '../app/files/debate-folders.ts';
import {checkFiles, checkWritten} from '../app/sound/check-show.ts';
import {addEpisode, showGuid, writeFeed} from '../app/sound/show-episodes.ts';
import {readShow, showFields, writeShow, type Show} from '../app/sound/show-file.ts';
import {UsageError} from '../debate/usage-error.ts';
import {exitCodes} from '../formats/contract.ts';
import {flagOption, numberOption, textOption} from '../formats/options.ts';
import {homeFiles} from '../settings/home.ts';
import {clock} from '../languages/wording.ts';
import type {CommandContext} from '../app/context.ts';
import type {Run} from './command.ts';
import {copyRegular} from '../engine/host/regular-file.ts';

export const run: Run = async ({args: [action = 'list', ...words], options}, context) => {
	const {settings, home} = context.configure();
	const folder = resolve(context.cwd, textOption(options, 'dir') ?? homeFiles(home).show);
	const show = readShow(folder);
	switch (action) {
		case 'list':
			context.stdout.write(
				flagOption(options, 'json') ? `${JSON.stringify(show, undefined, '\t')}\n` : describe(folder, show),
			);
			return exitCodes.ok;
		case 'set':
			writeShow(folder, changed(show, words, {folder, cwd: context.cwd}));
			return exitCodes.ok;
		case 'add': {
			const journal = findJournal(words[0] ?? '.', context.cwd, debatesFolder(settings.out, home, context.cwd));
			mkdirSync(folder, {recursive: true});
			const number = numberOption(options, 'number', {flag: '--number', from: 1});
			const added = addEpisode(show, {journal, folder, number, now: new Date()});
			writeShow(folder, added.show);
			context.stderr.write(
				`Episode ${added.episode.number}: ${added.episode.title}, ${clock(added.episode.length * 1000)}\n`,
			);
			return exitCodes.ok;
		}
		case 'remove': {
			const number = Number(words[0]);
			if (!show.episodes.some(each => each.number === number))
				throw new UsageError({
					what: 'There is no such episode',
					value: words[0],
					from: 'rostrum show remove',
					todo: 'Give its number; its files stay.',
				});
			writeShow(folder, {...show, episodes: show.episodes.filter(each => each.number !== number)});
			return exitCodes.ok;
		}
		case 'feed':
			mkdirSync(folder, {recursive: true});
			context.stdout.write(`${writeFeed(folder, show)}\n`);
			context.stderr.write(`Upload the files of ${folder} to ${show.baseUrl || 'the base URL, once it is set'}\n`);
			return exitCodes.ok;
		case 'check':
			return check(folder, show, context);
		default:
			throw new UsageError({
				what: 'There is no such action',
				value: action,
				from: 'rostrum show',
				todo: 'Actions are list, set NAME VALUE, add DEBATE, remove NUMBER, feed, check.',
			});
	}
};

function check(folder: string, show: Show, {stdout}: CommandContext): number {
	const findings = [...checkWritten(folder, show), ...checkFiles(folder, show)];
	for (const {must, what} of findings) stdout.write(`${must ? 'refused' : 'advised'}: ${what}\n`);
	if (findings.length === 0) stdout.write('Nothing is missing that directories ask for.\n');
	return findings.some(({must}) => must) ? exitCodes.unwell : exitCodes.ok;
}

const isField = (name: string): name is (typeof showFields)[number] => showFields.some(field => field === name);

/** `title …`, `explicit true`, `hosts.arbiter Ada`, `voices.Pro openai:onyx`; artwork is copied into the folder. */
function changed(
	show: Show,
	[name = '', ...words]: readonly string[],
	{folder, cwd}: {readonly folder: string; readonly cwd: string},
): Show {
	const value = words.join(' ');
	const [list, key] = name.split(/\.(.*)/u);
	if ((list === 'hosts' || list === 'voices') && key) {
		const {[key]: _before, ...rest} = show[list];
		return {...show, [list]: value === '' ? rest : {...rest, [key]: value}};
	}
	if (name === 'explicit' && ['true', 'false'].includes(value)) return {...show, explicit: value === 'true'};
	if (name === 'artwork' && existsSync(resolve(cwd, value))) {
		mkdirSync(folder, {recursive: true});
		const file = basename(value);
		if (resolve(cwd, value) !== join(folder, file)) copyRegular(resolve(cwd, value), join(folder, file));
		return {...show, artwork: file};
	}
	if (name === 'baseUrl' && !/^https?:\/\/\S+$/u.test(value))
		throw new UsageError({what: 'Not an address', value, from: 'baseUrl', todo: 'Give one that begins with https://.'});
	if (!isField(name))
		throw new UsageError({
			what: 'A show has no such field',
			value: name,
			from: 'rostrum show set',
			todo: `Fields are ${showFields.join(', ')}, explicit, hosts.SEAT and voices.SPEAKER.`,
		});
	return {...show, [name]: value, ...(name === 'baseUrl' && show.guid === '' && {guid: showGuid(value)})};
}

function describe(folder: string, {episodes, hosts, voices, ...show}: Show): string {
	const fields = [...showFields, 'explicit' as const, 'guid' as const].map(
		name => `${name.padEnd(12)} ${String(show[name])}`,
	);
	const named = [
		...Object.entries(hosts).map(([id, name]) => `hosts.${id}  ${name}`),
		...Object.entries(voices).map(([who, voice]) => `voices.${who}  ${voice}`),
	];
	const list = episodes.map(
		({number, title, length, files}) =>
			`${String(number).padStart(4)}  ${clock(length * 1000)}  ${title}  (${files['audio'] ?? ''})`,
	);
	return `${[folder, '', ...fields, ...named, '', ...(list.length === 0 ? ['No episodes yet: rostrum show add DEBATE'] : list)].join('\n')}\n`;
}
