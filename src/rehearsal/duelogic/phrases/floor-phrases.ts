/** Patterns about the floor itself: interrupting, going on, answering the arbiter, raising an earlier point. */
import type {Family} from '../../language/sentence-writer.ts';

/**
 * What an interrupter says after its opener, by reason. `trigger` are the words that prompted it, `mine` is something
 * it said itself.
 */
export const interruptions: Readonly<Record<string, Family>> = {
	straw_man_detected: {
		name: 'cut-straw',
		patterns: [
			'I (never said|never argued|at no point claimed) “{trigger}”; what I (did say|said) was “{mine}”, and the (difference|gap) (matters|counts).',
			'I (reject|refuse|disown) “{trigger}” as (firmly|flatly) as you do, so (please|do) answer my (own|real|actual) words, “{mine}”.',
			'I (do not|cannot) (recognise|find) myself in “{trigger}”, (for|because) my (own words|words on the record|words here) were “{mine}”.',
			'I said “{mine}”, and (from there|from that) to “{trigger}” it is a (long|very long) (way|road|leap) that I (never took|do not take|would not take).',
			'I (hear|find) nothing but (pure|plain|sheer) (invention|fabrication) in “{trigger}”, (while|and) my (case|argument|view) was “{mine}”.',
			'I (ask|would ask) you to (find|show me) “{trigger}” in (anything|one line) I said; you will (find|meet) “{mine}” (instead|there).',
		],
	},
	factual_correction: {
		name: 'cut-fact',
		patterns: [
			'I (have to|must) correct (the record|one thing) (here|before it spreads): “{trigger}” is not what was said, (and|as) the (words|record) (show|are plain).',
			'I (checked|looked up) the (words|record), and “{trigger}” is not (there|in it); (please|do) (quote|cite) what is.',
			'I (hear|heard) “{trigger}” just now, (but|yet) (nobody|no one) in this (room|debate) (said|claimed) that (before|until) you did.',
			'I (would like|want) the (record|minutes) (straight|clean): “{trigger}” is (yours|your own), and (no|not a) (line|sentence) of ours (says|supports) it.',
			'I (cannot|will not) let “{trigger}” (stand|pass) as a (fact|quotation), (since|because) it is (neither|not one).',
			'I (ask|plead|must ask) for (accuracy|care): “{trigger}” (misstates|misquotes) what (was|has been) said (a minute ago|in this room|here).',
		],
	},
	direct_challenge: {
		name: 'cut-challenge',
		patterns: [
			'I (doubt|question|dispute) “{trigger}”, (and|so) I (ask for|want|wait for) (one|a) reason that (does not|would not) (assume|presuppose) the (answer|conclusion).',
			'I (cannot|will not) let “{trigger}” (pass|go by) (unchallenged|as if it were settled); there are (people|chairs) at this table who (deny|dispute) it, with (reasons|arguments).',
			'I am (somebody|one) who does (doubt|question) “{trigger}”, so (count|please count) me before you say that (nobody|no one) (does|would).',
			'I (hear|notice) a (lot|good deal) of (certainty|confidence) in “{trigger}”, and (no|not one) (reason|argument) (behind|under) it (yet|so far).',
			'I say (flatly|plainly|simply) no to “{trigger}”, and I (wait|am waiting) for the (argument|evidence) that would (move|change) me.',
			'I (want|need) more than “{trigger}” (before|if) we (move|go) on, (since|because) (half|most) of your case (hangs|leans) on it.',
		],
	},
	clarification_needed: {
		name: 'cut-clarify',
		patterns: [
			'I (may|might) (agree|disagree) with “{trigger}”, (but|yet) I (cannot|could not) tell (until|before) you say what it (means|covers) (in one case|here|in practice).',
			'I (lost|am losing) you at “{trigger}”: (do you mean|is that) (everyone|all of us), or (only|just) (those|the people) who (asked|agreed)?',
			'I (need|would like) “{trigger}” in (plainer|other) words, with (one|a single) (example|case) that (we|listeners) can (hold|picture).',
			'I (ask|must ask) what “{trigger}” (rules|leaves) out, (because|for) as it stands it (seems|appears) to (rule|leave) out (nothing|little).',
			'I (hear|can hear) two (meanings|claims) in “{trigger}”, and (they|the two) (pull|point) in (different|opposite) directions; (which|which one) is (yours|it)?',
			'I (want|would love) to (follow|understand) “{trigger}”, so (tell|show) me who (does|has to do) what (on Monday|tomorrow|first).',
		],
	},
	strong_agreement: {
		name: 'cut-agree',
		patterns: [
			'I (want|need) to (underline|second|support) “{trigger}” (at once|before it is lost), (for|because) my (own|side of the) (case|argument) (needs|rests on) it (too|as well).',
			'I (agree|could not agree more) with “{trigger}”, (and|so) (let|may) the record (show|say) that we (share|have) this (much|ground).',
			'I (would|could) have said “{trigger}” (myself|word for word), and (coming|heard) from (your|that) side it (weighs|counts) (double|twice).',
			'I (grant|give) you “{trigger}” (gladly|with both hands), and I (mean|hope) to build on it (instead of|rather than) (fighting|resisting) it.',
			'I (am|find myself) (with|beside) you on “{trigger}”, (which|and that) (narrows|shrinks) our (quarrel|dispute) to the (rest|remainder).',
			'I (wrote|took) “{trigger}” down as (common|shared) ground, and (nobody|no one) should (lose|forget) it (later|tonight|in the noise).',
		],
	},
	pivotal_point: {
		name: 'cut-pivot',
		patterns: [
			'I think “{trigger}” is the (whole|entire) (quarrel|dispute) in (small|a nutshell): you (start|begin) there, and I (end|stop) there.',
			'I (want|would like) us to (stay|stop) at “{trigger}”, (since|because) (everything|all) (else|the rest) we (say|argue) (follows|hangs) from it.',
			'I (believe|suspect) that “{trigger}” is where we (really|truly) part, and (listeners|people) should (hear|notice) it (happen|now).',
			'I (mark|underline) “{trigger}”, for if that (goes|falls), your case (goes|falls), and if it (stands|holds), mine is in (trouble|danger).',
			'I (see|find) the (hinge|crux) in “{trigger}”: (grant|allow) it and you (win|are home), (deny|refuse) it and the door (swings|turns) my way.',
			'I (say|think) we (have|have just) (reached|hit) the (crux|centre) with “{trigger}”, (and|so) (let|may) nobody (hurry|rush) past it.',
		],
	},
};

