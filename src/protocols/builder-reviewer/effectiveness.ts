/** How well the reviewer judged, by the only facts there are: the checks. Pure. */
import type {Build, Update} from '../../debate/formats/builder-reviewer/state.ts';
import type {EffectivenessEvent} from '../../debate/formats/builder-reviewer/events.ts';

export type Effectiveness = Omit<EffectivenessEvent, 'type'>;

type Judgement = {readonly objected: boolean; readonly faulty: boolean | undefined};

/**
 * Two kinds of judgement are counted. An alert (info apart) objects to a step, and is borne out where that step failed,
 * or
 * its check or a later one of its cycle did. A decision objects where it is revise or abort, and is borne out where the
 * cycle's last check failed or a step could not be done; an accept in the face of that is the false negative. Where no
 * check ran nothing can be said, and the judgement is `unknown`.
 */
export function effectivenessOf(build: Build): Effectiveness {
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
const faulty = ({status, tests}: Update): boolean | undefined => (status === 'failed' ? true : tests && !tests.ok);

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
