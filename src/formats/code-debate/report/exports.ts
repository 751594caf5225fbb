/** The exports that only a Code Debate has: its verdict, for programs and for the places where code is reviewed. */
import type {DebateState} from '../../../debate/state.ts';
import {annotations} from './annotations.ts';
import {comment} from './comment.ts';
import {junit} from './junit.ts';
import {sarif} from './sarif.ts';
import {verdictJson} from './verdict.ts';

const row = (file: string, write: (state: DebateState) => string) => ({
	file: () => file,
	pieces: (state: DebateState): readonly string[] => [write(state)],
	protocol: 'code-debate',
});

export const reviewExports = {
	verdict: row('verdict.json', verdictJson),
	sarif: row('verdict.sarif', sarif),
	annotations: row('annotations.txt', annotations),
	comment: row('comment.md', comment),
	junit: row('junit.xml', junit),
} as const;
