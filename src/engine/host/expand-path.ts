import {homedir} from 'node:os';
import {resolve} from 'node:path';

/** The absolute path of what a user wrote. `~` is expanded here because paths typed on a screen never pass a shell. */
export const expandPath = (cwd: string, written: string): string =>
	resolve(cwd, written.replace(/^~(?=[/\\]|$)/u, homedir()));

/** Whether it is a network address, and no path. */
export const isAddress = (written: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//iu.test(written);
