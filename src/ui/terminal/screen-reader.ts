/**
 * What a screen reader is given: lines that come one after the other, and below them the one line that is being
 * written. Nothing else is ever drawn over.
 */
import {createContext, useContext, useEffect, useRef} from 'react';
import {sanitize} from '../../debate/text/intake.ts';
import {charactersOf, widthOf, wrapText} from '../../view/wrap.ts';
import {newTexts} from './spoken-text.ts';

/** A line of text with the place of its cursor, counted in characters. */
export type EditedLine = {readonly text: string; readonly cursor: number};

const CLEAR = '\r\u001B[2K';
const PROMPT = '> ';

export class ScreenReader {
	readonly #write: (text: string) => void;
	readonly #columns: () => number;
	readonly #parts = new Set<() => readonly string[]>();
	readonly #keys = new Map<string, ReadonlySet<string>>();
	#written: EditedLine | undefined;
	#said = 0;
	#over = false;

	constructor(write: (text: string) => void, columns: () => number) {
		this.#write = write;
		this.#columns = columns;
	}

	/** Says what a screen shows. */
	say(texts: readonly string[]): void {
		if (texts.length > 0) this.#said++;
		this.read(texts);
	}

	/** Passes lines on, above what is being written. */
	read(texts: readonly string[]): void {
		if (texts.length === 0 || this.#over) return;
		const lines = texts.flatMap(text => wrapText(sanitize(text), Math.max(20, this.#columns())));
		this.#write(`${this.#written ? CLEAR : ''}${lines.map(line => `${line}\n`).join('')}${this.#line()}`);
	}

	/** Says this unless a screen says something at the same time. */
	sayIfQuiet(text: string): void {
		const said = this.#said;
		queueMicrotask(() => (this.#said === said ? this.say([text]) : undefined));
	}

	/** Shows the line that is being written, the terminal's own cursor in it; nothing takes it away. */
	edit(written: EditedLine | undefined): void {
		if (this.#over) return;
		const had = this.#written;
		this.#written = written;
		if (had || written) this.#write(`${had ? CLEAR : ''}${this.#line()}`);
	}

	/** Keys of a screen that were not told before: all of them the first time. */
	newKeys(screen: string, keys: readonly string[]): readonly string[] {
		const known = this.#keys.get(screen) ?? new Set();
		this.#keys.set(screen, new Set([...known, ...keys]));
		return keys.filter(key => !known.has(key));
	}

	/** Something on the screen that can be said again; gives the way to take it off. */
	register(texts: () => readonly string[]): () => void {
		this.#parts.add(texts);
		return () => void this.#parts.delete(texts);
	}

	/** Says all that is on the screen. */
	repeatAll(): void {
		this.say([...this.#parts].flatMap(texts => texts()).filter(text => text !== ''));
	}

	/** Says no more, and leaves the cursor on a line of its own. */
	close(): void {
		this.edit(undefined);
		this.#over = true;
	}

	/** As much of the line as fits around the cursor. */
	#line(): string {
		if (!this.#written) return '';
		const characters = charactersOf(this.#written.text);
		const room = Math.max(8, this.#columns() - PROMPT.length - 1);
		const from = startOf(characters, Math.min(this.#written.cursor, characters.length), room);
		const shown = fitting(characters.slice(from), room);
		const behind = widthOf(shown.slice(Math.max(0, this.#written.cursor - from)).join(''));
		return `${PROMPT}${shown.join('')}${behind > 0 ? `\u001B[${behind}D` : ''}`;
	}
}

/** The first character that is shown: none is left out while the cursor has room. */
function startOf(characters: readonly string[], cursor: number, room: number): number {
	const before = widthOf(characters.slice(0, cursor).join(''));
	if (before < room) return 0;
	let [from, width] = [cursor, 0];
	while (from > 0 && width + widthOf(characters[from - 1] ?? '') < room) width += widthOf(characters[--from] ?? '');
	return from;
}

function fitting(characters: readonly string[], room: number): readonly string[] {
	let width = 0;
	const end = characters.findIndex(character => (width += widthOf(character)) > room);
	return end < 0 ? characters : characters.slice(0, end);
}

const ScreenReaderContext = createContext<ScreenReader | undefined>(undefined);
export const ScreenReaderProvider = ScreenReaderContext.Provider;

/** Where the screens are read aloud, what they are said to; else they are drawn. */
export const useScreenReader = (): ScreenReader | undefined => useContext(ScreenReaderContext);

/**
 * Has a part of the screen read aloud: all of it when it appears, and after that what of it has become another. Says
 * nothing where the screens are drawn.
 */
export function useAnnounce(texts: readonly string[]): void {
	const speech = useScreenReader();
	const before = useRef<readonly string[]>([]);
	useEffect(() => speech?.register(() => before.current), [speech]);
	useEffect(() => {
		const told = before.current;
		before.current = texts;
		speech?.say(newTexts(texts, told));
	});
}

/** Says that something which was opened is closed, unless what comes then says so itself. */
export function useCloseAnnouncement(): void {
	const speech = useScreenReader();
	useEffect(() => () => speech?.sayIfQuiet('Closed.'), [speech]);
}
