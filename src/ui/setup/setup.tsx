/** The setup of a new debate, step by step: the screen, and the field or question at its foot. */
import {Box} from 'ink';
import {useEffect, useState, useReducer} from 'react';
import {reasonOf} from '../../debate/text/words.ts';
import {Lines, KeyLine} from '../kit/lines.tsx';
import {useKeys, useKeysWhenLoaded} from '../terminal/use-keys.ts';
import {idleContext} from '../terminal/keys.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {exactly, line, blank, rule, span, type Row, type Option} from '../../view/rows.ts';
import type {SetupPort} from '../../app/session/session.ts';
import {signs} from '../../view/theme.ts';
import {wrapText, truncate} from '../../view/wrap.ts';
import {
	useSetup,
	type SetupController,
	performSetup,
	answer,
	pathIn,
	sharedBeginning,
	chooseItem,
} from './use-setup.ts';
import {Help} from '../kit/help.tsx';
import {steps, type SeatView, type SetupField} from '../../app/setup/setup.ts';
import {
	detailOf,
	detailRows,
	LIST_WIDTH,
	trail,
	fittingRows,
	windowed,
	summaryRows,
	expectationOf,
} from './setup-rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {Picker} from '../kit/picker.tsx';
import {VoicePicker} from '../voices/voice-picker.tsx';
import {Choice, choiceHeight, TextDialog, textDialogHeight} from '../kit/dialog.tsx';
import type {Item} from './setup-view.ts';

/** A new debate, step by step, from the home screen. */
export function Setup({port, ...rest}: ScreenProps) {
	return port.setup ? <SetupLoader make={port.setup} {...rest} /> : null;
}

type SetupLoaderProps = Omit<ScreenProps, 'port'> & {readonly make: () => Promise<SetupPort>};
type SetupResult = {readonly port: SetupPort} | {readonly failed: string};

/** Loads the setup; shows the reason if that fails. */
export function SetupLoader({make, columns, rows, exit}: SetupLoaderProps) {
	const [made, set] = useState<SetupResult>();
	useEffect(() => {
		let left = false;
		const show = (what: SetupResult) => (left ? undefined : set(what));
		make().then(
			port => show({port}),
			(error: unknown) => show({failed: reasonOf(error)}),
		);
		return () => {
			left = true;
		};
	}, [make]);
	useKeysWhenLoaded(made !== undefined);
	useKeys(
		'setup',
		idleContext,
		action => (action === 'quit' || action === 'last-step' ? exit.leave() : undefined),
		made === undefined || 'failed' in made,
	);
	if (made && 'port' in made) return <SetupScreen port={made.port} columns={columns} rows={rows} exit={exit} />;
	const text = made
		? wrapText(`${signs.no} ${made.failed}`, columns).map(one => line(one, 'error'))
		: [line('Loading…', 'accent')];
	return <Lines rows={exactly(text, rows)} width={columns} height={rows} />;
}

type SetupScreenProps = Omit<ScreenProps, 'port'> & {readonly port: SetupPort};

/** From this height on, there is room for a blank row. */
const AIRY = 28;

/** The setup screen: the current step, its items, details of the item under the cursor, and the keys. */
function SetupScreen({port, columns, rows, exit}: SetupScreenProps) {
	const setup = useSetup(port, exit);
	const {view, draft, sheet, keyContext} = setup;
	const heard = useScreenReader() !== undefined;
	const free = view.open === undefined;
	useKeys('setup', keyContext, (action, key) => performSetup(action, setup, exit, key), free);
	if (view.open === 'help')
		return (
			<Help
				scope="setup"
				width={columns}
				height={rows}
				act={action => (action === 'close' ? setup.set({open: undefined}) : performSetup(action, setup, exit))}
			/>
		);
	const head = [
		trail(stepNames, steps.indexOf(draft.step), columns),
		rule(columns, span(titleOf(setup), 'strong')),
		...(rows >= AIRY ? [blank] : []),
	];
	const foot = footHeight(setup, rows);
	const body = rows - head.length;
	if (view.open === 'voice' || view.open === 'stance' || view.open === 'new-seat') {
		return (
			<Box flexDirection="column" width={columns} height={rows}>
				<Lines rows={head} width={columns} height={1} />
				<SetupPicker setup={setup} width={columns} height={rows - 1} />
			</Box>
		);
	}
	const list = heard ? columns : Math.min(columns, LIST_WIDTH);
	const below = belowRows(setup, list, rows, heard);
	const height = Math.max(1, body - foot - below.length);
	const shown =
		draft.step === 'start'
			? summaryWindow(setup, list, height)
			: windowed(fittingRows({...setup, form: setup.choice.form, width: list}, height), setup.cursor, height);
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<Lines rows={head} width={columns} height={head.length} />
			<Lines
				rows={exactly(shown, height)}
				width={list}
				height={height}
				onClick={free ? index => chooseItem(index, setup) : undefined}
			/>
			<Lines key={`${draft.step} ${setup.cursor}`} rows={below} width={list} height={below.length} />
			<SetupFoot setup={setup} width={columns} rows={rows} protocol={sheet.name} />
		</Box>
	);
}

