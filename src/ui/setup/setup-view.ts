/** The view state of the setup: the cursor, what is open, and which keys work there. */
import type {SetupQuestion} from '../../debate/form.ts';
import {idleContext, type KeyContext} from '../terminal/keys.ts';
import {
	type SetupDraft,
	type SetupField,
	type SetupForm,
	type SetupPreview,
	type SeatView,
	type ProtocolSetup,
	steps,
	type SetupChoice,
	type SeatForm,
} from '../../app/setup/setup.ts';

/** An item that the cursor can stand on. */
export type Item =
	| {readonly is: 'protocol'; readonly sheet: ProtocolSetup}
	| {
			readonly is: 'ask';
			readonly ask: SetupQuestion;
			/** Whether it is one of several ways to give the subject. */ readonly oneOf: boolean;
			readonly way: boolean;
	  }
	| {readonly is: 'seat'; readonly seat: SeatView}
	| {readonly is: 'everyone'}
	| {readonly is: 'field'; readonly field: SetupField}
	/** The line that folds the advanced options out and in. */
	| {readonly is: 'fold'; readonly count: number; readonly open: boolean}
	/** The line that leads to the next step. */
	| {readonly is: 'next'; readonly label: string};

/** A dialog over the list, or in its place. */
type OpenDialog =
	| 'answer'
	| 'voice'
	| 'stance'
	| 'new-seat'
	| 'manner'
	| 'value'
	| 'name'
	| 'overwrite'
	| 'confirm'
	| 'starting'
	| 'help';

/**
 * `cursors` has one for each step. `unfolded` shows the advanced options. `name` is the preset that would be
 * replaced. `problem` and `note` stay until the next key.
 */
export type SetupView = {
	readonly cursors: Readonly<Record<string, number>>;
	readonly open: OpenDialog | undefined;
	readonly unfolded: boolean;
	readonly name: string;
	readonly problem: string | undefined;
	readonly note: string | undefined;
};
export const firstView: SetupView = {
	cursors: {},
	open: undefined,
	unfolded: false,
	name: '',
	problem: undefined,
	note: undefined,
};

export function itemsOf(
	{step}: SetupDraft,
	sheets: readonly ProtocolSetup[],
	sheet: ProtocolSetup,
	{seats}: SetupPreview,
	{unfolded}: Pick<SetupView, 'unfolded'>,
): readonly Item[] {
	const {ways, beside, fields} = sheet;
	switch (step) {
		case 'protocol':
			return sheets.map(one => ({is: 'protocol', sheet: one}));
		case 'topic':
			return [
				...ways.map((ask): Item => ({is: 'ask', ask, oneOf: ways.length > 1, way: true})),
				...beside.map((ask): Item => ({is: 'ask', ask, oneOf: false, way: false})),
				{is: 'next', label: 'On to who takes part'},
			];
		case 'seats':
			return [
				...seats.map((seat): Item => ({is: 'seat', seat})),
				{is: 'everyone'},
				{is: 'next', label: 'On to the options'},
			];
		case 'options':
			return [...optionItems(fields, unfolded), {is: 'next', label: 'Review and start'}];
		case 'start':
			return [];
		default:
			return step satisfies never;
	}
}

/** The options, with the advanced ones behind a line of their own. */
function optionItems(fields: readonly SetupField[], open: boolean): readonly Item[] {
	const advanced = fields.filter(field => field.advanced);
	const shown = open ? fields : fields.filter(field => !field.advanced);
	const items = shown.map((field): Item => ({is: 'field', field}));
	const at = fields.length - advanced.length;
	return advanced.length === 0 ? items : items.toSpliced(at, 0, {is: 'fold', count: advanced.length, open});
}

/** Actions that do nothing at this step or for the item under the cursor. */
export function keyContextOf(
	{step}: SetupDraft,
	{table}: ProtocolSetup,
	{places}: SetupForm,
	item: Item | undefined,
): KeyContext {
	const on = item?.is === 'next';
	const atTable = step === 'seats' && table !== undefined;
	const place = item?.is === 'seat' ? item.seat.place : undefined;
	const seated = atTable && place !== undefined;
	const useful = {
		hold: step === 'start',
		'take-format': step === 'protocol',
		pick: step !== 'start' && step !== 'protocol',
		'next-step': step !== 'start',
		keep: step === 'start',
		stance: seated,
		manner: seated && table.manner !== undefined,
		'add-seat': atTable && places.length < table.most,
		'remove-seat': seated && places.length > table.least,
		default: !on && ((step === 'options' && item?.is !== 'fold') || step === 'seats'),
		afresh: step === 'protocol',
	};
	// In the list of formats, Enter goes on.
	return {
		...idleContext,
		...(on && {hints: {pick: 'next'}}),
		tooEarly: step === 'protocol' || on ? ['next-step'] : [],
		unavailable: Object.entries(useful).flatMap(([action, is]) => (is ? [] : [action])),
	};
}

