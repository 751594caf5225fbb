/** The exports, by the name they go by on the command line. */
import type {DebateState} from '../../debate/state.ts';
import {markdown} from '../markdown/markdown.ts';
import {podcast} from '../podcast/podcast.ts';

export type Format = {
	/** How it is called on screen. */
	readonly name: string;
	/** Its file in the debate's folder. */
	readonly file: (state: DebateState) => string;
	readonly write: (state: DebateState) => string;
};

/** A Code Debate's folder holds its `DEBATE.md`, which many disks do not tell from a `debate.md`. */
export const formats: Readonly<Record<string, Format>> = {
	md: {
		name: 'Markdown',
		file: ({start}) => (start?.protocol === 'code-debate' ? 'transcript.md' : 'debate.md'),
		write: markdown,
	},
	podcast: {name: 'podcast script', file: () => 'podcast.md', write: podcast},
};
