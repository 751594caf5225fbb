/** Parses a journal's lines. A journal may come from anywhere, so control characters are removed from its strings. */
import {codeNames, sanitize, sanitizeCode} from '../../debate/text/sanitize.ts';

/** Interns short strings: names, kinds and answers occur on nearly every line. */
const shared = new Map<string, string>();
const [longestShared, mostShared] = [24, 4000];

function interned(text: string): string {
	if (text.length > longestShared) return text;
	const known = shared.get(text);
	if (known !== undefined) return known;
	if (shared.size >= mostShared) shared.clear();
	shared.set(text, text);
	return text;
}

/**
 * The line's value with its strings sanitized; code keeps its tabs. Throws `SyntaxError` if it is not JSON, or nested
 * deeper than anything that was ever written.
 */
export function journalJson(line: string): unknown {
	try {
		const json: unknown = JSON.parse(line, (key, value: unknown) =>
			typeof value !== 'string' ? value : interned(codeNames.has(key) ? sanitizeCode(value) : sanitize(value)),
		);
		return json;
	} catch (error) {
		throw error instanceof RangeError ? new SyntaxError('it is nested too deep', {cause: error}) : error;
	}
}

/** The same, or undefined if it is not JSON. */
export function journalJsonIfAny(line: string): unknown {
	try {
		return journalJson(line);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
