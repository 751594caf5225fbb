/** Rows that several panes share: claims, clashes, diffs and progress. */
import type {DebateState} from '../debate/state.ts';
import {claimsByChair} from '../debate/ledger.ts';
import {displayOf, speakerDisplay} from './participants.ts';
import {blank, line, row, span, type Row, rule, spansWidth} from './rows.ts';
import {wrapText, widthOf} from './wrap.ts';
import type {Claim} from '../debate/claims.ts';
import {claimTally, passagesText, standingOf, tallyText} from './claim-tally.ts';
import {hanging, loneSentence, proseLines} from './markdown.ts';
import {signs, type Tone} from './theme.ts';

/** Open claims that are named for each chair: the latest ones. */
const mostNamed = 3;

export function claimRows(state: DebateState, width: number): readonly Row[] {
	const chairs = claimsByChair(state);
	if (chairs.length === 0) return [];
	return [
		blank,
		line('Claims', 'strong'),
		...chairs.flatMap(({seat, claims}) => {
			const {sign, tone, name} = speakerDisplay(state, {speaker: seat.id, by: seat});
			const {excuses} = claimTally(state);
			const open = claims.filter(claim => claim.status === 'open' && !excuses.has(claim));
			const owing = claims.filter(claim => excuses.has(claim)).length;
			const granted = claims.filter(({settled}) => settled?.granted === true).length;
			const dropped = claims.filter(({status}) => status === 'conceded' || status === 'withdrawn').length;
			const figures = ` · ${claims.length} made, ${claims.length - open.length - owing - dropped} met${granted > 0 ? `, ${granted} granted` : ''}${dropped > 0 ? `, ${dropped} given up at least in part` : ''}, ${open.length} not answered${owing > 0 ? `, ${owing} owed no answer` : ''}`;
			return [
				row(span(`${sign} ${name}`, tone), span(figures, 'dim')),
				...open
					.slice(-mostNamed)
					.flatMap(({claim}) => wrapText(claim, Math.max(20, width - 4)).map(text => row(span(`    ${text}`)))),
			];
		}),
	];
}

// What is contested: each claim, how it stands, and beneath it the sentence that answered it. Open ones come first.

/** An answer is shown with so many lines at most. */
const mostLines = 4;

export function clashRows(state: DebateState, width: number): readonly Row[] {
	const tally = claimTally(state);
	if (tally.ordered.length === 0) return [];
	return [
		blank,
		rule(width, span('Clash', 'strong'), span(tallyText(tally), 'dim')),
		...tally.ordered.flatMap(claim => [...clashClaimRows(state, claim, width), ...answerRows(state, claim, width)]),
	];
}

function clashClaimRows(state: DebateState, claim: Claim, width: number): Row[] {
	const {sign, tone} = displayOf(state, claim.holder);
	const standing = standingOf(claim, claimTally(state).excuses.get(claim));
	const right = [span(`${standing.word} `, standing.tone), span(standing.sign, standing.tone)];
	const [first, ...rest] = hanging(
		span(`${sign} `, tone),
		loneSentence(claim.claim),
		width - 2 - spansWidth(right),
		claim.status === 'open' ? 'strong' : 'plain',
	);
	const passages = passagesText(state, claim);
	return first
		? [{...first, right}, ...rest, ...(passages === undefined ? [] : [row(span(`  ${passages}`, 'dim'))])]
		: [];
}

function answerRows(state: DebateState, {settled}: Claim, width: number): Row[] {
	if (!settled) return [];
	const {sign, tone} = displayOf(state, settled.by);
	const room = Math.max(8, width - 6);
	const lines = proseLines(loneSentence(settled.sentence), room, 'dim');
	return lines
		.slice(0, mostLines)
		.map((pieces, at) =>
			row(
				span(at === 0 ? '  ↳ ' : '    ', 'dim'),
				...(at === 0 ? [span(`${sign} `, tone)] : [span('  ')]),
				...pieces,
				...(at === mostLines - 1 && lines.length > mostLines ? [span(' …', 'dim')] : []),
			),
		);
}

// A diff for eyes: of what git writes above a file's changes, its name and what became of it; the rest of that is for
// machines.