/** Openers of interruptions by reason; `called` is the interrupted chair. */
export const openers: Readonly<Record<string, readonly string[]>> = {
	straw_man_detected: [
		'Hold on, {called}.',
		'Those are not my words, {called}.',
		'Stop there, {called}.',
		'That is not my view, {called}.',
		'One moment, {called}.',
		'No, {called}, not so fast.',
	],
	factual_correction: [
		'A correction, {called}.',
		'That is not quite right, {called}.',
		'For the record, {called}.',
		'Sorry, {called}, a small correction.',
		'Not quite, {called}.',
	],
	direct_challenge: [
		'I have to push back, {called}.',
		'Let me challenge that, {called}.',
		'I doubt that, {called}.',
		'Wait, {called}, prove it.',
		'Not so quick, {called}.',
	],
	clarification_needed: [
		'Can you make that clearer, {called}?',
		'One question, {called}.',
		'Help me here, {called}.',
		'What does that mean, {called}?',
		'Sorry, {called}, I am lost.',
	],
	strong_agreement: [
		'Yes, {called}, exactly.',
		'That is well put, {called}.',
		'I am with you, {called}.',
		'Let me add to that, {called}.',
		'Agreed, {called}.',
	],
	pivotal_point: [
		'This is the crux, {called}.',
		'Stay with that, {called}.',
		'There it is, {called}.',
		'That is where we part, {called}.',
		'Let us pause there, {called}.',
	],
};

