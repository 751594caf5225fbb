/** The options of commands as data, with the settings they give values to. */
import {nameOf, type Input, type OptionRow} from '../../formats/options.ts';
import type {SettingName} from '../../settings/schema.ts';
import {exportNames, ttsForms} from '../../exports/export-names.ts';

/** An option with the setting, if any, that it gives a value to. */
type SettingOption = OptionRow & {readonly setting?: SettingName};

export const jsonOption: SettingOption = {flags: '--json', about: 'write the list as JSON'};
const out: SettingOption = {
	flags: '--out <DIR>',
	about: 'the folder that holds debates (default: ./transcripts where yours were kept before, else in ROSTRUM_HOME)',
	setting: 'out',
};
export const pace: SettingOption = {
	flags: '--pace <P>',
	about: 'instant, reading (250), speech (150) or words a minute (default: reading on a terminal, else instant)',
	setting: 'pace',
};
export const noHints: SettingOption = {
	flags: '--no-hints',
	about: 'explain nothing at first sight: scores, cuts, claims, citations',
	setting: 'hints',
};
const closing: SettingOption = {
	flags: '--closing',
	about: 'keep enough of the budget back for a closing',
	setting: 'closing',
};
const turnTime: SettingOption = {
	flags: '--turn-time <SECONDS>',
	about: 'how long a person has for a turn, or off (default: 300)',
	setting: 'turntime',
};
const speechEngine: SettingOption = {
	flags: '--engine <E>',
	about:
		'what gives out voices of speech: espeak-ng, piper:FOLDER, say, openai or another provider, http://host:port/v1, or a command such as "flite -o {out} {text-file}" (default: the first installed)',
	setting: 'speech',
};
const player: SettingOption = {
	flags: '--player <CMD>',
	about: 'what plays the sound of --live, such as aplay -q (default: the first installed)',
	setting: 'player',
};
/** Speech while a debate is shown. */
const liveOptions: readonly SettingOption[] = [
	{flags: '--live', about: 'speak it while it runs, in step with the words shown', setting: 'live'},
	speechEngine,
	player,
];
const sandbox: SettingOption = {
	flags: '--sandbox <WHAT>',
	about: 'what runs in the system’s sandbox: checks, all (coding agents too) or off (default: checks)',
	setting: 'sandbox',
};
export const headlessOption: SettingOption = {
	flags: '--headless',
	about: 'plain text instead of the screen, also on a terminal',
};
export const eventsOption: SettingOption = {
	flags: '--json',
	about: 'write the events to stdout as JSON lines, as the journal has them; implies --headless',
};

/** Also for `watch`, where listeners can only follow. */
export const audienceOption: SettingOption = {
	flags: '--audience [WHERE]',
	about:
		'serve a page on which listeners follow, vote and ask: for this machine, or with lan or one of its addresses for its network',
};

const searchOptions: readonly SettingOption[] = [
	{
		flags: '--search <URL>',
		about:
			'search that server for pages, before the debate and during it, and argue from them too (SearXNG, or Brave or Tavily with a key)',
	},
	{flags: '--search-limit <N>', about: 'how many pages --search brings at most, up to 10 (default: 6)'},
	{
		flags: '--search-with-sources',
		about:
			'off the screen, search during the debate too where --sources names files: what is asked may hold words of them',
	},
];
const seed: SettingOption = {
	flags: '--seed <N>',
	about: 'makes random choices repeatable',
	setting: 'seed',
};
const budget: SettingOption = {
	flags: '--budget <AMOUNT>',
	about: 'end before it costs more, such as 0.50usd or 200000tok',
	setting: 'budget',
};
const timeout: SettingOption = {
	flags: '--timeout <MS>',
	about:
		'how long to wait for a voice’s next word, in milliseconds; a whole answer takes ten times that at most (default: 120000)',
	setting: 'timeout',
};
const waitFor: SettingOption = {
	flags: '--wait-for <TIME>',
	about:
		'off the screen, how long a server that is away is waited for, at the start too where this is given: 90s, 10m or off (default: 10m)',
	setting: 'waitFor',
};
const figuresAsJson: SettingOption = {flags: '--json', about: 'write the figures to stdout as JSON'};

