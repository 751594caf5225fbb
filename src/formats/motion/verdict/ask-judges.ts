/** Asks every judge twice, the labels swapped, and records what they find. */
import type {VerdictEvent, VerdictPanelEvent, VerdictReading} from '../../../debate/formats/motion/events.ts';
import type {Floor} from '../../../debate/protocol.ts';
import {isOut, sides, type MotionDebate} from '../seating/seating.ts';
import {readingOf} from './reading.ts';
import {panelOf, verdictOf} from './verdict.ts';

export type PanelVerdict = {readonly verdicts: readonly VerdictEvent[]; readonly panel: VerdictPanelEvent};

/** All judges at once, each reading in a request of its own. */
export async function askJudges(debate: MotionDebate, floor: Floor): Promise<PanelVerdict> {
	const {judges, selfJudged} = debate.bench;
	const verdicts = await floor.together(
		Object.fromEntries(judges.map(judge => [`verdict ${judge}`, (own: Floor) => askJudge(debate, own, judge)])),
	);
	for (const verdict of verdicts) await floor.record(verdict);
	const panel = panelOf(verdicts, selfJudged);
	await floor.record(panel);
	return {verdicts, panel};
}

/** A void reading is asked for once more; two void ones, and the judge is out. */
async function askJudge(debate: MotionDebate, floor: Floor, judge: string): Promise<VerdictEvent> {
	if (isOut(floor.heard, judge)) return verdictOf(judge, [], 'its voice is out');
	const heard = floor.heard;
	const readings: VerdictReading[] = [];
	for (const a of sides) {
		const reading = readingOf(debate, heard, judge, a);
		for (let tries = 1; ; tries++) {
			const answer = await floor.ask(judge, reading.prompt, reading.schema, {purpose: 'verdict'});
			if (!answer.ok) return verdictOf(judge, readings, answer.reason);
			const checked = reading.check(answer.value);
			readings.push(checked);
			if (checked.void === undefined) break;
			const voids = readings.filter(one => one.void !== undefined).length;
			if (voids > 1 || tries > 1) return verdictOf(judge, readings);
		}
	}
	return verdictOf(judge, readings);
}
