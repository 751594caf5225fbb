/** Who judges the debates of a batch: nobody whose maker debates, where that can be avoided, and nobody unfit. */
import {makerOf} from '../../debate/bench.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {judgeResult} from '../judging/judge-results.ts';
import {isRehearsal} from '../../languages/wording.ts';
import type {ReadyPlan} from '../plan/attach-voices.ts';
import type {BatchDebater} from './batch-file.ts';

const mostJudges = 3;

/** At most three of the judges, none of a debater's maker; all of them where every one is. */
export function benchFor(judges: readonly string[], debaters: readonly BatchDebater[]): readonly string[] {
	const makers = new Set(debaters.map(({voice}) => makerOf(voice)));
	const independent = judges.filter(judge => !makers.has(makerOf(judge)));
	return (independent.length > 0 ? independent : judges).slice(0, mostJudges);
}

type BatchSeats = Pick<ReadyPlan, 'participants'>;

/** Those who judge a debate: its judges, or its host where it has none. */
const judgesOf = ({participants}: BatchSeats): string[] => {
	const judges = participants.filter(({role}) => role === 'judge');
	return (judges.length > 0 ? judges : participants.filter(({role}) => role === 'arbiter')).map(({voice}) => voice);
};

/** Throws `UsageError` where a judge was found unfit, unless `force`. */
export function refuseUnfit(plans: readonly BatchSeats[], home: string, force: boolean): void {
	if (force) return;
	const unfit = [...new Set(plans.flatMap(judgesOf))].flatMap(voice => {
		const result = judgeResult(home, voice);
		return result?.fitness === 'unfit' ? [{voice, sentence: result.sentence}] : [];
	});
	if (unfit.length === 0) return;
	throw new UsageError(
		unfit.map(({voice, sentence}) => ({
			what: `This judge was found unfit, so that a ranking by it would say little: ${sentence.replace(/[.]$/u, '')}`,
			value: voice,
			from: 'the batch’s "judges" or your settings',
			todo: 'Name other judges, or give --force to have it judge all the same.',
		})),
	);
}

/** How many debates are judged by somebody whose maker debates in them; 0 where that could be avoided. */
export const judgedByKin = (plans: readonly BatchSeats[]): number =>
	plans.filter(plan => {
		const speakers = plan.participants.filter(({id}) => /^(?:for|against)_/u.test(id));
		const judges = judgesOf(plan);
		if (judges.every(voice => isRehearsal({voice}))) return false;
		const makers = new Set(speakers.map(({voice}) => makerOf(voice)));
		return judges.every(voice => makers.has(makerOf(voice)));
	}).length;
