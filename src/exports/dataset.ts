/** A debate as tables for research: who spoke, cut in, claimed, judged, voted, and what it cost, with a schema each. */
import {z} from 'zod';
import {holderAt} from '../debate/attribution.ts';
import type {Claim} from '../debate/claims.ts';
import {totalSpending, type DebateState, type Spending, type Turn} from '../debate/state.ts';
import {countWords} from '../debate/text/words.ts';
import {judgeVotesOf, votesOf} from '../debate/views/judgements.ts';
import {languageOf} from '../languages/find.ts';
import {speakerAt, speakerIn, speakerOfTurn} from '../languages/wording.ts';
import {cell} from './csv.ts';
import {disclosure} from './episode.ts';
import {factsOf} from './facts.ts';
import type {FormatParts, ScoreRow} from './format-parts.ts';

const text = z.string();
const maybe = z.string().nullable();
const count = z.int().nonnegative();
const amount = z.number().nullable();
const debate = text.describe('the debate’s id, the same in every table');
const ms = z.number().nonnegative().describe('milliseconds of the debate’s clock');

/** The columns of each table, in their order: a name here is kept for good. */
export const datasetTables = {
	debates: z.object({
		debate,
		title: text,
		topic: text.describe('what was debated, as the user gave it'),
		protocol: text,
		started_at: text.describe('ISO 8601, UTC'),
		language: maybe,
		outcome: maybe.describe('null where it has not ended'),
		reason: maybe.describe('why it ended so'),
		turns: count,
		words: count,
		cuts: count,
		concessions: count,
		calls: count,
		cost_usd: amount.describe('of the priced calls; null where none has a price'),
		unpriced: count.describe('calls whose price is not known'),
		note: maybe.describe('who was a person or a rehearsal, in a sentence'),
	}),
	turns: z.object({
		debate,
		turn: text,
		number: count.describe('from 1, in the order in which turns began'),
		segment: text,
		round: count.nullable(),
		kind: text,
		seat: text,
		role: maybe,
		framework: maybe,
		persona: maybe,
		name: text.describe('who spoke it, whoever has the seat later'),
		voice: maybe,
		model: maybe,
		provider: maybe,
		reply_to: maybe.describe('a turn'),
		started_ms: ms,
		ended_ms: ms.nullable(),
		words: count,
		finish: maybe,
		was_cut: z.boolean(),
		score: amount.describe('0 to 100, the bench’s; null where there is none'),
		input_tokens: count.nullable(),
		output_tokens: count.nullable(),
		cost_usd: amount,
		first_token_ms: amount,
		total_ms: amount,
		text,
	}),
	cuts: z.object({
		debate,
		turn: text.describe('the turn that was cut'),
		at_ms: ms,
		by_seat: text,
		by_name: text,
		by_voice: maybe,
		of_seat: text,
		of_name: text,
		of_voice: maybe,
		reason: text,
		urgency: z.number(),
		trigger: text.describe('the words that it was made for'),
		sentence: count.nullable().describe('number of the sentence they stand in, from 1'),
		line: text.describe('what was said to cut in'),
		heard_words: count,
		unheard_words: count.describe('written behind the cut, as far as it was there'),
		fallen: z.boolean().describe('whether it was made for a quotation that was right after all'),
	}),
	claims: z.object({
		debate,
		claim: text,
		seat: text,
		name: text,
		voice: maybe,
		turn: text,
		text: text.describe('in short; what is left of it where it was narrowed'),
		sentence: text.describe('in its speaker’s words'),
		against: maybe.describe('a claim or a seat'),
		status: text.describe('open, answered, conceded or withdrawn'),
		granted: z.boolean(),
		narrowed: count.describe('how often'),
		settled_in: maybe.describe('a turn'),
		settled_by: maybe.describe('a seat'),
		settled_sentence: maybe,
	}),
	judgements: z.object({
		debate,
		kind: text.describe(
			'bench: of a turn; judge: one judge’s of it; else what the format found, as a verdict or a point',
		),
		turn: maybe,
		judge: maybe.describe('a seat'),
		judge_name: maybe,
		judge_voice: maybe,
		score: amount.describe('0 to 100'),
		self_judged: z.boolean().nullable(),
		item: maybe.describe('what of it, by the format’s own name'),
		value: maybe.describe('what was found, such as the side that won'),
		points: amount.describe('on the format’s own scale'),
		finding: maybe.describe('why; or why there is no score'),
		quote: maybe,
	}),
	costs: z.object({
		debate,
		seat: text,
		role: maybe,
		voice: text,
		calls: count,
		tries: count,
		failed: count,
		withdrawn: count,
		input_tokens: count,
		cached_tokens: count,
		output_tokens: count,
		reasoning_tokens: count,
		cost_usd: amount.describe('of the priced calls; null where none has a price'),
		saved_usd: z.number(),
		unpriced: count.describe('calls whose price is not known'),
	}),
	votes: z.object({
		debate,
		kind: z.enum(['listener', 'page', 'judge']).describe('page: in a browser, once the host closed it'),
		voter: text,
		asked: text.describe('before or after'),
		stance: amount.describe('−3 to 3'),
		reason: maybe,
	}),
} as const;

