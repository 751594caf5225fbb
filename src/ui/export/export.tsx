import {Box} from 'ink';
import {Lines} from '../kit/lines.tsx';
import {Reading} from '../kit/reading.tsx';
import {heardPreview, previewRows, statusRows, tabsRow} from './export-rows.ts';
import {useExport, type Preview} from './use-export.ts';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';
import type {ExportsPort} from '../../app/files/exports.ts';
import {line, type Row} from '../../view/rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {Help} from '../kit/help.tsx';

type ExportProps = {
	readonly exports: ExportsPort;
	readonly width: number;
	readonly height: number;
	readonly act: (action: Action) => void;
	/** A format that is written at once, and what it looks like. */
	readonly shared?: {readonly format: string; readonly rows: readonly Row[]};
};

/** The formats, each with a preview; Enter writes the chosen one. Several can be written one after another. */
export function Export({exports: given, width, height, act, shared}: ExportProps) {
	const {view, set, exports, format, perform} = useExport(given, act, shared?.format);
	const {chosen, preview, written, writing, help} = view;
	const heard = useScreenReader() !== undefined;
	if (help)
		return (
			<Help
				scope="export"
				width={width}
				height={height}
				act={action => (action === 'close' ? set({help: false}) : perform(action))}
			/>
		);
	const status = statusRows(written, width, writing);
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Lines
				rows={[
					tabsRow(
						exports.formats.map(({name}) => name),
						chosen,
						width,
					),
					...status,
				]}
				width={width}
				height={1 + status.length}
			/>
			<Reading
				key={format.id}
				title={heard ? 'A preview' : `Export as ${format.name}: a preview`}
				rows={
					format.id === shared?.format
						? shared.rows
						: preview?.format === format.id
							? rowsOf(preview, width, heard)
							: [line('Rendering…', 'dim')]
				}
				width={width}
				height={height - 1 - status.length}
				scope="export"
				keyContext={idleContext}
				act={perform}
			/>
		</Box>
	);
}

const rowsOf = (preview: Preview, width: number, heard: boolean): readonly Row[] =>
	'failed' in preview
		? statusRows({failed: preview.failed}, width)
		: heard
			? heardPreview(preview.text)
			: previewRows(preview.text, width);
