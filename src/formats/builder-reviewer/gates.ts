/** Where a person decides how a run goes on: on the plan, its risk, a critical alert, and the accepted work. */
import {haltOf} from '../../debate/formats/builder-reviewer/state.ts';
import type {PersonDecision} from '../../debate/formats/builder-reviewer/events.ts';
import type {Floor} from '../../debate/protocol.ts';
import {askPerson, handIn} from './effects.ts';
import {isPlayedHere, RunOver, type BuildRun} from './run.ts';

type GateQuestion = {readonly about: PersonDecision['about']; readonly text: string};

/**
 * Asks a person, with the work so far kept as a patch. Where nobody is there, the run halts, and is resumed with the
 * decision. Throws `RunOver` where the person stops it.
 */
async function decidedByPerson(run: BuildRun, floor: Floor, question: GateQuestion): Promise<PersonDecision> {
	const {cycle} = floor.heard.formats.builderReviewer;
	if (floor.heard.formats.builderReviewer.updates.length > 0) await handIn(floor, cycle);
	const {decision, comments} = await askPerson(floor, {...question, cycle});
	await floor.record({
		type: 'notice',
		level: 'info',
		text: `The person asked decides: ${decision}${comments.length === 0 ? '' : `: ${comments.join(' ')}`}.`,
	});
	if (decision === 'stop' && question.about !== 'final')
		throw new RunOver('stopped', `a person stopped it when asked: ${question.text}`);
	return {about: question.about, decision, comments};
}

/** The person's decision on the plan, where one is wanted: always on a high risk. */
export async function approvePlan(run: BuildRun, floor: Floor): Promise<PersonDecision | undefined> {
	if (!isPlayedHere(run, 'builder')) return undefined;
	const {plan, feedback} = floor.heard.formats.builderReviewer;
	const isRisky = feedback?.risk === 'high';
	const wanted = run.config.approve ?? [];
	if (!isRisky && !wanted.includes('plan') && !(wanted.includes('risk') && feedback?.risk === 'medium'))
		return undefined;
	return decidedByPerson(run, floor, {
		about: isRisky ? 'risk' : 'plan',
		text: `The plan: ${plan?.summary ?? ''} The reviewer scores its risk ${feedback?.risk ?? 'low'}.${(feedback?.risks ?? []).map(risk => ` ${risk}`).join('')} Is it carried out?`,
	});
}

/**
 * The person's decision on critical alerts that came since the last one, if there is one. Beside another program's
 * builder there is nobody to ask here: the run is over.
 */
export async function decideOnAlert(run: BuildRun, floor: Floor): Promise<PersonDecision | undefined> {
	const halt = haltOf(floor.heard.formats.builderReviewer, run.alertsDecided);
	if (!halt) return undefined;
	const what = `a critical alert${halt.step === undefined ? '' : ` on ${halt.step}`}: ${halt.reason}`;
	if (!isPlayedHere(run, 'builder')) throw new RunOver('halted', `stopped by ${what}`);
	run.alertsDecided = floor.heard.formats.builderReviewer.alerts.length;
	return decidedByPerson(run, floor, {
		about: 'alert',
		text: `The reviewer halts the run by ${what.replace(/\.$/u, '')}. Does it go on?`,
	});
}

/** The person's decision on work that the reviewer accepts, where they want to be asked. */
export const approveFinal = async (run: BuildRun, floor: Floor): Promise<PersonDecision | undefined> =>
	isPlayedHere(run, 'builder') && run.config.approve?.includes('final')
		? decidedByPerson(run, floor, {
				about: 'final',
				text: 'The reviewer accepts the work. Is it handed over as asked?',
			})
		: undefined;
