import {reasonOf} from '../../debate/text/words.ts';
import type {SetupController} from './use-setup.ts';
import type {SeatView, SetupField} from '../../app/screens/setup/setup.ts';
import type {Option} from '../../view/rows.ts';
import {expectationOf} from './setup-summary.ts';
import {AnswerDialog, answerDialogHeight} from './answer-dialog.tsx';
import {Choice, choiceHeight, TextDialog, textDialogHeight} from '../kit/dialog.tsx';
import {KeyLine} from '../kit/lines.tsx';

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

export function footHeight(setup: SetupController, rows: number): number {
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
		default:
			return 1;
	}
}

type SetupFootProps = {
	readonly setup: SetupController;
	readonly width: number;
	readonly rows: number;
	readonly protocol: string;
};

/** The foot of the setup: its keys, a text field, or a confirmation. */
export function SetupFoot({setup, width, rows, protocol}: SetupFootProps) {
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
				title={`${protocol}: ${expectationOf(outlook)}`}
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
