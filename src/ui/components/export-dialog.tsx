import {useInput} from 'ink';
import {useState} from 'react';
import type {Session} from '../port.ts';
import {line, type Row} from '../rows.ts';
import {signs} from '../theme.ts';
import {wrapText} from '../wrap.ts';
import type {Option} from '../option.ts';
import {Choice, choiceHeight} from './choice.tsx';
import {Lines} from './lines.tsx';
import {Dialog} from './dialog.tsx';

type Exports = NonNullable<Session['exports']>;
type Props = {readonly exports: Exports; readonly width: number; readonly onClose: () => void};
type Outcome = {readonly path: string} | {readonly failed: string} | 'writing';

const optionsOf = (exports: Exports): readonly Option[] => exports.formats.map(({id, name}) => ({label: name, value: id}));
export const exportHeight = (exports: Exports): number => Math.max(5, choiceHeight(optionsOf(exports)));

/** Asks for a format, writes it, and says where it is; several can be written one after another. */
export function ExportDialog({exports, width, onClose}: Props) {
	const [outcome, setOutcome] = useState<Outcome>();
	const write = (format: string) => {
		setOutcome('writing');
		exports.write(format).then(path => setOutcome({path}), (error: unknown) => setOutcome({failed: error instanceof Error ? error.message : String(error)}));
	};
	if (outcome === undefined || outcome === 'writing') return <Choice title={outcome === 'writing' ? 'Writing …' : 'Export as'} options={optionsOf(exports)} width={width} onChoose={write} onCancel={onClose}/>;
	return <Report outcome={outcome} width={width} height={exportHeight(exports)} onClose={onClose}/>;
}

type ReportProps = {readonly outcome: Exclude<Outcome, 'writing'>; readonly width: number; readonly height: number; readonly onClose: () => void};

function Report({outcome, width, height, onClose}: ReportProps) {
	useInput(onClose);
	const rows: readonly Row[] = 'path' in outcome
		? wrapText(`${signs.yes} written to ${outcome.path}`, width).map(text => line(text, 'good'))
		: wrapText(`${signs.no} not written: ${outcome.failed}`, width).map(text => line(text, 'error'));
	return <Dialog title="Export" hint="any key goes back" width={width} height={height}><Lines rows={rows} width={width} height={height - 2}/></Dialog>;
}
