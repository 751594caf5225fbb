/** Reads a code change from a prompt: its files, their numbered lines, and where the disputed points are. */
import type {ParsedPrompt} from '../request/notation.ts';
import {sentencesOf} from '../language/text.ts';

export type CodeLine = {
	readonly path: string;
	readonly line: number;
	readonly sign: '+' | '-' | ' ';
	readonly text: string;
};

export type DuePoint = {
	readonly id: string;
	readonly title: string;
	readonly path: string | undefined;
	readonly line: number | undefined;
	readonly by: string;
};

const subject = /<subject[^>]*>\n?(?<body>[\s\S]*?)\n?<\/subject>/u;
const fileHead = /^=== (?<path>.+?)(?: \(was .+?\))?(?: \[\w+\])? ===$/u;
const numbered = /^\s*(?<line>\d+) (?<sign>[-+ ])? ?(?<text>.*)$/u;

const bodyOf = ({system}: ParsedPrompt): string => subject.exec(system)?.groups?.['body'] ?? '';

/** The lines of the subject's files, in order; empty if the subject is a text. */
export function codeLines(prompt: ParsedPrompt): CodeLine[] {
	const found: CodeLine[] = [];
	let path: string | undefined;
	for (const each of bodyOf(prompt).split('\n')) {
		const head = fileHead.exec(each)?.groups?.['path'];
		if (head !== undefined) path = head;
		const {line, sign = ' ', text = ''} = path === undefined ? {} : (numbered.exec(each)?.groups ?? {});
		if (path !== undefined && head === undefined && line !== undefined)
			found.push({path, line: Number(line), sign: sign === '+' || sign === '-' ? sign : ' ', text: text.trim()});
	}
	return found;
}

/** The sentences of a subject that is a text. */
export const textOf = (prompt: ParsedPrompt): string[] =>
	sentencesOf(bodyOf(prompt)).filter(sentence => sentence.length > 8);

const place = /\((?<path>[^()]+?):(?<line>\d+)(?:[-–]\d+)?\)$/u;

/** The points that the task lists, by id, and which of them are due an answer. */
export function pointsIn({task}: ParsedPrompt): {readonly due: readonly DuePoint[]; readonly all: readonly DuePoint[]} {
	const all = (task?.lines ?? [])
		.filter(({key}) => /^P\d+$/u.test(key))
		.map(({key, text}): DuePoint => {
			const [what = '', raised = ''] = text.split(' | ');
			const found = place.exec(what)?.groups;
			return {
				id: key,
				title: what.replace(place, '').trim(),
				path: found?.['path'],
				line: found ? Number(found['line']) : undefined,
				by: raised.replace('raised by ', '').trim(),
			};
		});
	const due = new Set((task?.attributes['due'] ?? '').split(' '));
	return {due: all.filter(({id}) => due.has(id)), all};
}
