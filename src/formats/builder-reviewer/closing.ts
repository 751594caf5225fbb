/** How a run ends: the hand-over of accepted work, the reviewer's effectiveness, and the last messages. */
import {
	describeCheck,
	type Build,
	type Update,
	isRed,
	redCheckOf,
	type EffectivenessEvent,
	Acceptance,
	type EndStatus,
	type PersonDecision,
} from '../../debate/formats/builder-reviewer.ts';
import type {Ending, Floor} from '../../debate/protocol.ts';
import {CommitAnswer} from './config.ts';
import {closeWorkplace, handIn, handOver, type HandedOver, RunOver, outcomes} from './effects.ts';
import {lifecycleOf} from './mailbox.ts';
import {commitPrompt} from './prompts.ts';
import {isPlayedHere, receiveMessages, sendMessage, withWorkplace, type BuildRun} from './run.ts';

// Messages of the commits in which accepted work is handed over: what, why, and what the check said. Pure.

export type CommitText = {readonly key: string; readonly title: string; readonly body: string};
/** As the builder has written it for the whole of its work. */
type WrittenMessage = {readonly title: string; readonly body: string};

/** The message of one commit with all of it, and the commits of the steps that were done, by their keys. */
function commitTexts(
	build: Build,
	written: WrittenMessage | undefined,
): {readonly title?: string; readonly body: string; readonly steps: CommitText[]} {
	const titles = new Map(
		build.messages.flatMap(({message: {message_type: type, body}}) =>
			type === 'plan.proposed' ? body.steps.map(({id, title}) => [id, title] as const) : [],
		),
	);
	// A step whose check failed is not done, and what it changed stands.
	const done = build.updates.filter(
		({step, status, diff = ''}) => step !== undefined && (status === 'done' || diff !== ''),
	);
	const titleOf = ({step = ''}: Update): string => titles.get(step) ?? step;
	const decision = build.decisions.at(-1);
	// What steps say of themselves may have been undone by later ones.
	const told = [
		summaries(build),
		done.map(update => `- ${titleOf(update)}${update.note === undefined ? '' : `: ${update.note}`}`).join('\n'),
	];
	const parts = [
		...(written ? [written.body] : told),
		checkLine(build.updates.findLast(({final}) => final)),
		decision?.rationale === undefined ? '' : `Reviewed: ${decision.rationale}`,
		(decision?.remarks ?? []).map(remark => `Remark: ${remark}`).join('\n'),
	];
	return {
		...(written && {title: written.title}),
		body: parts.filter(part => part.trim() !== '').join('\n\n'),
		steps: done.map(update => ({
			key: `c${update.cycle}-${update.step ?? ''}`,
			title: titleOf(update),
			body: [update.note ?? '', checkLine(update)].filter(part => part !== '').join('\n\n'),
		})),
	};
}

/** Of the last plan of each cycle: a later one tells what was mended, and not what was done at first. */
const summaries = ({messages}: Build): string => {
	const plans = messages.flatMap(({message: {message_type: type, body}}) =>
		type === 'plan.proposed' ? [[body.cycle, body.summary] as const] : [],
	);
	return [...new Map(plans).values()].join('\n\n');
};

const checkLine = (update: Update | undefined): string =>
	update?.tests ? `Check: ${update.tests.command ?? 'it'} ${describeCheck(update.tests)}` : '';

// How often the reviewer was right, measured against check results. Pure.

type Effectiveness = Omit<EffectivenessEvent, 'type'>;

type Judgement = {readonly objected: boolean; readonly faulty: boolean | undefined};

/**
 * Counts true and false positives and negatives. An alert above info is a true positive if its step, or the check of it
 * or a later step of the cycle, failed. A revise or abort is one if the cycle's last check or a step failed; an accept
 * in that case is a false negative. Without a check, the judgement is `unknown`.
 */
function effectivenessOf(build: Build): Effectiveness {
	const verdicts = [...alerts(build), ...decisions(build)];
	const count = (objected: boolean | undefined, faulty: boolean | undefined): number =>
		verdicts.filter(verdict => verdict.faulty === faulty && (objected === undefined || verdict.objected === objected))
			.length;
	return {
		truePositives: count(true, true),
		falsePositives: count(true, false),
		trueNegatives: count(false, false),
		falseNegatives: count(false, true),
		unknown: count(undefined, undefined),
	};
}

/** Whether an update shows a fault: undefined where nothing was checked. */
const faulty = (update: Update): boolean | undefined =>
	update.status === 'failed' || isRed(update) ? true : update.tests && false;

const worst = (verdicts: readonly (boolean | undefined)[]): boolean | undefined =>
	verdicts.includes(true) ? true : verdicts.includes(false) ? false : undefined;

const alerts = (build: Build): Judgement[] =>
	build.alerts
		.filter(({severity}) => severity !== 'info')
		.map(({step, cycle}) => {
			const own = inCycle(build, cycle);
			return {
				objected: true,
				faulty: worst(
					own
						.slice(
							Math.max(
								0,
								own.findIndex(update => update.step === step),
							),
						)
						.map(faulty),
				),
			};
		});

const inCycle = ({updates}: Build, cycle: number): readonly Update[] =>
	updates.filter(update => update.cycle === cycle);

/** The state that the cycle was handed in in: its last check, and steps that were never done. */
function outcomeOf(updates: readonly Update[]): boolean | undefined {
	const lastChecked = updates.findLast(({tests}) => tests !== undefined);
	return worst([
		lastChecked && faulty(lastChecked),
		updates.some(({status}) => status === 'failed') ? true : undefined,
	]);
}

const decisions = (build: Build): Judgement[] =>
	build.decisions.map(({decision, cycle}) => ({
		objected: decision !== 'accept',
		faulty: outcomeOf(inCycle(build, cycle)),
	}));

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
	const handed = isPlayedHere(run, 'builder') && build.updates.length > 0 && isKept ? await take() : undefined;
	async function take(): Promise<HandedOver> {
		const accept = status === 'accepted' && person !== 'stop' ? await chooseAcceptance(run, floor, red) : 'none';
		const commits = run.config.commits ?? 'one';
		const written = accept === 'branch' && commits === 'one' ? await writtenMessage(run, floor) : undefined;
		return handOver(floor, {
			accept,
			cycle: build.cycle,
			title: run.subject.text,
			commits,
			...commitTexts(build, written),
		});
	}
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

/** The commit message that the builder writes from the final diff; without one, the steps tell what they did. */
async function writtenMessage(run: BuildRun, floor: Floor): Promise<WrittenMessage | undefined> {
	const diff = floor.heard.formats.builderReviewer.updates.findLast(({final}) => final)?.diff;
	if (diff === undefined || diff.trim() === '') return undefined;
	const prompt = withWorkplace(run, commitPrompt(run, floor.heard, diff), 'read');
	const answer = await floor.ask('builder', prompt, CommitAnswer, {purpose: 'commit'});
	return answer.ok ? answer.value : undefined;
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