/** Stands firm against an interruption, without quoting it: what was cut in with is mostly a quotation itself. */
export const hearOut: Family = {
	name: 'hear-out',
	patterns: [
		'I (hear|heard) the (objection|protest), {called}, (and|but) it (changes|moves) (nothing|little) in what I (meant|was saying).',
		'{called}, (noted|heard), and I (will|shall) (come|go) back to it (when|as soon as) the (floor|turn) is mine (again|next).',
		'(Thank you|Thanks), {called}; we (differ|disagree) there, (openly|honestly|in the open) and (usefully|for good reasons).',
		'(Well|All right), {called}, that is a (real|sharp|good) (objection|challenge), (though|but) it (misses|does not touch) my (point|claim).',
		'(Let me|I will) (answer|meet) that (briefly|in one line), {called}: the (claim|point) I made is (narrower|smaller) than the one you (fight|attack).',
		'{called}, (after|with) that we (know|see) where we (differ|part), (which|and that) is (progress|worth something|no small thing).',
		'(Fair|Good) (point|challenge), {called}, and one I (would|will) (answer|take up) at (length|leisure) in my (next|coming) turn.',
		'I (do not|cannot) (give|yield) that to you, {called}, (however|no matter how) (warmly|firmly|quickly) it is (said|put).',
	],
};

/** Returns to the point that was cut off. */
export const goOn: Family = {
	name: 'go-on',
	patterns: [
		'(What|The thing) I was (saying|driving at|about to say) is (this|simple|soon said|not complicated): {creed}.',
		'(Back|So back|And back) to my (point|sentence|thread|thought), which (was|is) that {creed}.',
		'(Let me|I will) (finish|close|complete) the (thought|point|sentence) (then|now), (calmly|briefly): {creed}.',
		'My (point|argument|thought), (before|when) (we|I) (stopped|broke off), was that {creed}.',
		'(The thought|The point|What) (you cut|I had begun) (ends|goes on) (like this|this way): {creed}.',
		'(To|Let me) (pick|take) up the (thread|thought|point) (again|where it broke): {creed}.',
		'(Where|The place where) I was (heading|going) is (not far|near|easily reached), (if I may|even now): {creed}.',
		'(All|The one thing) I (wanted|meant|had) to (add|say) (there|at that point) was that {creed}.',
	],
};

/** A final conclusion for the proposition. */
export const soMuch: Family = {
	name: 'so-much',
	patterns: [
		'(For|About|With) {thing} (that|this) means [a yes ~ a no], and (there|with that) I (yield|give up) the (floor|microphone).',
		'(And|So) that is (why|the reason) my answer on {thing} (stays|remains) [a yes ~ a no], (interruption|heckling) (included|or not).',
		'(Apply|Carry) that to {thing}, and you (get|have) my (whole|entire) (case|argument) in (one breath|a sentence|miniature).',
		'(On|From) that (ground|footing) I [stand by ~ stay opposed to] {thing}, (now|here) as (before|at the start|ever).',
		'That (leaves|puts) me [on the side of {thing} ~ on the other side from {thing}], (still|as before|as you knew), and (none the worse|no sorrier) for (it|the exchange).',
		'(Nothing|No word) in that (depends|hangs) on how (loudly|quickly|nicely|often) I say it, and for {thing} (it|that) is [good news ~ bad news].',
		'{thing} [gains ~ loses] by it, (I think|in my view|to my mind), and (others|you) may (now|freely) (say|show) (otherwise|why not).',
		'(Hold|Keep) (that|it) (next|up) to {thing} and (tell|show) me [what speaks against it ~ what speaks for it], (when|once) it is your (turn|time).',
	],
};

