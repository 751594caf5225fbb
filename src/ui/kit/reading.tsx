/** A page to read, which scrolls under its title. */
import {useState} from 'react';
import {Box} from 'ink';
import {useCloseAnnouncement, useScreenReader} from '../terminal/screen-reader.ts';
import {useKeys} from '../terminal/use-keys.ts';
import type {Action, Scope} from '../terminal/key-table.ts';
import type {KeyContext} from '../terminal/keys.ts';
import {exactly, rule, span, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {KeyLine, Line, Lines} from './lines.tsx';

type ReadingProps = {
	readonly title: string;
	readonly rows: readonly Row[];
	readonly width: number;
	readonly height: number;
	readonly scope: Scope;
	readonly keyContext: KeyContext;
	/** What a key does that does not scroll. */
	readonly act: (action: Action, key: string) => void;
	readonly active?: boolean;
	readonly showKeys?: boolean;
};

/** Something longer than the screen to be read: a title, as much as fits, and how much more there is. */
export function Reading({
	title,
	rows,
	width,
	height,
	scope,
	keyContext,
	act,
	active = true,
	showKeys = true,
}: ReadingProps) {
	const [wanted, setTop] = useState(0);
	const reader = useScreenReader() !== undefined;
	useCloseAnnouncement();
	// A screen reader has all of it: what scrolls would be read again with every line.
	const room = reader ? rows.length : Math.max(1, height - (showKeys ? 3 : 2));
	const last = Math.max(0, rows.length - room);
	const top = Math.min(wanted, last);
	useKeys(
		scope,
		keyContext,
		(action, key) => {
			const to = scrolledTo(action, top, room, last);
			if (to === undefined) act(action, key);
			else setTop(Math.min(last, Math.max(0, to)));
		},
		active,
	);
	const more =
		last === 0
			? undefined
			: span(
					`${top > 0 ? signs.up : ' '} ${Math.min(rows.length, top + room)} of ${rows.length} lines ${top < last ? signs.down : ' '}`,
					'dim',
				);
	return (
		<Box flexDirection="column" width={width} {...(reader ? {} : {height})}>
			<Line row={rule(width, span(title, 'strong'))} width={width} />
			<Lines rows={exactly(rows.slice(top, top + room), room)} width={width} height={room} />
			<Line row={rule(width, span(''), more)} width={width} />
			{showKeys ? <KeyLine scope={scope} keyContext={keyContext} width={width} /> : null}
		</Box>
	);
}

function scrolledTo(action: Action, top: number, page: number, last: number): number | undefined {
	switch (action) {
		case 'up':
			return top - 1;
		case 'down':
			return top + 1;
		case 'page-up':
			return top - page + 1;
		case 'page-down':
			return top + page - 1;
		case 'to-start':
			return 0;
		case 'to-end':
			return last;
		default:
			return undefined;
	}
}
