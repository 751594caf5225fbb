/** What the setup of a debate asks about its subject and seats; formats provide these as data. */

/** A question that is answered in words. `flag` is the option or argument of `rostrum run` that takes the answer. */
export type SetupQuestion = {
	readonly flag: string;
	readonly label: string;
	readonly about: string;
	/** `lines` keeps line breaks of pasted text; names of files and folders can be completed. */
	readonly takes: 'text' | 'lines' | 'file' | 'files' | 'folder';
	/** May be left empty. */
	readonly optional?: true;
};

/** A position that a seat can argue from, such as a framework or a persona. */
export type SeatStance = {readonly id: string; readonly name: string; readonly about: string};
