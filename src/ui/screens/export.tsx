/** The export screen: the formats, a preview of each, and the result of writing. */
import {Box} from 'ink';
import {useEffect, useReducer, useRef, useState} from 'react';
import {Lines} from '../kit/lines.tsx';
import {Reading} from '../kit/reading.tsx';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';
import type {ExportsPort, WriteStep, WrittenExport} from '../../app/files/exports.ts';
import {line, type Row, row, span, type Span, spansWidth} from '../../view/rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {Help} from '../kit/help.tsx';
import {reasonOf} from '../../debate/text/words.ts';
import {formatCount} from '../../languages/wording.ts';
import {useCopy} from '../terminal/terminal-window.ts';
import {spokenChoice} from '../terminal/spoken-text.ts';
import {signs} from '../../view/theme.ts';
import {beginningOf, wrapText} from '../../view/wrap.ts';

type ExportProps = {
	readonly exports: ExportsPort;
	readonly width: number;
	readonly height: number;
	readonly act: (action: Action) => void;
	/** The formats that come first, and what they look like. */
	readonly shared?: {readonly formats: readonly string[]; readonly rows: (width: number) => readonly Row[]};
};

/** The formats, each with a preview; Enter writes the chosen one. Several can be written one after another. */
export function Export({exports: given, width, height, act, shared}: ExportProps) {
	const {view, set, exports, format, perform, said} = useExport(given, act, shared?.formats ?? []);
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
	const status = [...statusRows(written, width, writing), ...(said === '' || !written ? [] : [line(said, 'dim')])];
	const keys = {...idleContext, unavailable: written && 'path' in written ? [] : ['copy']};
	const list = width >= WIDE && !heard ? LIST : 0;
	const names = exports.formats.map(({name}) => name);
	const choose = (index: number) => set({chosen: index, written: undefined});
	const head = [...(list > 0 ? [] : tabsRows(names, chosen, width)), ...aboutRows(format, width), ...status];
	const room = height - head.length;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Lines rows={head} width={width} height={head.length} />
			<Box height={room}>
				{list === 0 ? null : (
					<Lines rows={formatRows(names, chosen)} width={list} height={room} onClick={choose} onDigit={choose} />
				)}
				<Reading
					key={format.id}
					title={heard ? 'A preview' : `Export as ${format.name}: a preview`}
					rows={
						shared?.formats.includes(format.id)
							? shared.rows(width - list)
							: preview?.format === format.id
								? rowsOf(preview, width - list, heard)
								: [line('Rendering…', 'dim')]
					}
					width={width - list}
					height={room}
					scope="export"
					keyContext={keys}
					act={perform}
				/>
			</Box>
		</Box>
	);
}

/** From this width on, all formats stand in a list beside the preview, of so many columns. */
const WIDE = 98;
const LIST = 22;

const formatRows = (names: readonly string[], chosen: number): readonly Row[] => [
	line('Formats', 'strong'),
	...names.map((name, index): Row => ({
		...row(
			span(index === chosen ? `${signs.chosen} ` : '  ', 'chosen'),
			span(name, index === chosen ? 'chosen' : 'plain'),
		),
		choice: index,
		spoken: '',
	})),
];

/** What the chosen format is for. */
const aboutRows = ({name, about}: ExportsPort['formats'][number], width: number): readonly Row[] =>
	about === undefined
		? []
		: wrapText(`${name}: ${about}`, width)
				.slice(0, 2)
				.map(text => line(text, 'dim'));

const rowsOf = (preview: Preview, width: number, heard: boolean): readonly Row[] =>
	'failed' in preview
		? statusRows({failed: preview.failed}, width)
		: heard
			? heardPreview(preview.text)
			: previewRows(preview.text, width);

/** A format's preview. One that comes after another format was chosen is not shown. */
type Preview = {readonly format: string} & ({readonly text: string} | {readonly failed: string});

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
	readonly format: ExportsPort['formats'][number];
	readonly perform: (action: Action) => void;
	/** What became of the copy of a path. */
	readonly said: string;
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

const withFirst = (exports: ExportsPort, first: readonly string[]): ExportsPort => ({
	...exports,
	formats: exports.formats.toSorted((one, other) => Number(first.includes(other.id)) - Number(first.includes(one.id))),
});

