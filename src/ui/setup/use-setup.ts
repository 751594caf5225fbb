/** The state of a setup, which is checked at its port and kept as a draft, and what each key does to it. */
import {useReducer, useState} from 'react';
import type {KeyContext} from '../terminal/keys.ts';
import {problemOf, type ScreenProps} from '../app/screen-props.ts';
import type {StartDialog} from '../../app/plan/start-check.ts';
import {
	changeDraft,
	choiceOf,
	newDraft,
	type DraftChange,
	firstView,
	itemsOf,
	keyContextOf,
	type Item,
	type SetupView,
} from './setup-view.ts';
import type {SetupPort} from '../../app/session/session.ts';
import type {SetupChoice, SetupDraft, SetupPreview, ProtocolSetup, SetupField} from '../../app/setup/setup.ts';
import type {SetupQuestion} from '../../debate/form.ts';
import type {Action} from '../terminal/key-table.ts';
import {charactersOf} from '../../view/wrap.ts';

/** The setup's state, and the ways to change it. */
export type SetupController = {
	readonly port: SetupPort;
	readonly draft: SetupDraft;
	readonly sheet: ProtocolSetup;
	readonly choice: SetupChoice;
	readonly outlook: SetupPreview;
	readonly view: SetupView;
	readonly items: readonly Item[];
	readonly cursor: number;
	readonly item: Item | undefined;
	readonly keyContext: KeyContext;
	/** View state, not part of the draft. */
	readonly set: (change: Partial<SetupView>) => void;
	/**
	 * Applies changes to the draft and returns the new one. If the port refuses them, shows why and returns the old one.
	 */
	readonly change: (...changes: readonly DraftChange[]) => SetupPreview | undefined;
	readonly afresh: () => void;
	readonly launch: () => void;
};

const follow = (view: SetupView, next: Partial<SetupView>): SetupView => ({
	...view,
	problem: undefined,
	note: undefined,
	...next,
});

/** Connects the setup to its port: checks every change there, and stores the draft. */
export function useSetup(port: SetupPort, exit: ScreenProps['exit']): SetupController {
	const [{draft, outlook}, hold] = useState(() =>
		withPreview(port, port.savedDraft() ?? newDraft(port.sheets[0]?.protocol ?? '')),
	);
	const [view, set] = useReducer(follow, firstView);
	const sheet = sheetOf(port, draft);
	const items = itemsOf(draft, port.sheets, sheet, outlook, view);
	const choice = choiceOf(draft, sheet);
	const start = draft.step === 'protocol' ? port.sheets.indexOf(sheet) : 0;
	const cursor = Math.max(0, Math.min(view.cursors[draft.step] ?? start, items.length - 1));
	const item = items[cursor];
	const keep = (next: {readonly draft: SetupDraft; readonly outlook: SetupPreview}) => {
		port.saveDraft(next.draft);
		hold(next);
	};
	return {
		port,
		draft,
		sheet,
		choice,
		outlook,
		view,
		items,
		cursor,
		item,
		keyContext: keyContextOf(draft, sheet, choice.form, item),
		set,
		change(...changes) {
			const next = withPreview(
				port,
				changes.reduce((before, one) => changeDraft(before, sheetOf(port, before), one), draft),
			);
			// A draft that the port refused before may be corrected step by step.
			if (next.outlook.refused !== undefined && outlook.refused === undefined) {
				set({problem: next.outlook.refused});
				return undefined;
			}
			keep(next);
			return next.outlook;
		},
		afresh() {
			keep(withPreview(port, newDraft(draft.protocol)));
			set(firstView);
		},
		launch() {
			set({open: 'starting'});
			const start = async (dialog: StartDialog) => {
				const session = await port.start(choice, dialog);
				port.saveDraft(undefined);
				return session;
			};
			exit.open(start).catch((error: unknown) => set({open: undefined, problem: problemOf(error)}));
		},
	};
}

