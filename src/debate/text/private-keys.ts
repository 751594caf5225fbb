/** Private key blocks (PEM, OpenSSH, PGP), whole or cut off, in text and in quoted strings. */

const begin = '-----BEGIN ';
const opening = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/gu;
const halfOpening = /-----BEGIN [A-Z0-9 ]{0,60}-{0,5}$/u;
const closing = /-----END [A-Z0-9 ]{1,40}-----/uy;
/**
 * Parts of a block: quoting and line ends, a header, base64, a short last line. A marker is in none of them: what was
 * no block before its line got shorter by one is none afterwards either.
 */
const whole = String.raw`(?:[\s>|"'+,]|\\[nr])+|[A-Za-z][A-Za-z-]{1,24}: (?:(?!\[redacted:)[^\n\\]){0,120}(?=\n|\\[nr])|[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]+(?=["'+,]*(?:\n|\\[nr]|-----END|$))`;
const part = new RegExp(whole, 'uy');
/** Like `whole`, but first tries what may become a header or the closing line when more text arrives. */
const growingPart = new RegExp(
	String.raw`(?:[A-Za-z-]{1,25}(?::[^\n\\]{0,120}\\?)?|-----END[A-Z0-9 ]{0,40}-{0,4}|\\)$|${whole}`,
	'uy',
);
const base64 = /[A-Za-z0-9+/=]{16}/u;

/** Replaces each private key block; an unclosed block ends where the text no longer looks like one. */
export function replacePrivateKeys(text: string, replacement: (block: string) => string): string {
	let out = '';
	let done = 0;
	opening.lastIndex = 0;
	for (let match = opening.exec(text); match; match = opening.exec(text)) {
		const {end} = blockEnd(text, opening.lastIndex, part);
		if (!base64.test(text.slice(opening.lastIndex, end))) continue;
		out += text.slice(done, match.index) + replacement(text.slice(match.index, end));
		done = end;
		opening.lastIndex = end;
	}
	return out + text.slice(done);
}

/**
 * The last position up to `cut` where a text can be cut without splitting a block, including one that later text may
 * continue.
 */
export function cutOutsidePrivateKeys(text: string, cut: number): number {
	let safe = cut;
	// Checks every opening, because a line of a block's header may look like the beginning of another block.
	for (let at = text.lastIndexOf(begin, cut); at !== -1; at = at === 0 ? -1 : text.lastIndexOf(begin, at - 1))
		if (at < safe && isParted(text, at, safe)) safe = at;
	return safe;
}

/** Whether a block that begins here reaches, or may reach, beyond `cut`. */
function isParted(text: string, at: number, cut: number): boolean {
	if (halfOpening.test(text.slice(at, at + 128))) return true;
	opening.lastIndex = at;
	if (opening.exec(text)?.index !== at) return false;
	const {reach, closed} = blockEnd(text, opening.lastIndex, growingPart);
	return reach > cut || (reach === text.length && !closed);
}

function blockEnd(text: string, from: number, part: RegExp): {end: number; closed: boolean; reach: number} {
	for (let at = from; ; at = part.lastIndex) {
		closing.lastIndex = at;
		if (closing.test(text)) return {end: closing.lastIndex, closed: true, reach: closing.lastIndex};
		part.lastIndex = at;
		if (!part.test(text)) return {end: from + text.slice(from, at).trimEnd().length, closed: false, reach: at};
	}
}
