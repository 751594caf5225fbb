/**
 * `--depth quick`: what a run showed stands without a reply, what it did not is asked of its writer once, and what is
 * slight and shown by nothing is set aside. Pure.
 */
import {isAtLeast, isShown, type Evidence} from '../../debate/formats/code-debate.ts';
import {plural} from '../../languages/wording.ts';
import type {RaisedPoint} from './answers.ts';
import type {CodeDebateConfig} from './config.ts';
import {cannotRun, labelOf} from './evidence.ts';
import {isByCode} from './hidden-points.ts';
import {isSame} from './entries.ts';
import type {DebatePoint, Ledger} from './points.ts';

/** A point with what came of its evidence; `aside` says why the other side is not asked about it. */
export type TriedPoint = Omit<RaisedPoint, 'evidence'> & {
	readonly evidence?: Evidence | null | undefined;
	readonly aside?: string | undefined;
};

type QuickConfig = Pick<CodeDebateConfig, 'depth' | 'sides' | 'evidence' | 'tried'>;

export const isQuick = ({depth}: QuickConfig): boolean => depth === 'quick';

/** Whether evidence settles: it can be run here, and the other side is one of ours, whose labels are true. */
const runsDecide = ({sides, evidence, tried}: QuickConfig): boolean =>
	sides === 'both' && evidence === 'run' && tried !== undefined;

const isRefuted = ({evidence}: Pick<TriedPoint, 'evidence'>): boolean => evidence?.ran === 'does not hold';

/** The points that their writer is asked about: what ran otherwise, and grave ones that nothing shows. */
export const unshown = (points: readonly TriedPoint[], config: QuickConfig): TriedPoint[] =>
	config.evidence === 'run' && config.tried !== undefined
		? points.filter(
				point =>
					!isByCode(point) &&
					point.severity !== 'note' &&
					(isRefuted(point) || (isAtLeast(point.severity, 'major') && !isShown(point) && !cannotRun(point.evidence))),
			)
		: [];

/** Why a point is asked about. */
export const whyUnshown = ({evidence}: Pick<TriedPoint, 'evidence'>): string =>
	evidence ? labelOf(evidence) : 'nothing was brought to show it';

/** Minor points that nothing shows have no round, as notes have none. */
export const setAside = (points: readonly TriedPoint[], config: QuickConfig): TriedPoint[] =>
	isQuick(config) && runsDecide(config)
		? points.map(point =>
				point.severity === 'minor' &&
				!isByCode(point) &&
				!isShown(point) &&
				!isRefuted(point) &&
				!cannotRun(point.evidence)
					? {...point, aside: 'minor, and nothing that ran shows it; the other side was not asked'}
					: point,
			)
		: [...points];

type AnswerByRun = {readonly id: string; readonly category: 'agreed'; readonly tried: string; readonly why: string};

/** The answer that evidence gives to a point of the other side’s; undefined where it gives none. */
export const answerByRun = ({id, evidence, state}: DebatePoint, config: QuickConfig): AnswerByRun | undefined =>
	isQuick(config) && runsDecide(config) && state === 'open' && evidence?.ran === 'holds'
		? {
				id,
				category: 'agreed',
				tried: 'What shows it was run and holds; a program says so, and no model was asked (depth quick).',
				why: '',
			}
		: undefined;

/**
 * The points that this side had found by itself: at the very same line, no graver, and in words that the two share.
 * Each of its findings is the same as one point at most, so that none is lost.
 */
export function foundByBoth(own: readonly TriedPoint[], ledger: Ledger): Map<TriedPoint, DebatePoint> {
	const same = new Map<TriedPoint, DebatePoint>();
	for (const found of own) {
		if (!found.file || !found.line) continue;
		const place = `${found.file}:${found.line}`;
		const point = ledger.find(
			each =>
				isSame(each.place, place) &&
				isByCode(each) === isByCode(found) &&
				isAtLeast(each.severity ?? 'major', found.severity) &&
				(each.severity === 'note') === (found.severity === 'note') &&
				saysTheSame(each, found) &&
				![...same.values()].includes(each),
		);
		if (point) same.set(found, point);
	}
	return same;
}

/** Two faults may stand in one line: only what is told in like words is one. */
const leastShared = 2;

function saysTheSame({title, why, resolution}: DebatePoint, found: TriedPoint): boolean {
	const said = longWords([title, why, resolution]);
	const own = longWords([found.title, found.claim, found.resolution]);
	return [...own].filter(word => said.has(word)).length >= leastShared;
}

const longWords = (texts: readonly (string | null | undefined)[]): ReadonlySet<string> =>
	new Set(
		texts
			.join(' ')
			.toLowerCase()
			.match(/[\p{L}\p{N}_]{5,}/gu),
	);

/** Whether a model is asked about a point that evidence has not settled: only where evidence could not. */
export const isAsked = ({state, confirm, evidence}: DebatePoint, config: QuickConfig): boolean =>
	!isQuick(config) || !runsDecide(config) || state !== 'open' || confirm !== undefined || cannotRun(evidence);

/** What the depth leaves out, for the consensus; undefined of a full debate. */
export function depthTold(config: QuickConfig, ledger: Ledger): string | undefined {
	if (!isQuick(config)) return undefined;
	const blocked = ledger.filter(({evidence}) => cannotRun(evidence));
	const [first] = blocked;
	const answered = 'answered as in a full debate, once';
	const why = runsDecide(config)
		? blocked.length === 0
			? undefined
			: `${plural(blocked.length, 'point')} could not be run here (${first?.evidence?.why ?? ''}), and so ${answered}.`
		: config.sides === 'both'
			? `Nothing could be run here, so each point was ${answered}.`
			: `The other side is another program, so each point was ${answered}.`;
	const stands = 'What a run showed, and what both sides found by themselves, stands without a reply.';
	return why === undefined ? stands : `${stands} ${why}`;
}
