/** Builder and Reviewer: one plans and carries out a task, the other scores the risk, watches, and decides. */
import {tally, tokensIn, type Expectation, type Setup, type OpenSeat} from '../../debate/protocol.ts';
import {reviewerSeats, type BuilderReviewerConfig, builderReviewerConfig} from './config.ts';
import type {ModelSeat} from '../config-fields.ts';
import {messageName, redCheckOf} from '../../debate/formats/builder-reviewer.ts';
import type {DebateState} from '../../debate/state.ts';
import {numberAt, shareOf} from '../../view/pane-rows.ts';
import {exitCodes, type Format} from '../contract.ts';
import {vetoFault} from './mailbox.ts';
import {buildSections} from './markdown.ts';
import {buildInput, buildOptions, buildSetup, checkNotices} from './options.ts';
import {buildPane} from './pane.ts';
import {buildShown, buildPartName} from './shown.ts';

// Estimates a builder-reviewer run: two cycles, each with a plan, a few reviewed steps, and a decision.

/**
 * Requests as they turn out in a cycle and at the start: how often, tokens of the prompt beside the subject, tokens of
 * the answer.
 */
const atStart = [{seat: 'reviewer', times: 1, own: 310, output: 30}] as const;
const inCycle = [
	{seat: 'builder', times: 1.1, own: 890, output: 92},
	{seat: 'reviewer', times: 1, own: 920, output: 109},
	{seat: 'builder', times: 0.4, own: 695, output: 35},
	{seat: 'builder', times: 2, own: 1030, output: 136},
	{seat: 'reviewer', times: 2, own: 1130, output: 19},
	{seat: 'reviewer', times: 1, own: 1630, output: 53},
] as const;

/** Words of the opening, and of a cycle's turns. */
const [opening, cycle] = [60, 212];
/** Most tasks are done by then. */
const usualCycles = 2;

function estimateBuild({config, subject}: Setup<BuilderReviewerConfig>): Expectation {
	const {maxCycles, side} = config;
	const sum = tally();
	const cycles = Math.min(maxCycles, usualCycles);
	const told = tokensIn(subject.text) + tokensIn(subject.context);
	const requests = [...atStart, ...inCycle.map(each => ({...each, times: each.times * cycles}))];
	for (const {seat, own, ...request} of requests)
		if (side === 'both' || side === seat)
			for (const each of seat === 'reviewer' ? reviewerSeats(config) : [seat])
				sum.ask(each, {...request, own: own + told});
	sum.say(opening + cycles * cycle);
	return sum.expected;
}

const openSeat = (
	id: string,
	role: 'builder' | 'reviewer',
	label: string,
	{modelId, modelDisplayName, providerName}: ModelSeat,
	outside: boolean,
): OpenSeat =>
	outside
		? {id, role, label: `${role === 'builder' ? 'Builder' : 'Reviewer'} (another program)`, outside}
		: {
				id,
				role,
				label,
				modelId,
				...(modelDisplayName === undefined ? {} : {displayName: modelDisplayName}),
				...(providerName === undefined ? {} : {providerName}),
			};

/** Another program is one reviewer, however many it has inside. */
const reviewersOf = (config: BuilderReviewerConfig): string[] => reviewerSeats(config.side === 'builder' ? {} : config);

export const builderReviewer: Format<BuilderReviewerConfig> = {
	id: 'builder-reviewer',
	name: 'Builder and Reviewer',
	shortName: 'Builder',
	summary:
		'A builder plans and carries out a task in a worktree of its own; an independent reviewer scores the risk, watches every step, can call a halt, and decides.',
	version: 3,
	config: builderReviewerConfig,
	openSeats: config => [
		openSeat('builder', 'builder', 'Plans and builds', config.builder, config.side === 'reviewer'),
		...reviewersOf(config).map(id =>
			openSeat(id, 'reviewer', 'Reviews and decides', config.reviewer, config.side === 'builder'),
		),
	],
	// A side that cannot answer ends the run by the protocol's own closing.
	minSpeakers: 0,
	speakers: config => [
		...(config.side === 'reviewer' ? [] : ['builder']),
		...(config.side === 'builder' ? [] : reviewersOf(config)),
	],
	estimate: estimateBuild,
	// A builder answers with diffs.
	humanSeats: config => (config.side === 'builder' ? [] : reviewersOf(config)),
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
	auditEvent: event => (event.type === 'message' ? vetoFault(event.message)?.what : undefined),
	firstPreset: 'short_texts',
	options: buildOptions,
	input: buildInput,
	notices: checkNotices,
	setup: buildSetup,
	fields: {
		shown: [
			['maxCycles', 'Cycles, at most'],
			['reviewers', 'Number of reviewers'],
			['accept', 'What becomes of accepted work'],
		],
		folded: [
			['builderWorks', 'How the builder works'],
			['edits', 'How a model writes its changes'],
			['stepRetries', 'Retries of a step that fails its check'],
			['checkTimeoutMs', 'Time for the check (ms)'],
		],
	},
	kindName: messageName,
	pane: buildPane,
	progress({start, segment, round = 1}) {
		const cycles = numberAt(start?.config, 'maxCycles');
		const within = shareOf(['planning', 'execution', 'review'], segment);
		return cycles === undefined ? undefined : (round - 1 + within) / cycles;
	},
	events: buildShown,
	partName: buildPartName,
	markdown: {afterTranscript: buildSections},
	endsWith(state) {
		const says = notAccepted(state);
		return says === undefined ? undefined : {says, code: exitCodes.notAccepted};
	},
	host: {
		effects: async () => (await import('./host/effects.ts')).openBuilderReviewerEffects,
		files: async () => (await import('./host/run-folder.ts')).runFolders,
		records: async () => (await import('./host/effects.ts')).recordsIn,
		verifyBeside: async (...given) => (await import('./host/run-folder.ts')).verifyRunBeside(...given),
	},
	traits: {inWriting: true, forWork: true},
};

/** Why the work was not accepted, or not handed over as asked; undefined also where the user or a failure ended it. */
function notAccepted({start, formats: {builderReviewer: build}}: DebateState): string | undefined {
	const config = builderReviewerConfig.safeParse(start?.config).data;
	const {end, handOver} = build;
	switch (end?.status) {
		case 'aborted':
			return 'The work was not accepted: the reviewer aborted it.';
		case 'halted':
			return 'The work was not accepted: the run was halted.';
		case 'deadlock':
			return 'The work was not accepted: the reviewer still asked for changes after the last cycle.';
		case 'accepted': {
			const red = redCheckOf(build);
			if (red !== undefined && config?.force !== true && handOver?.accept === 'none')
				return `The work was accepted and not handed over: ${red}.`;
			const isEmpty = (build.updates.findLast(({final}) => final)?.diff ?? '').trim() === '';
			return config?.side !== 'reviewer' &&
				config &&
				config.accept !== 'none' &&
				handOver?.accept !== config.accept &&
				!isEmpty
				? 'The work was accepted and could not be handed over as asked.'
				: undefined;
		}
		default:
			return undefined;
	}
}