const withPreview = (port: SetupPort, draft: SetupDraft) => ({
	draft,
	outlook: port.preview(choiceOf(draft, sheetOf(port, draft))),
});

function sheetOf({sheets}: SetupPort, {protocol}: SetupDraft): ProtocolSetup {
	const sheet = sheets.find(one => one.protocol === protocol) ?? sheets[0];
	if (!sheet) throw new Error('there is no protocol to set up');
	return sheet;
}

// What each key does.

export function performSetup(action: Action, setup: SetupController, exit: ScreenProps['exit'], key = ''): void {
	const {draft, item, set, change} = setup;
	if (action === 'choose-line') return chooseItem(Number(key) - 1, setup);
	const at = cursorAfter(action, setup);
	if (at !== undefined) return set({cursors: {...setup.view.cursors, [draft.step]: at}});
	const place = item?.is === 'seat' ? item.seat.place : undefined;
	switch (action) {
		case 'take-format':
			return goOn(setup);
		case 'pick':
			return item ? pick(item, setup) : undefined;
		case 'next-step':
			return goOn(setup);
		case 'last-step':
			return draft.step === 'protocol' ? exit.leave() : void change({do: 'back'});
		case 'stance':
			return set({open: 'stance'});
		case 'manner':
			return set({open: 'manner'});
		case 'add-seat':
			return set({open: 'new-seat'});
		case 'remove-seat':
			return place === undefined ? undefined : void change({do: 'remove', place});
		case 'default':
			return item ? reset(item, setup) : undefined;
		case 'hold':
			return hold(setup);
		case 'keep':
			return blocked(setup) ? undefined : set({open: 'name'});
		case 'afresh':
			return setup.afresh();
		case 'help':
			return set({open: 'help'});
		case 'quit':
			return exit.leave();
		default:
			return undefined;
	}
}

/** A digit or a click: what Enter does on that line. */
export function chooseItem(index: number, setup: SetupController): void {
	const item = setup.items[index];
	if (!item) return;
	const {draft, view, set} = setup;
	set({cursors: {...view.cursors, [draft.step]: index}});
	const there = {...setup, item, cursor: index};
	if (item.is === 'protocol') goOn(there);
	else pick(item, there);
}

const PAGE = 8;

function cursorAfter(action: Action, {cursor, items, draft}: SetupController): number | undefined {
	const last = draft.step === 'start' ? Number.MAX_SAFE_INTEGER : items.length - 1;
	const moves: Partial<Record<Action, number>> = {
		up: cursor - 1,
		down: cursor + 1,
		'page-up': cursor - PAGE,
		'page-down': cursor + PAGE,
		'to-start': 0,
		'to-end': last,
	};
	const to = moves[action];
	return to === undefined ? undefined : Math.max(0, Math.min(to, last));
}

/** Enter: takes a format and goes on, opens a field or a list, or changes a value. */
function pick(item: Item, setup: SetupController): void {
	switch (item.is) {
		case 'protocol':
			return undefined;
		case 'ask':
			return setup.set({open: 'answer'});
		case 'seat':
		case 'everyone':
			return setup.set({open: 'voice'});
		case 'field':
			return turn(item.field, setup);
		case 'fold':
			return setup.set({unfolded: !item.open});
		case 'next':
			return goOn(setup);
		default:
			return item satisfies never;
	}
}

/** Goes on to the next value of a field with few values; opens any other field for typing. */
function turn({path, kind, choices, standard}: SetupField, {choice, change, set}: SetupController): void {
	const values = kind === 'flag' ? ['true', 'false'] : choices;
	if (values.length === 0) return set({open: 'value'});
	const now = choice.form.options[path] ?? standard;
	const next = values[(values.indexOf(now) + 1) % values.length] ?? '';
	if (change({do: 'option', path, value: next === standard ? '' : next})) set({});
}

