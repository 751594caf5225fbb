/** What a council leaves to be kept: a decision record, the same as JSON, and the votes as a table. Pure. */
import {stringify} from 'yaml';
import {z} from 'zod';
import {CouncilFacts} from '../../debate/formats/council.ts';
import {isRehearsal} from '../../debate/seats.ts';
import type {DebateState} from '../../debate/state.ts';
import {cell} from '../../exports/csv.ts';
import {disclosure} from '../../exports/episode.ts';
import {escapeInline, escapeProse} from '../../exports/escape-markdown.ts';
import {speakerIn, speakerOf} from '../../languages/wording.ts';
import {clerkId, configIn, isOpen, optionsOf} from './config.ts';
import {
	answerParagraphs,
	answerText,
	confidenceText,
	cruxRows,
	dissenters,
	heldBy,
	howCounted,
	isCouncil,
	isKnownMaker,
	moveText,
	positionName,
	priceText,
	resultText,
	votesText,
	winningReasons,
	type Held,
} from './view.ts';

/** A decision record in Markdown, with front matter: it drops into a folder of such records, or into a vault. */
function* decisionPieces(state: DebateState): Generator<string> {
	const {start, formats} = state;
	const {result} = formats.council;
	if (!isCouncil(state) || !start || !result) return;
	const title = start.subject.text.split('\n', 1)[0] ?? '';
	const status = result.winner === null && result.strength !== 'merged' ? 'open' : 'proposed';
	const front = {title, date: start.startedAt.slice(0, 10), status, tags: ['decision', 'council']};
	yield `---\n${stringify(front)}---\n`;
	yield `\n# ${escapeInline(title)}\n`;
	const note = disclosure(state);
	if (note !== '') yield `\n> ${escapeInline(note)}\n`;
	for (const [heading, blocks] of decisionSections(state))
		yield `\n## ${heading}\n\n${blocks.length > 0 ? blocks.join('\n\n') : (nothing[heading] ?? 'There is none.')}\n`;
}

/** What stands under a head that has nothing. */
const nothing: Readonly<Record<string, string>> = {
	Decision: 'There is none.',
	Reasons: 'Nothing was decided, so no reasons stand with it.',
	Consequences: 'Nobody wrote what follows from it.',
	Dissent: 'Nobody holds another answer.',
	'What it hangs on': 'No claim was named on which answers differ.',
	'What would settle what is open': 'Nobody named anything.',
};

type DecisionSection = readonly [heading: string, blocks: readonly string[]];

/** The heads of a decision, in order; what has nothing to say says so. */
export function decisionSections(state: DebateState): readonly DecisionSection[] {
	const {start, formats} = state;
	const {council} = formats;
	const {result} = council;
	if (!start || !result) return [];
	const config = configIn(state);
	const paragraphs = answerParagraphs(state).map(escapeProse);
	const isWritten = result.answer?.by === 'writer';
	// The writer is asked for the answer, the reasons and, where they say it, what follows; in another shape, who knows.
	const ending = isWritten && result.strength !== 'merged' && paragraphs.length === 3 ? paragraphs[2] : undefined;
	const middle = paragraphs.slice(isWritten ? 1 : 0, ending === undefined ? undefined : -1);
	const list = (items: readonly string[]): string[] =>
		items.length > 0 ? [items.map(item => `- ${item}`).join('\n')] : [];
	return [
		[
			'Question and criteria',
			[
				escapeProse(start.subject.text),
				...(start.subject.context?.trim() ? [quoted(start.subject.context.trim())] : []),
				...list((config?.criteria ?? []).map(escapeInline)),
				...(config?.leaning === undefined ? [] : [`You leaned to: ${escapeInline(config.leaning)} No seat was told.`]),
			],
		],
		['Options', list(offered(state).map(escapeInline))],
		[
			'Decision',
			[
				`**${escapeInline(resultText(state) ?? '')}**`,
				...(isWritten && paragraphs[0] !== undefined ? [paragraphs[0]] : []),
			],
		],
		[
			'Reasons',
			[
				...(isWritten || middle.length === 0
					? []
					: [`In the words of ${escapeInline(holderName(state))}, who answered so:`]),
				...middle,
				...list(
					winningReasons(state).map(
						({id, claim, rests, cites}) => `${id}: ${escapeInline(claim)} (${[rests, ...cites].join(', ')})`,
					),
				),
			],
		],
		['Consequences', ending === undefined ? [] : [ending]],
		[
			'Dissent',
			[
				...(result.winner === null && result.strength !== 'merged'
					? ['Nothing was decided, so nobody dissents. These are the answers:']
					: []),
				...dissenters(state).flatMap(held => dissentBlocks(state, held)),
			],
		],
		['What it hangs on', list(cruxRows(state).map(row => escapeInline(cruxText(state, row))))],
		['What would settle what is open', list(wouldSettle(state).map(escapeInline))],
		['How it was decided', howDecided(state)],
	];
}

