/** Makes a subject safe to show, store and send: it is what somebody else committed. Pure. */
import {cleanCode, cleanText} from '../../../debate/text/intake.ts';
import {redactLines} from '../../../debate/text/redact.ts';
import {sanitizeCode} from '../../../debate/text/sanitize.ts';
import type {SubjectLine} from './diff.ts';
import type {CodeSubject} from './subject.ts';

/** Sanitized and without secrets; lines keep their numbers, also where a key of several lines is taken out. */
export const cleanSubject = ({kind, title, message, files}: CodeSubject): CodeSubject => ({
	kind,
	title: cleanText(title),
	message: cleanCode(message),
	files: files.map(file => ({
		...file,
		path: oneLine(file.path),
		was: file.was === undefined ? undefined : oneLine(file.was),
		hunks: file.hunks.map(cleanHunk),
	})),
});

const oneLine = (text: string): string => sanitizeCode(text).replaceAll('\n', ' ');

function cleanHunk(lines: readonly SubjectLine[]): SubjectLine[] {
	const texts = redactLines(lines.map(({text}) => oneLine(text)));
	return lines.map((line, at) => ({...line, text: texts[at] ?? ''}));
}
