/** Every command and option, as data. A command's own code is loaded when it is called. */
import {
	batchOptions,
	debateOptions,
	eventsOption,
	exportOptionRows,
	headlessOption,
	joinOptions,
	judgeCheckOptions,
	jsonOption,
	libraryOptions,
	rankOptions,
	rescoreOptions,
	mcpOptions,
	resumeOptions,
	voiceOptionRows,
} from '../app/cli/option-rows.ts';
import {thresholdOptions} from '../hosts/code-debate/threshold.ts';
import type {CommandRow} from './cli/command.ts';

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
		load: () => import('./resume.ts'),
	},
	{
		name: 'replay',
		args: '<file>',
		about: 'Watch a recorded debate again.',
		options: [
			{flags: '--speed <X>', about: 'times the real rhythm; 0 is at once (default: 1 on a terminal, else 0)'},
			headlessOption,
			eventsOption,
		],
		load: () => import('./replay.ts'),
	},
	{
		name: 'watch',
		args: '[path]',
		about:
			'Follow a debate that another process is staging, by its journal, its DEBATE.md or its duel log: the newest of a folder, and of all where none is named.',
		options: [headlessOption, eventsOption],
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
		about: 'Make an article, a podcast script, captions, a web page or data of a debate.',
		options: [...exportOptionRows, ...thresholdOptions],
		load: () => import('./episode/export.ts'),
	},
	{
		name: 'voice',
		args: '<debate>',
		about:
			'Speak a debate: sound with chapters, and captions that fit it. What is spoken is kept and never asked for twice.',
		options: voiceOptionRows,
		load: () => import('./episode/voice.ts'),
	},
	{
		name: 'show',
		args: '[action] [words...]',
		about:
			'A podcast show: list (the action where none is named), set NAME VALUE, add DEBATE, remove NUMBER, feed, or check as directories do.',
		options: [
			{flags: '--dir <DIR>', about: 'the show’s folder (default: show in ROSTRUM_HOME)'},
			{flags: '--number <N>', about: 'the number of the episode that is added (default: the next)'},
			jsonOption,
		],
		load: () => import('./episode/show.ts'),
	},
	{
		name: 'verify',
		args: '<path>',
		about: 'Check a journal, or all journals under a folder, line by line.',
		options: [{flags: '--strict', about: 'count advice on a DEBATE.md as a fault too'}, jsonOption],
		load: () => import('./verify.ts'),
	},
	{
		name: 'judge-check',
		args: '<voice...>',
		about: 'Measure how well voices judge, on labelled turns, before their scores are trusted.',
		options: judgeCheckOptions,
		load: () => import('./judging/judge-check.ts'),
	},
	{
		name: 'rescore',
		args: '<debate>',
		about: 'Judge a Duelogic debate anew by the present rules; the new scores are kept beside the old ones.',
		options: rescoreOptions,
		load: () => import('./judging/rescore.ts'),
	},
	{
		name: 'duel-log',
		args: '<action>',
		about:
			'append: write the events on standard input, a JSON object a line, to a duel log, checked, redacted and under its lock; writes them out as they were written.',
		options: [
			{flags: '--log <FILE>', about: 'the log (default: model_duel.jsonl here)'},
			{flags: '--event <JSON>', about: 'one event, instead of standard input'},
		],
		load: () => import('./logs/duel-log.ts'),
	},
	{
		name: 'library',
		args: '[action] [words...]',
		about:
			'All debates held so far: list (the action where none is named), search TEXT, show DEBATE, stats, rebuild the index from the journals.',
		options: libraryOptions,
		load: () => import('./library/library.ts'),
	},
	{
		name: 'batch',
		args: '<file>',
		about:
			'Hold a matrix of debates (formats × topics × pairings × sides × seeds) and rank who argued better; the same command goes on where it was cut off. "batch work" takes debates from the queue of a Redis server.',
		options: batchOptions,
		load: () => import('./batch/batch.ts'),
	},
	{
		name: 'rank',
		args: '[files...]',
		about:
			'Rank who argues better, from the verdicts of debates with sides swapped: those of the library, of journals and folders, or foreign ones (JSON lines or a table with the columns group, debate, pro, con, judge, winner, margin).',
		options: rankOptions,
		load: () => import('./rank/rank.ts'),
	},
	{
		name: 'mcp',
		args: '[action]',
		about:
			'Serve debates to other agents over the Model Context Protocol, on standard input and output; "mcp install" prints the entry for Claude Code, Codex, Cursor, Gemini, Qwen and OpenCode.',
		options: mcpOptions,
		load: () => import('./mcp.ts'),
	},
	{
		name: 'presets',
		about: 'List what can be started as it is.',
		options: [jsonOption],
		load: () => import('./presets.ts'),
	},
	{
		name: 'chairs',
		about: 'List the frameworks that a chair can argue from.',
		options: [jsonOption],
		load: () => import('./chairs.ts'),
	},
	{
		name: 'personas',
		about: 'List the personas that protocols bring along.',
		options: [jsonOption],
		load: () => import('./personas.ts'),
	},
	{name: 'protocols', about: 'List the ways to debate.', options: [jsonOption], load: () => import('./protocols.ts')},
	{
		name: 'models',
		args: '[query]',
		about:
			'List the models of your servers and keys, with context and price; those with QUERY in their names where one is given.',
		options: [{flags: '--refresh', about: 'ask again what was asked within a day'}, jsonOption],
		load: () => import('./models.ts'),
	},
	{
		name: 'doctor',
		about: 'Try out what a debate needs: folders, servers, agents, the voices of your settings, and a debate.',
		options: [jsonOption],
		load: () => import('./doctor.ts'),
	},
	{
		name: 'config',
		args: '[action] [name] [value]',
		about: 'Settings: get [NAME], set NAME VALUE, set keys.PROVIDER - (the key from stdin), unset NAME, path.',
		options: [jsonOption],
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
