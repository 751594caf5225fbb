/** A motion debate: two cards that face each other, what is contested, points and questions, and the verdict. */
import type {MotionSide, PointEvent} from '../../debate/formats/motion.ts';
import {heardText, speaking, type DebateState} from '../../debate/state.ts';
import {countWords} from '../../debate/text/words.ts';
import {
	decisiveSentences,
	isMotion,
	panelText,
	pointMaker,
	resultText,
	runningOrder,
	teamOf,
	verdictText,
} from '../../debate/views/motion.ts';
import {unjudgedText} from '../../debate/views/judgements.ts';
import {speakerOfTurn} from '../../languages/wording.ts';
import {displayOf, awaitedRows, type WaitingFor} from '../../view/participants.ts';
import {hanging, loneSentence} from '../../view/markdown.ts';
import {allRows, joined, single, type Blocks} from '../../view/blocks.ts';
import {blank, exactly, line, row, rule, sideBySide, span, type Row, type Span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {readable, wrapText} from '../../view/wrap.ts';
import type {FormatPane} from '../contract.ts';
import {clashRows, numberAt} from '../../view/pane-rows.ts';
import {judgesMoveText} from './shown.ts';

/** Columns from which the cards face each other. */
const WIDE = 44;
const GAP = 3;

export function motionBlocks(state: DebateState, width: number, waiting?: WaitingFor): Blocks {
	if (!isMotion(state)) return joined();
	return joined(
		single(verdictRows(state, width)),
		single(cardRows(state, width)),
		single(clashRows(state, width)),
		single(pointRows(state, width)),
		single(questionRows(state, width)),
		single(awaitedRows(state, waiting)),
		single(orderRows(state, width)),
	);
}

/** The verdict, what was contested, points and questions. */
function motionSummary(state: DebateState, width: number): readonly Row[] {
	if (!isMotion(state)) return [];
	return allRows(
		joined(
			single(verdictRows(state, width)),
			single(clashRows(state, width)),
			single(pointRows(state, width)),
			single(questionRows(state, width)),
		),
	);
}

function cardRows(state: DebateState, width: number): readonly Row[] {
	if (width < WIDE) return [...cardOf(state, 'for', width), blank, ...cardOf(state, 'against', width)];
	const left = Math.floor((width - GAP) / 2);
	const right = width - GAP - left;
	const [one, other] = [cardOf(state, 'for', left), cardOf(state, 'against', right)];
	const height = Math.max(one.length, other.length);
	return sideBySide(exactly(one, height), exactly(other, height), [left, right], GAP);
}

/** Who speaks for a side, what they said in words, and how many are left in the running turn. */
function cardOf(state: DebateState, side: MotionSide, width: number): readonly Row[] {
	const turn = speaking(state);
	return [
		rule(width, span(side === 'for' ? 'For' : 'Against', 'strong')),
		...teamOf(state, side).flatMap(({id, out}): Row[] => {
			const {sign, tone, name} = displayOf(state, id);
			const now = turn?.speaker === id;
			const status: Span =
				out !== undefined
					? span(`${signs.out} out`, 'warning')
					: now
						? span(wordsLeft(state, turn.kind, countWords(heardText(state, turn))))
						: span('');
			return [{spans: [span(now ? signs.bar : ' ', tone), span(`${sign} `, tone), span(name, tone)], right: [status]}];
		}),
	];
}

/** Words left of those that a turn of this kind may have. */
function wordsLeft({start}: DebateState, kind: string, said: number): string {
	const most = numberAt(start?.config, 'words', kind);
	return most === undefined ? `${said}w` : `${Math.max(0, most - said)}w left`;
}

function pointRows(state: DebateState, width: number): readonly Row[] {
	const {points} = state.formats.motion;
	if (points.length === 0) return [];
	const taken = points.filter(point => point.taken).length;
	return [
		blank,
		rule(width, span('Points of information', 'strong'), span(`${taken} of ${points.length} taken`, 'dim')),
		...points.toReversed().flatMap(point => onePoint(state, point, width)),
	];
}

function onePoint(state: DebateState, offered: PointEvent, width: number): readonly Row[] {
	const {by, point, taken, late} = offered;
	const {tone, name, shortName} = displayOf(state, by);
	const maker = pointMaker(state, offered) ?? name;
	const sign = taken ? span(`${signs.yes} `, 'good') : span(`${signs.no} `, 'dim');
	const note = late ? ' (came too late)' : '';
	return hanging(
		sign,
		`${maker === name ? shortName : maker}: ${loneSentence(point)}${note}`,
		width,
		taken ? tone : 'dim',
	);
}

function questionRows(state: DebateState, width: number): readonly Row[] {
	const {checks} = state.formats.motion;
	if (checks.length === 0) return [];
	const questions = [...new Set(checks.map(({question}) => question))];
	const rows = questions.flatMap(question => {
		const last = checks.findLast(check => check.question === question);
		const asked = state.turns.find(({id}) => id === question);
		const sign = last?.answered
			? span(`${signs.yes} `, 'good')
			: span(`${last?.evaded ? signs.no : signs.drift} `, 'warning');
		const note = last?.evaded ? ' (evaded)' : last?.answered === null ? ' (not checked)' : '';
		return hanging(
			sign,
			`${asked ? speakerOfTurn(state, asked) : ''}: ${loneSentence(asked?.text ?? '')}${note}`,
			width,
			'plain',
		);
	});
	return [blank, rule(width, span('Questions', 'strong')), ...rows];
}

/** What has been held and what is to come, while it runs. */
function orderRows(state: DebateState, width: number): readonly Row[] {
	if (state.outcome !== undefined) return [];
	const {items, at} = runningOrder(state);
	return [
		blank,
		rule(width, span('Running order', 'strong')),
		...items.map(({segment, round}, place) => {
			const [sign, tone, nameTone] =
				place < at
					? ([signs.yes, 'good', 'plain'] as const)
					: place === at
						? ([signs.playing, 'accent', 'strong'] as const)
						: ([signs.empty, 'dim', 'dim'] as const);
			return row(span(`${sign} `, tone), span(`${segment}${round === undefined ? '' : ` ${round}`}`, nameTone));
		}),
	];
}

function verdictRows(state: DebateState, width: number): readonly Row[] {
	const {panel} = state.formats.motion;
	const paragraph = (text: string, tone: 'strong' | 'plain' | 'dim'): Row[] =>
		wrapText(text, width).map(piece => line(piece, tone));
	if (!panel) {
		const unjudged = unjudgedText(state);
		return unjudged === undefined ? [] : [rule(width, span('Verdict', 'strong')), ...paragraph(unjudged, 'dim'), blank];
	}
	return [
		rule(width, span('Verdict', 'strong')),
		...paragraph(
			[resultText(state, panel), judgesMoveText(state) ?? '', why(state)].filter(text => text !== '').join(' '),
			'strong',
		),
		...decisiveRows(state, width),
		blank,
	];
}

/** The first of the sentences that decided it. */
function why(state: DebateState): string {
	const [first] = decisiveSentences(state);
	return first === undefined ? '' : `What decided it: “${loneSentence(first.text)}”`;
}

/** How the verdict came about and was checked: each judge, labels swapped, kinship. */
function auditRows(state: DebateState, width: number): readonly Row[] {
	const {panel, verdicts} = state.formats.motion;
	if (!isMotion(state) || !panel) return [];
	return [panelText(state, panel), ...verdicts.map(verdict => verdictText(state, verdict))].flatMap(text => [
		...wrapText(text, width).map(piece => line(piece)),
		blank,
	]);
}

const mostDecisive = 3;

/** The sentences that decided it, by who said them. */
function decisiveRows(state: DebateState, width: number): readonly Row[] {
	const found = decisiveSentences(state).slice(1, mostDecisive);
	if (found.length === 0) return [];
	return [
		line('And beside it', 'dim'),
		...found.flatMap(({turnId, text}) => {
			const {sign, tone} = displayOf(state, state.turns.find(({id}) => id === turnId)?.speaker ?? '');
			return hanging(span(`${sign} `, tone), `“${loneSentence(text)}”`, width, 'plain');
		}),
	];
}

export const motionPane: FormatPane = {
	name: 'sides',
	placement: 'beside',
	rest: 'start',
	blocks: (state, width, waiting) => motionBlocks(state, readable(width), waiting),
	results: motionSummary,
	audit: auditRows,
	votes: true,
	unavailable: [],
};