const stepNames = ['format', 'topic', 'seats', 'options', 'start'] as const;

const questions = {
	protocol: 'Choose a format',
	topic: 'What is it about?',
	seats: 'Who takes part?',
	options: 'Set the options',
	start: 'Review and start',
} as const;

const titleOf = ({draft, sheet}: SetupController): string =>
	draft.step === 'protocol' ? questions.protocol : `${sheet.name} ${signs.separator} ${questions[draft.step]}`;

/** The last problem or notice; else details of the item under the cursor. */
function belowRows(
	{view, outlook, item, choice, sheet}: SetupController,
	width: number,
	rows: number,
	heard: boolean,
): readonly Row[] {
	const problem = view.problem ?? outlook.refused;
	if (view.open === 'starting') return [line('Starting…', 'accent')];
	if (problem !== undefined)
		return wrapText(`${signs.no} ${problem}`, width)
			.slice(0, rows < 20 ? 3 : 5)
			.map(text => line(text, 'error'));
	if (view.note !== undefined)
		return wrapText(`${signs.yes} ${view.note}`, width)
			.slice(0, 3)
			.map(text => line(text, 'good'));
	// A screen reader's lines take no room from the dialog.
	if (view.open !== undefined && view.open !== 'value' && !heard) return [];
	const room = item === undefined || item.is === 'protocol' ? 0 : rows < 20 ? 3 : 4;
	return exactly(detailRows(detailOf(item, {form: choice.form, sheet}), width, room), room);
}

/** The summary, from the top line of its window on. */
function summaryWindow({sheet, choice, outlook, view}: SetupController, width: number, height: number): readonly Row[] {
	const rows = summaryRows(sheet, choice.form, outlook, width);
	const top = Math.max(0, Math.min(view.cursors['start'] ?? 0, rows.length - height));
	const shown = rows.slice(top, top + height);
	const left = rows.length - top - height;
	return left > 0 ? [...shown.slice(0, -1), line(`${signs.down} ${left + 1} more lines`, 'dim')] : shown;
}

const confirmation: readonly Option[] = [
	{label: 'start it', value: 'yes'},
	{label: 'not now', value: 'no'},
];
const replacement: readonly Option[] = [
	{label: 'give it another name', value: 'no'},
	{label: 'replace it', value: 'yes'},
];

/** Lines of a text field: more if there is room, since text may be pasted. */
const linesOf = ({item}: SetupController, rows: number): number =>
	item?.is === 'ask' && item.ask.takes === 'lines' ? Math.max(3, Math.min(8, rows - 14)) : 3;

function footHeight(setup: SetupController, rows: number): number {
	switch (setup.view.open) {
		case 'answer':
			return answerDialogHeight(linesOf(setup, rows));
		case 'manner':
		case 'value':
		case 'name':
			return textDialogHeight(1);
		case 'confirm':
			return choiceHeight(confirmation);
		case 'overwrite':
			return choiceHeight(replacement);
		// What covers the form has no foot of its own.
		case undefined:
		case 'voice':
		case 'stance':
		case 'new-seat':
		case 'starting':
		case 'help':
			return 1;
		default:
			return setup.view.open satisfies never;
	}
}

type SetupFootProps = {
	readonly setup: SetupController;
	readonly width: number;
	readonly rows: number;
	readonly protocol: string;
};

