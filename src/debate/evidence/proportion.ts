/** Bounds of a share that was observed in a few cases. */

/** The quantile of the normal distribution for 95 %, two-sided. */
const z95 = 1.959_964;

/**
 * The upper end of Wilson's score interval at 95 %, two-sided (Wilson, Probable Inference, 1927; see Brown, Cai and
 * DasGupta, Interval Estimation for a Binomial Proportion, 2001). From 0 to 1; 1 where nothing was observed.
 */
export function wilsonUpper(hits: number, cases: number): number {
	if (cases === 0) return 1;
	const share = hits / cases;
	const square = z95 ** 2;
	const middle = share + square / (2 * cases);
	const width = z95 * Math.sqrt((share * (1 - share)) / cases + square / (4 * cases ** 2));
	return Math.min(1, (middle + width) / (1 + square / cases));
}
