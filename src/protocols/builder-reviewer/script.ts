/**
 * A run of builder and reviewer, from top to bottom: start, then cycles of planning, execution and review, and the
 * closing.
 */
import {Acceptance, type EndStatus} from '../../debate/formats/builder-reviewer/events.ts';
import type {Outcome} from '../../debate/events.ts';
import type {Ending, Floor, Setup} from '../../debate/protocol.ts';
import {announcement, answerAlternative, carryOutStep, nextStep, handInCycle, plan} from './building.ts';
import type {BuilderReviewerConfig} from './config.ts';
import {closeWorkplace, handOver, openRun} from './effects.ts';
import {effectivenessOf} from './effectiveness.ts';
import {defaultMaxCycles, lifecycleOf} from './mailbox/lifecycle.ts';
import {acknowledge, decide, scorePlan, reviewStep} from './reviewing.ts';
import {
	receiveMessages,
	isPlayedHere,
	throwIfOver,
	nextMessage,
	RunOver,
	sendMessage,
	type MessageBody,
	type BuildRun,
} from './run.ts';

/**
 * Runs on the floor it is given and says how it ended. What the builder makes stays in its worktree until the end, and
 * longer unless the user takes it.
 */
export async function script(setup: Setup<BuilderReviewerConfig>, floor: Floor): Promise<Ending> {
	const run = await openBuild(setup, floor);
	relayUserWords(floor);
	if (run.opened.problem !== undefined) return {outcome: 'failed', reason: run.opened.problem};
	try {
		await floor.segment('start');
		await nextMessage(run, floor, 'session.start', 'run', () => announcement(run, floor));
		await nextMessage(run, floor, 'session.ack', 'run', () => acknowledge(run, floor));
		const most = floor.heard.formats.builderReviewer.maxCycles ?? defaultMaxCycles;

		for (let cycle = 1; ; cycle++) {
			await floor.segment('planning', cycle);
			await agreeOnPlan(run, floor, cycle);

			await floor.segment('execution', cycle);
			const handedIn = await execute(run, floor, cycle);

			await floor.segment('review', cycle);
			await checkForHalt(run, floor);
			const {decision, rationale = ''} = await nextMessage(run, floor, 'review.decision', `c${cycle}`, () =>
				decide(run, floor, handedIn),
			);
			if (decision === 'accept') return await close(run, floor, 'accepted', rationale);
			if (decision === 'abort') return await close(run, floor, 'aborted', rationale);
			if (cycle >= most)
				return await close(
					run,
					floor,
					'deadlock',
					`no agreement after ${cycle} ${cycle === 1 ? 'cycle' : 'cycles'}; the reviewer still asks for: ${floor.heard.formats.builderReviewer.decisions.at(-1)?.comments.join('; ') ?? rationale}`,
				);
		}
	} catch (error) {
		if (!(error instanceof RunOver)) throw error;
		return close(run, floor, error.status, error.message);
	}
}

/** Opens the run's folder and place of work. */
async function openBuild(
	{config, subject, participants}: Setup<BuilderReviewerConfig>,
	floor: Floor,
): Promise<BuildRun> {
	const {start} = floor.heard;
	const opened = await openRun(floor, {
		title: subject.text,
		startedAt: start?.startedAt ?? '',
		works: config.side !== 'reviewer',
	});
	if (opened.uncommitted > 0)
		await floor.record({
			type: 'notice',
			level: 'info',
			text: `The work starts from your last commit; ${opened.uncommitted} ${opened.uncommitted === 1 ? 'file of yours is' : 'files of yours are'} not committed and not in it.`,
		});
	if (config.side !== 'both')
		await floor.record({
			type: 'notice',
			level: 'info',
			text: `The other side speaks through ${opened.mailbox}; the run is ${opened.runId}.`,
		});
	const byHand =
		config.builderWorks === 'auto'
			? /^agent\b/u.test(participants.find(({id}) => id === 'builder')?.voice ?? '')
			: config.builderWorks === 'itself';
	return {config, subject, participants, opened, works: byHand ? 'itself' : 'diff', inbox: []};
}

/** The plan, its risk, and, where the reviewer proposes another plan, the builder's answer to that. */
async function agreeOnPlan(run: BuildRun, floor: Floor, cycle: number): Promise<void> {
	await checkForHalt(run, floor);
	const proposed = await nextMessage(run, floor, 'plan.proposed', `c${cycle}`, () => plan(run, floor, cycle));
	const {alternative} = await nextMessage(run, floor, 'plan.feedback', `c${cycle}`, () =>
		scorePlan(run, floor, proposed),
	);
	if (alternative)
		await nextMessage(run, floor, 'plan.proposed', `c${cycle}-answer`, () =>
			answerAlternative(run, floor, proposed, alternative),
		);
}