export const judgeCheckOptions: readonly SettingOption[] = [
	{flags: '--limit <N>', about: 'put at most so many of the labelled turns (default: all)'},
	{
		flags: '--people <FILE>',
		about: 'put pairs of opening speeches instead, from a CSV file with the ratings of people',
	},
	{flags: '--pairs <N>', about: 'how many pairs (default: 120)'},
	seed,
	{
		flags: '--fallacies <FILE>',
		about: 'put texts instead in which people found a straw man or no fallacy, from a file of JSON lines',
	},
	budget,
	timeout,
	figuresAsJson,
];

export const benchOptions: readonly SettingOption[] = [
	{flags: '--voice <V>', about: 'who is measured; up to three, who sit in each council together', repeat: true},
	{flags: '--items <N>', about: 'how many of the 60 questions (default: 12)'},
	seed,
	budget,
	timeout,
	figuresAsJson,
];

const editorOption: SettingOption = {
	flags: '--editor <V>',
	about: 'duelogic, motion: who edits the debate for its exports, or none (default: the arbiter’s voice)',
	setting: 'editor',
};

export const editOptions: readonly SettingOption[] = [
	{
		flags: '--judge <V>',
		about: 'who looks again at what the editor holds to be untrue, up to three (default: the judges of your settings)',
		setting: 'judges',
		repeat: true,
	},
	{
		flags: '--editor <V>',
		about: 'who edits (default: the editor, the arbiter or the voice of your settings)',
		setting: 'editor',
	},
	budget,
	timeout,
	waitFor,
	jsonOption,
];

export const rescoreOptions: readonly SettingOption[] = [
	{
		flags: '--judge <V>',
		about: 'who scores the turns anew, up to three (default: the judges of your settings)',
		setting: 'judges',
		repeat: true,
	},
	budget,
	timeout,
	out,
	{flags: '--json', about: 'write old and new scores to stdout as JSON'},
];

const exportsOption: SettingOption = {
	flags: '--export <FORMATS>',
	about: `what to write at the end, with commas between (default: md): ${Object.keys(exportNames).join(', ')}, cast, png`,
	setting: 'export',
};

/** Of what this user's Rostrum did not write. */
const trust: SettingOption = {
	flags: '--trust <DEBATE>',
	about: 'let this debate act as its journal says although your Rostrum did not write it',
	repeat: true,
};

export const resumeOptions: readonly SettingOption[] = [
	{
		flags: '--decide <HOW>',
		about: 'builder-reviewer: how a run goes on that was halted for you to decide: go-on, stop or send-back',
	},
	{flags: '--comment <TEXT>', about: 'builder-reviewer: with --decide send-back, what must be changed', repeat: true},
	{
		flags: '--sources <PATH>',
		about: 'the documents that it stands on; without them it goes on with the passages that its journal has',
		repeat: true,
	},
	{flags: '--changed-sources', about: 'go on also where documents have changed since it began'},
	trust,
	{flags: '--discard', about: 'do not go on with it, but end it for good; what was said stays'},
	pace,
	closing,
	turnTime,
	waitFor,
	sandbox,
	...liveOptions,
	audienceOption,
	out,
	{...exportsOption, about: 'what to write at the end beside what was asked for at its start; see rostrum run --help'},
	headlessOption,
	eventsOption,
];

/** All that `run` takes in every format. */
export const debateOptions: readonly SettingOption[] = [
	noHints,
	{flags: '--preset <ID>', about: 'start from this preset; "rostrum presets" lists them'},
	{
		flags: '--topic <TEXT|@FILE>',
		about:
			'what is debated, or a file whose first line says it, and all of it the context (default: the preset’s first suggestion)',
	},
	{flags: '--context <TEXT|@FILE>', about: 'what all speakers are told beforehand, or the file that says it'},
	{
		flags: '--sources <PATH>',
		about:
			'documents to argue from: files, folders, globs, or an https address that is fetched once; every quotation is checked word for word',
		repeat: true,
	},
	...searchOptions,
	{flags: '--config <FILE>', about: 'a JSON file with any part of the protocol’s config'},
	{flags: '--set <path=value>', about: 'one field of the config, such as flow.maxExchanges=4', repeat: true},
	{
		flags: '--voice <V>',
		about: 'who speaks in every seat that is not named otherwise, such as ollama:qwen3',
		setting: 'voice',
	},
	{flags: '--seat <ID=V>', about: 'who speaks in one seat, such as chair_1=openai:gpt-4o', repeat: true},
	{flags: '--arbiter <V>', about: 'who hosts', setting: 'arbiter'},
	{
		flags: '--judge <V>',
		about: 'who scores the turns, up to three (default: the arbiter’s voice)',
		setting: 'judges',
		repeat: true,
	},
	{
		flags: '--keeper <V>',
		about: 'duelogic, motion: who keeps the ledger of claims (default: the arbiter’s voice)',
		setting: 'keeper',
	},
	editorOption,
	pace,
	seed,
	budget,
	closing,
	turnTime,
	timeout,
	waitFor,
	sandbox,
	...liveOptions,
	audienceOption,
	out,
	exportsOption,
	headlessOption,
	eventsOption,
];