/** A position in the words of a seat that did not sign the clerk’s. */
function amendedBy({formats: {council}}: DebateState, seat: string): string {
	const own = council.ballots.find(each => each.seat === seat && each.amended !== undefined)?.amended;
	return own === undefined ? '' : `; it holds its position in its own words: “${escapeInline(own)}”`;
}

const holderName = (state: DebateState): string => speakerIn(state, state.formats.council.result?.answer?.turnId ?? '');

/** The options, or the positions that were found. */
function offered(state: DebateState): string[] {
	const config = configIn(state);
	if (config?.options) return optionsOf(config).map(([, option]) => option);
	if (config?.number !== undefined) return [`A number, in ${config.number}`];
	return state.formats.council.groups.map(({position}) => position);
}

/** Word for word, under the seat’s name: dissent is copied and never written. */
function dissentBlocks(state: DebateState, {answer, name, counted, blind}: Held): string[] {
	const text = state.turns.find(({id}) => id === answer.turnId)?.text.trim() ?? '';
	const moved = counted === blind ? '' : `, now: ${escapeInline(positionName(state, counted))}`;
	return [
		`**${escapeInline(name)}**: ${escapeInline(answerText(state, answer))}${moved}`,
		quoted(text),
		...state.formats.council.ballots.flatMap(({seat, crux, whyHeld}) =>
			seat === answer.seat && whyHeld !== undefined
				? [
						`It held${crux === undefined ? '' : ` after ${crux} was argued`}; the best point against it, and why that is not enough: “${escapeInline(whyHeld)}”`,
					]
				: [],
		),
	];
}

const quoted = (text: string): string =>
	text
		.split('\n')
		.map(line => `> ${escapeProse(line)}`.trimEnd())
		.join('\n');

function cruxText(state: DebateState, {crux, calls, unargued}: ReturnType<typeof cruxRows>[number]): string {
	const said = calls.flatMap(({seat, holds}) => (holds === undefined ? [] : [`${speakerOf(state, seat)}: ${holds}`]));
	return [
		`${crux.id}: ${crux.claim}`,
		said.length > 0 ? ` (${said.join('; ')})` : '',
		unargued === undefined ? '' : ` Not argued: ${unargued}.`,
	].join('');
}

/** What would change the answers that are still held, as their seats said when they gave them. */
const wouldSettle = (state: DebateState): string[] =>
	heldBy(state).flatMap(({name, answer, blind, counted}) =>
		answer.change.trim() === '' || blind !== counted
			? []
			: [`What would change ${name}’s answer, by its own words: “${answer.change.trim()}”`],
	);

function howDecided(state: DebateState): string[] {
	const {council} = state.formats;
	const {result} = council;
	if (!result) return [];
	const config = configIn(state);
	const documents = (state.sources?.documents ?? []).map(
		({number, title, name}) =>
			`- S${number}: ${escapeInline(title)}${name === title ? '' : ` (${escapeInline(name)})`}`,
	);
	const moves = council.ballots.filter(({move}) => move).map(ballot => `- ${escapeInline(moveText(state, ballot))}`);
	const price = priceText(result);
	const answer = state.turns.find(({id}) => id === result.answer?.turnId);
	const seats = heldBy(state).map(
		({name, answer: {seat, letter, model, maker, confidence}, stale}) =>
			`- ${letter}: ${escapeInline(name)} (${[model, ...(isKnownMaker(maker) ? [maker] : [])].map(escapeInline).join(', ')}), ${confidence} of 100 sure${stale ? ', lost since: its vote is stale' : ''}${amendedBy(state, seat)}`,
	);
	return [
		howCounted(state, result)
			.map(line => `- ${escapeInline(line)}`)
			.join('\n'),
		...(moves.length > 0 ? [moves.join('\n')] : ['Nobody moved.']),
		...(seats.length > 0 ? [seats.join('\n')] : []),
		...(documents.length > 0 ? [`The documents:`, documents.join('\n')] : []),
		[
			`Confidence, blind: ${council.answers.length > 0 ? confidenceText(council) : 'none'}; it weighs nothing.`,
			result.answer === undefined
				? ''
				: result.answer.by === 'writer'
					? `Written by ${escapeInline(speakerIn(state, result.answer.turnId))}, ${answer?.speaker === clerkId ? 'who has no vote' : 'who holds a seat too, for want of another'}.`
					: 'The answer is in a holder’s own words.',
			council.clerk !== undefined && config && isOpen(config)
				? `${escapeInline(speakerOf(state, council.clerk))} judged which answers are one position.`
				: '',
			council.note === undefined ? '' : `The clerk’s work was left out: ${escapeInline(council.note)}.`,
			price ?? '',
			answer?.contentHash ? `SHA-256 of the answer: ${answer.contentHash}.` : '',
		]
			.filter(text => text !== '')
			.join(' '),
	];
}

