/** Types of the actions of `rostrum library`. */
import type {Input} from '../../hosts/contract/options.ts';
import type {Filter} from '../../library/filter.ts';
import type {Row} from '../../ui/text/rows.ts';
import type {DebateLibrary} from './open-library.ts';
import type {PrintStyle} from './print-rows.ts';

/** What an action found: as data, as lines for people, and what to say of it beside the lines. */
export type LibraryResult = {
	readonly data: unknown;
	readonly rows: (paper: PrintStyle) => readonly Row[];
	readonly remark?: string | undefined;
};

/** `words` are those after the action's name. */
export type LibraryRequest = DebateLibrary & {
	readonly words: readonly string[];
	readonly options: Input['options'];
	readonly filter: Filter;
	readonly cwd: string;
};

/** Throws `UsageError`. */
export type LibraryAction = (asked: LibraryRequest) => LibraryResult;