type DatasetTable = keyof typeof datasetTables;
type DatasetRows = {readonly [T in DatasetTable]: readonly z.infer<(typeof datasetTables)[T]>[]};

const names = z.object(datasetTables).keyof().options;

const voiceAt = (state: DebateState, seat: string, at: number): string | null =>
	holderAt(state, seat, at)?.voice ?? null;
const turnIn = ({turns}: DebateState, id: string): Turn | undefined => turns.findLast(turn => turn.id === id);
const roleOf = ({seats}: DebateState, id: string): string | null => seats.find(seat => seat.id === id)?.role ?? null;
const costOf = ({cost, calls, unpriced}: {cost: number; calls: number; unpriced: number}): number | null =>
	calls > unpriced ? cost : null;

/** Every table’s rows. Text that nobody heard and votes that are still open are in none. */
function datasetOf(state: DebateState, format?: FormatParts): DatasetRows {
	const debate = state.start?.debateId ?? '';
	return {
		debates: state.start ? [debateRow(state, state.start, format)] : [],
		turns: state.turns.map((turn, place) => ({debate, number: place + 1, ...turnRow(state, turn)})),
		cuts: state.interruptions.map(cut => ({debate, ...cutRow(state, cut)})),
		claims: state.formats.ledger.claims.map(claim => ({debate, ...claimRow(state, claim)})),
		judgements: [...state.turns.flatMap(turn => turnJudgements(state, turn)), ...formatJudgements(state, format)].map(
			row => ({
				debate,
				...row,
			}),
		),
		costs: Object.entries(state.spending).map(([spender, spent]) => ({debate, ...costRow(state, spender, spent)})),
		votes: [...listenerVotes(state), ...pageVotes(state), ...judgeStances(state)].map(row => ({
			debate,
			...row,
		})),
	};
}

type RowOf<T extends DatasetTable> = Omit<DatasetRows[T][number], 'debate'>;

function debateRow(
	state: DebateState,
	start: NonNullable<DebateState['start']>,
	format: FormatParts | undefined,
): DatasetRows['debates'][number] {
	const {title, outcome, reason, counts} = factsOf(state, format);
	const spent = totalSpending(state);
	return {
		debate: start.debateId,
		title,
		topic: start.subject.text,
		protocol: start.protocol,
		started_at: start.startedAt,
		language: languageOf(state),
		outcome: outcome ?? null,
		reason: reason ?? null,
		turns: counts.turns,
		words: counts.words,
		cuts: counts.cuts,
		concessions: counts.concessions,
		calls: spent.calls,
		cost_usd: costOf(spent),
		unpriced: spent.unpriced,
		note: disclosure(state) || null,
	};
}

