/** The host's questions, and what a chair says last, as patterns. */
import type {Family} from '../sentence-writer.ts';

/** A question on behalf of those who listen. */
export const hostAsks: Family = {
	name: 'host-asks',
	patterns: [
		'{called}, (somebody|someone) (listening|at home) will (want|wish|need) to (know|hear) (this|one thing) (now|before we go on): {probe}',
		'A question from (me|the host’s side|this chair) to you, {called}, for (those who listen|everyone at home|the people who follow us): {probe}',
		'(Let me|May I|I would like to) put (a listener’s|an everyday|a plain) question to (you|your chair), {called}, (here|at this point): {probe}',
		'(If I were|Were I) (listening|at home) (now|tonight), {called}, I (would|should) (ask|want to ask) you (this|one thing): {probe}',
		'{called}, (before|ere) the (next|coming) round (begins|starts), (tell|help) (us|our listeners) with (this|one matter): {probe}',
		'(Here|Now) I (speak|ask) for (everyone|all of them) (at home|out there), {called}, and (ask|want to know): {probe}',
		'(One|A) (short|quick|simple) question, {called}, (which|that) I (hear|imagine) being (asked|shouted) at (the|many a) (radio|kitchen table): {probe}',
		'{called}, (people|some) will (wonder|ask themselves) (by now|at this point|here), (and so|so) do I: {probe}',
	],
};

/** What the host asks: not what chairs ask each other, and what the core of any view answers. */
export const hostProbes: readonly string[] = [
	'what should someone undecided think of first?',
	'which sentence of yours should a listener keep?',
	'what do you see here that others walk past?',
	'what would you tell somebody who decides tomorrow?',
	'what would you not give up, whatever happens?',
	'where should someone begin who is new to this?',
	'what is at the bottom of all that you say?',
	'what still holds if half of your facts are wrong?',
];

/** Answers the host's question before anything else. */
export const answerHost: Family = {
	name: 'answer-host',
	patterns: [
		'{called} (asks|asked) me “{quote}”, and (my|the) answer (takes|needs) (one line|few words|no more than a breath): {creed}.',
		'(For|To) everyone (at home|listening), on “{quote}”, (my answer|what I say) is (short|this|simple): {creed}.',
		'“{quote}”: (gladly|I am glad to be asked|a good question), {called}, (and|so) (here is|this is) my answer: {creed}.',
		'(Since|As) you ask (me |)“{quote}”, {called}, (hear|take) (it|this) (plainly|in one breath|without ornament): {creed}.',
		'(You|Listeners) (want|wish) to know, {called}, “{quote}”, (and|so) I (reply|answer) (simply|at once): {creed}.',
		'(My|The) answer to “{quote}”, {called}, is (no secret|an old one|one I stand by), and it (runs|goes) (so|like this): {creed}.',
		'(Let me|I will) (take|answer) the host (first|before my opponents): “{quote}” has (one|a single) answer (from|in) my (chair|seat): {creed}.',
		'(Asked|When I am asked) “{quote}”, I (come|go) back, {called}, to (one|a single) (thing|conviction|sentence): {creed}.',
	],
};

/** What listeners should take home. */
export const takeHome: Family = {
	name: 'take-home',
	patterns: [
		'(If|When) you (take|carry) one thing (home|away) from my chair, (let it be|make it) (this|this one): {creed}.',
		'(What|All that) I (leave|want to leave) you with is (short|brief|soon said), (and|but) it is (meant|serious): {creed}.',
		'(My|The) last word (fits|goes) (on|onto) a (postcard|slip of paper|ticket) (today|here): {creed}.',
		'(Forget|Leave) my (examples|cases) if you (like|must|will), (but|and) (keep|remember) this: {creed}.',
		'(Should|If) (anyone|somebody) ask (you|us) (later|tomorrow) what I (stood|spoke) for, (say|tell them) this: {creed}.',
		'(To|For) the very last (time|minute), (plainly|slowly|without ornament) and (in|with) one (breath|line): {creed}.',
	],
};

/** Why it counts. */
export const whatCounts: Family = {
	name: 'what-counts',
	patterns: [
		'(I|We) (held|kept) to that (all along|throughout|from the start), (since|because) {reason}, (and|yet) (nothing|no word|not a thing) here (changed|shook) it.',
		'(That|This) (matters|counts) to me (even now|still), (because|for) {reason}, (win or lose|whoever was louder|come what may).',
		'(I|You may) (rest|put) my (whole|entire) weight on (it|that), (since|as) {reason}, (today|tonight) and (tomorrow|afterwards).',
		'(Nothing|Little) (here|I heard) (has|had) (moved|turned) me from it, (because|since) {reason}, (however|no matter how) (well|sharply) I was asked.',
		'(Take|Weigh) it (with|for) its reason, (which|for that) is (simple|old|plain) (enough|and hard): {reason}, (as|so) I (see|read) it.',
		'(It|That) is (more|bigger) than (taste|a mood), (because|since) {reason}, and (that|this) (outlives|outlasts) (any|every) (evening|round).',
	],
};

/** What stays with the speaker. */
export const whatStays: Family = {
	name: 'what-stays',
	patterns: [
		'(I|Let me) (go|leave) with (less|fewer) (certainty|answers) than I (brought|came with), and (with|in) (better|sharper) company.',
		'(Some|Part) of what (was|has been) said against me will (follow me|come with me) (home|out of the door), and (rightly so|so it should).',
		'(The|My) (doubt|worry) I (named|owned up to) (stays|remains) (open|with me), and I (prefer|would sooner have) it (open|so).',
		'(Whoever|Anyone who) (goes|sides) the other way (has|keeps) my (respect|hand), and my (question|doubts) (too|as well|with it).',
		'(I|We) (part|end) here (as|like) (neighbours|colleagues) (do|should), (still|yet) (apart|at odds) on {thing} and (glad|better) for it.',
		'(Think|Sleep) on {thing} (tonight|a while), (and|then) (change|test) (my|our) (mind|answer) with your own (case|life).',
	],
};