// The same for programs.

/** `facts` are the council’s records, as its journal has them. */
export const DecisionFile = z.object({
	version: z.literal(1),
	tool: z.object({name: z.literal('rostrum'), version: z.string()}),
	debate: z.string().describe('The debate’s id.'),
	date: z.string(),
	note: z.string().describe('Who here is a person and who is not.'),
	question: z.string(),
	criteria: z.array(z.string()),
	options: z.array(z.string()),
	leaning: z.string().nullable().describe('What the user leaned to; no seat was told.'),
	decision: z.string().nullable().describe('What won; null where nothing did.'),
	said: z.string().describe('The result in a sentence.'),
	answer: z.string().describe('The text of the answer; empty where there is none.'),
	positions: z.record(z.string(), z.string()).describe('What each position says, by its id.'),
	seats: z.array(
		z.object({
			seat: z.string(),
			name: z.string(),
			rehearsal: z.boolean(),
			text: z.string(),
			counted: z.string().describe('The position that is counted.'),
			dissents: z.boolean(),
			stale: z.boolean().describe('Lost since its answer.'),
		}),
	),
	facts: CouncilFacts,
});

function* decisionJson(state: DebateState): Generator<string> {
	const {start, formats} = state;
	const {result} = formats.council;
	if (!isCouncil(state) || !start || !result) return;
	const config = configIn(state);
	const held = heldBy(state);
	const ids = [
		...offeredIds(state),
		...[result.blind, result.counted, result.raw].flat().map(({position}) => position),
	];
	const against = new Set(dissenters(state).map(({answer}) => answer.seat));
	const file = DecisionFile.parse({
		version: 1,
		tool: {name: 'rostrum', version: start.app.version},
		debate: start.debateId,
		date: start.startedAt,
		note: disclosure(state),
		question: start.subject.text,
		criteria: config?.criteria ?? [],
		options: offered(state),
		leaning: config?.leaning ?? null,
		decision: result.winner === null ? null : positionName(state, result.winner),
		said: resultText(state) ?? '',
		answer: answerParagraphs(state).join('\n\n'),
		positions: Object.fromEntries(ids.map(id => [id, positionName(state, id)])),
		seats: held.map(({answer, name, counted, stale}) => ({
			seat: answer.seat,
			name,
			rehearsal: isRehearsalSeat(state, answer.seat),
			text: state.turns.find(({id}) => id === answer.turnId)?.text ?? '',
			counted,
			dissents: against.has(answer.seat),
			stale,
		})),
		facts: formats.council,
	});
	yield `${JSON.stringify(file, null, '\t')}\n`;
}

const offeredIds = (state: DebateState): string[] => {
	const config = configIn(state);
	return config?.options ? optionsOf(config).map(([id]) => id) : state.formats.council.groups.map(({id}) => id);
};

const isRehearsalSeat = (state: DebateState, id: string): boolean =>
	state.seats.some(seat => seat.id === id && isRehearsal(seat));

const voteColumns = [
	'debate',
	'seat',
	'name',
	'model',
	'maker',
	'rehearsal',
	'blind',
	'counted',
	'vote',
	'confidence',
	'moves',
	'note',
] as const;

/** A line a seat (RFC 4180): its vote’s share, where it stood blind and at the end. */
function* votesCsv(state: DebateState): Generator<string> {
	if (!isCouncil(state) || !state.start) return;
	yield `${voteColumns.join(',')}\r\n`;
	const all = heldBy(state);
	for (const {answer, name, blind, counted, stale} of all) {
		const share = 1 / all.filter(each => each.answer.model === answer.model).length;
		const moves = state.formats.council.ballots.filter(({seat, move}) => seat === answer.seat && move).length;
		const row = [
			state.start.debateId,
			answer.seat,
			name,
			answer.model,
			answer.maker,
			isRehearsalSeat(state, answer.seat),
			positionName(state, blind),
			positionName(state, counted),
			votesText(share),
			answer.confidence,
			moves,
			stale ? 'stale' : '',
		];
		yield `${row.map(cell).join(',')}\r\n`;
	}
}

export const councilExports = {
	decision: {file: 'decision.md', pieces: decisionPieces},
	'decision-json': {file: 'decision.json', pieces: decisionJson},
	votes: {file: 'votes.csv', pieces: votesCsv},
} as const;
