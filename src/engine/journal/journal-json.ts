/**
 * A journal's line as JSON. A journal may come from anywhere: what was put into it by hand must not reach a terminal.
 */
import {codeNames, sanitize, sanitizeCode} from '../../debate/text/sanitize.ts';

/** Names, kinds and answers come again in nearly every line: of such a text one is kept, not one a line. */
const shared = new Map<string, string>();
const [longestShared, mostShared] = [24, 4000];

function once(text: string): string {
	if (text.length > longestShared) return text;
	const known = shared.get(text);
	if (known !== undefined) return known;
	if (shared.size >= mostShared) shared.clear();
	shared.set(text, text);
	return text;
}

/** The line's value with its texts made plain; code keeps its tabs. Throws `SyntaxError` where it is no JSON. */
export function journalJson(line: string): unknown {
	const json: unknown = JSON.parse(line, (key, value: unknown) =>
		typeof value !== 'string' ? value : once(codeNames.has(key) ? sanitizeCode(value) : sanitize(value)),
	);
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
