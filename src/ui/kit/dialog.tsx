import {Box} from 'ink';
import type {ReactNode} from 'react';
import {spokenText} from '../terminal/spoken-text.ts';
import {useCloseAnnouncement} from '../terminal/screen-reader.ts';
import {rule, span} from '../../view/rows.ts';
import {hintRow} from './hint-row.ts';
import {Line} from './lines.tsx';

type DialogProps = {
	readonly title: string;
	/** At its right end. */ readonly note?: string;
	/** Its keys. */ readonly hint: ReactNode;
	readonly width: number;
	readonly height: number;
	readonly children: ReactNode;
};

/** A question at the foot of the screen, with its keys below it; the debate goes on above. `height` is all of it. */
export function Dialog({title, note, hint, width, height, children}: DialogProps) {
	useCloseAnnouncement();
	const head = rule(width, span(title, 'brand'), ...(note === undefined ? [] : [span(note, 'strong')]));
	return (
		<Box flexDirection="column" flexShrink={0} width={width} height={height}>
			<Line row={{...head, spoken: spokenText(title)}} width={width} />
			<Box flexDirection="column" height={height - 2}>
				{children}
			</Box>
			{typeof hint === 'string' ? <Line row={hintRow(hint)} width={width} /> : hint}
		</Box>
	);
}
