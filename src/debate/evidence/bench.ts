/** Who judges: fixed at the start, and the same for every speaker, so that equal speeches get equal scores. */

/** What of a seat tells whose model sits there. */
type BenchSeat = {readonly id: string; readonly voice: string; readonly model?: string | undefined};

/** The judges' ids; `selfJudged` if each of them shares a model or a maker with a speaker. */
export type EqualBench = {readonly judges: readonly string[]; readonly selfJudged: boolean};

/**
 * Up to `most` of the candidates. One whose model, or as far as it is known its maker, speaks judges nobody; where
 * nobody would be left, all of them judge, and the verdicts say so.
 */
export function equalBench(candidates: readonly BenchSeat[], speakers: readonly BenchSeat[], most: number): EqualBench {
	const independent = candidates.filter(judge => !speakers.some(speaker => isKin(judge, speaker)));
	const judges = independent.length > 0 ? independent : candidates;
	return {
		judges: judges.slice(0, most).map(({id}) => id),
		selfJudged: judges.length > 0 && independent.length === 0,
	};
}

/** Whether two seats have one model, wherever it is served, or models of one maker. */
function isKin(one: BenchSeat, other: BenchSeat): boolean {
	if (one.voice === other.voice) return true;
	const bare = ({model}: BenchSeat) => model?.toLowerCase().split('/').at(-1);
	if (bare(one) !== undefined && bare(one) === bare(other)) return true;
	return makerOf(one) !== undefined && makerOf(one) === makerOf(other);
}

/** `anthropic` of `anthropic/claude-sonnet-4`; unknown where the model's id does not say. */
const makerOf = ({model}: BenchSeat): string | undefined =>
	/^(?<maker>[\w.-]+)\/./u.exec(model?.toLowerCase() ?? '')?.groups?.['maker'];