/** Answers the arbiter's interjection; what it demanded follows. */
export const toArbiter: Family = {
	name: 'to-arbiter',
	patterns: [
		'The arbiter (is|was) right to (stop|call|catch) me there, (and|so) I (will|shall) (put|set) it right (first|before anything else|at once).',
		'(Before|Ahead of) anything else I (owe|still owe) the arbiter (something|an answer|a debt), (and|so) here it (is|comes).',
		'(Fairly|Rightly|Justly) (called|spotted|noted), and (thank you|my thanks) to the arbiter; (let me|I will) (repair|mend) (that|it) (now|at once).',
		'(I was|I have been) (reminded|warned) of a (duty|debt) I (skipped|left out|neglected), and I (pay|settle) it (here|first) (gladly|without grumbling).',
		'The arbiter (asked|wants) me to (do|finish) what I (skipped|left out), (which|and that) is (fair|only fair), (so|and so) I (start|begin) there.',
		'(First|To start with) the (matter|debt) the arbiter (raised|named), (because|since) (rules|these rules) (bind|hold for) me (as well|like everyone).',
		'(No|I make no) (excuses|excuse): the (arbiter|arbiter’s whistle) (found|caught) a (gap|hole) in my last turn, and I (fill|close) it (now|here).',
		'(Let me|I will) (do|take) what the arbiter (asked|called for) (first|before I argue), (as|since) an (honest|open) (debate|argument) (needs|depends on) it.',
	],
};

/** Answers a listener or someone unnamed, quoting a phrase of theirs. */
export const toWords: Family = {
	name: 'to-words',
	patterns: [
		'(First|Before I go on|To begin with) the (words|matter) put to me, “{quote}”: (I|let me) (take|answer) them (seriously|as they stand), and I say that {creed}.',
		'(Someone|It was) (asked|said|put to us) “{quote}”, (and|so) my (answer|reply) is (plain|brief): {creed}.',
		'On “{quote}”, which (I was|we were) (asked|told) to (answer|take up), I (hold|say|answer) that {creed}.',
		'(I will|Let me) not (walk|slip|step) past “{quote}”, (since|because) it (deserves|has) an (answer|honest answer): {creed}.',
		'(To|In reply to) “{quote}” I (say|answer) (first|at once), (without|with no) (detour|preamble), that {creed}.',
		'(There|Here) is (still|yet) “{quote}” to (answer|deal with|meet), and I (meet|answer) it (so|like this): {creed}.',
		'The (words|phrase) “{quote}” (are|stay) (with|before) me, and what I (say|reply) to them is (simple|this): {creed}.',
		'(Asked|Faced with) “{quote}”, I (can|must) only (say|answer) what I (believe|hold) (here|myself): {creed}.',
	],
};

/** Raises a point noted earlier, quoting a phrase of it. */
export const raisePoint: Family = {
	name: 'raise-point',
	patterns: [
		'(One|A) thing from (earlier|before) (still|yet) (needs|wants) (saying|an answer): “{quote}” went by too (fast|easily|quietly).',
		'(I|Let me) (come|go) back to “{quote}”, (because|since) I (wanted|meant) to (object|cut in|speak up) (there|then) and (did not|held back).',
		'(Earlier|A while ago) I (heard|noted) “{quote}”, and I (kept|saved) my (objection|reply|doubt) for (this|my own) turn.',
		'(My|The) (note|slip) here (says|reads) “{quote}”, with a (question|pencil) mark (beside|behind|next to) it, and I (mean|intend) to (raise|settle) it.',
		'(Nobody|No one) (picked|took) up “{quote}” when it (fell|was said), so (I|let me) (do|try) it (now|here|belatedly).',
		'(Remember|Recall) “{quote}” from (a while|some time) ago: (that|it) is (a point|one) I (dispute|contest|would test).',
		'(Left|Still) over from (before|earlier) is “{quote}”, which I (would|want to) (test|contest|question) before it (hardens|sets) (into a fact|for good).',
		'(Let|May) the record (come|turn) back to “{quote}”, (where|on which) I (had|have) (something|a thing or two) to (say|add).',
	],
};