/** One row a line, more where it is too long; each file begins with its name. */
export function diffRows(diff: string, width: number): readonly Row[] {
	const rows: Row[] = [];
	let heading: {readonly name: string; readonly fates: string[]} | undefined;
	const close = () => {
		if (heading)
			rows.push(
				...(rows.length > 0 ? [blank] : []),
				row(
					span(heading.name, 'strong'),
					span(heading.fates.map(fate => ` ${signs.separator} ${fate}`).join(''), 'dim'),
				),
			);
		heading = undefined;
	};
	for (const text of diff.trimEnd().split('\n')) {
		const name = /^diff --git (?:a\/.* b\/|"?a\/.* "b\/)(?<name>.*?)"?$/u.exec(text)?.groups?.['name'];
		if (name !== undefined || text.startsWith('@@')) close();
		if (name !== undefined) heading = {name, fates: []};
		else if (heading) heading.fates.push(...fateIn(text));
		else rows.push(...lineRows(text, width));
	}
	close();
	return rows;
}

/** What a line above the changes says of the file. */
function fateIn(text: string): readonly string[] {
	const {was, mode} = /^rename from (?<was>.*)$|^new mode (?<mode>\d+)$/u.exec(text)?.groups ?? {};
	if (text.startsWith('new file mode')) return text.endsWith('755') ? ['new', 'can be run'] : ['new'];
	if (text.startsWith('deleted file')) return ['deleted'];
	if (was !== undefined) return [`was ${was}`];
	if (mode !== undefined) return [mode.endsWith('755') ? 'can be run now' : 'cannot be run any more'];
	return /^(?:GIT binary patch|Binary files)/u.test(text) ? ['no text'] : [];
}

/**
 * What is too long for a row goes on in the next, set in behind the sign. A tab has no width of its own in a cell of a
 * terminal.
 */
function lineRows(text: string, width: number): readonly Row[] {
	const shown = text.replaceAll('\t', '    ');
	if (widthOf(shown) <= width) return [line(shown, toneOf(text))];
	return wrapText(shown, Math.max(8, width - 1)).map((piece, index) =>
		line(index === 0 ? piece : ` ${piece}`, toneOf(text)),
	);
}

function toneOf(text: string): Tone {
	if (text.startsWith('@@')) return 'accent';
	return text.startsWith('+') ? 'good' : text.startsWith('-') ? 'error' : text.startsWith('\\') ? 'dim' : 'plain';
}

// How far a debate is, as the one bar of its screen.

/** The number at a path of a debate's config; undefined where there is none. */
export function numberAt(config: unknown, ...path: readonly string[]): number | undefined {
	let value = config;
	for (const name of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
	return typeof value === 'number' ? value : undefined;
}

/** A place in a recording: how many of its turns have begun, of how many. */
type ReplayPlace = {readonly turn: number; readonly turns: number};

/** What a debate that runs has behind it of all that its format has at most. */
type ProgressShare = (state: DebateState, spokenMs: number) => number | undefined;

/**
 * A share of 0 to 1: of the turns of a recording; of a debate that runs, what its format says. Undefined where nothing
 * says how long it will be.
 */
export function progressOf(
	state: DebateState,
	spokenMs: number,
	replay: ReplayPlace | undefined,
	shareOfFormat: ProgressShare | undefined,
): number | undefined {
	if (replay) return replay.turns === 0 ? 1 : Math.min(1, replay.turn / replay.turns);
	const isEarly = state.outcome !== undefined && early.has(state.outcome);
	if (state.outcome !== undefined && !isEarly) return 1;
	const share = shareOfFormat?.(isEarly ? atLastTurn(state) : state, spokenMs);
	return share === undefined ? undefined : Math.min(0.99, Math.max(0, share));
}

/** How debates end before their time. */
const early: ReadonlySet<string> = new Set(['stopped', 'budget', 'failed']);

/** A debate that was ended early, at the part of its last turn: its closing is no part that it came to. */
function atLastTurn(state: DebateState): DebateState {
	const last = state.turns.findLast(({segment, text}) => segment !== 'synthesis' && text.trim() !== '');
	return {...state, segment: last?.segment, round: last?.round};
}

/** Half of a part that it is in, and all before; nothing before the first. */
export const shareOf = (parts: readonly string[], part: string | undefined): number =>
	Math.max(0, parts.indexOf(part ?? '') + 0.5) / parts.length;

/** A share of 0 to 1 as a bar of so many columns. */
export function progressBar(share: number, width: number): {readonly done: string; readonly ahead: string} {
	const done = Math.round(Math.min(1, Math.max(0, share)) * width);
	return {done: signs.passed.repeat(done), ahead: signs.ahead.repeat(width - done)};
}
