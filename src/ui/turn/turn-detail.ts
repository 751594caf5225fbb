/** Everything known about a turn: its speaker and voice, its cost and times, its score, its words. */
import {isPerson, personLabel} from '../../debate/seats.ts';
import {countWords} from '../../debate/text/words.ts';
import {heardText, type DebateState, type Turn} from '../../debate/state.ts';
import {
	clock,
	formatCount,
	humanize,
	interruptionNames,
	isRehearsal,
	kindName,
	plural,
	rehearsalLabel,
} from '../../languages/wording.ts';
import {percent} from '../../view/format.ts';
import {protocolPane} from '../../formats/panes.ts';
import {displayOf, speakerDisplay} from '../../view/participants.ts';
import {blank, row, span, type Row} from '../../view/rows.ts';
import {wrapText} from '../../view/wrap.ts';
import {textRows, workingRows} from './score-rows.ts';

export function turnDetail(state: DebateState, turn: Turn, width: number): readonly Row[] {
	const {sign, tone, name} = speakerDisplay(state, turn);
	const {evaluation} = turn;
	const where = `${humanize(turn.segment)}${turn.round === undefined ? '' : ` ${turn.round}`}`;
	return [
		row(
			span(`${sign} ${name}`, tone),
			span(` · ${kindName(turn.kind) === where ? where : `${kindName(turn.kind)}, ${where}`}`, 'dim'),
		),
		blank,
		...factRows(state, turn, width),
		blank,
		// Formats with a pane of their own score no turns.
		...(evaluation || !protocolPane(state) ? [...workingRows(state, turn, width), blank] : []),
		...textRows(
			heardText(state, turn),
			[...(evaluation?.items ?? []), ...(evaluation?.sway ?? [])],
			width,
			turn.finish === undefined,
		),
	];
}

const LABEL = 9;

function factRows(state: DebateState, turn: Turn, width: number): readonly Row[] {
	const facts = {
		voice: voiceOf(state, turn),
		[turn.finish === undefined && !turn.cut ? 'now' : 'ended']: endOf(state, turn),
		prompt: promptOf(turn),
		answer: answerOf(turn),
		cost: costOf(state, turn),
		times: timesOf(state, turn),
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
	return [
		holder.voice,
		...[holder.model, holder.provider].filter(part => part !== undefined && !holder.voice.includes(part)),
	].join(' · ');
}

function endOf(state: DebateState, {finish, reason, cut}: Turn): string | undefined {
	const why = reason === undefined ? '' : `: ${reason}`;
	if (cut)
		return `cut off by ${displayOf(state, cut.interrupter).name}, who ${interruptionNames[cut.reason]}, at “${cut.trigger}”`;
	if (finish === undefined) return 'is being said';
	return finish === 'complete' ? undefined : `${finish}${why}`;
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
function timesOf({at}: DebateState, {firstTokenMs, totalMs, startedAt, endedAt, usage}: Turn): string {
	const heard = `heard from ${clock(startedAt)} to ${clock(endedAt ?? at)}`;
	if (!usage || totalMs === undefined) return heard;
	const first = firstTokenMs === undefined ? '' : `first word after ${seconds(firstTokenMs)}, `;
	return `${first}all of it after ${seconds(totalMs)} · ${heard}`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
