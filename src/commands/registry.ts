/** Every command and option, as data. A command's own code is loaded when it is called. */
import type {CommandRow, OptionRow} from './cli/command.ts';
import {sideOptions} from '../hosts/code-debate/host.ts';
import {formatOptions} from '../hosts/registry.ts';
import {filterOptions} from '../app/library/library-options.ts';

const json: OptionRow = {flags: '--json', about: 'write the list as JSON'};
const out: OptionRow = {
	flags: '--out <DIR>',
	about: 'the folder that holds debates (default: ./transcripts where it exists, else in ROSTRUM_HOME)',
	setting: 'out',
};
const pace: OptionRow = {
	flags: '--pace <P>',
	about: 'instant, reading (250), speech (150) or words a minute (default: reading on a terminal, else instant)',
	setting: 'pace',
};
const closing: OptionRow = {
	flags: '--closing',
	about: 'keep enough of the budget back for a closing',
	setting: 'closing',
};
const turnTime: OptionRow = {
	flags: '--turn-time <SECONDS>',
	about: 'how long a person has for a turn, or off (default: 300)',
	setting: 'turntime',
};
const headless: OptionRow = {flags: '--headless', about: 'plain text instead of the screen, also on a terminal'};
const events: OptionRow = {
	flags: '--json',
	about: 'write the events to stdout as JSON lines, as the journal has them; implies --headless',
};

export const resumeOptions: readonly OptionRow[] = [
	{flags: '--discard', about: 'do not go on with it, but end it for good; what was said stays'},
	pace,
	closing,
	turnTime,
	out,
	headless,
	events,
];

const sharedOptions: readonly OptionRow[] = [
	{flags: '--preset <ID>', about: 'start from this preset; "rostrum presets" lists them'},
	{
		flags: '--topic <TEXT|@FILE>',
		about:
			'what is debated, or a file whose first line says it, and all of it the context (default: the preset’s first suggestion)',
	},
	{flags: '--context <TEXT|@FILE>', about: 'what all speakers are told beforehand, or the file that says it'},
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
	pace,
	{flags: '--seed <N>', about: 'makes chance come out the same way again', setting: 'seed'},
	{flags: '--budget <AMOUNT>', about: 'end before it costs more, such as 0.50usd or 200000tok', setting: 'budget'},
	closing,
	turnTime,
	{flags: '--timeout <MS>', about: 'how long a call may take, in milliseconds (default: 120000)', setting: 'timeout'},
	out,
	{
		flags: '--export <FORMATS>',
		about: 'what to write at the end, with commas between (default: md)',
		setting: 'export',
	},
	headless,
	events,
];

/** All that `run` takes, what single protocols add included. */
export const debateOptions = (): OptionRow[] => [...sharedOptions, ...formatOptions()];

/** A single side has no company to seat. */
const forCompanies = new Set([
	'--preset <ID>',
	'--topic <TEXT|@FILE>',
	'--config <FILE>',
	'--seat <ID=V>',
	'--arbiter <V>',
	'--judge <V>',
	'--closing',
	'--turn-time <SECONDS>',
]);
export const joinOptions: readonly OptionRow[] = [
	{flags: '--topic <TEXT>', about: 'what is debated, where neither another option nor the file names it'},
	...sharedOptions.filter(({flags}) => !forCompanies.has(flags)),
	...sideOptions,
];

/** Which debates, and how they are written down. */
export const libraryOptions: readonly OptionRow[] = [
	...filterOptions,
	{flags: '--limit <N>', about: 'at most so many debates, the newest first'},
	out,
	json,
];

