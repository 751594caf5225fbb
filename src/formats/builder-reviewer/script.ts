/** A builder-reviewer run: start, cycles of planning, execution and review, and the closing. */
import type {PersonDecision} from '../../debate/formats/builder-reviewer.ts';
import type {Ending, Floor, Setup} from '../../debate/protocol.ts';
import {announcement, answerAlternative, nextStep, handInCycle, plan, carryOutStep} from './building.ts';
import {close} from './closing.ts';
import type {BuilderReviewerConfig} from './config.ts';
import {openRun, RunOver} from './effects.ts';
import {
	approveFinal,
	approvePlan,
	decideOnAlert,
	receiveMessages,
	isPlayedHere,
	throwIfHalted,
	throwIfOver,
	nextMessage,
	type RunMessageBody,
	type BuildRun,
} from './run.ts';
import {defaultMaxCycles, lifecycleOf} from './mailbox.ts';
import {acknowledgement, decide, scorePlan, reviewStep} from './reviewing.ts';

/** Runs on the given floor and returns how it ended. The builder works in its own worktree until the end. */
export async function script(setup: Setup<BuilderReviewerConfig>, floor: Floor): Promise<Ending> {
	const run = await openBuild(setup, floor);
	relayUserWords(floor);
	if (run.opened.problem !== undefined) return {outcome: 'failed', reason: run.opened.problem};
	try {
		await floor.segment('start');
		await nextMessage(run, floor, 'session.start', 'run', () => announcement(run, floor));
		await nextMessage(run, floor, 'session.ack', 'run', async () => acknowledgement);
		const most = floor.heard.formats.builderReviewer.maxCycles ?? defaultMaxCycles;

		let sentBack: PersonDecision | undefined;
		for (let cycle = 1; ; cycle++) {
			await floor.segment('planning', cycle);
			const planned = await agreeOnPlan(run, floor, cycle, sentBack);

			await floor.segment('execution', cycle);
			const handedIn = await execute(run, floor, cycle, planned);

			await floor.segment('review', cycle);
			await checkForHalt(run, floor);
			throwIfHalted(run, floor);
			const {decision, rationale = ''} = await nextMessage(run, floor, 'review.decision', `c${cycle}`, () =>
				decide(run, floor, handedIn),
			);
			if (decision === 'accept') {
				sentBack = await approveFinal(run, floor);
				if (sentBack?.decision === 'send back') continue;
				return await close(run, floor, 'accepted', rationale, sentBack?.decision);
			}
			sentBack = undefined;
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
		// What was accepted stays so: what came then is why it is not handed over.
		const {stage, decision} = lifecycleOf(floor.heard.formats.builderReviewer.messages.map(({message}) => message));
		if (stage === 'end' && decision === 'accept') return close(run, floor, 'accepted', error.message, 'stop');
		return close(run, floor, error.status, error.message);
	}
}

/** Creates the run's folder and worktree. */
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
	for (const text of opened.notes) await floor.record({type: 'notice', level: 'warning', text});
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
	return {config, subject, participants, opened, works: byHand ? 'itself' : 'diff', inbox: [], alertsDecided: 0};
}

/**
 * The plan, its risk score, the builder's answer if the reviewer proposes an alternative, and a person's approval where
 * one is wanted; `sentBack` is the person's decision that asks for this plan.
 */
async function agreeOnPlan(
	run: BuildRun,
	floor: Floor,
	cycle: number,
	sentBack: PersonDecision | undefined,
): Promise<PersonDecision | undefined> {
	for (let person = sentBack; ;) {
		await checkForHalt(run, floor);
		person = (await decideOnAlert(run, floor)) ?? person;
		const earlier = plansOf(floor, cycle);
		const key = `c${cycle}${earlier === 0 ? '' : `-${earlier + 1}`}`;
		const proposed = await nextMessage(run, floor, 'plan.proposed', key, () => plan(run, floor, cycle, person));
		const {alternative} = await nextMessage(run, floor, 'plan.feedback', key, () => scorePlan(run, floor, proposed));
		if (alternative)
			await nextMessage(run, floor, 'plan.proposed', `${key}-answer`, () =>
				answerAlternative(run, floor, proposed, alternative),
			);
		person = (await decideOnAlert(run, floor)) ?? (await approvePlan(run, floor));
		if (person?.decision !== 'send back') return person;
	}
}

/** How many plans of a cycle were proposed, those that a person sent back. */
const plansOf = (floor: Floor, cycle: number): number =>
	floor.heard.formats.builderReviewer.messages.filter(
		({message: {message_type: type, body}}) => type === 'plan.proposed' && body.cycle === cycle,
	).length;

/**
 * Carries out one step after another, each reviewed before the next; after a critical alert a person decides, and may
 * have the rest planned anew. Returns the update that hands in the cycle.
 */
async function execute(
	run: BuildRun,
	floor: Floor,
	cycle: number,
	planned: PersonDecision | undefined,
): Promise<RunMessageBody<'execution.update'>> {
	let person = planned;
	for (let reported = false; ; reported = true) {
		await checkForHalt(run, floor, reported);
		person = (await decideOnAlert(run, floor)) ?? person;
		if (person?.decision === 'send back') person = await agreeOnPlan(run, floor, cycle, person);
		const due = nextStep(floor.heard.formats.builderReviewer);
		const update = await nextMessage(run, floor, 'execution.update', `c${cycle}-${due?.id ?? 'final'}`, async () => ({
			...(due ? await carryOutStep(run, floor, due, cycle) : await handInCycle(run, floor, cycle)),
			...(person && {person}),
		}));
		person = undefined;
		if (update.final) return update;
		await reviewStep(run, floor, update);
	}
}

/**
 * Receives outside alerts, and ends the run if the user wants to. After a step was `reported`, an external reviewer
 * gets `listenMs` to respond.
 */
async function checkForHalt(run: BuildRun, floor: Floor, reported = false): Promise<void> {
	await receiveMessages(run, floor, reported && !isPlayedHere(run, 'reviewer') ? run.config.listenMs : 0);
	throwIfOver(floor);
}

/** The user's words are heard by both agents. */
function relayUserWords(floor: Floor): void {
	floor.on('barge-in', async ({text}, floor) => void (await floor.say('user', text, {kind: 'barge-in', amid: true})));
	floor.on(
		'interject',
		async ({reason}, floor) => void (await floor.say('user', reason, {kind: 'barge-in', amid: true})),
	);
}
