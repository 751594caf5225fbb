import {Box} from 'ink';
import {useState} from 'react';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';
import {KeyLine, Line, Lines} from '../kit/lines.tsx';
import {WrapCache} from '../../view/markdown.ts';
import type {DebateStore} from '../store/debate-store.ts';
import {useDebate} from '../store/use-debate.ts';
import {useKeys} from '../terminal/use-keys.ts';
import {PaneWindow} from '../../view/blocks.ts';
import {rule, span} from '../../view/rows.ts';
import {columnBlocks, columnsFor, namesRow} from './columns-rows.ts';

type ColumnsProps = {
	readonly store: DebateStore;
	readonly width: number;
	readonly height: number;
	readonly act: (action: Action) => void;
};

/** Those who argue side by side, exchange by exchange; it goes on with the debate until it is scrolled. */
export function Columns({store, width, height, act}: ColumnsProps) {
	useDebate(store);
	const [cache] = useState(() => new WrapCache());
	const [window] = useState(() => new PaneWindow());
	const scroll: Partial<Record<Action, () => void>> = {
		up: () => window.scroll(-1),
		down: () => window.scroll(1),
		'page-up': () => window.page(-1),
		'page-down': () => window.page(1),
		'to-start': () => window.toStart(),
		'to-end': () => window.toEnd(),
	};
	useKeys('columns', idleContext, action => {
		scroll[action]?.();
		if (scroll[action]) store.redraw();
		else act(action);
	});
	const {shown, of} = columnsFor(store.state, width);
	const body = Math.max(1, height - 4);
	const rows = window.view(columnBlocks(store.state, cache, width), body, store.over ? 'start' : 'words');
	const title = shown.length < of ? `Columns · ${shown.length} of ${of} have room` : 'Columns';
	const place = window.atEnd ? 'the end' : `${window.percent} %`;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Line row={rule(width, span(title, 'strong'))} width={width} />
			<Line row={namesRow(store.state, width)} width={width} />
			<Lines rows={rows} width={width} height={body} />
			<Line row={rule(width, span(''), span(place, 'dim'))} width={width} />
			<KeyLine scope="columns" keyContext={idleContext} width={width} />
		</Box>
	);
}
