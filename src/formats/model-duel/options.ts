/** What a model duel adds to `rostrum run`: options of its own, put into the words that every protocol knows. */
import {UsageError} from '../../debate/usage-error.ts';
import type {TaskQueue} from '../contract.ts';
import {expandPath} from '../../engine/host/expand-path.ts';
import {criticSeats, modelDuelConfig, mostCritics, type ModelDuelConfig} from './config.ts';
import {
	assigned,
	listOption,
	numberOption,
	textOption,
	type FieldValues,
	type Input,
	type OptionRow,
} from '../options.ts';
import {context, told, topic, type SetupData} from '../setup.ts';

/** The options that `run` has for this protocol alone. */
export const duelOptions: readonly OptionRow[] = [
	{
		flags: '--task <TEXT>',
		about: 'model-duel: what is to be done; may name its parts: "요청: …; 대상: …; 완료기준: …"',
	},
	{
		flags: '--log <FILE>',
		about: 'model-duel: append the duel to this log (default: model_duel.jsonl in the debate’s folder)',
	},
	{flags: '--draft-voice <V>', about: 'model-duel: who drafts and revises'},
	{
		flags: '--critique-voice <V>',
		about: 'model-duel: who attacks the draft; up to three, none of whom reads another',
		repeat: true,
	},
	{flags: '--stage-timeout <MS>', about: 'model-duel: how long a stage may take, in milliseconds (default: 120000)'},
	{
		flags: '--allow-unstructured-critique',
		about: 'model-duel: take a critique in plain prose where the critic gives no other',
	},
	{
		flags: '--until-approved <N>',
		about:
			'model-duel: at most so many duels, each on the text of the one before and within --budget, until critics find nothing above a note (else exit 6); as plain text',
	},
	{
		flags: '--inbox <FILE>',
		about:
			'model-duel: work through a queue of tasks, one JSON object a line, as it grows: each task once, as plain text',
	},
	{
		flags: '--inbox-idle <MS>',
		about: 'model-duel: leave the queue when no task has come for this long; 0 stays (default: 10000)',
	},
];

/** What is asked when a duel is set up. */
export const duelSetup: SetupData = {
	ways: [
		{
			...topic,
			label: 'Task',
			about:
				'What is to be done; may name its parts: “request: …; target: …; done when: …”. A file is named with @ before its path.',
		},
	],
	beside: [
		context,
		{
			flag: '--log',
			label: 'Log',
			about: 'A file that the duel is appended to. Without one, it is logged in the debate’s folder.',
			takes: 'file',
			optional: true,
		},
	],
	answers: (config, subject) => {
		const {log} = modelDuelConfig.parse(config);
		return {...told(subject), ...(log !== undefined && {'--log': log})};
	},
};

/** The same input in the words that every protocol knows: topic, seats, fields of the config. Throws `UsageError`. */
export function duelInput({args, options}: Input, cwd: string): Input {
	const seat = (id: string, voice: string | undefined): string[] => (voice === undefined ? [] : [`${id}=${voice}`]);
	const log = textOption(options, 'log');
	const stageTimeoutMs = numberOption(options, 'stageTimeout', {flag: '--stage-timeout', from: 1, to: 2_147_483_647});
	const task = textOption(options, 'task');
	const critics = criticsIn(options);
	refuseTwoQueues(options);
	const seats = criticSeats({critics: mostCritics});
	return {
		args,
		options: {
			...options,
			...(task === undefined ? {} : {topic: task}),
			// A call has all the time of its stage, unless the user says otherwise.
			...(stageTimeoutMs === undefined || options['timeout'] !== undefined ? {} : {timeout: String(stageTimeoutMs)}),
			seat: [
				...listOption(options, 'seat'),
				...seat('codex', textOption(options, 'draftVoice')),
				...critics.map((voice, place) => `${seats[place] ?? ''}=${voice}`),
			],
			set: [
				...listOption(options, 'set'),
				...assigned({
					critics: critics.length > 1 ? critics.length : undefined,
					log: log === undefined ? undefined : expandPath(cwd, log),
					stageTimeoutMs,
					allowUnstructuredCritique: options['allowUnstructuredCritique'] === true ? true : undefined,
				} satisfies FieldValues<ModelDuelConfig>),
			],
		},
	};
}

function refuseTwoQueues(options: Input['options']): void {
	if (options['inbox'] === undefined || options['untilApproved'] === undefined) return;
	throw new UsageError({
		what: 'A queue has one duel a task',
		value: '--until-approved beside --inbox',
		from: '--until-approved',
		todo: 'Leave one of them out.',
	});
}

/** Those who attack the draft. Throws `UsageError` for more than three. */
function criticsIn(options: Input['options']): string[] {
	const critics = listOption(options, 'critiqueVoice');
	if (critics.length > mostCritics)
		throw new UsageError({
			what: `A duel has at most ${mostCritics} critics`,
			value: critics.join(', '),
			from: '--critique-voice',
			todo: `Give --critique-voice up to ${mostCritics} times.`,
		});
	return critics;
}

/** The queue that `--inbox` names, or the chain of `--until-approved`. */
export const duelQueue = (input: Input, cwd: string): Promise<TaskQueue> | undefined =>
	textOption(input.options, 'inbox') === undefined
		? chainIn(input)
		: import('./host/duel-inbox.ts').then(({openInbox}) => openInbox(input, cwd));

function chainIn(input: Input): Promise<TaskQueue> | undefined {
	const most = numberOption(input.options, 'untilApproved', {flag: '--until-approved', from: 1, to: 10});
	return most === undefined ? undefined : import('./host/effects.ts').then(({openChain}) => openChain(input, most));
}
