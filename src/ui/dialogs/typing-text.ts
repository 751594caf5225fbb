/** What is written around a person's turn while they type it: title, note, hints and warnings. */
import type {WantedTurn} from '../../debate/events.ts';
import {countWords} from '../../debate/text/words.ts';
import {clock, kindName} from '../../languages/wording.ts';
import {approvalKind, displayOf} from '../../view/participants.ts';
import type {DebateStore} from '../store/debate-store.ts';
import type {EditedPart} from '../store/form-editor.ts';
import {signs} from '../../view/theme.ts';
import {widthOf} from '../../view/wrap.ts';

/** Columns beside the title: how much is written, the time that is left, and the lines around them. */
const BESIDE = 32;

/** Whose turn it is, and what kind of turn. */
export function titleFor({state}: DebateStore, {participant, kind}: WantedTurn, width: number): string {
	if (kind === approvalKind) return `${signs.user} Your decision`;
	const {name, part} = displayOf(state, participant);
	const full = `${signs.user} ${name}, your turn · ${width < 70 ? '' : `${part} · `}${kindName(kind)}`;
	return widthOf(full) <= width - BESIDE ? full : `${signs.user} Your turn, ${name}`;
}

/** What the empty text says, by the kind of turn. */
export const hints: Readonly<Record<string, string>> = {
	opening: 'Where do you stand, and why?',
	interruption: 'You cut in: make it short.',
	resumption: 'You were cut off. Answer that, then finish your point.',
	draft: 'Your answer to the task: the whole of it, ready to be used.',
};

/** Seconds left at which a screen reader says so. */
const warnings = [10, 30, 60] as const;

/** Says how much time is left, once it is short. */
export function leftAloud(ms: number | undefined): string {
	const seconds = warnings.find(each => ms !== undefined && ms <= each * 1000);
	return seconds === undefined ? '' : `${seconds} seconds left.`;
}

/** The number of the part, how much is written, and the time left. */
export function noteFor(
	{formEditor, typingTimeLeft}: DebateStore,
	wanted: WantedTurn,
	{field, given, number, of}: EditedPart,
): string {
	const words = countWords(formEditor.textOf(wanted));
	const length = wanted.words === undefined ? String(words) : `${words} of ${wanted.words}`;
	const place = field === undefined ? [] : [given === undefined ? `part ${number}` : `part ${number} of ${of}`];
	return [
		...place,
		...(field?.choices ? [] : [`${length} words`]),
		...(typingTimeLeft === undefined ? [] : [clock(typingTimeLeft)]),
	].join(' · ');
}
