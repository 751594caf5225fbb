import {useReducer, useState} from 'react';
import type {Moment} from '../input/keys.ts';
import type {ScreenProps} from '../ports/screen-props.ts';
import {changeDraft, choiceOf, newDraft, type DraftChange} from './setup-draft.ts';
import type {SetupPort} from '../ports/port.ts';
import type {Choice, Draft, Outlook, Sheet} from '../ports/setup-port.ts';
import {firstView, itemsOf, momentOf, type Item, type SetupView} from './setup-view.ts';

/** A setup as the screen shows it, and what can be done to it. */
export type Setup = {
	readonly port: SetupPort;
	readonly draft: Draft;
	readonly sheet: Sheet;
	readonly choice: Choice;
	readonly outlook: Outlook;
	readonly view: SetupView;
	readonly items: readonly Item[];
	readonly cursor: number;
	readonly item: Item | undefined;
	readonly moment: Moment;
	/** Of the screen alone. */
	readonly set: (change: Partial<SetupView>) => void;
	/** Makes changes to the debate; where these are refused, says why and leaves it as it was. Gives what it is then. */
	readonly change: (...changes: readonly DraftChange[]) => Outlook | undefined;
	readonly afresh: () => void;
	readonly launch: () => void;
};

const follow = (view: SetupView, next: Partial<SetupView>): SetupView => ({
	...view,
	problem: undefined,
	note: undefined,
	...next,
});

/** The one hook of the setup to the outside: asks the port about every change, and keeps the draft there. */
export function useSetup(port: SetupPort, exit: ScreenProps['exit']): Setup {
	const [{draft, outlook}, hold] = useState(() =>
		regard(port, port.kept() ?? newDraft(port.sheets[0]?.protocol ?? '')),
	);
	const [view, set] = useReducer(follow, firstView);
	const sheet = sheetOf(port, draft);
	const items = itemsOf(draft, port.sheets, sheet, outlook);
	const choice = choiceOf(draft, sheet);
	const start = draft.step === 'protocol' ? port.sheets.indexOf(sheet) : 0;
	const cursor = Math.max(0, Math.min(view.cursors[draft.step] ?? start, items.length - 1));
	const item = items[cursor];
	const keep = (next: {readonly draft: Draft; readonly outlook: Outlook}) => {
		port.keep(next.draft);
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
		moment: momentOf(draft, sheet, choice.form, item),
		set,
		change(...changes) {
			const next = regard(
				port,
				changes.reduce((before, one) => changeDraft(before, sheetOf(port, before), one), draft),
			);
			// What was refused before may be put right step by step.
			if (next.outlook.refused !== undefined && outlook.refused === undefined) {
				set({problem: next.outlook.refused});
				return undefined;
			}
			keep(next);
			return next.outlook;
		},
		afresh() {
			keep(regard(port, newDraft(draft.protocol)));
			set(firstView);
		},
		launch() {
			set({open: 'starting'});
			const start = async () => {
				const session = await port.start(choice);
				port.keep(undefined);
				return session;
			};
			exit
				.open(start)
				.catch((error: unknown) =>
					set({open: undefined, problem: error instanceof Error ? error.message : String(error)}),
				);
		},
	};
}

const regard = (port: SetupPort, draft: Draft) => ({draft, outlook: port.look(choiceOf(draft, sheetOf(port, draft)))});

function sheetOf({sheets}: SetupPort, {protocol}: Draft): Sheet {
	const sheet = sheets.find(one => one.protocol === protocol) ?? sheets[0];
	if (!sheet) throw new Error('there is no protocol to set up');
	return sheet;
}