function reset(item: Item, {change, set}: SetupController): void {
	const done =
		item.is === 'field'
			? change({do: 'option', path: item.field.path, value: ''})
			: item.is === 'seat'
				? change({do: 'voice', seat: item.seat, voice: ''})
				: item.is === 'everyone'
					? change({do: 'everyone', voice: ''})
					: undefined;
	if (done) set({});
}

/** Goes on to the next step. If something is missing in this one, opens it instead. */
function goOn(setup: SetupController): void {
	const {draft, item, sheet, outlook, view, set, change} = setup;
	if (draft.step === 'topic' && outlook.missing !== undefined)
		return unanswered(setup)
			? set({open: 'answer', cursors: {...view.cursors, topic: wayIndex(setup)}})
			: set({problem: outlook.missing});
	const to = item?.is === 'protocol' ? item.sheet : sheet;
	const next = change(...(draft.step === 'protocol' ? [{do: 'protocol' as const, protocol: to.protocol}] : []), {
		do: 'next',
	});
	if (!next) return;
	const opens =
		draft.step === 'protocol' &&
		to.ways.length === 1 &&
		next.missing !== undefined &&
		(setup.draft.forms[to.protocol]?.answers[to.ways[0].flag] ?? '') === '';
	set(
		opens
			? {open: 'answer', cursors: {...view.cursors, topic: 0}}
			: draft.step === 'protocol'
				? {cursors: {...view.cursors, topic: wayOf(to, draft.forms[to.protocol]?.way)}}
				: {},
	);
}

const wayOf = ({ways}: ProtocolSetup, way: string | undefined): number =>
	Math.max(
		0,
		ways.findIndex(({flag}) => flag === way),
	);
const wayIndex = ({sheet, choice}: SetupController): number => wayOf(sheet, choice.form.way);
const unanswered = ({sheet, choice: {form}}: SetupController): boolean =>
	(form.answers[sheet.ways[wayOf(sheet, form.way)]?.flag ?? ''] ?? '').trim() === '';

function blocked({outlook, set}: SetupController): boolean {
	const problem = outlook.refused ?? outlook.missing;
	if (problem !== undefined) set({problem});
	return problem !== undefined;
}

/** Asks once more if the debate costs money, or might, or has a server searched for what its speakers look for. */
function hold(setup: SetupController): void {
	if (blocked(setup)) return;
	const {estimate, searched} = setup.outlook;
	if (searched === undefined && (estimate?.cost === 0 || estimate?.payersOf !== undefined)) setup.launch();
	else setup.set({open: 'confirm'});
}

/** The answer to the question under the cursor. */
export function answer({ask, way}: Extract<Item, {is: 'ask'}>, text: string, setup: SetupController): void {
	const {items, view, change, set} = setup;
	const next = change({do: 'answer', flag: ask.flag, text, ...(way && {way})});
	// Once the subject is given, Enter goes on.
	const on = way && next !== undefined && next.missing === undefined ? {topic: items.length - 1} : {};
	set({
		open: undefined,
		cursors: {...view.cursors, ...on},
		...(next?.missing !== undefined && (way || text !== '') && {problem: next.missing}),
	});
}

/** Paths that complete the typed text: all of it, the part after an @, or the last of several paths. */
export function pathIn(
	written: string,
	{takes}: SetupQuestion,
): {readonly before: string; readonly path: string} | undefined {
	if (takes === 'file' || takes === 'folder') return {before: '', path: written};
	if (takes === 'files')
		return {before: written.slice(0, written.lastIndexOf(' ') + 1), path: written.slice(written.lastIndexOf(' ') + 1)};
	return written.startsWith('@') && !written.includes('\n') ? {before: '@', path: written.slice(1)} : undefined;
}

/** The longest common prefix, in user-perceived characters. */
export function sharedBeginning(paths: readonly string[]): string {
	const [first = [], ...rest] = paths.map(charactersOf);
	const end = first.findIndex((character, place) => rest.some(other => other[place] !== character));
	return (end < 0 ? first : first.slice(0, end)).join('');
}
