import {useEffect, useReducer, useState} from 'react';
import type {Action} from '../input/key-table.ts';
import type {ExportsPort} from '../ports/exports-port.ts';
import {reasonOf} from '../text/reason.ts';
import type {ExportResult} from './export-rows.ts';

/** A format's preview. One that comes after another format was chosen is not shown. */
export type Preview = {readonly format: string} & ({readonly text: string} | {readonly failed: string});

type ExportView = {
	/** The index of the chosen format. */
	readonly chosen: number;
	readonly preview?: Preview;
	readonly written?: ExportResult | undefined;
	readonly help?: boolean;
};

const change = (before: ExportView, next: Partial<ExportView>): ExportView => ({...before, ...next});

type ExportState = {
	readonly view: ExportView;
	readonly set: (change: Partial<ExportView>) => void;
	readonly exports: ExportsPort;
	/** The chosen format. */
	readonly format: {readonly id: string; readonly name: string};
	readonly perform: (action: Action) => void;
};

/** Never rejects: what went wrong is the result. */
const writing = (exports: ExportsPort, id: string): Promise<ExportResult> =>
	exports.write(id).catch((error: unknown) => ({failed: reasonOf(error)}));

const withFirst = (exports: ExportsPort, first: string | undefined): ExportsPort => ({
	...exports,
	formats: exports.formats.toSorted((one, other) => Number(other.id === first) - Number(one.id === first)),
});

/**
 * The chosen format with its preview, and what the keys do; other actions go on to `act`. `written` is the format that
 * comes first and is written at once.
 */
export function useExport(given: ExportsPort, act: (action: Action) => void, written: string | undefined): ExportState {
	const [exports] = useState(() => withFirst(given, written));
	const {formats} = exports;
	const [view, set] = useReducer(change, {chosen: 0});
	const format = formats[view.chosen] ?? {id: '', name: ''};
	const {id} = format;
	useEffect(() => {
		exports.preview(id).then(
			text => set({preview: {format: id, text}}),
			(error: unknown) => set({preview: {format: id, failed: reasonOf(error)}}),
		);
	}, [exports, id]);
	useEffect(() => {
		if (exports.formats[0]?.id === written && written !== undefined)
			void writing(exports, written).then(done => set({written: done}));
	}, [exports, written]);
	const go = (by: number) => set({chosen: (view.chosen + by + formats.length) % formats.length, written: undefined});
	const perform = (action: Action) => {
		if (action === 'write') void writing(exports, id).then(done => set({written: done}));
		else if (action === 'format-before') go(-1);
		else if (action === 'next-format') go(1);
		else if (action === 'help') set({help: true});
		else act(action);
	};
	return {view, set, exports, format, perform};
}
