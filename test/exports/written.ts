import type {DebateState} from '../../src/debate/state.ts';
import {findFormat} from '../../src/app/files/export-formats.ts';

const written = (id: string, state: DebateState): string => findFormat(id, 'a test').write(state);

/** The Markdown transcript, with what the debate's format brings to it. */
export const markdown = (state: DebateState): string => written('md', state);

/** The podcast script, likewise. */
export const podcast = (state: DebateState): string => written('podcast', state);
