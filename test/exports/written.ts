import type {DebateState} from '../../src/debate/state.ts';
import {findFormat} from '../../src/app/files/export-formats.ts';
import type {EpisodeOptions} from '../../src/exports/episode.ts';

const written = (id: string, state: DebateState, options?: EpisodeOptions): string =>
	findFormat(id, 'a test').write(state, options);

/** The Markdown transcript, with what the debate's format brings to it. */
export const markdown = (state: DebateState): string => written('md', state);

/** The same with the working of each score, and every claim. */
export const detailed = (state: DebateState): string => written('md', state, {detail: true});

/** The podcast script, likewise. */
export const podcast = (state: DebateState): string => written('podcast', state);
