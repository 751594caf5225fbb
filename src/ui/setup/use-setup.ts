import {useReducer, useState} from 'react';
import {reasonOf} from '../../debate/text/words.ts';
import type {KeyContext} from '../terminal/keys.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {changeDraft, choiceOf, newDraft, type DraftChange} from './setup-draft.ts';
import type {SetupPort} from '../../app/session/session.ts';
import type {SetupChoice, SetupDraft, SetupPreview, ProtocolSetup} from '../../app/screens/setup/setup.ts';
import {firstView, itemsOf, keyContextOf, type Item, type SetupView} from './setup-view.ts';

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
			const start = async () => {
				const session = await port.start(choice);
				port.saveDraft(undefined);
				return session;
			};
			exit.open(start).catch((error: unknown) => set({open: undefined, problem: reasonOf(error)}));
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
