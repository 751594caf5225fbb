/** Patterns of a chair’s sentences about the floor itself, its tones and its lapses. */
import type {Family} from '../sentence-writer.ts';

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

// Sentences for debates in a respectful or a heated tone.

export const respectful: Family = {
	name: 'respectful',
	patterns: [
		'(With|In) all (respect|due respect|friendship), there is a (point|spot) where I (cannot|can no longer) (follow|go along).',
		'(None|Nothing) of what I say (next|now) is (meant|aimed) (unkindly|at the person|as a reproach).',
		'I (offer|raise|make) the (next|following) (doubt|objection) (gently|quietly|in good faith), as one (learner|seeker) to another.',
		'(Please|Kindly) (hear|take) what follows as a (question|worry) (more|rather) than as an (attack|accusation) (on anyone|in any way).',
		'(We|I think we) want (much|nearly) the same (things|end), and (so|therefore) I (say|put) this (carefully|with care|softly).',
		'It (costs|takes) me (something|some effort) to (disagree|differ) here, for I (value|respect|admire) what (stands|lies) behind it.',
		'(May|Might) I (add|raise) a (worry|doubt|thought) that I (would|should) be (glad|happy) to see (answered|settled)?',
		'(I hope|Let us hope) we can (hold|keep) two (thoughts|truths) at once (here|for a moment), since (mine|the second) does not (cancel|erase) the first.',
	],
};

export const heated: Family = {
	name: 'heated',
	patterns: [
		'(Enough|That is enough) (courtesy|politeness|bowing) for one (turn|round): now it gets (uncomfortable|rough|loud).',
		'And (now|here) my (patience|politeness|calm) (ends|is spent|runs out), because (people|real people) (pay|suffer) for this.',
		'(I am sorry|Forgive me), but I (will not|cannot) (sit still|keep quiet|smile) while that (passes|goes) for (an answer|thinking).',
		'(Let us|We should) stop (pretending|whispering|dancing round it): this is a (fight|quarrel) (worth having|about something).',
		'(No|Not one) (more|further) (velvet|padding|soft word): the (thing|matter) is too (grave|serious) (to be nice about|for manners).',
		'I (hear|listen to) that and my (blood|pulse|temper) (rises|boils), and it (should|ought to), for (much|so much) is at stake.',
		'(Call|Think) me (rude|harsh|stubborn) if you (like|must), (but|yet) somebody has to (say|shout) it.',
		'This is where (good manners|nice phrases|soft voices) (become|turn into) (complicity|cowardice|a luxury), and I (want|will have) (none|no part) of it.',
	],
};

// Sentences with which a chair breaks a mandate or makes up for it, as patterns.

/** Starts a turn that restates nobody. */
export const enter: Family = {
	name: 'enter',
	patterns: [
		'(I have listened|I listened) (closely|patiently|with interest) to (the last minutes|what was said|this round), and (one thing|something) will not (let me go|leave me alone).',
		'(Let us|I want to) (slow down|pause) for a (moment|second|breath), because (we are|this debate is) (rushing|running) past the (hard|interesting) part.',
		'(Something|One thing) has (changed|shifted) in this (conversation|debate) (since we began|in the last minutes|just now), and I (want|would like) to (name|point at) it.',
		'(I will|Let me) (be|speak) (direct|blunt|plain), as the (hour|clock|format) (asks|demands) and my (patience|temper) (allows|permits).',
		'(It is|It gets) (easy|tempting) to (lose|forget) what we are (talking|arguing) about when the (phrases|lines) get (this|so) (good|polished).',
		'(Much|A lot|Plenty) has been said (about|around) {thing}, and (little|not much) of it (touches|reaches) what (people|listeners) will (remember|take home).',
		'(My|The) (notes|pages) (from|of) this round (fill|cover) (two|three) (sheets|cards), and (one|a single) (line|word) is (underlined|circled) (twice|in red).',
		'(Some|A few) (rounds|minutes) ago I (thought|believed) we were (close|near) to (agreeing|common ground) on {thing}, and now I (doubt|wonder about) it.',
	],
};

/** States the speaker's position at the start of a turn. */
export const stand: Family = {
	name: 'stand',
	patterns: [
		'{lens}, (what|the thing) I (see|find) in {thing} is [more hope than fear ~ more worry than hope], and that has not (changed|moved|shifted).',
		'{lens}, {thing} is (still|as ever|once more) [the braver answer ~ the wrong answer] to a (fair|real|good) (question|need).',
		'I (said|argued) that {thing} [is worth having ~ is a step too far], and (nothing|not one thing) (since|so far) has (moved|budged|persuaded) me (otherwise|away from it).',
		'(My|The) (line|position) on {thing} is (no secret|well known by now|easy to state): {lens}, it is [a gain ~ a loss].',
		'(Remember|Recall|Keep in mind) what is (on the table|at issue|up for decision): {thing}, and, {lens}, that means [a change for the better ~ a change for the worse].',
		'{thing} (asks|demands|calls for) a (choice|decision) (of us|from us), and, {lens}, it is [easier than it looks ~ harder than it is made to sound].',
		'(Strip|Take) away the (wrapping|drapery|slogans), and, {lens}, {thing} (is|remains) [a sound idea ~ a poor idea].',
		'(We|All of us) (keep|go on) (circling|walking round) {thing}, and, {lens}, I (see|find) [a door in it ~ a wall in it].',
	],
};

