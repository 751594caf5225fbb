import {Box} from 'ink';
import {useEffect, useState} from 'react';
import {Lines} from '../components/lines.tsx';
import {Reading} from '../components/reading.tsx';
import {previewRows, statusRows, tabsRow, type Written} from '../export-rows.ts';
import {atRest, type Action} from '../keys.ts';
import type {Session} from '../port.ts';
import {line} from '../rows.ts';

type Exports = NonNullable<Session['exports']>;
type Props = {readonly exports: Exports; readonly width: number; readonly height: number; readonly act: (action: Action) => void};
/** What was made for a format; one that was asked for before and comes late is not shown. */
type Preview = {readonly format: string; readonly text: string} | {readonly format: string; readonly failed: string};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The formats, with what each would write; Enter writes it. Several can be written one after another. */
export function Export({exports, width, height, act}: Props) {
	const [chosen, setChosen] = useState(0);
	const [{preview, written}, setMade] = useState<{readonly preview?: Preview; readonly written?: Written}>({});
	const {formats} = exports;
	const format = formats[chosen];
	const id = format?.id ?? '';
	useEffect(() => {
		const shown = (made: Preview) => setMade(before => ({...before, preview: made}));
		exports.preview(id).then(text => shown({format: id, text}), (error: unknown) => shown({format: id, failed: reasonOf(error)}));
	}, [exports, id]);
	const write = () => {
		const done = (now: Written) => setMade(made => ({...made, written: now}));
		exports.write(id).then(path => done({path}), (error: unknown) => done({failed: reasonOf(error)}));
	};
	const go = (by: number) => {
		setMade({});
		setChosen((chosen + by + formats.length) % formats.length);
	};
	const perform = (action: Action) => {
		if (action === 'write') write();
		else if (action === 'format-before') go(-1);
		else if (action === 'next-format') go(1);
		else act(action);
	};
	const status = statusRows(written, width);
	const rows = preview?.format !== id ? [line('Being made …', 'dim')] : 'failed' in preview ? statusRows({failed: preview.failed}, width) : previewRows(preview.text, width);
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Lines rows={[tabsRow(formats.map(({name}) => name), chosen, width), ...status]} width={width} height={1 + status.length}/>
			<Reading key={id} title={`Export as ${format?.name ?? ''}: a preview`} rows={rows} width={width} height={height - 1 - status.length} scope="export" moment={atRest} act={perform}/>
		</Box>
	);
}
