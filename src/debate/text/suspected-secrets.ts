/**
 * What may be a secret and is not redacted: known shapes that are glued to letters before them, or encoded in base64.
 * Too many harmless texts look like that to be cut out; that they are there is said.
 */
import {redact} from './redact.ts';
import {shapes} from './secret-rules.ts';

/** Kinds whose shape says little without the word boundary before it. */
const vague = new Set(['telegram-token', 'twilio-key', 'mailgun-key', 'aws-secret', 'aws-key-id', 'jwt']);
const glued = new RegExp(
	shapes
		.filter(({kind}) => !vague.has(kind))
		.map(({bare}) => `(?:${bare})`)
		.join('|'),
	'u',
);
/** Shorter runs hold no key. */
const base64 = /[A-Za-z0-9+/_-]{24,4096}/gu;
const mostRuns = 2000;

/** Where in an unredacted text something looks like a secret: `glued to other letters`, `in base64`, or neither. */
export function suspectedSecrets(text: string): readonly string[] {
	const open = redact(text);
	const found = new Set<string>();
	if (glued.test(open)) found.add('glued to other letters');
	let runs = 0;
	for (const [run] of open.matchAll(base64)) {
		if (++runs > mostRuns) break;
		const decoded = Buffer.from(run, 'base64').toString('latin1');
		if (/^[\t\n\r -~]{16,}$/u.test(decoded) && redact(decoded) !== decoded) found.add('in base64');
	}
	return [...found];
}
