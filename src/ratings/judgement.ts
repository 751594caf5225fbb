/** What a ranking is made from: who was judged the better debater, by whom, in which debate. */

/** One judge's verdict on one debate. */
export type SideJudgement = {
	/** The matchup: the same motion and the same two names, with sides swapped in at least one of its debates. */
	readonly group: string;
	readonly debate: string;
	readonly pro: string;
	readonly con: string;
	readonly judge: string;
	/** −3 to +3; above 0 the side for the motion argued better, 0 is a tie. */
	readonly margin: number;
	/** How many words each side said, if known. */
	readonly words?: {readonly pro: number; readonly con: number} | undefined;
};

export const maxMargin = 3;

/** Below this mean, from −3 to +3, a matchup is a tie. */
export const tieBelow = 0.5;

/** Who was judged better; undefined for a tie. */
export const winnerOf = ({pro, con, margin}: SideJudgement): string | undefined =>
	margin > 0 ? pro : margin < 0 ? con : undefined;

/** The margin as the named debater sees it. */
export const marginFor = (name: string, {pro, margin}: SideJudgement): number => (name === pro ? margin : -margin);