/** The foot of the setup: its keys, a text field, or a confirmation. */
function SetupFoot({setup, width, rows, protocol}: SetupFootProps) {
	const {view, item, keyContext, set, outlook, launch} = setup;
	const close = () => set({open: undefined});
	const escape = (key: string) => (key === 'esc' ? close() : undefined);
	if (view.open === 'answer' && item?.is === 'ask')
		return <AnswerDialog item={item} setup={setup} width={width} lines={linesOf(setup, rows)} />;
	if (view.open === 'manner' && item?.is === 'seat')
		return <MannerDialog setup={setup} seat={item.seat} width={width} close={close} />;
	if (view.open === 'value' && item?.is === 'field')
		return <ValueDialog setup={setup} field={item.field} width={width} close={close} />;
	if (view.open === 'name')
		return (
			<TextDialog
				title="Save as a preset"
				hint="enter save · esc back"
				placeholder="its name on the home screen"
				width={width}
				lines={1}
				initial={view.name}
				onSubmit={name => save(setup, name)}
				onKey={escape}
			/>
		);
	if (view.open === 'overwrite')
		return (
			<Choice
				title={`You have a preset “${view.name}” already`}
				options={replacement}
				width={width}
				onCancel={close}
				onChoose={answer => (answer === 'yes' ? write(setup, view.name) : set({open: 'name', name: view.name}))}
			/>
		);
	if (view.open === 'confirm')
		return (
			<Choice
				title={`${protocol}${outlook.searched === undefined ? '' : `, with searches at ${outlook.searched}`}: ${expectationOf(outlook)}`}
				options={confirmation}
				width={width}
				onCancel={close}
				onChoose={answer => (answer === 'yes' ? launch() : close())}
			/>
		);
	return <KeyLine scope="setup" keyContext={keyContext} width={width} />;
}

type EntryProps = {readonly setup: SetupController; readonly width: number; readonly close: () => void};

/** The field for a seat's manner of speaking. */
function MannerDialog({setup, seat, width, close}: EntryProps & {readonly seat: SeatView}) {
	const {sheet, choice, change} = setup;
	const {place = 0} = seat;
	return (
		<TextDialog
			title={`How ${seat.label} speaks`}
			hint="enter confirm · empty is plainly · esc back"
			placeholder={sheet.table?.manner ?? ''}
			width={width}
			lines={1}
			initial={choice.form.places[place]?.manner ?? ''}
			optional
			onSubmit={manner => (change({do: 'manner', place, manner}) ? close() : undefined)}
			onKey={key => (key === 'esc' ? close() : undefined)}
		/>
	);
}

/** The field for an option's value. */
function ValueDialog({setup, field, width, close}: EntryProps & {readonly field: SetupField}) {
	const {path, label, may, standard} = field;
	const submit = (text: string) =>
		setup.change({do: 'option', path, value: text === standard ? '' : text}) ? close() : undefined;
	return (
		<TextDialog
			title={label}
			hint="enter confirm · empty is the default · esc back"
			placeholder={may}
			width={width}
			lines={1}
			initial={setup.choice.form.options[path] ?? standard}
			optional
			onSubmit={submit}
			onKey={key => (key === 'esc' ? close() : undefined)}
		/>
	);
}

/** Asks before an existing preset with the same id is replaced. */
function save(setup: SetupController, name: string): void {
	const {port, draft, set} = setup;
	try {
		if (port.presetId(draft.protocol, name).taken) set({open: 'overwrite', name});
		else write(setup, name);
	} catch (error) {
		set({open: 'name', name, problem: reasonOf(error)});
	}
}

function write({port, choice, set}: SetupController, name: string): void {
	try {
		const file = port.save(choice, name);
		set({
			open: undefined,
			name,
			note: `saved as ${file}; start it with: rostrum run ${choice.protocol} --preset ${port.presetId(choice.protocol, name).id}`,
		});
	} catch (error) {
		set({open: undefined, problem: reasonOf(error)});
	}
}

type AnswerDialogProps = {
	readonly item: Extract<Item, {is: 'ask'}>;
	readonly setup: SetupController;
	readonly width: number;
	readonly lines: number;
};
/**
 * `seed` is the text that the field was last given and `times` how often it was given one; `suggestion` indexes the
 * suggested topics.
 */
type AnswerView = {
	readonly seed: string;
	readonly times: number;
	readonly text: string;
	readonly suggestion: number;
	readonly paths: readonly string[];
};
const change = (view: AnswerView, next: Partial<AnswerView>): AnswerView => ({
	...view,
	...next,
	...(next.seed !== undefined && {times: view.times + 1, text: next.seed}),
});

/** The field and a row for paths that complete its text. */
const answerDialogHeight = (lines: number): number => textDialogHeight(lines) + 1;

