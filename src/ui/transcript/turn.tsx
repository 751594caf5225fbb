/** Everything known about a turn: its speaker and voice, its cost and times, its score, its words. */
import {useMemo, useState} from 'react';
import {Reading} from '../kit/reading.tsx';
import {type CoveringProps, type DebateStore, useDebate} from '../stage/debate-store.ts';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';
import {useCopy} from '../terminal/terminal-window.ts';
import {reasonOf, countWords} from '../../debate/text/words.ts';
import {line, type Row, blank, row, span, rule} from '../../view/rows.ts';
import {readable, wrapText} from '../../view/wrap.ts';
import {Help} from '../kit/help.tsx';
import {isPerson, isPlayed, isRehearsal, personLabel} from '../../debate/seats.ts';
import type {HeardSpan} from '../../exports/segments.ts';
import {heardText, type DebateState, type Turn} from '../../debate/state.ts';
import {
	clock,
	formatCount,
	humanize,
	interruptionNames,
	plural,
	playedLabel,
	rehearsalLabel,
} from '../../languages/wording.ts';
import {percent} from '../../view/format.ts';
import {kindName, paneOf} from '../../formats/index.ts';
import {displayOf, speakerDisplay} from '../../view/participants.ts';
import {citationsOf, type CitationEvent} from '../../debate/sources.ts';
import {documentOf, signOf, standingInWords} from '../../debate/views/citations.ts';
import {citationMark, citationStyle} from '../../view/citation-marks.ts';
import {textRows, workingRows} from './turn-scores.ts';
import type {TurnCalls, RecordedCall, RemadePrompt} from '../../app/session/turn-calls.ts';

type TurnScreenProps = CoveringProps & {
	/** The turn that is shown at first; the one in sight unless given. */ readonly first?: string | undefined;
};

/** One turn with its score, cost and words, and keys to the turns before and after it. */
export function TurnScreen({store, width, height, act, first}: TurnScreenProps) {
	useDebate(store);
	const [id, setId] = useState(first ?? store.transcript.turnInSight);
	const [help, setHelp] = useState(false);
	const {said, copy, forget} = useCopy(text => store.announce(text));
	const {raw, toggle} = useRawCalls(store, id, readable(width));
	const {turns} = store.state;
	const place = store.index.positionOf(id ?? '') ?? -1;
	const turn = turns[place];
	const go = (by: 1 | -1) => {
		const next = turns[place + by];
		if (next) setId(next.id);
		forget();
	};
	const perform = (action: Action) => {
		if (action === 'earlier') go(-1);
		else if (action === 'later') go(1);
		else if (action === 'copy') copy(turn?.text ?? '');
		else if (action === 'calls') toggle();
		else if (action === 'help') setHelp(true);
		else act(action);
	};
	if (help)
		return (
			<Help
				scope="working"
				width={width}
				height={height}
				act={action => (action === 'close' ? setHelp(false) : perform(action))}
			/>
		);
	const rows = turn
		? (raw ?? turnDetail(store.state, turn, readable(width), store.index.clock.of(turn.id)))
		: [line('Nothing has been said yet.', 'dim')];
	return (
		<Reading
			key={`${id} ${raw === undefined}`}
			title={
				turn
					? `Turn ${place + 1} of ${store.session.place?.().turns ?? turns.length}${said === '' ? '' : ` · ${said}`}`
					: 'Turn'
			}
			rows={rows}
			width={width}
			height={height}
			scope="working"
			keyContext={{...idleContext, unavailable: store.session.calls ? [] : ['calls']}}
			act={perform}
		/>
	);
}

type RawCalls = {
	/** Rows of the turn's requests, once they are shown. */
	readonly raw: readonly Row[] | undefined;
	readonly toggle: () => void;
};

/** Shows the requests that a turn took, or takes them away again; another turn begins without. */
function useRawCalls({session}: DebateStore, id: string | undefined, width: number): RawCalls {
	const [shown, show] = useState<{readonly id: string; readonly rows: (width: number) => readonly Row[]}>();
	const rows = shown?.id === id ? shown?.rows : undefined;
	const raw = useMemo(() => rows?.(width), [rows, width]);
	const toggle = () => {
		if (raw || id === undefined || !session.calls) return show(undefined);
		show({id, rows: () => [line('Reading the journal…', 'dim')]});
		// Another turn, or none, may be wanted by then.
		const put = (now: (width: number) => readonly Row[]) =>
			show(before => (before?.id === id ? {id, rows: now} : before));
		session.calls(id).then(
			calls => put(columns => callRows(calls, columns)),
			(error: unknown) => put(() => [line(reasonOf(error), 'error')]),
		);
	};
	return {raw, toggle};
}

