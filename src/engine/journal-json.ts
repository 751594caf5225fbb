/** A journal's line as JSON. A journal may come from anywhere: what was put into it by hand must not reach a terminal. */
import {codeNames, sanitize, sanitizeCode} from '../debate/sanitize.ts';

/** The line's value with its texts made plain; code keeps its tabs. Throws `SyntaxError` where it is no JSON. */
export function journalJson(line: string): unknown {
	const json: unknown = JSON.parse(line, (key, value: unknown) => (typeof value !== 'string' ? value : codeNames.has(key) ? sanitizeCode(value) : sanitize(value)));
	return json;
}

/** The same, or nothing where it is no JSON. */
export function journalJsonIfAny(line: string): unknown {
	try {
		return journalJson(line);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
