/** What Markdown says of a motion beside its turns, in its language: verdict, points, questions, late claims. */
import {
	grounds,
	type MotionSide,
	type PointEvent,
	type VerdictEvent,
	type VerdictPanelEvent,
	type VerdictReading,
} from '../../debate/formats/motion.ts';
import type {DebateState} from '../../debate/state.ts';
import {
	decisiveSentences,
	isMotion,
	judgeName,
	marginText,
	pointMaker,
	teamOf,
	winningMargin,
} from '../../debate/views/motion.ts';
import {judgesMoveText} from './shown.ts';
import {claimSections} from '../../exports/claims.ts';
import type {Told} from '../../exports/episode.ts';
import {escapeInline} from '../../exports/escape-markdown.ts';
import {unjudgedIn} from '../../exports/scores.ts';
import {inWords, nameIn, partName} from '../../languages/find.ts';
import {fillSlots, type EpisodeWords} from '../../languages/language.ts';
import {percent, speakerIn, speakerOf} from '../../languages/wording.ts';

/** Sections in order, each a piece of Markdown; none for debates of other kinds. */
export function motionSections(state: DebateState, detail: boolean, words: EpisodeWords): string[] {
	if (!isMotion(state)) return [];
	const told = {state, words};
	return [
		...verdictSection(told),
		...(detail ? claimSections(state, words, 'moderator') : []),
		...pointsSection(told),
		...questionsSection(told),
		...lateSection(told),
	];
}

function verdictSection({state, words}: Told): string[] {
	const {panel, verdicts} = state.formats.motion;
	const {motion, brackets, space} = words;
	const heading = `## ${partName(words, 'verdict', undefined)}`;
	if (!panel) {
		const why = unjudgedIn(state, words);
		return why === undefined ? [] : [heading, escapeInline(why)];
	}
	const [open, close] = brackets;
	const decisive = decisiveSentences(state).map(
		({turnId, text}) =>
			`> ${escapeInline(text.replaceAll(/\s+/gu, ' '))}${open}${escapeInline(speakerIn(state, turnId))}${close}`,
	);
	const agreement = panel.agreement === null ? [] : [fillSlots(motion.agreed, {share: percent(panel.agreement)})];
	return [
		heading,
		[`**${escapeInline(panelIn({state, words}, panel))}**`, motion.argued, judgesMoveText(state, words)]
			.filter(part => part !== undefined)
			.join(space),
		...agreement,
		...(decisive.length > 0 ? [motion.decided, decisive.join('\n>\n')] : []),
		...verdicts.flatMap(verdict => judgeBlocks({state, words}, verdict)),
		...(verdicts.length > 0 ? [`*${motion.reading}*`] : []),
	];
}

/** The panel's result and how it was checked. */
function panelIn({state, words}: Told, {winner, margin, judges, flipped, selfJudged}: VerdictPanelEvent): string {
	const {motion, space} = words;
	const bench = state.formats.motion.verdicts.length;
	if (winner === null)
		return judges === 0 ? motion.unusable : fillSlots(motion.tooFew, {usable: String(judges), bench: String(bench)});
	const result = winner === 'tie' ? motion.tied : fillSlots(motion.won, sideSlots({state, words}, winner, margin));
	const who = flipped < judges ? 'some' : judges === 1 ? 'one' : judges === 2 ? 'both' : 'all';
	const [one, several] = motion.panel;
	const [alone, together] = motion.notApart;
	return [
		fillSlots(judges === 1 ? one : several, {count: String(judges), result}),
		...(flipped === 0 ? [] : [fillSlots(motion.flips[who], {flipped: String(flipped), judges: String(judges)})]),
		...(selfJudged ? [judges === 1 ? alone : together] : []),
	].join(space);
}

const sideSlots = ({state, words}: Told, winner: MotionSide, margin: number | null) => {
	const side = nameIn(words, winner);
	const names = teamOf(state, winner).map(({name}) => name);
	return {team: names.length === 0 ? side : inWords(words, names), side, margin: winningMargin(margin)};
};

/** What one judge found. */
function verdictIn({state, words}: Told, {judge, winner, margin, flipped, reason}: VerdictEvent): string {
	const {motion} = words;
	const name = judgeName(state, judge);
	if (winner === null) return fillSlots(motion.gaveNone, {name, reason: reason === undefined ? '' : `: ${reason}`});
	if (flipped) return fillSlots(motion.flipped, {name});
	if (winner === 'tie') return fillSlots(motion.sawTie, {name});
	return fillSlots(motion.found, {name, ...sideSlots({state, words}, winner, margin)});
}

function judgeBlocks({state, words}: Told, verdict: VerdictEvent): string[] {
	const {motion} = words;
	const heads = [motion.readAs, motion.winner, motion.margin, ...grounds.map(name => motion.grounds[name])];
	const rows = verdict.readings.map(reading => readingRow(words, reading));
	const table = [heads, heads.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
	return [
		`### ${escapeInline(judgeName(state, verdict.judge))}`,
		escapeInline(verdictIn({state, words}, verdict)),
		...(rows.length > 0 ? [table] : []),
	];
}

function readingRow(words: EpisodeWords, {a, winner, margin, grounds: found, void: voided}: VerdictReading): string[] {
	const {motion} = words;
	const named = winner === null ? '–' : winner === 'tie' ? motion.tie : nameIn(words, winner);
	const better = grounds.map(name => {
		const one = found?.[name].better;
		return one === undefined ? '–' : one === 'even' ? motion.even : nameIn(words, one);
	});
	return [
		nameIn(words, a),
		voided === undefined ? named : escapeInline(fillSlots(motion.void, {reason: `: ${voided}`})),
		voided === undefined ? marginText(margin) : '–',
		...better,
	];
}

function pointsSection({state, words: {motion}}: Told): string[] {
	const {points} = state.formats.motion;
	if (points.length === 0) return [];
	const fateOf = ({taken, late}: PointEvent): string =>
		taken ? `**${motion.taken}**` : late ? motion.late : motion.declined;
	const lines = points.map(event =>
		fillSlots(motion.point, {
			by: escapeInline(pointMaker(state, event) ?? speakerOf(state, event.by)),
			to: escapeInline(speakerIn(state, event.turnId)),
			fate: fateOf(event),
			point: escapeInline(event.point),
		}),
	);
	return [`## ${motion.points}`, listOf(lines)];
}

function questionsSection({state, words: {motion}}: Told): string[] {
	const evaded = state.formats.motion.checks.filter(check => check.evaded);
	if (evaded.length === 0) return [];
	const lines = evaded.map(({question, turnId}) => {
		const asked = state.turns.find(({id}) => id === question)?.text.trim() ?? '';
		return fillSlots(motion.evasion, {
			name: escapeInline(speakerIn(state, turnId)),
			question: escapeInline(asked),
		});
	});
	return [`## ${motion.evaded}`, listOf(lines)];
}

function lateSection({state, words: {motion}}: Told): string[] {
	const {newClaims} = state.formats.motion;
	if (newClaims.length === 0) return [];
	const lines = newClaims.flatMap(({turnId, sentences}) =>
		sentences.map(text => `${escapeInline(speakerIn(state, turnId))}: ${escapeInline(text)}`),
	);
	return [`## ${motion.newInClosing}`, listOf(lines)];
}

const listOf = (lines: readonly string[]): string => lines.map(line => `- ${line}`).join('\n');
