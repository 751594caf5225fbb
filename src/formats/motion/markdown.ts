/** What a Markdown transcript says of a motion debate beside its turns: the verdict, points, questions, late claims. */
import {grounds, type VerdictEvent, type VerdictReading} from '../../debate/formats/motion.ts';
import type {DebateState} from '../../debate/state.ts';
import {
	decisiveSentences,
	isMotion,
	judgeName,
	marginText,
	panelText,
	pointFate,
	verdictText,
} from '../../debate/views/motion.ts';
import {escapeInline} from '../../exports/escape-markdown.ts';
import {claimSections} from '../../exports/claims.ts';
import {percent, speakerOf} from '../../languages/wording.ts';

/** Sections in order, each a piece of Markdown; none for debates of other kinds. */
export function motionSections(state: DebateState): string[] {
	if (!isMotion(state)) return [];
	return [
		...verdictSection(state),
		...claimSections(state),
		...pointsSection(state),
		...questionsSection(state),
		...lateSection(state),
	];
}

function verdictSection(state: DebateState): string[] {
	const {panel, verdicts} = state.formats.motion;
	if (!panel) return [];
	const decisive = decisiveSentences(state).map(
		({turnId, text}) => `> ${escapeInline(text.replaceAll(/\s+/gu, ' '))} (${escapeInline(speakerIn(state, turnId))})`,
	);
	const agreement =
		panel.agreement === null ? [] : [`Judges agreed on the winner in ${percent(panel.agreement)} of pairs.`];
	return [
		'## Verdict',
		`**${escapeInline(panelText(state, panel))}** Who argued better is not who is right.`,
		...agreement,
		...(decisive.length > 0 ? ['What decided it:', decisive.join('\n>\n')] : []),
		...verdicts.flatMap(verdict => judgeBlocks(state, verdict)),
	];
}

function judgeBlocks(state: DebateState, verdict: VerdictEvent): string[] {
	const rows = verdict.readings.map(reading => readingRow(reading));
	return [
		`### ${escapeInline(judgeName(state, verdict.judge))}`,
		escapeInline(verdictText(state, verdict)),
		...(rows.length > 0
			? [
					[
						`| read as A | winner | margin | ${grounds.join(' | ')} |`,
						`| --- | --- | --- | ${grounds.map(() => '---').join(' | ')} |`,
						...rows,
					].join('\n'),
				]
			: []),
	];
}

function readingRow({a, winner, margin, grounds: found, void: voided}: VerdictReading): string {
	const cells = grounds.map(name => found?.[name].better ?? '–');
	const result = voided === undefined ? (winner ?? '–') : `void: ${escapeInline(voided)}`;
	return `| ${a} | ${result} | ${voided === undefined ? marginText(margin) : '–'} | ${cells.join(' | ')} |`;
}

const speakerIn = (state: DebateState, turnId: string): string =>
	speakerOf(state, state.turns.find(({id}) => id === turnId)?.speaker ?? turnId);

function pointsSection(state: DebateState): string[] {
	const {points} = state.formats.motion;
	if (points.length === 0) return [];
	return [
		'## Points of information',
		points
			.map(
				event =>
					`- ${escapeInline(speakerOf(state, event.by))} to ${escapeInline(speakerIn(state, event.turnId))}, ${event.taken ? '**taken**' : pointFate(event)}: ${escapeInline(event.point)}`,
			)
			.join('\n'),
	];
}

function questionsSection(state: DebateState): string[] {
	const evaded = state.formats.motion.checks.filter(check => check.evaded);
	if (evaded.length === 0) return [];
	return [
		'## Questions evaded',
		evaded
			.map(({question, turnId}) => {
				const asked = state.turns.find(({id}) => id === question);
				return `- ${escapeInline(speakerIn(state, turnId))} did not answer, though asked twice: “${escapeInline(asked?.text.trim() ?? '')}”`;
			})
			.join('\n'),
	];
}

function lateSection(state: DebateState): string[] {
	const {newClaims} = state.formats.motion;
	if (newClaims.length === 0) return [];
	return [
		'## New in a closing',
		newClaims
			.flatMap(({turnId, sentences}) =>
				sentences.map(text => `- ${escapeInline(speakerIn(state, turnId))}: ${escapeInline(text)}`),
			)
			.join('\n'),
	];
}