export const commands: readonly CommandRow[] = [
	{
		name: 'run',
		args: '<protocol> [file]',
		about: 'Stage a debate; adversarial-spec takes the file that it is about.',
		options: debateOptions(),
		load: () => import('./run.ts'),
	},
	{
		name: 'resume',
		args: '[debate]',
		about: 'Go on with a debate that was cut off, or discard it: the newest unfinished one where none is named.',
		options: resumeOptions,
		load: () => import('../app/session/resume.ts'),
	},
	{
		name: 'replay',
		args: '<file>',
		about: 'Watch a recorded debate again.',
		options: [
			{flags: '--speed <X>', about: 'times the real rhythm; 0 is at once (default: 1 on a terminal, else 0)'},
			headless,
			events,
		],
		load: () => import('./replay.ts'),
	},
	{
		name: 'watch',
		args: '[path]',
		about:
			'Follow a debate that another process is staging, by its journal, its DEBATE.md or its duel log: the newest of a folder, and of all where none is named.',
		options: [headless, events],
		load: () => import('./watch.ts'),
	},
	{
		name: 'join',
		args: '[file]',
		about: 'Take one side of a Code Debate in a shared DEBATE.md, against whoever takes the other.',
		options: joinOptions,
		load: () => import('./join.ts'),
	},
	{
		name: 'export',
		args: '<file>',
		about: 'Make a transcript, script or captions of a debate.',
		options: [
			{flags: '--to <FORMAT>', about: 'the format (default: md)'},
			{flags: '-o, --output <FILE>', about: 'where to write it (default: stdout)'},
		],
		load: () => import('./export.ts'),
	},
	{
		name: 'verify',
		args: '<path>',
		about: 'Check a journal, or all journals under a folder, line by line.',
		options: [json],
		load: () => import('./verify.ts'),
	},
	{
		name: 'library',
		args: '[action] [words...]',
		about:
			'All debates held so far: list (the action where none is named), search TEXT, show DEBATE, stats, rebuild the index from the journals.',
		options: libraryOptions,
		load: () => import('./library.ts'),
	},
	{name: 'presets', about: 'List what can be started as it is.', options: [json], load: () => import('./presets.ts')},
	{
		name: 'chairs',
		about: 'List the frameworks that a chair can argue from.',
		options: [json],
		load: () => import('./chairs.ts'),
	},
	{
		name: 'personas',
		about: 'List the personas that protocols bring along.',
		options: [json],
		load: () => import('./personas.ts'),
	},
	{name: 'protocols', about: 'List the ways to debate.', options: [json], load: () => import('./protocols.ts')},
	{
		name: 'models',
		args: '[query]',
		about:
			'List the models of your servers and keys, with context and price; those with QUERY in their names where one is given.',
		options: [{flags: '--refresh', about: 'ask again what was asked within a day'}, json],
		load: () => import('./models.ts'),
	},
	{
		name: 'doctor',
		about: 'Try out what a debate needs: folders, servers, agents, the voices of your settings, and a debate.',
		options: [json],
		load: () => import('./doctor.ts'),
	},
	{
		name: 'config',
		args: '[action] [name] [value]',
		about: 'Settings: get [NAME], set NAME VALUE, set keys.PROVIDER - (the key from stdin), unset NAME, path.',
		options: [json],
		load: () => import('./config.ts'),
	},
	{
		name: 'serve-rehearsal',
		about: 'Serve the rehearsal voices as an OpenAI-compatible endpoint on this machine.',
		options: [
			{flags: '--port <N>', about: 'the port (default: a free one)'},
			{flags: '--ttft <MS>', about: 'milliseconds to the first token'},
			{flags: '--tps <N>', about: 'tokens a second'},
			{flags: '--turn-tokens <N>', about: 'the length of a turn'},
			{flags: '--json-tokens <N>', about: 'the length of a structured answer'},
			{flags: '--context <TOKENS>', about: 'how many tokens fit into prompt and answer together; more are refused'},
			{flags: '--fault <NAME>', about: 'a fault to commit', repeat: true},
		],
		load: () => import('./serve-rehearsal.ts'),
	},
	{
		name: 'help',
		args: '[topic]',
		about: 'Explain a protocol or a command.',
		options: [],
		load: () => import('./help.ts'),
	},
];
