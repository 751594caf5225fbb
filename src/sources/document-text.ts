/** What a reader makes of a file. */
export type DocumentText = {
	readonly text: string;
	readonly title?: string | undefined;
	/** Which part of the file’s characters was taken, from 0 to 1, where a reader chooses. */
	readonly share?: number;
	/** What it left out or could not read, in words: `2 pages without text (4, 7)`. */
	readonly left?: readonly string[];
	/** Where each part between page breaks stands, where that is not its page. */
	readonly places?: readonly string[];
};

/** A file that cannot stand as a source; the message says why. */
export class NotReadable extends Error {
	override readonly name = 'NotReadable';
}
