/** How often the reviewer was right, measured against check results. Pure. */
import {isRed, type Build, type Update} from '../../debate/formats/builder-reviewer/state.ts';
import type {EffectivenessEvent} from '../../debate/formats/builder-reviewer/events.ts';

export type Effectiveness = Omit<EffectivenessEvent, 'type'>;

type Judgement = {readonly objected: boolean; readonly faulty: boolean | undefined};

/**
 * Counts true and false positives and negatives. An alert above info is a true positive if its step, or the check of it
 * or a later step of the cycle, failed. A revise or abort is one if the cycle's last check or a step failed; an accept
 * in that case is a false negative. Without a check, the judgement is `unknown`.
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