/**
 * The chosen format with its preview, and what the keys do; other actions go on to `act`. `first` are the formats that
 * come first.
 */
function useExport(given: ExportsPort, act: (action: Action) => void, first: readonly string[]): ExportState {
	const [exports] = useState(() => withFirst(given, first));
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
	const {said, copy} = useCopy(() => undefined);
	const go = (by: number) => set({chosen: (view.chosen + by + formats.length) % formats.length, written: undefined});
	const perform = (action: Action) => {
		if (action === 'write') void write(id);
		else if (action === 'close' && stop()) return;
		else if (action === 'format-before') go(-1);
		else if (action === 'next-format') go(1);
		else if (action === 'help') set({help: true});
		else if (action === 'copy' && view.written && 'path' in view.written) copy(view.written.path);
		else act(action);
	};
	return {view, set, exports, format, perform, said};
}

// The rows of the screen.

type ExportResult = WrittenExport | {readonly failed: string};

/** The formats, the chosen one in brackets, on as many lines as they take. */
export function tabsRows(names: readonly string[], chosen: number, width: number): readonly Row[] {
	const tabs = names.map((name, index) => (index === chosen ? span(`[${name}]`, 'strong') : span(` ${name} `, 'dim')));
	const lines: Span[][] = [];
	for (const tab of tabs) {
		const last = lines.at(-1);
		if (last && spansWidth([...last, tab]) <= width) last.push(tab);
		else lines.push([tab]);
	}
	const spoken = spokenChoice(names[chosen] ?? '', true, chosen, names.length);
	return lines.map((spans, place) => ({spans, spoken: place === 0 ? spoken : ''}));
}

/** The length of a preview, in characters. */
const longest = 64_000;

/** The beginning of the export, line by line. */
export function previewRows(text: string, width: number): readonly Row[] {
	const shown = beginningOf(text, longest);
	const rest = text.length - shown.length;
	const lines = shown
		.replace(/\n$/u, '')
		.split('\n')
		.flatMap(each => (each === '' ? [''] : wrapText(each, Math.max(8, width - 2))));
	return [
		...lines.map(each => line(each === '' ? '' : `  ${each}`)),
		...(rest === 0 ? [] : [line(`  … and ${formatCount(rest)} characters more`, 'dim')]),
	];
}

/** The length of a preview for a screen reader, in lines. */
const mostHeard = 12;

/** The beginning of the export for a screen reader, and how much more there is. */
function heardPreview(text: string): readonly Row[] {
	const lines = text.split('\n').filter(each => each.trim() !== '');
	const rest = lines.length - mostHeard;
	return [
		...lines.slice(0, mostHeard).map(each => line(each)),
		...(rest > 0 ? [line(`… and ${formatCount(rest)} lines more`, 'dim')] : []),
	];
}

/** The export under way, once anything is known of it. */
type WritingNow = {readonly percent?: number; readonly what?: string; readonly seconds?: number | undefined};

/** How far the export under way is, or the result of the last. */
function statusRows(written: ExportResult | undefined, width: number, writing?: WritingNow): readonly Row[] {
	if (writing) return wrapText(progressText(writing), width).map(text => line(text, 'dim'));
	if (!written) return [];
	return 'path' in written
		? wrapText(
				`${signs.yes} written to ${written.path}${written.note === undefined ? '' : `, ${written.note}`}`,
				width,
			).map(text => line(text, 'good'))
		: wrapText(`${signs.no} not written: ${written.failed}`, width).map(text => line(text, 'error'));
}

function progressText({percent, what, seconds}: WritingNow): string {
	const parts = [
		...(percent === undefined ? [] : [`${percent} %`]),
		...(what === undefined ? [] : [what]),
		...(seconds === undefined ? [] : [timeLeft(seconds)]),
	];
	return `being written${parts.length === 0 ? '' : `: ${parts.join(', ')}`} · esc stops it`;
}

const timeLeft = (seconds: number): string =>
	seconds < 100 ? `about ${Math.max(1, Math.ceil(seconds))} s left` : `about ${Math.ceil(seconds / 60)} minutes left`;
