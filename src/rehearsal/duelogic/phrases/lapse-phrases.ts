/** Sentences with which a chair breaks a mandate or makes up for it, as patterns. */
import type {Family} from '../../language/sentence-writer.ts';

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
