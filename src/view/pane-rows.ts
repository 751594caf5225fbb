/** Rows that several panes share: claims, clashes, diffs and progress. */
import type {DebateState} from '../debate/state.ts';
import {claimsByChair} from '../debate/ledger.ts';
import {displayOf} from './participants.ts';
import {blank, line, row, span, type Row, rule, spansWidth} from './rows.ts';
import {wrapText, widthOf} from './wrap.ts';
import type {Claim} from '../debate/claims.ts';
import {claimTally, standingOf, tallyText} from './claim-tally.ts';
import {hanging, loneSentence, proseLines} from './markdown.ts';
import {signs, type Tone} from './theme.ts';
import {runningOrder} from '../debate/views/motion.ts';

/** Open claims that are named for each chair: the latest ones. */
const mostNamed = 3;

export function claimRows(state: DebateState, width: number): readonly Row[] {
	const chairs = claimsByChair(state);
	if (chairs.length === 0) return [];
	return [
		blank,
		line('Claims', 'strong'),
		...chairs.flatMap(({seat, claims}) => {
			const {sign, tone, name} = displayOf(state, seat.id);
			const open = claims.filter(({status}) => status === 'open');
			const granted = claims.filter(({settled}) => settled?.granted === true).length;
			const figures = ` · ${claims.length} made, ${claims.length - open.length} met${granted > 0 ? `, ${granted} granted` : ''}, ${open.length} not answered`;
			return [
				row(span(`${sign} ${name}`, tone), span(figures, 'dim')),
				...open
					.slice(-mostNamed)
					.flatMap(({claim}) => wrapText(`“${claim}”`, Math.max(20, width - 4)).map(text => row(span(`    ${text}`)))),
			];
		}),
	];
}

// What is contested: each claim, how it stands, and beneath it the sentence that answered it. Open ones come first.

/** Lines of an answer. */
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
	const standing = standingOf(claim);
	const right = [span(`${standing.word} `, standing.tone), span(standing.sign, standing.tone)];
	const [first, ...rest] = hanging(
		span(`${sign} `, tone),
		loneSentence(claim.claim),
		width - 2 - spansWidth(right),
		claim.status === 'open' ? 'strong' : 'plain',
	);
	return first ? [{...first, right}, ...rest] : [];
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

/**
 * A share of 0 to 1: of the turns of a recording; of a debate that runs, of what its format has ahead
 * of it at most. Undefined where nothing says how long it will be.
 */
export function progressOf(state: DebateState, spokenMs: number, replay: ReplayPlace | undefined): number | undefined {
	if (replay) return replay.turns === 0 ? 1 : Math.min(1, replay.turn / replay.turns);
	if (state.outcome !== undefined) return 1;
	const share = shares[state.start?.protocol ?? '']?.(state, spokenMs);
	return share === undefined ? undefined : Math.min(0.99, Math.max(0, share));
}

type ProgressShare = (state: DebateState, spokenMs: number) => number | undefined;

const shares: Readonly<Record<string, ProgressShare>> = {
	duelogic: duelogicShare,
	motion(state) {
		const {items, at} = runningOrder(state);
		return (at + 0.5) / items.length;
	},
	'model-duel': ({segment}) => shareOf(['request', 'draft', 'critique', 'revision', 'final'], segment),
	'builder-reviewer': ({start, segment, round = 1}) => {
		const cycles = numberAt(start?.config, 'maxCycles');
		return cycles === undefined
			? undefined
			: (round - 1 + shareOf(['planning', 'execution', 'review'], segment)) / cycles;
	},
	'code-debate': ({start, segment, round = 0}) => {
		const rounds = numberAt(start?.config, 'rounds');
		if (rounds === undefined) return undefined;
		const parts = 2 * rounds + 3;
		const at = {opening: 0, response: 2 * round - 1, 'follow-up': 2 * round, consensus: parts - 1}[segment ?? ''] ?? -1;
		return (at + 0.5) / parts;
	},
	'adversarial-spec': ({start, segment, round = 1}) => {
		const rounds = numberAt(start?.config, 'maxRounds');
		const within = segment === 'review' ? 1 : shareOf(['critique', 'ballot', 'synthesis'], segment);
		return rounds === undefined ? undefined : (round - 1 + within) / rounds;
	},
};

/** Half of a part that it is in, and all before; nothing before the first. */
const shareOf = (parts: readonly string[], part: string | undefined): number =>
	Math.max(0, parts.indexOf(part ?? '') + 0.5) / parts.length;

/** Of its exchanges or its spoken time, whichever is further. */
function duelogicShare(state: DebateState, spokenMs: number): number | undefined {
	const {config} = state.start ?? {};
	const minutes = numberAt(config, 'flow', 'targetDurationMinutes');
	const exchanges = numberAt(config, 'flow', 'maxExchanges');
	if (minutes === undefined && exchanges === undefined) return undefined;
	const time = minutes === undefined ? 0 : spokenMs / (minutes * 60_000);
	return Math.max(time, exchanges === undefined ? 0 : exchangeShare(state, exchanges));
}

/** The openings count as an exchange before the first, and the synthesis as one after the last. */
function exchangeShare({segment, round = 0}: DebateState, exchanges: number): number {
	const done = segment === 'exchange' ? round : segment === 'synthesis' ? exchanges + 1 : 0;
	return segment === undefined || segment === 'introduction' ? 0 : (done + 0.5) / (exchanges + 2);
}

/** A share of 0 to 1 as a bar of so many columns. */
export function progressBar(share: number, width: number): {readonly done: string; readonly ahead: string} {
	const done = Math.round(Math.min(1, Math.max(0, share)) * width);
	return {done: signs.passed.repeat(done), ahead: signs.ahead.repeat(width - done)};
}