/** A text answer: typed, pasted or read from a file. Arrows suggest topics, Tab completes paths. */
function AnswerDialog({item, setup, width, lines}: AnswerDialogProps) {
	const {ask, way} = item;
	const {sheet, choice, port, set} = setup;
	const given = choice.form.answers[ask.flag] ?? '';
	const [view, to] = useReducer(change, {seed: given, times: 0, text: given, suggestion: -1, paths: []});
	const suggestions = way && ask.flag === '--topic' ? sheet.suggestions : [];
	const complete = () => {
		const at = pathIn(view.text, ask);
		const paths = at ? port.complete(at.path, ask.takes) : [];
		const longer = sharedBeginning(paths);
		to({paths: paths.length > 1 ? paths : [], ...(at && longer.length > at.path.length && {seed: at.before + longer})});
	};
	// Enter takes the suggestion as shown.
	const submit = (text: string) => answer(item, text === '' ? (suggestions[0] ?? '') : text, setup);
	const suggest = (by: number) => {
		const suggestion = (view.suggestion + by + suggestions.length) % suggestions.length;
		to({suggestion, seed: suggestions[suggestion] ?? ''});
	};
	const keys: Readonly<Record<string, () => void>> = {
		esc: () => set({open: undefined}),
		tab: complete,
		...(suggestions.length > 0 && {down: () => suggest(1), up: () => suggest(view.suggestion < 0 ? 0 : -1)}),
	};
	const files =
		ask.takes !== 'text' && ask.takes !== 'lines'
			? ['tab completes']
			: ['--topic', '--context'].includes(ask.flag)
				? ['@path: a file']
				: [];
	const hint = ['enter confirm', 'esc back', ...(suggestions.length > 0 ? ['↑↓ suggestions'] : []), ...files].join(
		' · ',
	);
	return (
		<Box flexDirection="column" width={width} height={answerDialogHeight(lines)}>
			<Lines rows={exactly(pathRows(view, width), 1)} width={width} height={1} />
			<TextDialog
				anew={view.times}
				title={ask.label}
				hint={hint}
				placeholder={suggestions[0] ?? ask.about}
				width={width}
				lines={lines}
				initial={view.seed}
				{...(files[0]?.startsWith('@') === true && {instead: 'Keep it in a file, and write @ and its path.'})}
				multiline={ask.takes === 'lines'}
				optional={ask.optional === true || suggestions.length > 0}
				onChange={text => to({text, paths: []})}
				onSubmit={submit}
				onKey={key => keys[key]?.()}
			/>
		</Box>
	);
}

/** The completions of a path. */
function pathRows({paths}: AnswerView, width: number): readonly Row[] {
	return paths.length === 0
		? []
		: [line(truncate(`  ${paths.map(path => path.replace(/^.*\/(?=.)/u, '')).join('  ')}`, width), 'dim')];
}

type SetupPickerProps = {readonly setup: SetupController; readonly width: number; readonly height: number};

/** The lists that take the whole screen: voices, and what a seat argues from. */
function SetupPicker({setup, ...size}: SetupPickerProps) {
	const {view, item, sheet, choice, port, set, change} = setup;
	const close = () => set({open: undefined});
	const seat = item?.is === 'seat' ? item.seat : undefined;
	if (view.open === 'voice') {
		const pick = (voice: string) =>
			change(seat ? {do: 'voice', seat, voice} : {do: 'everyone', voice}) ? close() : undefined;
		const own = seat?.own ? seat.voice : seat ? '' : (choice.form.everyone ?? '');
		return (
			<VoicePicker
				find={port.voices}
				check={port.check}
				title={seat ? `Who speaks as ${seat.label}?` : 'Who speaks in all other seats?'}
				current={own}
				problem={view.problem}
				otherwise={seat ? 'same as all other seats' : (port.found ?? 'as the format sets it')}
				onPick={pick}
				onCancel={close}
				{...size}
			/>
		);
	}
	const {noun = '', stances = []} = sheet.table ?? {};
	const pick = (stance: string) => {
		if (change(view.open === 'new-seat' ? {do: 'add', stance} : {do: 'stance', place: seat?.place ?? 0, stance}))
			set({
				open: undefined,
				...(view.open === 'new-seat' && {cursors: {...view.cursors, seats: choice.form.places.length}}),
			});
	};
	const now = choice.form.places[seat?.place ?? 0]?.stance;
	const unused = stances.find(({id}) => !choice.form.places.some(({stance}) => stance === id))?.id;
	return (
		<Picker
			title={view.open === 'new-seat' ? `A ${noun} for the new seat` : `Another ${noun}`}
			picks={stances.map(({id, name, about}) => ({value: id, text: name, note: id, about}))}
			placeholder={`part of a ${noun}’s name`}
			{...(view.problem !== undefined && {problem: view.problem})}
			{...((view.open === 'new-seat' ? unused : now) !== undefined && {
				initial: (view.open === 'new-seat' ? unused : now) ?? '',
			})}
			onPick={pick}
			onCancel={close}
			{...size}
		/>
	);
}
