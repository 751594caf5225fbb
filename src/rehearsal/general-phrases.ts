/** What a rehearsal voice says to tasks without a composer, as patterns. */
import type {Family} from './language/sentence-writer.ts';

const family = (name: string, ...patterns: string[]): Family => ({name, patterns});

export const opening = family(
	'general-opening',
	'(This|It) turns on {terms}, (as far as|so far as) I can (see|tell).',
	'(What|The thing that) stands out here is {terms}.',
	'(Let me|I will) start from {terms}, (since|because) the rest (follows|hangs) from there.',
	'{terms}: (that|this) is where I would (begin|start).',
);
export const quoting = family(
	'general-quoting',
	'(You|The words) (put|have) it as “{phrase}”, and I take that (seriously|as the centre).',
	'(The|Your) words “{phrase}” (set|mark) the (task|ground).',
	'I read “{phrase}” as the (point|request) that (matters|counts).',
);
export const first = family(
	'general-first',
	'First, (say|settle) what {one} has to (do|achieve), and for whom, (before|and only then) (anything|the rest) is (built|decided).',
	'(Begin|Start) with the smallest (step|piece) of {one} that can be (checked|shown to work).',
);
export const second = family(
	'general-second',
	'(Then|Next) look at {two}, because a (mistake|gap) there (costs|hurts) (most|more) later.',
	'(Second|After that), (test|try) {two} against a case that would (break|refute) it.',
);
export const third = family(
	'general-third',
	'(Last|Finally), (write|note) down what (speaks|counts) against it, so that {three} can be (judged|reviewed) by (others|somebody else).',
	'(Keep|Leave) room to (change|revise) {three} once the first (results|answers) are in.',
);
export const risk = family(
	'general-risk',
	'What (worries|troubles) me is that {two} may be (asked|expected) to (carry|do) more than it can.',
	'(One|A) risk (remains|is left): {one} looks (settled|clear) here and may not be, (once|when) somebody (uses|tries) it.',
);
export const asking = family(
	'general-asking',
	'What would have to be true of {three} for this to be (wrong|a mistake)?',
	'(Who|Which of us) will (notice|know) first if {three} goes wrong?',
);
export const honest = family(
	'general-honest',
	'I am a rehearsal voice, no model: I (work|answer) from the words in front of me and (know|add) nothing else.',
	'A rehearsal voice (speaks|answers) here and no model, so (nothing|no fact) is added to what you (gave|wrote).',
);
