/** What a person has typed and not yet said, kept as `draft.json` in the debate's folder, for its owner alone. */
import {readFileSync, rmSync} from 'node:fs';
import {dirname, join} from 'node:path';
import * as z from 'zod';
import {cleanText} from '../../debate/text/intake.ts';
import {errorCode} from '../../debate/usage-error.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';
import type {TypedDraft, DraftPort} from '../../ui/ports/draft-port.ts';

/** Milliseconds from a key to the disk: the most of what is typed that a crash takes. */
const restMs = 300;

const Texts = z.record(z.string(), z.string());
const DraftFile = z.object({call: z.string(), texts: Texts, given: Texts.default({})});

export type DraftKeeper = DraftPort & {
	/** Writes what is not written yet. */
	readonly flush: () => void;
	/** Removes the file: the debate is over. */
	readonly remove: () => void;
};

/** `notice` is told once where the draft cannot be kept; typing goes on. */
export function draftKeeper(journal: string, notice?: (text: string) => void): DraftKeeper {
	const file = join(dirname(journal), 'draft.json');
	let waiting: TypedDraft | undefined;
	let timer: NodeJS.Timeout | undefined;
	let isTold = false;
	const flush = (): void => {
		clearTimeout(timer);
		timer = undefined;
		if (waiting === undefined) return;
		const draft = waiting;
		waiting = undefined;
		try {
			if (Object.values(draft.texts).every(text => text === '')) rmSync(file, {force: true});
			else writeWhole(file, `${JSON.stringify(draft)}\n`);
		} catch (error) {
			if (!isTold) notice?.(`What you are typing cannot be kept in ${file}: ${errorCode(error) ?? String(error)}`);
			isTold = true;
		}
	};
	return {
		left: readDraft(file),
		keep(draft) {
			waiting = draft;
			timer ??= setTimeout(flush, restMs).unref();
		},
		flush,
		remove() {
			waiting = {call: '', texts: {}};
			flush();
		},
	};
}

/** None where there is no file that can be read, or one that is not a draft: the debate goes on without it. */
function readDraft(file: string): TypedDraft | undefined {
	let json: unknown;
	try {
		json = JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		if (errorCode(error) !== undefined || error instanceof SyntaxError) return undefined;
		throw error;
	}
	const draft = DraftFile.safeParse(json);
	if (!draft.success) return undefined;
	const {call, texts, given} = draft.data;
	return {call, given, texts: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, cleanText(text)]))};
}