function turnRow(state: DebateState, turn: Turn): Omit<RowOf<'turns'>, 'number'> {
	const {by, usage, evaluation} = turn;
	const seat = state.seats.find(({id}) => id === turn.speaker);
	return {
		turn: turn.id,
		segment: turn.segment,
		round: turn.round ?? null,
		kind: turn.kind,
		seat: turn.speaker,
		role: seat?.role ?? null,
		framework: seat?.framework ?? null,
		persona: seat?.persona ?? null,
		name: speakerOfTurn(state, turn),
		voice: by?.voice ?? null,
		model: by?.model ?? null,
		provider: by?.provider ?? null,
		reply_to: turn.replyTo ?? null,
		started_ms: turn.startedAt,
		ended_ms: turn.endedAt ?? null,
		words: countWords(turn.text),
		finish: turn.finish ?? null,
		was_cut: turn.cut !== undefined,
		score: evaluation?.adherenceScore ?? null,
		input_tokens: usage?.input ?? null,
		output_tokens: usage?.output ?? null,
		cost_usd: turn.cost ?? null,
		first_token_ms: turn.firstTokenMs ?? null,
		total_ms: turn.totalMs ?? null,
		text: turn.text,
	};
}

function cutRow(state: DebateState, cut: DebateState['interruptions'][number]): RowOf<'cuts'> {
	const {turnId, interrupter, interrupted, at} = cut;
	const turn = turnIn(state, turnId);
	return {
		turn: turnId,
		at_ms: cut.atMs,
		by_seat: interrupter,
		by_name: speakerAt(state, interrupter, at),
		by_voice: voiceAt(state, interrupter, at),
		of_seat: interrupted,
		of_name: turn ? speakerOfTurn(state, turn) : speakerAt(state, interrupted, at),
		of_voice: turn?.by?.voice ?? voiceAt(state, interrupted, at),
		reason: cut.reason,
		urgency: cut.urgency,
		trigger: cut.trigger,
		sentence: cut.sentence ?? null,
		line: cut.line,
		heard_words: countWords(turn?.text ?? ''),
		unheard_words: countWords(cut.unheard ?? ''),
		fallen: cut.fallen === true,
	};
}

function claimRow(state: DebateState, claim: Claim): RowOf<'claims'> {
	const {settled, narrowed = []} = claim;
	return {
		claim: claim.id,
		seat: claim.holder,
		name: speakerIn(state, claim.turnId),
		voice: turnIn(state, claim.turnId)?.by?.voice ?? null,
		turn: claim.turnId,
		text: claim.claim,
		sentence: claim.sentence,
		against: claim.against ?? null,
		status: claim.status,
		granted: settled?.granted === true,
		narrowed: narrowed.length,
		settled_in: settled?.turnId ?? null,
		settled_by: settled?.by ?? null,
		settled_sentence: settled?.sentence ?? null,
	};
}

const ungiven = {judge: null, judge_name: null, judge_voice: null, item: null, value: null, points: null, quote: null};

function turnJudgements(state: DebateState, turn: Turn): RowOf<'judgements'>[] {
	const {id, evaluation, startedAt, endedAt = startedAt} = turn;
	if (!evaluation) return [];
	const {adherenceScore: score, selfJudged = null, reason = null, verdicts = []} = evaluation;
	return [
		{...ungiven, kind: 'bench', turn: id, score, self_judged: selfJudged, finding: reason},
		...verdicts.map(verdict => ({
			...ungiven,
			kind: 'judge',
			turn: id,
			judge: verdict.judge,
			judge_name: speakerAt(state, verdict.judge, endedAt),
			judge_voice: voiceAt(state, verdict.judge, endedAt),
			score: verdict.score,
			self_judged: null,
			finding: verdict.reason ?? null,
		})),
	];
}

/** What the debate's format finds besides scores, as its table of scores has it. */
const formatJudgements = (state: DebateState, format: FormatParts | undefined): RowOf<'judgements'>[] =>
	Object.values(format?.events ?? {})
		.flatMap(({rows}) => rows?.(state) ?? [])
		.map(({kind, turn, judge, item, value, points, finding, quote}) => ({
			...ungiven,
			kind: told(kind) ?? '',
			turn: told(turn),
			judge_name: told(judge),
			score: null,
			self_judged: null,
			item: told(item),
			value: told(value),
			points: typeof points === 'number' ? points : null,
			finding: told(finding),
			quote: told(quote),
		}));

