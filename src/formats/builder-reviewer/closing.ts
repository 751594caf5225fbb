/** How a run ends: the hand-over of accepted work, the reviewer's effectiveness, and the last messages. */
import type {Outcome} from '../../debate/events.ts';
import {Acceptance, type EndStatus, type PersonDecision} from '../../debate/formats/builder-reviewer/events.ts';
import {redCheckOf} from '../../debate/formats/builder-reviewer/state.ts';
import type {Ending, Floor} from '../../debate/protocol.ts';
import {commitTexts} from './commit-texts.ts';
import {closeWorkplace, handIn, handOver} from './effects.ts';
import {effectivenessOf} from './effectiveness.ts';
import {lifecycleOf} from './mailbox/lifecycle.ts';
import {isPlayedHere, RunOver, receiveMessages, sendMessage, type BuildRun} from './run.ts';

const outcomes: Readonly<Record<EndStatus, Outcome>> = {
	accepted: 'completed',
	aborted: 'stopped',
	halted: 'stopped',
	stopped: 'stopped',
	deadlock: 'deadlock',
	failed: 'failed',
};
const endTexts: Readonly<Record<EndStatus, string>> = {
	accepted: 'accepted by the reviewer',
	aborted: 'aborted by the reviewer, for you to decide',
	halted: 'halted, for you to decide',
	stopped: 'stopped',
	deadlock: 'deadlock',
	failed: 'failed',
};

/** Hands over accepted work, records the reviewer's effectiveness, ends the session and removes the worktree. */
export async function close(
	run: BuildRun,
	floor: Floor,
	status: EndStatus,
	reason: string,
	person?: PersonDecision['decision'],
): Promise<Ending> {
	const isKept = await keepPatch(run, floor);
	const build = floor.heard.formats.builderReviewer;
	const red = status === 'accepted' && run.config.force !== true ? redCheckOf(build) : undefined;
	const handed =
		isPlayedHere(run, 'builder') && build.updates.length > 0 && isKept
			? await handOver(floor, {
					accept: status === 'accepted' && person !== 'stop' ? await chooseAcceptance(run, floor, red) : 'none',
					cycle: build.cycle,
					title: run.subject.text,
					commits: run.config.commits ?? 'one',
					...commitTexts(build),
				})
			: undefined;
	if (handed) await floor.record({type: 'hand-over', ...handed});
	await floor.record({type: 'effectiveness', ...effectivenessOf(build)});
	const keptBack = red !== undefined && handed?.accept === 'none' ? red : undefined;
	if (
		isPlayedHere(run, 'builder') &&
		lifecycleOf(floor.heard.formats.builderReviewer.messages.map(({message}) => message)).stage !== 'over' &&
		build.goal !== undefined
	) {
		await sendMessage(run, floor, 'session.end', 'run', {
			status,
			...summaryOf(reason, keptBack),
			artifacts: [handed?.patch, handed?.branch].filter(artifact => artifact !== undefined),
		});
	}
	if (!isPlayedHere(run, 'builder')) await awaitFinalMessage(run, floor);
	if (isPlayedHere(run, 'builder')) await closeWorkplace(floor);
	if (keptBack !== undefined)
		return {
			outcome: outcomes[status],
			reason: `accepted by the reviewer, and not handed over: ${keptBack}. Whoever wants it all the same says --force; the patch is kept`,
		};
	const [outcome, ended] = [outcomes[status], endTexts[status]];
	return {outcome, reason: reason === '' ? ended : ended === outcome ? reason : `${ended}: ${reason}`};
}

/** What the end's message says besides its status; `keptBack` is why accepted work is not handed over. */
function summaryOf(reason: string, keptBack: string | undefined): {summary?: string} {
	const parts = [reason, ...(keptBack === undefined ? [] : [`Not handed over: ${keptBack}.`])];
	const summary = parts.filter(part => part !== '').join(' ');
	return summary === '' ? {} : {summary};
}

/** What was done since the last hand-in is kept as a patch, whatever the run ends with. */
async function keepPatch(run: BuildRun, floor: Floor): Promise<boolean> {
	const {updates, cycle} = floor.heard.formats.builderReviewer;
	const last = updates.at(-1);
	if (!isPlayedHere(run, 'builder') || !last || last.final) return true;
	try {
		await handIn(floor, cycle);
		return true;
	} catch (error) {
		if (!(error instanceof RunOver)) throw error;
		await floor.record({type: 'notice', level: 'warning', text: `No patch was kept: ${error.message}`});
		return false;
	}
}

/**
 * How accepted work is taken: as configured, or as the user chooses now if someone can be asked. What is `red`, in
 * words, is only taken where somebody says so.
 */
async function chooseAcceptance({config}: BuildRun, floor: Floor, red: string | undefined): Promise<Acceptance> {
	if (config.repo === undefined || (config.accept !== 'none' && red === undefined)) return config.accept;
	const chosen = await floor.choose(
		{
			id: 'accept',
			text: `The reviewer accepts the work${red === undefined ? '' : `, but ${red}`}. What should happen to the changes?`,
			options: red === undefined ? acceptanceOptions : acceptanceOptions.toReversed(),
		},
		'none',
	);
	return Acceptance.parse(chosen.split(':', 1)[0]);
}

/** The first word is the value. The first and last options change none of the user's files. */
const acceptanceOptions = [
	'branch: a commit on a new branch; your files stay',
	'patch: into your files, not committed',
	'none: take nothing; the patch stays in the run’s folder',
];

/** An external builder may send the last message, within a time limit. */
async function awaitFinalMessage(run: BuildRun, floor: Floor): Promise<void> {
	while (
		floor.heard.formats.builderReviewer.end === undefined &&
		(await receiveMessages(run, floor, Math.min(run.config.otherSideMs, maxFinalWaitMs)))
	);
}

const maxFinalWaitMs = 60_000;