/** All that is known of a turn; `heard` is when, by the clock of the header. */
export function turnDetail(state: DebateState, turn: Turn, width: number, heard?: HeardSpan): readonly Row[] {
	const {sign, tone, name} = speakerDisplay(state, turn);
	const {evaluation} = turn;
	const where = `${humanize(turn.segment)}${turn.round === undefined ? '' : ` ${turn.round}`}`;
	return [
		row(
			span(`${sign} ${name}`, tone),
			span(` · ${kindName(turn.kind) === where ? where : `${kindName(turn.kind)}, ${where}`}`, 'dim'),
		),
		blank,
		...factRows(state, turn, width, heard),
		blank,
		// Formats with a pane of their own score no turns.
		...(evaluation || !paneOf(state) ? [...workingRows(state, turn, width), blank] : []),
		...citationRows(state, turn, width),
		...textRows(
			heardText(state, turn),
			[...(evaluation?.items ?? []), ...(evaluation?.sway ?? [])],
			width,
			turn.finish === undefined,
		),
	];
}

// What it cites, with the passages: each quotation, how it stands, and what is different.

/** Columns before a quotation: its mark stands there. */
const MARK = 6;

/** Empty where it cites nothing. */
function citationRows(state: DebateState, turn: Turn, width: number): readonly Row[] {
	const citations = citationsOf(turn);
	if (citations.length === 0) return [];
	return [
		line('What it cites', 'strong'),
		...citations.flatMap((citation, index) => rowsOf(state, citation, index + 1, width)),
		blank,
	];
}

function rowsOf(state: DebateState, citation: CitationEvent, number: number, width: number): readonly Row[] {
	const {quote, passage: id, named} = citation;
	const room = Math.max(20, width - MARK);
	const pad = ' '.repeat(MARK);
	const {tone} = citationStyle(citation);
	const passage = id === null ? undefined : state.sources?.passages[id];
	const title = id === null || !state.sources ? undefined : documentOf(state.sources, id)?.title;
	const said = wrapText(quote === null ? `a statement on ${named.join(', ')}` : `“${quote}”`, room);
	const where =
		passage === undefined || title === undefined
			? named.length > 0
				? `named: ${named.join(', ')}`
				: undefined
			: `${title}, ${passage.place} (${passage.id})`;
	return [
		...said.map((text, index) =>
			row(span(index === 0 ? `  ${citationMark(citation, number)}`.padEnd(MARK) : pad, tone), span(text)),
		),
		...wrapText(standingInWords(citation), room).map(text => row(span(pad), span(text, tone))),
		...(where === undefined ? [] : wrapText(where, room).map(text => row(span(pad), span(text, 'dim')))),
		...(passage === undefined || signOf(citation) === 'verified'
			? []
			: wrapText(passage.text.replaceAll(/\s+/gu, ' '), room).map(text => row(span(`${pad}│ `, 'dim'), span(text)))),
	];
}

const LABEL = 9;

function factRows(state: DebateState, turn: Turn, width: number, heard: HeardSpan | undefined): readonly Row[] {
	const facts = {
		voice: voiceOf(state, turn),
		[turn.finish === undefined && !turn.cut ? 'now' : 'ended']: endOf(state, turn),
		prompt: promptOf(turn),
		answer: answerOf(turn),
		cost: costOf(state, turn),
		times: timesOf(turn, heard),
	};
	return Object.entries(facts).flatMap(([label, text]) =>
		text === undefined
			? []
			: wrapText(text, Math.max(8, width - LABEL)).map((part, index) =>
					row(span((index === 0 ? label : '').padEnd(LABEL), 'dim'), span(part)),
				),
	);
}

/** The voice as the user writes it, and the model it stands for. */
function voiceOf(state: DebateState, {speaker, by}: Turn): string {
	const holder = by ?? state.seats.find(({id}) => id === speaker);
	if (!holder) return 'you, at the keyboard';
	if (isPerson(holder)) return personLabel;
	if (isRehearsal(holder)) return rehearsalLabel;
	if (isPlayed(holder)) return playedLabel;
	return [
		holder.voice,
		...[holder.model, holder.provider].filter(part => part !== undefined && !holder.voice.includes(part)),
	].join(' · ');
}

function endOf(state: DebateState, {finish, reason, cut, startedAt, endedAt = startedAt}: Turn): string | undefined {
	const why = reason === undefined ? '' : `: ${reason}`;
	if (cut)
		return `cut off at “${cut.trigger}” by ${displayOf(state, cut.interrupter, endedAt).name}, who ${interruptionNames[cut.reason]}`;
	if (finish === undefined) return 'is being said';
	return finish === 'complete' ? reason : `${finish}${why}`;
}

