import {Box} from 'ink';
import {useEffect, useReducer, useState} from 'react';
import {Lines} from '../kit/lines.tsx';
import {Reading} from '../kit/reading.tsx';
import {heardPreview, previewRows, statusRows, tabsRow, type ExportResult} from './export-rows.ts';
import type {Action} from '../input/key-table.ts';
import {idleContext} from '../input/keys.ts';
import type {ExportsPort} from '../ports/exports-port.ts';
import {line, type Row} from '../text/rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {Help} from '../kit/help.tsx';

type ExportProps = {
	readonly exports: ExportsPort;
	readonly width: number;
	readonly height: number;
	readonly act: (action: Action) => void;
};

/** What was made for a format: one that was asked for before and comes late is not shown. */
type Preview = {readonly format: string} & ({readonly text: string} | {readonly failed: string});
type Looking = {
	readonly chosen: number;
	readonly preview?: Preview;
	readonly written?: ExportResult | undefined;
	readonly help?: boolean;
};
const change = (before: Looking, next: Partial<Looking>): Looking => ({...before, ...next});

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The formats, with what each would write; Enter writes it. Several can be written one after another. */
export function Export({exports: given, width, height, act}: ExportProps) {
	const [exports] = useState(given);
	const [{chosen, preview, written, help}, set] = useReducer(change, {chosen: 0});
	const {formats} = exports;
	const {id, name} = formats[chosen] ?? {id: '', name: ''};
	useEffect(() => {
		exports.preview(id).then(
			text => set({preview: {format: id, text}}),
			(error: unknown) => set({preview: {format: id, failed: reasonOf(error)}}),
		);
	}, [exports, id]);
	const go = (by: number) => set({chosen: (chosen + by + formats.length) % formats.length, written: undefined});
	const perform = (action: Action) => {
		if (action === 'write')
			exports.write(id).then(
				path => set({written: {path}}),
				(error: unknown) => set({written: {failed: reasonOf(error)}}),
			);
		else if (action === 'format-before') go(-1);
		else if (action === 'next-format') go(1);
		else if (action === 'help') set({help: true});
		else act(action);
	};
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
	const status = statusRows(written, width);
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Lines
				rows={[
					tabsRow(
						formats.map(format => format.name),
						chosen,
						width,
					),
					...status,
				]}
				width={width}
				height={1 + status.length}
			/>
			<Reading
				key={id}
				title={heard ? 'A preview' : `Export as ${name}: a preview`}
				rows={preview?.format === id ? rowsOf(preview, width, heard) : [line('Being made …', 'dim')]}
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