/** Step after step, each watched before the next one begins; gives what was handed in. */
async function execute(run: BuildRun, floor: Floor, cycle: number): Promise<MessageBody<'execution.update'>> {
	for (let reported = false; ; reported = true) {
		await checkForHalt(run, floor, reported);
		const due = nextStep(floor.heard.formats.builderReviewer);
		const update = await nextMessage(run, floor, 'execution.update', `c${cycle}-${due?.id ?? 'final'}`, () =>
			due ? carryOutStep(run, floor, due, cycle) : handInCycle(run, floor, cycle),
		);
		if (update.final) return update;
		await reviewStep(run, floor, update);
	}
}

/**
 * Hears alerts from outside, and ends the run where it must not go on. Another program's reviewer is given time to look
 * at what was `reported`.
 */
async function checkForHalt(run: BuildRun, floor: Floor, reported = false): Promise<void> {
	await receiveMessages(run, floor, reported && !isPlayedHere(run, 'reviewer') ? run.config.listenMs : 0);
	throwIfOver(floor);
}

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

/** Hands over what was accepted, says how well the reviewer judged, ends the session and clears the place of work. */
async function close(run: BuildRun, floor: Floor, status: EndStatus, reason: string): Promise<Ending> {
	const build = floor.heard.formats.builderReviewer;
	const handed =
		isPlayedHere(run, 'builder') && build.updates.some(({final}) => final)
			? await handOver(floor, {
					accept: status === 'accepted' ? await chooseAcceptance(run, floor) : 'none',
					cycle: build.updates.findLast(({final}) => final)?.cycle ?? 1,
					title: run.subject.text,
				})
			: undefined;
	if (handed) await floor.record({type: 'hand-over', ...handed});
	await floor.record({type: 'effectiveness', ...effectivenessOf(build)});
	if (
		isPlayedHere(run, 'builder') &&
		lifecycleOf(floor.heard.formats.builderReviewer.messages.map(({message}) => message)).stage !== 'over' &&
		build.goal !== undefined
	) {
		await sendMessage(run, floor, 'session.end', 'run', {
			status,
			...(reason === '' ? {} : {summary: reason}),
			artifacts: [handed?.patch, handed?.branch].filter(artifact => artifact !== undefined),
		});
	}
	if (!isPlayedHere(run, 'builder')) await awaitFinalMessage(run, floor);
	if (isPlayedHere(run, 'builder')) await closeWorkplace(floor);
	return {outcome: outcomes[status], reason: reason === '' ? endTexts[status] : `${endTexts[status]}: ${reason}`};
}

/**
 * What becomes of accepted work: as it was said beforehand, or else as the user says now, where one is there to be
 * asked.
 */
async function chooseAcceptance({config}: BuildRun, floor: Floor): Promise<Acceptance> {
	if (config.accept !== 'none' || config.repo === undefined) return config.accept;
	const chosen = await floor.choose(
		{id: 'accept', text: 'The reviewer accepts the work. How do you take it?', options: acceptanceOptions},
		config.accept,
	);
	return Acceptance.parse(chosen.split(':', 1)[0]);
}

/** An answer's first word is what it comes to; the harmless ones stand around the one that changes files. */
const acceptanceOptions = [
	'branch: a commit on a new branch; your files stay',
	'patch: into your files, not committed',
	'none: take nothing; the patch stays in the run’s folder',
];

/** Another program's builder has the last word, where it does not take too long to it. */
async function awaitFinalMessage(run: BuildRun, floor: Floor): Promise<void> {
	while (
		floor.heard.formats.builderReviewer.end === undefined &&
		(await receiveMessages(run, floor, Math.min(run.config.otherSideMs, maxFinalWaitMs)))
	);
}

const maxFinalWaitMs = 60_000;

/** What the user says is heard by both agents. */
function relayUserWords(floor: Floor): void {
	floor.on('barge-in', async ({text}, floor) => void (await floor.say('user', text, {kind: 'barge-in', amid: true})));
	floor.on(
		'interject',
		async ({reason}, floor) => void (await floor.say('user', reason, {kind: 'barge-in', amid: true})),
	);
}
