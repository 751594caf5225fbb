/**
 * Values given to secret-looking names: `DB_PASSWORD=…`, `"apiKey": "…"`, `password: …`, `--token …`. The name stays
 * and the value is replaced, unless it is clearly not a secret: a placeholder, a type, a reference to where the secret
 * is stored, code or prose.
 */

/** How secret-looking names end, in snake, kebab or camel case; `x_key` alone is a weak sign. */
const named =
	/(?<!\[redacted:[a-z-]{0,24})(?:passw(?:or)?d|passphrase|passwort|(?<![a-z])pwd|(?<![a-z])pass|secret(?:[_-]?access)?(?:[_-]?key)?|(?:api|access|private|auth|account|encryption|signing|master|service|license|shared)[_-]?key|[a-z0-9]_key|token|credentials?|(?<![a-z0-9])_auth)/giu;
/** Text without any of these has no such name; quicker to find out. */
const maybeNamed = /pass|pwd|secret|key|token|credential|_auth/iu;
/** Between a name and its value: the end of the name, an optional type, the sign and the opening quote. */
const sign =
	/(?:\*{0,2}|\\*["'`]?\]?)[^\S\n]{0,4}(?:\??(?::[^\S\n]{0,2}[A-Za-z][\w.<>[\]| ]{0,32}?)?[^\S\n]{0,4}(?::=|={1,3}>?)|\??:)\*{0,2}(?<gap>[^\S\n]{0,4})(?<open>\\*["'`])?/uy;
const flagGap = /[^\S\n]{1,4}(?![-=:])(?<gap>)(?<open>["'])?/uy;
const flag = /(?:^|[^!-~])--?[a-z0-9-]{0,32}$/iu;
/** Text after a name that a value may still follow. */
const undecided = /(?:\*{0,2}|\\*["'`]?\]?)[^\S\n]{0,4}(?:\??:[\w.<>[\]| ]{0,40}|[?:=>*]{0,4}[^\S\n]{0,4})\\*$/uy;
const bare = /[^\s"'`,;<>()[\]{}|\\]{0,2048}/uy;
const word = /(?:(?!\[redacted:)[^\s"'`]){0,2048}/uy;
const quoted = {
	'"': /(?:\\.|[^"\\\n]){0,512}(?:\\$)?/uy,
	"'": /(?:\\.|[^'\\\n]){0,512}(?:\\$)?/uy,
	'`': /(?:\\.|[^`\\\n]){0,512}(?:\\$)?/uy,
};
const notSecret =
	/^(?:[*x.…-]*|[<$%{].*|\[redacted.*|(?:your|my|the|an?|some)[-_ ].*|null|none|nil|undefined|true|false|string|str|text|bytes|number|int|bool|boolean|any|unknown|optional|required|object|(?:self|this|process|os|env|config|args|import|secrets|settings|options|req|request|res|response|data)\..*|env|password|passwd|secret|token|api[_-]?key|key|value|example|redacted|hidden|masked|removed)$/iu;

/** `end` is where the value ends, `reach` how far the text was examined to find out. */
type Value = {
	readonly name: string;
	readonly text: string;
	readonly start: number;
	readonly end: number;
	readonly reach: number;
	readonly quoted: boolean;
	readonly tight: boolean;
};

/** How often a line is looked at again, and up to which length: nobody writes secrets within secrets. */
const [mostPasses, longestAgain] = [3, 10_000];

/** Replaces the values of secret-looking names with the marker for their kind. */
export function replaceAssignments(text: string, marker: (kind: string) => string): string {
	if (!maybeNamed.test(text)) return text;
	const once = replaceOnce(text, marker);
	if (once === text) return text;
	return once
		.split('\n')
		.map(line => (line.length > longestAgain ? line : settled(line, marker)))
		.join('\n');
}

/** A value that was harmless may look like a secret once one inside it was replaced. No value spans two lines. */
function settled(line: string, marker: (kind: string) => string): string {
	let before = line;
	for (let pass = 1; pass <= mostPasses; pass++) {
		const after = maybeNamed.test(before) ? replaceOnce(before, marker) : before;
		if (after === before) break;
		before = after;
	}
	return before;
}

function replaceOnce(text: string, marker: (kind: string) => string): string {
	let out = '';
	let done = 0;
	for (const match of text.matchAll(named)) {
		if (match.index < done) continue;
		const value = valueOf(text, match[0], match.index);
		if (!value || !isSecret(value, text.charAt(value.end))) continue;
		out += text.slice(done, value.start) + marker(kindOf(value.name));
		done = value.end;
	}
	return out + text.slice(done);
}

/**
 * The last position up to `cut` where a text can be cut without splitting a name from its value, whether the value goes
 * beyond `cut` or later text may still change it.
 */
export function cutOutsideAssignments(text: string, cut: number): number {
	if (!maybeNamed.test(text)) return cut;
	const spans = text.matchAll(named).map(match => {
		undecided.lastIndex = match.index + match[0].length;
		const reach = valueOf(text, match[0], match.index)?.reach ?? 0;
		return {index: match.index, reach: reach > text.length || undecided.test(text) ? Infinity : reach};
	});
	return [...spans].reduceRight(
		(before, {index, reach}) => (reach > before ? Math.min(before, runStart(text, index)) : before),
		cut,
	);
}

/**
 * Where the run of visible ASCII that ends at `cut` begins. Secrets consist of such runs (and of the two letters that
 * case folding turns into s and k), so a run must not be split.
 */
export function runStart(text: string, cut: number): number {
	let from = cut;
	while (from > 0 && /[!-~\u017F\u212A]/u.test(text.charAt(from - 1))) from--;
	return from;
}

function valueOf(text: string, name: string, index: number): Value | undefined {
	const after = index + name.length;
	const before = text.slice(Math.max(0, index - 40), index);
	const found = at(sign, text, after) ?? (flag.test(before) ? at(flagGap, text, after) : undefined);
	if (!found) return undefined;
	const {gap = '', open} = found.groups ?? {};
	const start = after + found[0].length;
	const tight = gap === '' && found[0].includes('=');
	const quotation = open === undefined ? undefined : between(text, start, open);
	const inQuotes = quotation?.closed === true ? quotation.text : undefined;
	const run = inQuotes ?? at(tight && name === name.toUpperCase() ? word : bare, text, start)?.[0] ?? '';
	const body = inQuotes ?? run.replace(/&\w+=.*$/u, '').replace(/[.:!?]{1,8}$/u, '');
	return {
		name,
		text: body,
		start,
		end: start + body.length,
		reach: start + Math.max(run.length, quotation?.text.length ?? 0) + 1,
		quoted: inQuotes !== undefined,
		tight,
	};
}

const at = (pattern: RegExp, text: string, index: number): RegExpExecArray | undefined => {
	pattern.lastIndex = index;
	return pattern.exec(text) ?? undefined;
};

type Quotation = {
	readonly text: string;
	/** Also true if the quotation runs to the end of the text. */
	readonly closed: boolean;
};

/** The text between a quote, possibly escaped, and the next one like it, or as much of it as was examined. */
function between(text: string, start: number, open: string): Quotation | undefined {
	const mark = open.at(-1);
	if (mark !== '"' && mark !== "'" && mark !== '`') return undefined;
	if (open.length > 1) return escaped(text, start, open);
	const body = at(quoted[mark], text, start)?.[0] ?? '';
	const end = start + body.length;
	return {text: body, closed: text[end] === mark || end === text.length};
}

function escaped(text: string, start: number, open: string): Quotation {
	const line = /^.{0,512}/u.exec(text.slice(start, start + 512))?.[0] ?? '';
	const end = line.indexOf(open);
	return end === -1
		? {text: line, closed: start + line.length === text.length}
		: {text: line.slice(0, end), closed: true};
}

function isSecret(value: Value, next: string): boolean {
	const {text} = value;
	if (text.length < 4 || notSecret.test(text)) return false;
	if (/_key$/iu.test(value.name) && value.name.length === 5)
		return text.length >= 16 && isMixed(text) && !/\s/u.test(text);
	const isPassword = kindOf(value.name) === 'password';
	if (value.quoted) return !/\s/u.test(text) || (isPassword && text.length <= 64);
	if (next === '(' || next === '[' || isPath(text)) return false;
	const isCode = /^[A-Za-z_$][\w$]*$/u.test(text) && /[,;)]/u.test(next);
	if (value.tight) return !isCode || isMixed(text);
	return !isCode && text.length >= (isPassword ? 6 : 8) && (isMixed(text) || (isPassword && /^\d+$/u.test(text)));
}

const isMixed = (text: string): boolean => /[a-z]/iu.test(text) && /[\d!@#$%^&*+=~]/u.test(text);
const isPath = (text: string): boolean =>
	/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/u.test(text) || /^[a-z]+:\/\//iu.test(text);

const kindOf = (name: string): string =>
	/pass|pwd/iu.test(name) ? 'password' : /token/iu.test(name) ? 'token' : /key/iu.test(name) ? 'key' : 'secret';