/** A single side has no company to seat. */
const forCompanies = new Set([
	'--preset <ID>',
	'--topic <TEXT|@FILE>',
	'--config <FILE>',
	'--seat <ID=V>',
	'--arbiter <V>',
	'--judge <V>',
	'--keeper <V>',
	'--editor <V>',
	'--sources <PATH>',
	'--search <URL>',
	'--search-limit <N>',
	'--search-with-sources',
	'--closing',
	'--turn-time <SECONDS>',
	'--audience [WHERE]',
]);
export const joinOptions: readonly SettingOption[] = [
	{flags: '--topic <TEXT>', about: 'what is debated, where neither another option nor the file names it'},
	trust,
	...debateOptions.filter(({flags}) => !forCompanies.has(flags)),
];

/** How an episode is timed and said, wherever one is made. */
const episodeOptionRows: readonly SettingOption[] = [
	{flags: '--wpm <N>', about: 'words a minute of speech, from 60 to 400 (default: 150)'},
	{flags: '--pronounce <FILE>', about: 'how words are said, a line each: GPT-4o = G P T four o'},
];

export const exportOptionRows: readonly SettingOption[] = [
	{
		flags: '--to <FORMAT>',
		about: `the format (default: md): ${Object.entries(exportNames)
			.map(([id, {about}]) => `${id}, ${about}`)
			.join(
				'; ',
			)}; cast, the stage as a terminal recording (asciinema); png, the card as PNG, where a program can make it; share, the page and the card in a folder; dataset, tables of turns, cuts, claims, judgements, costs and votes in a folder; studio, a Fountain script, parts, lists, labels and requests to speech services in a folder`,
	},
	{flags: '-o, --output <FILE>', about: 'where to write it (default: stdout)'},
	...episodeOptionRows,
	{flags: '--detail', about: 'md: with the working of each score under its turn, and every claim'},
	{
		flags: '--limit <N>',
		about:
			'characters that a request of dialogue or tts may have, marks included (default: 2000; tags and ssml: one request)',
	},
	{flags: '--form <FORM>', about: `tts: ${ttsForms.join(', ')} (default: tags); voices are those of the show`},
	{flags: '--edit', about: 'edit what is said in $EDITOR first; it is kept beside the journal, which never changes'},
	{flags: '--edited', about: 'make it of the edited version, and say so'},
	{flags: '--music-cues', about: 'podcast: where music goes, for somebody who adds it'},
	{flags: '--size <COLUMNSxROWS>', about: 'the terminal of a cast (default: 100x30)'},
];

/** What an MCP server may do for its clients. */
export const mcpOptions: readonly SettingOption[] = [
	{
		flags: '--root <DIR>',
		about: 'a folder whose files and repositories clients may name (default: this one)',
		repeat: true,
	},
	{
		flags: '--budget <AMOUNT>',
		about: 'what all debates of clients may cost together; without it only voices that cost nothing speak',
		setting: 'budget',
	},
	{flags: '--allow-agents', about: 'let clients seat coding agents'},
	{flags: '--at-once <N>', about: 'how many debates run at once (default: 2)'},
	{flags: '--write <CLIENT>', about: 'install: add the entry to this client’s settings instead of printing it'},
];

