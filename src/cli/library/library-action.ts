/** Types for the actions of `rostrum library`. */
import type {Input} from '../../formats/options.ts';
import type {Filter} from '../../library/filter.ts';
import type {Row} from '../../view/text/rows.ts';
import type {DebateLibrary} from '../../app/library/open-library.ts';
import type {PrintStyle} from './print-rows.ts';

/** The result of an action: as data, as rows for people, and notices to go with them. */
export type LibraryResult = {
	readonly data: unknown;
	/** The same as comma-separated values, where there are figures. */
	readonly csv?: () => string;
	readonly rows: (paper: PrintStyle) => readonly Row[];
	readonly remark?: string | undefined;
};

/** `words` are the arguments after the action's name. */
export type LibraryRequest = DebateLibrary & {
	readonly words: readonly string[];
	readonly options: Input['options'];
	readonly filter: Filter;
	readonly cwd: string;
};

/** Runs an action. Throws `UsageError`. */
export type LibraryAction = (asked: LibraryRequest) => LibraryResult;