const told = (value: ScoreRow[keyof ScoreRow]): string | null =>
	value === undefined || value === null ? null : String(value);

function costRow(state: DebateState, spender: string, spent: Spending): RowOf<'costs'> {
	const [seat = '', voice = ''] = spender.split('\n');
	const {calls, tries, failed, withdrawn, input, cached, output, reasoning, saved, unpriced} = spent;
	return {
		seat,
		role: roleOf(state, seat),
		voice,
		calls,
		tries,
		failed,
		withdrawn,
		input_tokens: input,
		cached_tokens: cached,
		output_tokens: output,
		reasoning_tokens: reasoning,
		cost_usd: costOf(spent),
		saved_usd: saved,
		unpriced,
	};
}

// Votes, of whoever was asked: one row each time somebody said where they stand.

const stances = ['before', 'after'] as const;

const listenerVotes = (state: DebateState): RowOf<'votes'>[] =>
	votesOf(state).flatMap(vote =>
		stances.flatMap(when => {
			const stance = vote[when];
			const {listener: voter} = vote;
			return stance === undefined ? [] : [{kind: 'listener' as const, voter, asked: when, stance, reason: null}];
		}),
	);

function pageVotes({audience}: DebateState): RowOf<'votes'>[] {
	return [...(audience?.votes ?? [])].flatMap(([voter, vote]) =>
		stances.flatMap(when => {
			const stance = audience?.closed.includes(when) === true ? vote[when] : undefined;
			return stance === undefined ? [] : [{kind: 'page' as const, voter, asked: when, stance, reason: null}];
		}),
	);
}

const judgeStances = (state: DebateState): RowOf<'votes'>[] =>
	judgeVotesOf(state).flatMap(({judge: voter, answers}) =>
		answers.map(({when, stance, reason}) => ({kind: 'judge', voter, asked: when, stance, reason})),
	);

// The files.

/** By name: each table as CSV, as JSON lines, and the JSON Schema of a row. */
export function datasetFiles(state: DebateState, format?: FormatParts): ReadonlyMap<string, string> {
	const rows = datasetOf(state, format);
	return new Map([
		['tables.sql', names.map(tableSql).join('')],
		...names.flatMap((name): [string, string][] => [
			[`${name}.csv`, csvOf(columnsOf(name), rows[name])],
			[`${name}.jsonl`, rows[name].map(row => `${JSON.stringify(row)}\n`).join('')],
			[`${name}.schema.json`, `${JSON.stringify(z.toJSONSchema(datasetTables[name]), undefined, '\t')}\n`],
		]),
	]);
}

/** DuckDB’s view of a table by its types: it would take a column in which nothing is known for text. */
const tableSql = (name: DatasetTable): string =>
	`CREATE OR REPLACE VIEW ${name} AS SELECT * FROM read_json('${name}.jsonl', format = 'newline_delimited', columns = {${Object.entries(
		datasetTables[name].shape,
	)
		.map(([column, type]) => `${column}: '${sqlType(type)}'`)
		.join(', ')}});\n`;

const sqlType = (type: z.ZodType): string =>
	[['BOOLEAN', true] as const, ['DOUBLE', 0.5] as const, ['BIGINT', 1] as const].find(
		([, value]) => type.safeParse(value).success,
	)?.[0] ?? 'VARCHAR';

const columnsOf = (name: DatasetTable): readonly string[] => Object.keys(datasetTables[name].shape);

const csvOf = (columns: readonly string[], rows: readonly object[]): string =>
	[columns.join(','), ...rows.map(row => lineOf(columns, new Map(Object.entries(row))))]
		.map(line => `${line}\r\n`)
		.join('');

const lineOf = (columns: readonly string[], row: ReadonlyMap<string, unknown>): string =>
	columns.map(column => cell(Value.parse(row.get(column)))).join(',');
const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
