/** What a text that others wrote is as JSON; nothing where it is none. */
export function jsonIfAny(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return value;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