/** The tokens of the prompt, and how many of them were cached. */
function promptOf({usage}: Turn): string | undefined {
	if (!usage) return undefined;
	const {input, cached} = usage;
	const known =
		cached === undefined
			? ''
			: `, ${formatCount(cached)} of them cached (${percent(input === 0 ? undefined : cached / input)})`;
	return `${plural(input, 'token')}${known}${usage.estimated ? ' · estimated' : ''}`;
}

function answerOf({usage, text}: Turn): string | undefined {
	if (!usage) return undefined;
	const thought = usage.reasoning ? `, ${formatCount(usage.reasoning)} of them thinking` : '';
	return `${plural(usage.output, 'token')}${thought} · ${plural(countWords(text), 'word')} heard`;
}

function costOf(state: DebateState, {cost, usage, speaker, by}: Turn): string | undefined {
	if (cost !== undefined) return cost === 0 ? 'nothing' : `$${cost.toFixed(cost < 1 ? 4 : 2)}`;
	return usage && !speakerDisplay(state, {speaker, by}).rehearsal ? 'not known' : undefined;
}

/** How long the model took, which differs from how long the turn was heard. */
function timesOf({firstTokenMs, totalMs, usage}: Turn, heard: HeardSpan | undefined): string | undefined {
	const first = firstTokenMs === undefined ? '' : `first word after ${seconds(firstTokenMs)}, `;
	const parts = [
		...(usage && totalMs !== undefined ? [`${first}all of it after ${seconds(totalMs)}`] : []),
		...(heard ? [`heard from ${clock(heard.start)} to ${clock(heard.end)}`] : []),
	];
	return parts.length === 0 ? undefined : parts.join(' · ');
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

// The requests that a turn took, each with its prompt and the answer as it was received.

/** What is recorded nowhere is said in its place. */
export function callRows({calls, missing}: TurnCalls, width: number): readonly Row[] {
	if (calls.length === 0) return [line('No request was recorded for this turn.')];
	return [
		...(missing === undefined ? [] : said(`Prompts cannot be made again: ${missing}.`, width, 'warning')),
		...calls.flatMap((call, place) => [
			...(place === 0 && missing === undefined ? [] : [blank]),
			...headRows(call, width),
			...(call.failed === undefined ? [] : said(call.failed, width, 'warning')),
			...(call.prompt
				? promptRows(call.prompt, width)
				: missing === undefined
					? [blank, line('The prompt was not kept.', 'dim')]
					: []),
			...answerRows(call, width),
		]),
	];
}

const said = (text: string, width: number, tone: 'plain' | 'dim' | 'warning'): readonly Row[] =>
	wrapText(text, width).map(piece => line(piece, tone));

/** What a request was for, where its id alone does not say it. */
const purposeNames: Readonly<Record<string, string>> = {
	wish: 'whether a chair cuts in',
	judge: 'scoring',
	digest: 'summary of what was said',
	ack: 'acknowledgement',
	point: 'whether to rise on a point of information',
	'point taken?': 'whether to take the point',
	'late claims': 'new claims in a closing',
	watch: 'review of a step',
};

function headRows({purpose, voice, tries, ms, tokens}: RecordedCall, width: number): readonly Row[] {
	const told = [
		voice,
		...(tokens ? [`${formatCount(tokens.input)} tokens in, ${formatCount(tokens.output)} out`] : []),
		`${(ms / 1000).toFixed(2)} s`,
		...(tries > 1 ? [plural(tries, 'try').replace('trys', 'tries')] : []),
	];
	return [
		rule(width, span(purposeNames[purpose] ?? humanize(purpose), 'strong')),
		...said(told.join(' · '), width, 'dim'),
	];
}

const checks: Readonly<Record<RemadePrompt['check'], string>> = {
	same: 'as it was sent: made again from the journal, and its hash is the one recorded',
	other: 'made again from the journal; what was sent was different, as its recorded hash shows',
	unchecked: 'made again from the journal; no hash of what was sent was kept to check it by',
};

function promptRows({messages, check}: RemadePrompt, width: number): readonly Row[] {
	return [
		blank,
		row(span('Prompt', 'strong')),
		...said(checks[check], width, check === 'other' ? 'warning' : 'dim'),
		...messages.flatMap(({role, text}) => [line(`${role}:`, 'accent'), ...indented(text, width)]),
	];
}

const answerRows = ({answer, failed}: RecordedCall, width: number): readonly Row[] =>
	answer === undefined
		? failed === undefined
			? [blank, line('The answer as received was not kept.', 'dim')]
			: []
		: [blank, row(span('Answer', 'strong'), span(' · as received', 'dim')), ...indented(answer, width)];

const indented = (text: string, width: number): readonly Row[] =>
	wrapText(text, Math.max(8, width - 2)).map(piece => line(`  ${piece}`));