/** Attributes something to an opponent that it never said. */
export const strawMan: Family = {
	name: 'straw-man',
	patterns: [
		'{name} (says|tells us|argues) that we should simply {straw}, and (calls|dares to call) that (wisdom|an argument|a position|a philosophy).',
		'According to {name} we should simply {straw}, (as if|as though) (nobody|no one) (here |)would (notice|pay|mind).',
		'(Listen again to|Listen closely to|Look again at|Look closely at) what {name} wants: that we should simply {straw}, (no more|nothing else|not a word beyond), and (that|this) is (all|everything).',
		'(The truth|The fact|The plain fact) is that {name} thinks we should simply {straw}, (however|no matter how) (nicely|politely|warmly) it is (said|wrapped).',
		'{name} believes that we should simply {straw}, (which|and that) is (all|the sum of what) this (other|opposing) (case|side) (offers|amounts to).',
		'(Take|Peel) off the (polish|varnish|velvet), and {name} claims that we should simply {straw}, (whatever|no matter what) (comes|follows).',
		'(For|To) {name} it is all (so|very) (easy|simple|tidy), since {name} says we should simply {straw} and (go|head) home.',
		'(So|And so|In short,) {name} would have us believe that we should simply {straw}, (today|at once) and (for ever|without a second thought|in every case|without regret).',
	],
};

/** Refutes what was never said. */
export const strawBeaten: Family = {
	name: 'straw-beaten',
	patterns: [
		'(A view|A position|A plan) like that (falls|collapses) (over|on its face) (at|before) the first (hard|real) (case|question), and it (falls|goes) (loudly|flat).',
		'(Nobody|No one) could (live|run a town|raise a child) (by|on) such a (creed|doctrine|rule) for (a week|a day|an afternoon).',
		'(That|This) is (not|hardly) a (framework|philosophy); it is a (mood|shrug|bumper sticker) with a (chair|microphone) (attached|under it).',
		'(I wonder|One wonders) how (anyone|a grown person) can (defend|hold|repeat) such a (thing|view) with a (straight|calm) face.',
		'(History|Experience) has (buried|refuted) that (idea|view) (often enough|many times over|again and again), and (each|every) time with (good|loud) reason.',
		'(Say|Put) it (slowly|aloud|in daylight) and it (refutes|answers|sinks) itself, (which|and that) (spares|saves) me (the|any) (trouble|work).',
		'(What|How) (a|poor a) (poor|) (answer|reply) (that|this) (is|makes) to people with (real|serious) (lives|worries), whatever its (colour|label).',
		'(It|That|All this) would be (funny|comic) if (people|real people) did not have to (live|cope) with the (result|consequences|bill).',
	],
};

/** Lets another framework decide: `settles` is a noun phrase of that framework. */
export const drift: Family = {
	name: 'drift',
	patterns: [
		'(In the end|When all is said|At bottom) what settles {thing} for me is {settles}, and (nothing|little) (else|besides) (counts|weighs).',
		'(The only question|The one question) that (matters|counts|remains) is {settles}, and (everything|all) else is (noise|decoration|detail).',
		'What (decides|settles) it is (simply|plainly) {settles}, (whatever|no matter what) my (chair|own chair) (says|would say|was built for).',
		'{thing} (stands|is decided) or (falls|undone) by {settles} alone, (and|so) I (rest|stake) my (whole|entire) case on (that|it).',
		'I (find|discover|notice) that {settles} is what (decides|settles) it, (more|far more) than (anything|all) I (argued|said) (before|earlier).',
		'(Forget|Leave) the (rest|other considerations): what (settles|decides) this is {settles}, (plain|pure) and (simple|clear).',
		'(Everything|All) (comes|boils) down to {settles}, and (on|by) that (test|ground) alone (I|we) should (decide|judge|vote).',
		'(My|The) (deciding|final) (reason|ground), (to say|to put) it (openly|plainly), is {settles}, which (settles|decides) the (matter|question).',
	],
};

