/** The line that ends a section: who wrote it, with which tool, and when. */

import {sanitize} from '../../../debate/text/sanitize.ts';

/** A opens, B responds. */
export type Role = 'A' | 'B';

export const otherRole = (role: Role): Role => (role === 'A' ? 'B' : 'A');

export type Signature = {
	readonly role: Role;
	readonly tool: string | undefined;
	/** As written; a date and time where the signature is well formed. */
	readonly at: string;
	/** Whether it is written as the protocol wants it. */
	readonly exact: boolean;
};

const wellFormed =
	/^\*— Agent (?<role>[AB])(?: \((?<tool>.+)\))?, (?<at>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))\*\s*$/u;
/**
 * What was meant as one: a dash of any kind after an asterisk or underscore, or a long one alone, the role, and a date.
 */
const meant =
	/^(?:[*_]{1,3} ?(?:—|–|--?)|—|–) ?Agent (?<role>[AB])\b(?: ?\((?<tool>[^)]*)\))?[^\n]*?(?<at>\d{4}-\d{2}-\d{2}[^*_\s]*)[^\n]*$/iu;

/** Reads a line as a signature; undefined where it is none. */
export function readSignature(line: string): Signature | undefined {
	const exact = wellFormed.exec(line)?.groups;
	const found = exact ?? meant.exec(line)?.groups;
	const role = found?.['role']?.toUpperCase();
	if (!found || (role !== 'A' && role !== 'B')) return undefined;
	return {role, tool: found['tool'] || undefined, at: found['at'] ?? '', exact: exact !== undefined};
}

/** Writes one. `at` is ISO 8601; a tool's name loses what could end the line early. */
export function writeSignature({
	role,
	tool,
	at,
}: {
	readonly role: Role;
	readonly tool?: string | undefined;
	readonly at: string;
}): string {
	const name = sanitize(tool ?? '')
		.replaceAll(/[\p{Cc}\s()]+/gu, ' ')
		.replaceAll('*', '')
		.trim();
	return `*— Agent ${role}${name === '' ? '' : ` (${name})`}, ${at}*`;
}
