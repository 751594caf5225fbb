/** Redacts secrets by their shape, without checking whether they are live. */

// Values given to secret-looking names: `DB_PASSWORD=…`, `"apiKey": "…"`, `password: …`, `--token …`. The name stays
// and the value is replaced, unless it is clearly not a secret: a placeholder, a type, a reference to where the secret
// is stored, code or prose.

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

/** In markup the name is an element, or an attribute whose value is the next one. */
const elementName = String.raw`<(?:[\w.-]{1,32}:)?[\w.-]{0,40}?(?:${named.source})`;
const attributes = String.raw`(?:\s[^<>\n]{0,200})?`;
const keyAttribute = String.raw`\b(?:key|name|id)\s{0,2}=\s{0,2}["'][\w.:-]{0,64}?(?:${named.source})["']`;
const markup = [
	new RegExp(`(${elementName}${attributes}>(?:<!\\[CDATA\\[)?)([^<>\\s\\]]{4,512})(?=(?:\\]\\]>)?</)`, 'giu'),
	new RegExp(`(${keyAttribute}\\s{1,8}value\\s{0,2}=\\s{0,2}["'])([^"'<>\\s]{4,512})(?=["'])`, 'giu'),
];
/** Markup that ends before its value. */
const openMarkup = new RegExp(
	`(?:${elementName}${attributes}(?:>(?:<!\\[CDATA\\[)?)?|${keyAttribute}\\s{0,8}(?:v[alue]{0,4}\\s{0,2}=?\\s{0,2}["']?)?)$`,
	'iu',
);

/** What stands for a secret: its kind, and perhaps what it looks like. */
type Marker = (kind: string, value: string) => string;

function replaceMarkup(text: string, marker: Marker): string {
	if (!maybeNamed.test(text)) return text;
	return markup.reduce(
		(rest, pattern) =>
			rest.replace(pattern, (whole, kept: string, value: string) =>
				notSecret.test(value) ? whole : kept + marker(kindOf(kept), value),
			),
		text,
	);
}

/** How often a line is looked at again, and up to which length: nobody writes secrets within secrets. */
const [mostPasses, longestAgain] = [3, 10_000];

/** Replaces the values of secret-looking names with the marker for their kind. */
function replaceAssignments(text: string, marker: Marker): string {
	if (!maybeNamed.test(text)) return text;
	const once = replaceOnce(text, marker);
	if (once === text) return text;
	return once
		.split('\n')
		.map(line => (line.length > longestAgain ? line : settled(line, marker)))
		.join('\n');
}

/** A value that was harmless may look like a secret once one inside it was replaced. No value spans two lines. */
function settled(line: string, marker: Marker): string {
	let before = line;
	for (let pass = 1; pass <= mostPasses; pass++) {
		const after = maybeNamed.test(before) ? replaceOnce(before, marker) : before;
		if (after === before) break;
		before = after;
	}
	return before;
}

function replaceOnce(text: string, marker: Marker): string {
	let out = '';
	let done = 0;
	for (const match of text.matchAll(named)) {
		if (match.index < done) continue;
		const value = valueOf(text, match[0], match.index);
		if (!value || !isSecret(value, signAt(text, value.end))) continue;
		out += text.slice(done, value.start) + marker(kindOf(value.name), value.text);
		done = value.end;
	}
	return out + text.slice(done);
}

/** What stands behind a value: a marker says nothing about it. */
const signAt = (text: string, at: number): string => (text.startsWith('[redacted:', at) ? '' : text.charAt(at));

/**
 * The last position up to `cut` where a text can be cut without splitting a name from its value, whether the value goes
 * beyond `cut` or later text may still change it.
 */
