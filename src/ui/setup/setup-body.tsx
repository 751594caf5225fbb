import {Box} from 'ink';
import {useKeys} from '../terminal/use-keys.ts';
import {useSetup, type SetupController} from './use-setup.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {blank, exactly, line, rule, span, type Row} from '../../view/rows.ts';
import {Help} from '../kit/help.tsx';
import {performSetup} from './setup-act.ts';
import type {SetupPort} from '../../app/session/session.ts';
import {steps} from '../../app/screens/setup/setup.ts';
import {detailOf, detailRows, LIST_WIDTH, trail} from './setup-rows.ts';
import {fittingRows, windowed} from './setup-window.ts';
import {summaryRows} from './setup-summary.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {signs} from '../../view/theme.ts';
import {wrapText} from '../../view/wrap.ts';
import {Lines} from '../kit/lines.tsx';
import {footHeight, SetupFoot} from './setup-foot.tsx';
import {SetupPicker} from './setup-picker.tsx';

type SetupScreenProps = Omit<ScreenProps, 'port'> & {readonly port: SetupPort};

/** From this height on, there is room for a blank row. */
const AIRY = 28;

/** The setup screen: the current step, its items, details of the item under the cursor, and the keys. */
export function SetupScreen({port, columns, rows, exit}: SetupScreenProps) {
	const setup = useSetup(port, exit);
	const {view, draft, sheet, keyContext} = setup;
	const heard = useScreenReader() !== undefined;
	useKeys('setup', keyContext, action => performSetup(action, setup, exit), view.open === undefined);
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
			<Lines rows={exactly(shown, height)} width={list} height={height} />
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
