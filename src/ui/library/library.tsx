import {Box} from 'ink';
import {useReducer} from 'react';
import {LibraryBody} from './library-body.tsx';
import {LibraryFoot, libraryFootHeight} from './library-foot.tsx';
import {Lines} from '../kit/lines.tsx';
import {useKeys} from '../terminal/use-keys.ts';
import {useLibrary} from './use-library.ts';
import {useLibraryActions} from './use-library-actions.ts';
import {usePlainTitle} from '../terminal/terminal-window.ts';
import type {Action} from '../terminal/key-table.ts';
import {typed} from './library-actions.ts';
import {noteRows} from './library-rows.ts';
import {changeView, chosenOf, keyContextOf, newView} from './library-view.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {Export} from '../export/export.tsx';
import {Help} from '../kit/help.tsx';

/** All recorded debates, with a search over everything said in them. */
export function Library({port: rostrum, columns, rows, last, exit}: ScreenProps) {
	const [view, set] = useReducer(changeView, last, newView);
	usePlainTitle();
	const port = useLibrary(rostrum.library, view, set);
	const {act, read, resume, remove} = useLibraryActions(rostrum, port, view, set, exit);
	const {mode} = view;
	useKeys('library', keyContextOf(view), act, mode === 'list' || mode === 'opening' || mode === 'waiting');
	const whenClosed = (action: Action) => (action === 'close' ? set({mode: 'list'}) : act(action));
	if (mode === 'help') return <Help scope="library" width={columns} height={rows} act={whenClosed} />;
	const entry = chosenOf(view);
	if (mode === 'export' && entry && port)
		return <Export exports={port.exports(entry.path)} width={columns} height={rows} act={whenClosed} />;
	const note = noteRows(view, columns);
	const foot = libraryFootHeight(view);
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<LibraryBody
				view={view}
				set={set}
				width={columns}
				height={Math.max(4, rows - note.length - foot)}
				onEnter={() => set({mode: 'waiting'})}
				onKey={name => typed(name, view, set)}
			/>
			<Lines rows={note} width={columns} height={note.length} />
			<LibraryFoot view={view} set={set} width={columns} onRead={read} onContinue={resume} onDelete={remove} />
		</Box>
	);
}