// The draft of a new debate, and how each key changes it. Pure; whether a choice is allowed is up to the port.

export type DraftChange =
	| {readonly do: 'next'}
	| {readonly do: 'back'}
	| {readonly do: 'protocol'; readonly protocol: string}
	| {
			readonly do: 'answer';
			readonly flag: string;
			readonly text: string;
			/** Set if the field is one of several ways to give the subject, and replaces the others. */ readonly way?: true;
	  }
	| {readonly do: 'add'; readonly stance: string}
	| {readonly do: 'remove'; readonly place: number}
	| {readonly do: 'stance'; readonly place: number; readonly stance: string}
	| {readonly do: 'manner'; readonly place: number; readonly manner: string}
	/** Empty for the default voice. */
	| {readonly do: 'voice'; readonly seat: Pick<SeatView, 'id' | 'place'>; readonly voice: string}
	| {readonly do: 'everyone'; readonly voice: string}
	/** An empty value is the default. */
	| {readonly do: 'option'; readonly path: string; readonly value: string};

export const newDraft = (protocol: string): SetupDraft => ({step: 'protocol', protocol, forms: {}});

/** The form of the chosen format, with the values so far. */
export const choiceOf = ({protocol, forms}: SetupDraft, sheet: ProtocolSetup): SetupChoice => ({
	protocol,
	form: forms[protocol] ?? sheet.blank,
});

export function changeDraft(draft: SetupDraft, sheet: ProtocolSetup, change: DraftChange): SetupDraft {
	switch (change.do) {
		case 'next':
			return {...draft, step: steps[steps.indexOf(draft.step) + 1] ?? draft.step};
		case 'back':
			return {...draft, step: steps[steps.indexOf(draft.step) - 1] ?? draft.step};
		case 'protocol':
			return {...draft, protocol: change.protocol};
		default:
			return {
				...draft,
				forms: {...draft.forms, [draft.protocol]: changeForm(choiceOf(draft, sheet).form, sheet, change)},
			};
	}
}

type FormChange = Exclude<DraftChange, {readonly do: 'next' | 'back' | 'protocol'}>;

function changeForm(form: SetupForm, {table}: ProtocolSetup, change: FormChange): SetupForm {
	const {places} = form;
	switch (change.do) {
		case 'answer':
			return {...form, ...(change.way && {way: change.flag}), answers: {...form.answers, [change.flag]: change.text}};
		case 'add':
			return table && places.length < table.most ? {...form, places: [...places, {stance: change.stance}]} : form;
		case 'remove':
			return table && places.length > table.least
				? {...form, places: places.filter((_, index) => index !== change.place)}
				: form;
		case 'stance':
			return withPlace(form, change.place, place => ({...place, stance: change.stance}));
		case 'manner':
			return withPlace(form, change.place, place => given({...place, manner: change.manner}, 'manner'));
		case 'voice':
			return changeVoice(form, change.seat, change.voice);
		case 'everyone':
			return given({...form, everyone: change.voice}, 'everyone');
		case 'option':
			return {...form, options: given({...form.options, [change.path]: change.value}, change.path)};
		default:
			return change satisfies never;
	}
}

function changeVoice(form: SetupForm, {id, place}: Pick<SeatView, 'id' | 'place'>, voice: string): SetupForm {
	if (place === undefined) return {...form, voices: given({...form.voices, [id]: voice}, id)};
	return withPlace(form, place, seat => given({...seat, voice}, 'voice'));
}

const withPlace = (form: SetupForm, place: number, to: (seat: SeatForm) => SeatForm): SetupForm => ({
	...form,
	places: form.places.map((seat, index) => (index === place ? to(seat) : seat)),
});

/** The entries without this one if its value is empty. */
function given<T extends Readonly<Record<string, unknown>>>(entries: T, name: string): T {
	if (entries[name] !== '') return entries;
	const {...rest} = entries;
	Reflect.deleteProperty(rest, name);
	return rest;
}