export const voiceOptionRows: readonly SettingOption[] = [
	speechEngine,
	{flags: '--live', about: 'play it on the stage and speak it there, in step with the words; nothing is written'},
	player,
	headlessOption,
	{
		flags: '--seat <ID=V>',
		about: 'a voice, such as chair_1=openai:onyx, arbiter=piper:en.onnx#3 or chair_2=espeak-ng:en-gb+f3',
		repeat: true,
	},
	{flags: '--edited', about: 'speak the edited version, and say so'},
	{flags: '--no-cold-open', about: 'do not begin with the best exchange'},
	{flags: '--stereo', about: 'speakers side by side, −16 LUFS (default: one channel, −19 LUFS)'},
	{flags: '--tracks', about: 'also a track for each speaker, and labels for Audacity and Reaper'},
	{flags: '--format <F>', about: 'wav, mp3, m4a or all; all but wav need ffmpeg (default: wav and mp3)'},
	{
		flags: '-o, --output <BASE>',
		about: 'where to write, without an ending (default: sound/episode in the debate’s folder)',
	},
	{flags: '--music <FILE>', about: 'heard before and under the words, at the script’s cues: intro, bed, stings, end'},
	{flags: '--publish', about: 'add it to the show, or renew it there, and write the feed'},
	{flags: '--dir <DIR>', about: 'the show whose voices are used (default: the one in ROSTRUM_HOME)'},
	...episodeOptionRows,
];

const filterOptions: readonly SettingOption[] = [
	{flags: '--protocol <ID>', about: 'debates of this protocol'},
	{
		flags: '--framework <NAME>',
		about: 'debates in which somebody argued from this framework or persona; any part of its name',
	},
	{flags: '--model <NAME>', about: 'debates in which this model took part; any part of its name'},
	{flags: '--since <DATE>', about: 'debates that began on this day or later, such as 2026-11-01'},
	{flags: '--until <DATE>', about: 'debates that began on this day or earlier'},
	{flags: '--unfinished', about: 'debates that can be resumed'},
];

/** Which debates to list, and how. */
export const libraryOptions: readonly SettingOption[] = [
	...filterOptions,
	{flags: '--limit <N>', about: 'at most so many debates, the newest first (search: 20 a page)'},
	{flags: '--page <N>', about: 'of a search, another page of what was found'},
	{flags: '--all', about: 'of a search, every passage of every debate'},
	{flags: '--csv', about: 'write the statistics as comma-separated values'},
	out,
	jsonOption,
];

/** How a batch of debates is held. */
export const batchOptions: readonly SettingOption[] = [
	{flags: '--at-once <N>', about: 'how many debates to hold at once (default: what the file says, or 2)'},
	{flags: '--budget <AMOUNT>', about: 'what all debates may cost together, such as 5usd', setting: 'budget'},
	{flags: '--dry-run', about: 'say what it would cost, and hold nothing'},
	{flags: '--force', about: 'also with a judge that judge-check found unfit'},
	{
		flags: '--redis <URL>',
		about: 'hold it through a BullMQ queue there, so that other machines can help (default: ROSTRUM_REDIS_URL)',
	},
	{flags: '--install', about: 'have npm install BullMQ into ROSTRUM_HOME first'},
	{
		flags: '--stall <SECONDS>',
		about: 'after how long without a sign of life another worker goes on with a debate (default: 30)',
	},
	out,
	headlessOption,
	{flags: '--json', about: 'write the result as JSON'},
	waitFor,
];

/** How a ranking is made and written. */
export const rankOptions: readonly SettingOption[] = [
	{flags: '--csv', about: 'write the ranking as comma-separated values'},
	{flags: '--html', about: 'write it as a page for a browser'},
	{flags: '-o, --output <FILE>', about: 'where to write it (default: stdout)'},
	{flags: '--seed <N>', about: 'the seed of the resamples (default: 1)'},
	{flags: '--resamples <N>', about: 'how often the matchups are drawn again for the intervals (default: 1000)'},
	out,
	{flags: '--json', about: 'write everything that was found as JSON'},
];

/** The options that give a value to a setting, by the setting's name; options that were not given are left out. */
/** What a flag gives its setting; one that takes something away gives `off`. */
function valueOf(flags: string, options: Input['options']): unknown {
	if (!flags.startsWith('--no-')) return options[nameOf(flags)];
	return options[nameOf(flags.replace('--no-', '--'))] === false ? 'off' : undefined;
}

export function settingFlags(options: Input['options'], rows: readonly SettingOption[]): Record<string, unknown> {
	const given = rows.flatMap(({flags, setting}) =>
		setting === undefined ? [] : [[setting, valueOf(flags, options)] as const],
	);
	return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
