/**
 * Answers as they were received, in `answers.jsonl` beside the journal: each is on the disk before its end is passed
 * on, so that a debate that is cut off before an answer was heard does not ask, and pay, for it again. The file is
 * read when a debate is resumed and where an opened turn shows its requests; nothing is folded or exported from it.
 */
import {closeSync, constants, existsSync, fdatasync, fstatSync, openSync, readSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {z} from 'zod';
import {Usage} from '../../debate/events.ts';
import {parseJsonIfValid} from '../../debate/text/json.ts';
import {syncFolder, writeAll} from '../host/write-whole.ts';
import {isLostScope, type Checkpoint} from './history.ts';
import {fileLines} from '../journal/journal.ts';

/** `asked` is the hash of the request (calls/keep-answer.ts), `step` what it was made for; times in milliseconds. */
const KeptAnswer = z.object({
	answer: z.int().positive(),
	asked: z.string(),
	step: z.string(),
	participant: z.string(),
	voice: z.string(),
	purpose: z.string(),
	text: z.string(),
	finish: z.enum(['stop', 'length', 'refusal', 'cut']),
	usage: Usage.optional(),
	cost: z.number().nonnegative().optional(),
	ms: z.number().nonnegative(),
});
export type KeptAnswer = z.infer<typeof KeptAnswer>;

/** A request that was made ahead became this step's. */
const Claim = z.object({claimed: z.string(), step: z.string()});

/** The step of requests that are made ahead of it. */
export const aheadStep = 'ahead';

export type AnswerStore = {
	/** Writes an answer and gives its number; `synced` resolves when it is on the disk. Throws if it is refused. */
	keep(answer: Omit<KeptAnswer, 'answer'>): {readonly number: number; readonly synced: Promise<void>};
	/** An answer of an earlier session to this very request, which no finished step has used. Each is given once. */
	take(asked: string): (KeptAnswer & {readonly billed: boolean}) | undefined;
	/** Whether any such answer is left. */
	readonly empty: boolean;
	/** Records for which step a request that was made ahead is used. Throws if the disk refuses. */
	claim(asked: string, step: string): void;
	close(): void;
};

/** The file for a journal: `answers.jsonl` beside `debate.jsonl`. */
export const answersFileOf = (journal: string): string =>
	join(
		dirname(journal),
		basename(journal)
			.replace(/^debate\.jsonl$|\.jsonl$/u, '.answers.jsonl')
			.replace(/^\./u, ''),
	);

/**
 * Opens the answers of a debate; those of earlier sessions are read if it is resumed from `past`. `placeNow` says where
 * the file is to be from now on, if its folder is deleted.
 */
export function answerStore(
	file: string,
	past?: Checkpoint,
	isOurs: () => boolean = () => true,
	placeNow: () => string = () => file,
): AnswerStore {
	const {answers, last} = past && existsSync(file) ? unusedAnswers(file, past) : {answers: [], last: 0};
	const unused = Map.groupBy(answers, ({asked}) => asked);
	let number = last;
	const log = lineLog(file, isOurs, placeNow);
	return {
		keep(answer) {
			number += 1;
			log.write({...answer, answer: number});
			return {number, synced: log.sync()};
		},
		take(asked) {
			const found = unused.get(asked)?.shift();
			if (unused.get(asked)?.length === 0) unused.delete(asked);
			return found && {...found, billed: past?.billed.has(found.answer) ?? false};
		},
		get empty() {
			return unused.size === 0;
		},
		claim: (claimed, step) => log.write({claimed, step}),
		close: log.close,
	};
}

/**
 * The answers in a file, each with the step that it was used for as far as that was recorded. Lines that are no
 * answers, such as one that a crash cut short, are passed over.
 */
export function keptAnswersIn(file: string): readonly KeptAnswer[] {
	const answers: KeptAnswer[] = [];
	const claims = new Map<string, string>();
	for (const line of fileLines(file)) {
		const json = parseJsonIfValid(line);
		const [answer, claim] = [KeptAnswer.safeParse(json).data, Claim.safeParse(json).data];
		if (claim) claims.set(claim.claimed, claim.step);
		if (answer) answers.push(answer);
	}
	return answers.map(answer =>
		answer.step === aheadStep ? {...answer, step: claims.get(answer.asked) ?? aheadStep} : answer,
	);
}

/** What no finished step has used is asked for again. */
function unusedAnswers(file: string, past: Checkpoint): {readonly answers: KeptAnswer[]; readonly last: number} {
	const answers = keptAnswersIn(file);
	const isUsed = (step: string): boolean => past.steps.get(step)?.ended !== undefined && !isLostScope(step, past.lost);
	return {
		answers: answers.filter(({step}) => !isUsed(step)),
		last: answers.reduce((last, {answer}) => Math.max(last, answer), 0),
	};
}

/** A link in the file's place leads to a file that nobody has named. */
const appended = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;

/** Appends lines to a file that is made with its first one. */
function lineLog(first: string, isOurs: () => boolean, placeNow: () => string) {
	let descriptor: number | undefined;
	let file = first;
	const close = (): void => {
		if (descriptor !== undefined) closeSync(descriptor);
		descriptor = undefined;
	};
	const open = (): number => {
		const isNew = !existsSync(file);
		const opened = openSync(file, appended, 0o600);
		if (isNew) syncFolder(dirname(file));
		else if (!endsInNewline(opened)) writeAll(opened, '\n');
		return opened;
	};
	return {
		write(value: object): void {
			const now = placeNow();
			if (now !== file) close();
			file = now;
			if (file === first && !isOurs()) throw new Error(`${file} is no longer this process's to write`);
			writeAll((descriptor ??= open()), `${JSON.stringify(value)}\n`);
		},
		sync: (): Promise<void> => (descriptor === undefined ? Promise.resolve() : promisify(fdatasync)(descriptor)),
		close,
	};
}

function endsInNewline(descriptor: number): boolean {
	const {size} = fstatSync(descriptor);
	const last = Buffer.alloc(1);
	return size === 0 || (readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === 10);
}