/** Claims impossible certainty. */
export const overclaim: Family = {
	name: 'overclaim',
	patterns: [
		'Obviously (nobody|no one) can seriously doubt [that {thing} is right ~ that {thing} is wrong], and (I see|there is) no (need|reason) to (argue|prove) it (again|twice).',
		'(It is|Surely it is) beyond doubt [that {thing} is right ~ that {thing} is wrong], (as|and) (everyone|every sane person) (knows|can see|agrees).',
		'Everyone knows [that {thing} will do good ~ that {thing} will do harm], (and|so) (people|those) who (say|claim) otherwise are (pretending|playing games|wasting our time).',
		'No serious person (believes|thinks) (otherwise|anything else) about {thing}, and (frankly|honestly) (the|this) (debate|discussion|matter) is (closed|over).',
		'(The|Our) answer on {thing} is undeniable, (plain|clear) to (anyone|everyone) with (eyes|ears|a pulse), (today|here) and (always|anywhere).',
		'(There|Here) is no (possible|conceivable) doubt (left|remaining) about {thing}, (not one|none), (whoever|no matter who) (asks|objects|complains).',
		'Without any doubt {thing} will (turn|work) out [well ~ badly] for (all|every one) of us, (always|everywhere) and (without|with no) (exception|remainder).',
		'Obviously {thing} is a (settled|closed|finished) (question|matter), and everyone knows the (answer|result) (already|by now|by heart).',
	],
};

/** Denies that the other side can mean what it says, so that it has to answer. */
export const provoke: Family = {
	name: 'provoke',
	patterns: [
		'{name} (knows|is well aware|has long known) that (nobody|no one) can seriously doubt [that {thing} is right ~ that {thing} is wrong], and (doubts|goes on doubting|keeps doubting) it (anyway|here|all the same).',
		'(Surely|I am sure) even {name} (sees|admits in private|grants at home) that it is beyond doubt [that {thing} does good ~ that {thing} does harm], (whatever|no matter what) is (said|claimed) (here|aloud).',
		'Everyone knows [that {thing} will do good ~ that {thing} will do harm], {name} (included|not excepted|as well as I), and the (rest|remainder) is (theatre|for show|politeness|good manners).',
		'No serious person, {name} (included|among them|not excepted), (believes|thinks) [that {thing} is a step too far ~ that {thing} is worth the price], (so|and so) the rest is (pretence|an act|play).',
		'Obviously {name} has no (answer|reply|objection) on {thing} (left|to give|in store), (for|since) there is none, and everyone knows it (by now|too|well enough).',
		'Without any doubt {thing} will (turn|work) out [well ~ badly], and {name} has (offered|given|brought) us (nothing|not one reason|no single case) (against|that speaks against) it.',
		'It is a fact, and {name} (cannot|will not|does not dare to) (deny|dispute) it, [that {thing} helps those it touches ~ that {thing} hurts those it touches], (every one|all|the whole lot) of them, (always|without exception).',
		'There is no possible doubt about {thing}, (and|so) {name} (talks|argues|speaks) (on|past it) only to (fill|use up|get through) the (time|hour).',
	],
};

/** Evades a question. */
export const evade: Family = {
	name: 'evade',
	patterns: [
		'That is not the question I (want|would like|care) to (discuss|take up|dwell on), (so|and so) let me (talk|speak) about something (else|larger|better).',
		'I would rather talk about (something else|another matter|other things), since (questions|puzzles) (of that kind|like that) (lead|take us) (nowhere|in circles|off the road).',
		'(There are|I know) (more|far more) (important|pressing) (things|matters) than (that|such) (question|riddle), (and|so) I would rather talk about (those|them).',
		'(Others|People) may (answer|enjoy) that; it is not the question (before us|on my card|of this hour), and I (pass|move on|leave it).',
		'I (will not|shall not) (be|get) (drawn|pulled) into (that|hypotheticals); that is not the question (here|today|for this chair).',
		'(Let us|We should) leave that (aside|alone|be) and talk about something else, something (with|of) (weight|substance|use).',
		'(One|You) can (ask|put) it that way; I would rather talk about (matters|things) that (interest|concern) (everyone|people|listeners).',
		'(That|This) is not the question to (ask|raise|press), (not now|not here), (and|so) I (turn|go back) to my (own|main) (theme|business).',
	],
};

/** Takes a misattribution back. */
export const takeBack: Family = {
	name: 'take-back',
	patterns: [
		'(You are right|Fair enough|Point taken), {called}: (that was never your claim|none of that was in what you said|those words were mine alone), (and|so) I (take|am taking) it back.',
		'I (accept|take) the (correction|rebuke), {called}; (those|they) were my words and not yours, (every one|all of them|plainly), and I (withdraw|drop) them.',
		'(That|It) was (unfair|careless|cheap) of me, {called}, (and|so) I (withdraw|strike|take back) the (line|sentence|remark).',
		'{called}, I (put|laid) (a claim|a view|a slogan) into your mouth that was (never|not) there, and I (am sorry|apologise|regret it).',
		'(Correction|I stand corrected), {called}: I (answered|beat) a (version|caricature) of you that (does not|did not) (exist|sit here), and that was (wrong|lazy).',
		'(Granted|Conceded), {called}, my (summary|version) was a (caricature|cartoon|straw man), (not|and not) your (case|view|position).',
		'(Let me|I will) (undo that|take that back|unsay that), {called}: your (view|case) was (stronger|better) than what I (made|left) of it.',
		'(I hear you|Understood), {called}, and you (are|were) right to (stop|correct|catch) me; (that|it) was not your (claim|view|argument).',
	],
};