function cutOutsideAssignments(text: string, cut: number): number {
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
function runStart(text: string, cut: number): number {
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

/** The most text to hold back, in UTF-16 units; beyond it, text is released down to a quarter of it. */
const longest = 16_384;

/**
 * Applies `change` to streamed text, with the same result as for the complete text: `settledLength` says how much of a
 * text can be changed on its own; the rest waits for the text after it.
 */
export class StreamTransform {
	readonly #change: (text: string) => string;
	readonly #settledLength: (text: string) => number;
	#held = '';
	#looked = 0;

	constructor(change: (text: string) => string, settledLength: (text: string) => number) {
		this.#change = change;
		this.#settledLength = settledLength;
	}

	push(text: string): string {
		let out = '';
		for (let from = 0; from < text.length; from += longest) out += this.#take(text.slice(from, from + longest));
		return out;
	}

	end(): string {
		return this.#release(this.#held.length);
	}

	#take(text: string): string {
		this.#held += text;
		// Text held back for long is checked less and less often, to avoid quadratic time.
		if (this.#held.length <= this.#looked * 1.125) return '';
		const settled = this.#settledLength(this.#held);
		return this.#release(this.#held.length - settled > longest ? this.#harmlessCut() : settled);
	}

	#release(length: number): string {
		const out = this.#change(this.#held.slice(0, length));
		this.#held = this.#held.slice(length);
		this.#looked = this.#held.length > 512 ? this.#held.length : 0;
		return out;
	}

	/** Where text held back for too long can be cut without changing the result. */
	#harmlessCut(): number {
		const text = this.#held;
		const whole = this.#change(text);
		const step = Math.max(256, Math.ceil(text.length / 64));
		for (let cut = text.length - longest / 4; cut > 0; cut -= step)
			if (this.#change(text.slice(0, cut)) + this.#change(text.slice(cut)) === whole) return cut;
		return text.length;
	}
}

// Private key blocks (PEM, OpenSSH, PGP), whole or cut off, in text and in quoted strings.

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
const keyBody = /[A-Za-z0-9+/=]{16}/u;

/** Replaces each private key block; an unclosed block ends where the text no longer looks like one. */
function replacePrivateKeys(text: string, replacement: (block: string) => string): string {
	let out = '';
	let done = 0;
	opening.lastIndex = 0;
	for (let match = opening.exec(text); match; match = opening.exec(text)) {
		const {end} = blockEnd(text, opening.lastIndex, part);
		if (!keyBody.test(text.slice(opening.lastIndex, end))) continue;
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
function cutOutsidePrivateKeys(text: string, cut: number): number {
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

// Known kinds of secrets by their format: prefix, alphabet and minimum length, as their issuers define them.

/** A secret begins at a word boundary; an escaped `\n` in quoted text counts as one. */
const start = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))`;
const stop = '(?![A-Za-z0-9])';

/**
 * `shape` is the source of a pattern without capturing groups. It begins with a literal, so that one linear pass finds
 * them all; `bare` is the same without what has to stand before it.
 */
const shapes: readonly {readonly kind: string; readonly shape: string; readonly bare: string}[] = [
	['anthropic-key', 'sk-ant-[A-Za-z0-9_-]{16,}'],
	['openrouter-key', 'sk-or-[A-Za-z0-9_-]{16,}'],
	['openai-key', 'sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{16,}'],
	['openai-key', 'sk-[A-Za-z0-9]{20,}'],
	['google-key', 'AIza[A-Za-z0-9_-]{30,}'],
	['google-oauth', String.raw`(?:GOCSPX-|ya29\.)[A-Za-z0-9_-]{20,}`],
	['xai-key', 'xai-[A-Za-z0-9]{20,}'],
	['groq-key', 'gsk_[A-Za-z0-9]{20,}'],
	['perplexity-key', 'pplx-[A-Za-z0-9]{32,}'],
	['nvidia-key', 'nvapi-[A-Za-z0-9_-]{32,}'],
	['replicate-key', 'r8_[A-Za-z0-9]{32,}'],
	['huggingface-token', 'hf_[A-Za-z0-9]{30,}'],
	['github-token', 'gh[pousr]_[A-Za-z0-9]{20,}'],
	['github-token', 'github_pat_[A-Za-z0-9_]{20,}'],
	['gitlab-token', 'gl(?:pat|dt|rt|ptt|soat)-[A-Za-z0-9_-]{20,}'],
	['aws-key-id', `(?:AKIA|ASIA)[A-Z0-9]{16}${stop}`],
	['aws-secret', `[A-Za-z0-9/+]{30}EXAMPLEKEY${stop}`],
	['slack-token', 'xox[abeoprs]-[A-Za-z0-9-]{10,}'],
	['slack-token', 'xapp-[A-Za-z0-9-]{20,}'],
	['slack-webhook', String.raw`hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}`],
	['discord-webhook', String.raw`discord(?:app)?\.com/api/webhooks/[0-9]{10,}/[A-Za-z0-9_-]{20,}`],
	['stripe-key', '(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}'],
	['stripe-secret', 'whsec_[A-Za-z0-9+/]{20,}'],
	['square-token', 'sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}'],
	['shopify-token', 'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}'],
	['npm-token', `npm_[A-Za-z0-9]{36}${stop}`],
	['pypi-token', 'pypi-[A-Za-z0-9_-]{40,}'],
	['docker-token', 'dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}'],
	['digitalocean-token', 'do[opr]_v1_[a-f0-9]{64}'],
	['sendgrid-key', String.raw`SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}`],
	['mailgun-key', `key-[a-f0-9]{32}${stop}`],
	['twilio-key', `(?:SK|AC)[a-f0-9]{32}${stop}`],
	['telegram-token', '[0-9]{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])'],
	['grafana-token', 'gl(?:sa|c)_[A-Za-z0-9_+/=]{32,}'],
	['linear-key', 'lin_api_[A-Za-z0-9]{32,}'],
	['vault-token', String.raw`hv[sbr]\.[A-Za-z0-9_-]{24,}`],
	['atlassian-token', 'ATATT3[A-Za-z0-9_=-]{32,}'],
	['age-key', 'AGE-SECRET-KEY-1[A-Z0-9]{40,}'],
	['jwt', String.raw`eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?`],
].map(([kind = '', shape = '']) => ({kind, shape: start + shape, bare: shape}));

/** Secrets recognised by the text before them, which is the first group and is kept. */
const inContext: readonly {readonly kind: string; readonly pattern: RegExp}[] = [
	{
		kind: 'password',
		pattern: /(:\/\/[!-.0-9;-?A-Z^-~]{0,128}:)(?:(?!\[redacted:)[!"$-.0->@-~]){1,256}(?=@)/gu,
	},
	{
		kind: 'token',
		pattern: /((?:\b|(?<=\\[nrt]))bearer\s{1,8})(?=[A-Za-z._~+/-]{0,512}[0-9])[A-Za-z0-9._~+/-]{16,}={0,2}/giu,
	},
	{
		kind: 'credentials',
		pattern: /((?:\b|(?<=\\[nrt]))authorization["']?\s{0,4}[:=]\s{0,4}["']?basic\s{1,8})[A-Za-z0-9+/]{8,}={0,2}/giu,
	},
];

/** Text without a run this long, an assignment or a flag contains no known kind of secret. */
const suspicious = /[!-~]{16}|[:=]|--/u;
const marker: Marker = kind => `[redacted:${kind}]`;

/** With what the secret looks like, so that a reader can tell a fixture from a key; its length is told roughly. */
const shapedMarker: Marker = (kind, value) => {
	const size = value.length < 8 ? 'under 8' : value.length < 32 ? '8 to 31' : 'over 31';
	const of = /^\p{L}+$/u.test(value)
		? 'letters'
		: /^\d+$/u.test(value)
			? 'digits'
			: /^[\p{L}\d]+$/u.test(value)
				? 'letters and digits'
				: 'characters';
	return `[redacted:${kind}, ${size} ${of}]`;
};

const known = new RegExp(shapes.map(({shape}) => `(${shape})`).join('|'), 'gu');

/** Replaces every recognised secret with `[redacted:kind]`. Idempotent; takes time linear in the text. */
export const redact = (text: string): string => redactWords(redactKeys(text), marker);

/**
 * The same for numbered lines: a block of several lines leaves its marker on the first and the others empty. A marker
 * says what its secret looks like, such as `[redacted:key, under 8 letters]`.
 */
export function redactLines(lines: readonly string[]): string[] {
	const text = lines.join('\n');
	const open = suspicious.test(text)
		? replacePrivateKeys(text, block => marker('private-key', block) + '\n'.repeat(block.split('\n').length - 1))
		: text;
	return open.split('\n').map(line =>
		line
			.split('\t')
			.map(part => redactWords(part, shapedMarker))
			.join('\t'),
	);
}

const redactKeys = (text: string): string =>
	suspicious.test(text) ? replacePrivateKeys(text, block => marker('private-key', block)) : text;

function redactWords(text: string, marker: Marker): string {
	if (!suspicious.test(text)) return text;
	const open = text.replace(known, (match, ...groups: unknown[]) =>
		marker(shapes[groups.findIndex(group => group !== undefined)]?.kind ?? 'secret', match),
	);
	const shown = inContext.reduce(
		(rest, {kind, pattern}) =>
			rest.replace(pattern, (match, kept: string) => kept + marker(kind, match.slice(kept.length))),
		open,
	);
	return replaceEncoded(replaceAssignments(replaceMarkup(shown, marker), marker), marker);
}

/** Runs of base64 that can hold a key; shorter ones hold none. */
const longBase64 = /[A-Za-z0-9+/_-]{24,16384}={0,2}/gu;
const knownOnce = new RegExp(known.source, 'u');
const openingOnce = new RegExp(opening.source, 'u');
const printable = /[\t\n\r -~]{16,}/gu;

/** Replaces what is a secret once it is decoded; what stands before it may be of the same letters. */
const replaceEncoded = (text: string, marker: Marker): string =>
	text.replace(longBase64, run =>
		[0, 1, 2, 3].some(from => holdsSecret(Buffer.from(run.slice(from), 'base64').toString('latin1')))
			? marker('secret-in-base64', run)
			: run,
	);

const holdsSecret = (decoded: string): boolean =>
	knownOnce.test(decoded) ||
	openingOnce.test(decoded) ||
	(decoded.match(printable) ?? []).some(words => replaceAssignments(words, marker) !== words);

/** Words that announce a token or credentials in the next run. */
const announced = /(?:\bauthorization["']?\s{0,4}(?:[:=]\s{0,4}["']?(?:basic\s{1,8})?)?|\bbearer\s{1,8})$/iu;

/**
 * `redact` for streamed text, with the same result: words wait until they are known to be harmless. As in `redact`, key
 * blocks are replaced first, so the text around a block is checked without it.
 */
export class Redactor {
	readonly #keys = new StreamTransform(redactKeys, keysEnd);
	readonly #words = new StreamTransform(text => redactWords(text, marker), wordsEnd);

	push(text: string): string {
		return this.#words.push(this.#keys.push(text));
	}

	end(): string {
		return this.#words.push(this.#keys.end()) + this.#words.end();
	}
}

/** The length of the text before any secret that later text may complete. */
const keysEnd = (text: string): number => cutOutsidePrivateKeys(text, runStart(text, text.length));

function wordsEnd(text: string): number {
	let cut = text.length;
	for (let before = -1; before !== cut;) {
		before = cut;
		cut = cutOutsideAssignments(text, beforeAnnounced(text, runStart(text, cut)));
	}
	return cut;
}

function beforeAnnounced(text: string, cut: number): number {
	const from = Math.max(0, cut - 64);
	const index = announced.exec(text.slice(from, cut))?.index;
	if (index !== undefined) return from + index;
	const far = Math.max(0, cut - 400);
	const before = text.slice(far, cut);
	const open = maybeNamed.test(before) ? openMarkup.exec(before)?.index : undefined;
	return open === undefined ? cut : far + open;
}

// What may be a secret and is not redacted: known shapes that are glued to letters before them. Too many harmless texts
// look like that to be cut out; that they are there is said.

/** Kinds whose shape says little without the word boundary before it. */
const vague = new Set(['telegram-token', 'twilio-key', 'mailgun-key', 'aws-secret', 'aws-key-id', 'jwt']);
const glued = new RegExp(
	shapes
		.filter(({kind}) => !vague.has(kind))
		.map(({bare}) => `(?:${bare})`)
		.join('|'),
	'u',
);

/** Where in an unredacted text something looks like a secret that is not redacted. */
export const suspectedSecrets = (text: string): readonly string[] =>
	glued.test(redact(text)) ? ['glued to other letters'] : [];
