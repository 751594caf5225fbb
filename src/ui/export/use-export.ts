import {useEffect, useReducer, useRef, useState} from 'react';
import type {Action} from '../terminal/key-table.ts';
import type {ExportsPort, WriteStep} from '../../app/files/exports.ts';
import {reasonOf} from '../../debate/text/words.ts';
import type {ExportResult, WritingNow} from './export-rows.ts';

/** A format's preview. One that comes after another format was chosen is not shown. */
export type Preview = {readonly format: string} & ({readonly text: string} | {readonly failed: string});

type ExportView = {
	/** The index of the chosen format. */
	readonly chosen: number;
	readonly preview?: Preview;
	readonly written?: ExportResult | undefined;
	/** The write under way: its percentage, and the seconds that it still takes. */
	readonly writing?: WritingNow | undefined;
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

/** Writes one format at a time, which can be stopped. What goes wrong is the result. */
function useWriting(exports: ExportsPort, set: (change: Partial<ExportView>) => void) {
	const running = useRef<AbortController>(undefined);
	async function write(id: string): Promise<void> {
		if (running.current) return;
		const stop = new AbortController();
		running.current = stop;
		const began = performance.now();
		let told = -1;
		const progress = (share: number, step?: WriteStep) => {
			const percent = Math.min(99, Math.floor(share * 100));
			if (percent === told && step === undefined) return;
			told = percent;
			const seconds = share > 0 ? ((performance.now() - began) / 1000) * (1 / share - 1) : undefined;
			set({writing: {percent, ...(step ?? {seconds})}});
		};
		set({writing: {}, written: undefined});
		const written = await exports
			.write(id, {signal: stop.signal, progress})
			.catch((error: unknown) => ({failed: error === stop.signal.reason ? 'stopped' : reasonOf(error)}));
		running.current = undefined;
		set({written, writing: undefined});
	}
	/** Whether there was something to stop. */
	function stop(): boolean {
		running.current?.abort();
		return running.current !== undefined;
	}
	return {write, stop};
}

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
	const {write, stop} = useWriting(exports, set);
	const first = useRef(write);
	useEffect(() => {
		if (exports.formats[0]?.id === written && written !== undefined) void first.current(written);
	}, [exports, written]);
	const go = (by: number) => set({chosen: (view.chosen + by + formats.length) % formats.length, written: undefined});
	const perform = (action: Action) => {
		if (action === 'write') void write(id);
		else if (action === 'close' && stop()) return;
		else if (action === 'format-before') go(-1);
		else if (action === 'next-format') go(1);
		else if (action === 'help') set({help: true});
		else act(action);
	};
	return {view, set, exports, format, perform};
}
