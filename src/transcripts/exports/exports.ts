/** The exports, by the name they have on the command line. */
import type {DebateState} from '../../debate/state.ts';
import {formatExportOf} from '../formats/registry.ts';
import {markdown} from '../markdown/markdown.ts';
import {podcast} from '../podcast/podcast.ts';

export type ExportKind = {
	/** The name on screen. */
	readonly name: string;
	/** The file's name in the debate's folder. */
	readonly file: (state: DebateState) => string;
	/** The whole file; empty before the debate has started. */
	readonly write: (state: DebateState) => string;
};

export const exportKinds: Readonly<Record<string, ExportKind>> = {
	md: {name: 'Markdown', file: state => formatExportOf(state).markdownFile ?? 'debate.md', write: markdown},
	podcast: {name: 'podcast script', file: () => 'podcast.md', write: podcast},
};
