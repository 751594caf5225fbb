/** What a text that others wrote is as JSON; nothing where it is none. */
export function parseJsonIfValid(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return value;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/** A command line and the environment only have text: what reads as JSON is taken as that, the rest as it stands. */
export function parseJsonOrText(value: unknown): unknown {
	const json = typeof value === 'string' ? parseJsonIfValid(value) : value;
	return json === undefined ? value : json;
}
