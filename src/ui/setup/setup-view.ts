/** The view state of the setup: the cursor, what is open, and which keys work there. */
import type {SetupQuestion} from '../../debate/form.ts';
import {idleContext, type KeyContext} from '../terminal/keys.ts';
import type {
	SetupDraft,
	SetupField,
	SetupForm,
	SetupPreview,
	SeatView,
	ProtocolSetup,
} from '../../app/screens/setup/setup.ts';

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
	| {readonly is: 'fold'; readonly count: number; readonly open: boolean};

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
			];
		case 'seats':
			return [...seats.map((seat): Item => ({is: 'seat', seat})), {is: 'everyone'}];
		case 'options':
			return optionItems(fields, unfolded);
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
		default: (step === 'options' && item?.is !== 'fold') || step === 'seats',
		afresh: step === 'protocol',
	};
	// In the list of formats, Enter goes on.
	return {
		...idleContext,
		tooEarly: step === 'protocol' ? ['next-step'] : [],
		unavailable: Object.entries(useful).flatMap(([action, is]) => (is ? [] : [action])),
	};
}
