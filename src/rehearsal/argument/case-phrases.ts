/** The sentences that connect a chair's turn, as patterns. Every family works for all chairs and all exchanges. */
import type {Family} from '../sentence-writer.ts';

/** Restates what an opponent said, with a quotation. */
export const restate: Family = {
	name: 'restate',
	patterns: [
		'(When|As soon as|The moment) {name} said “{quote}”, (I|many of us|part of this room) (nodded|sat up|listened), and (rightly so|with reason|for good cause).',
		'(Let me|I want to|I should) (begin|start) with {name} at (full strength|their best|the strongest point): “{quote}” is a line that (holds|deserves an answer|carries weight).',
		'There is (real|serious|hard) weight in {name}’s “{quote}”, and (I will not|nobody should|it would be cheap to) (pretend otherwise|wave it away|talk past it).',
		'(At its strongest|At its best|Put as well as it can be), {name}’s (case|argument) (rests|turns|stands) on the words “{quote}”.',
		'I (wrote|took|noted) down {name}’s “{quote}”, because the (whole|best) (case|argument) is (there|in it|packed into it) (already|).',
		'The (fairest|best|most honest) (reading|version) of {name} (starts|begins|sets out) from “{quote}”, (not|and not) from anything (weaker|sillier|easier to beat).',
		'(Before I disagree|Before I object|Ahead of any objection), let me (grant|give) {name} the (strongest|best) (line|point) so far, which was “{quote}”.',
		'{name} (argued|told us|said) “{quote}”, and (a listener|a person|anyone) (hearing|weighing) that (fairly|with care|in good faith) will feel the (pull|force) of it.',
		'(Nobody|No one) has put the (other|opposite) case (better|more strongly) than {name} did with “{quote}”, and I (want|mean|hope) to do it (justice|full justice).',
		'Take {name}’s “{quote}” at (its word|full strength|face value), and it (says|tells us) something (important|true|uncomfortable) about (all of us|us|this debate).',
	],
};

/** Restates an opponent who cannot be quoted yet. */
export const restatePlain: Family = {
	name: 'restate-plain',
	patterns: [
		'(At its strongest|At its best|Put as well as it can be), the (case|argument) {name} makes (begins|starts|sets out) with a (true|serious) (observation|thought).',
		'(Let me|I want to|I should) (begin|start) with what is strongest (in|about) {name}’s (position|case|view), (before|and only then) I (disagree|object).',
		'(Nobody|No one) should (answer|meet) a (weak|weaker|straw) version of {name}, so (here is|let me give) the (strong|real) one (first|as I hear it).',
		'(The fairest|The best|An honest) (version|account) of {name}’s (view|case) is (hard|harder than it looks|not easy) to (dismiss|shake|wave away).',
		'(There is|I hear) a (strong|serious|weighty) (thought|point) (behind|in) what {name} (brings|stands for|defends), and it (deserves|should get) its (due|hearing).',
		'(If I|Were I to|Suppose I had to) (speak|plead) for {name} (today|for a minute|in this room), (I know|I think I know) how I (would begin|would start|would open).',
		'{name} (stands|speaks) for something I (respect|take seriously|would not want to lose), and its (strongest|best) (form|version) (goes|runs) like this.',
		'(Give|Grant) {name} the (best|strongest) (ground|reading) there is, (as|for) I would (want|ask) the same (courtesy|fairness) for (my own|mine).',
	],
};

/** The opponent's reason, from its framework's creed and reasons. */
export const because: Family = {
	name: 'because',
	patterns: [
		'(Behind it|Underneath it|Beneath that) (stands|lies|sits) the (conviction|thought|belief) that {creed}, and it has (force|weight) because {reason}.',
		'(The root|The heart|The core) of (that|such a) view is that {creed}, (and that is|which is) (strong|no small thing|hard to shake) because {reason}.',
		'(As I understand|As I hear|If I understand) the {label}, (its ground|its first thought|what it rests on) is that {creed}, (and rightly so|and not idly|and with reason), because {reason}.',
		'In the {label} one (learns|remembers|is reminded) that {creed}, and (this|that) (matters|bites|is no small thing|goes deep) because {reason}.',
		'(Someone|A person) who (thinks|argues) like that (holds|believes|insists) that {creed}, and has a (reason|good reason|serious reason) for it, because {reason}.',
		'(Its strength comes|It draws its strength|All of it grows) from the (idea|insight|conviction) that {creed}, and (one|you) can (see|feel) why, because {reason}.',
		'(Nobody|No one) in the {label} (forgets|lets us forget) that {creed}, and (that is|this is) (worth|well worth) (defending|taking seriously|remembering) because {reason}.',
		'The (deeper|real|underlying) (point|thought|idea) is that {creed}, and (I would miss it|we would be poorer without it|it would be folly to drop it) because {reason}.',
		'(What drives it|What gives it life|Its engine) is the (thought|sense|conviction) that {creed}, and that is (no whim|not to be laughed at|no mere mood), because {reason}.',
	],
};

/** Concedes something. */
export const agree: Family = {
	name: 'agree',
	patterns: [
		'(On that much|So far|To that extent) I (agree|am persuaded|go along), and I would (sign|say) it (myself|in my own name|without a blush).',
		'I (accept|grant|concede) that much, and (any|an) answer of mine that (forgets|ignores|skips) it (would be|is) the (poorer|weaker) for it.',
		'(That is|This is) (a point|something) I have (learned|taken) from this (exchange|debate|conversation), and I am (glad of|grateful for) it (now|today).',
		'(I grant it|I accept it|Granted), and not (grudgingly|through my teeth|as a courtesy): a (view|framework) that (cannot|could not) take this in would be (thin|brittle|half blind).',
		'We share (more|rather more|much more) there than (this format|our format|this table) (suggests|lets on), and I (grant|concede) it (gladly|freely).',
		'(One|You|A listener) could (make|put) it even (stronger|more strongly): the (point|thought) holds even for those who (never asked for it|do not think about it|would never say so).',
		'(They are|That view is|That chair is) right about this, (I think|as far as I can see|to my mind), and I (will not|shall not) (take|claw) it back (later|further on).',
		'(That|This) (part|much) of the case I (accept|concede|grant) (in full|without conditions|as it stands), (since|because) denying it would be (cheap|dishonest|easy and false).',
	],
};

/** Moves from the opponent's case to the speaker's own. */
export const pivot: Family = {
	name: 'pivot',
	patterns: [
		'(But|Yet|Even so,) (here|this) is where we part: that (view|picture|account) (leaves out|loses sight of|passes over) {overlooks}.',
		'(Still,|And yet|All the same,) (something|one thing|too much) goes (missing|unseen|unmentioned) in it, namely {overlooks}.',
		'(What I miss|What is missing|What I cannot find) in (that|this|such a) (view|picture), (though|however fair it sounds), is {overlooks}.',
		'(My trouble|My quarrel|The trouble) with it is (not|never) what it (sees|says) but what it (does not|fails to) see: {overlooks}.',
		'(Follow|Trace|Think) it to the end, and you (meet|run into|come upon) {overlooks}, (still|as ever) (unanswered|unexplained|waiting).',
		'(Push|Press) on that (point|thought) a (little|bit|touch) (harder|longer), and it (gives way|goes quiet|has no answer) where it meets {overlooks}.',
		'(And still|But) (I ask|let me ask|one has to ask) where in (all this|that picture|it) we are to (find|look for|put) {overlooks}.',
		'(Where|The spot where) it (stumbles|fails|goes blind), in my (view|judgement|eyes|opinion), is {overlooks}.',
		'(However|Then again|All the same), a (case|view) can be (strong|fair) and (unfinished|incomplete|one-eyed), and (this one|that one) (skips|omits|overlooks) {overlooks}.',
		'(No|Not one) (line|sentence|word) of it (reaches|touches|accounts for) {overlooks}, and (that|this) is (not a detail|no footnote|more than a gap).',
	],
};

/** The speaker's conclusion. */
export const verdict: Family = {
	name: 'verdict',
	patterns: [
		'{lens}, {thing} (has|gets|keeps) my [yes, with open eyes ~ no, with some regret] (today|tonight|for now).',
		'(That|This) is (why|the reason) I (come down|stand|argue), (with|for all) my (doubts|reservations), [in favour of {thing} ~ against {thing}].',
		'So I [support ~ oppose] {thing}, (not|and not) (out of habit|from reflex|by instinct), because (nothing else|no other answer) (survives|stands up to) the (question|test) my chair (asks|sets).',
		'{lens}, the (case|argument) [for ~ against] {thing} is (simply|plainly|in my view) the (stronger|better|sounder) (one|of the two).',
		'(If you ask|When you ask|If anyone asks) me for a (verdict|vote|plain word), (I say|it is) [yes to {thing} ~ no to {thing}], (at least|not least) {lens}.',
		'I [would go ahead with ~ would not go ahead with] {thing}, (then|therefore), and (you may|anyone may) (hold|quote) (that|this) against me (later|in a year).',
		'(To sum up|In short|Put briefly), {thing} [passes ~ fails] the (test|question) that (matters|counts) most, (at least|not least|above all) {lens}.',
		'(Granted, none|Still, none|None) of (this|that|what I said) means that {thing} is [perfect, but it is right enough to do ~ monstrous, but it is a mistake], (I think|to my mind|in my view|as I see it).',
		'(My|The) (answer|conclusion) is [that {thing} deserves support ~ that {thing} does not deserve support], (and I reach it|and I come to it) (slowly|with care|without joy over the losing side).',
		'{lens}, {thing} [adds more than it takes ~ takes more than it adds], and (there|with that) I (rest|leave) my (case|argument) (for now|today).',
	],
};

/** A weakness of the speaker's framework, as a clause. */
export const admit: Family = {
	name: 'admit',
	patterns: [
		'(I owe you|Let me own up to|I should admit) a (limit|weakness|blind spot) of my own (framework|chair|view): {blind}.',
		'My own (framework|chair|view) has (a weakness|a blind spot|its limits) (here|too|as well), and I (will not|do not want to) (hide|bury|gloss over) it: {blind}.',
		'(Where|The place where) my own (framework|chair|view) is (weakest|on thin ice|least sure) is (easy|not hard) to (name|say|point out): {blind}.',
		'(In fairness|To be honest|Fair is fair), (the|a) (weakness|blind spot) (on my side|of my own view) (belongs|should stand) on the table: {blind}.',
		'(My opponents|Others) (need not|do not have to) (look|search) (long|far) for the (weak|sore) spot in my own (framework|view|case): {blind}.',
		'(Now|And now) (against|to) (myself|my own side): the (limit|blind spot|weakness) of my (framework|view) is (an old|a known|a real) one, {blind}.',
		'(I admit|I confess|I grant) that my own (framework|chair|view) (struggles|has trouble|is shaky) at (one|this) (point|spot): {blind}.',
		'(Every|Any) (framework|view) has a blind spot, (mine included|not least mine|and mine is no exception), and (it|mine) (reads|goes|runs) like this: {blind}.',
		'Here is what (keeps me awake|worries me|makes me pause|troubles me) about my own (framework|chair|view), its (limit|weak spot): {blind}.',
	],
};

/** The same as a noun phrase from the framework's bank. */
export const admitOverlooking: Family = {
	name: 'admit-overlooking',
	patterns: [
		'(I owe you|Let me own up to|I should admit) a (limit|weakness|blind spot) of my own (framework|chair): it (loses sight of|overlooks|has no eye for) {overlooks}.',
		'My own (framework|chair|view) is (bad|poor|weak) at (seeing|noticing) {overlooks}, and (that|this) is a (limit|weakness) I (know|admit|live with).',
		'(The|A) blind spot of my own (framework|view|chair) (is|has a name, and it is) {overlooks}, and I say (so|it) (openly|freely|before others do).',
		'(To be honest|In fairness|Fair is fair), my own (framework|chair|view) (tends|is inclined) to (overlook|forget|pass by) {overlooks}.',
		'(Ask|Press) me (hard|long) enough about {overlooks}, and my own (framework|chair|view) (runs out|falls short) of (answers|words), which is its (limit|weakness).',
		'(I know|I admit|I grant) what my own (framework|chair|view) (misses|neglects|is slow to see), (its|a) (weakness|limit): {overlooks}.',
		'(A|One) weakness on my (own side|side of the table|side) (has|deserves) to be (named|said), because my (framework|view) (keeps|goes on) (missing|overlooking) {overlooks}.',
		'(If|Where) my own (framework|chair|view) has a (limit|weak spot|blind spot), (then|surely|I think) it is {overlooks}.',
	],
};

/** A case that the speaker's framework gets wrong, tied to the proposition: `when …`. */
export const wrongCase: Family = {
	name: 'wrong-case',
	patterns: [
		'(On|With|About) {thing}, (it|that) (leads|would lead|could lead) me (astray|wrong|into error) {case}.',
		'(In the matter of|Where it is about|When it comes to) {thing}, I (get it|would get it|may get it) wrong {case}, (and know it|and no trick helps|for all my care).',
		'(Here|In this case|In our matter), (it|this) would (mislead|fail|betray) me {case}, and (I know|you should know|I say) so (now|in advance|before the vote).',
		'(I could|I may|I might) be (wrong|mistaken|badly wrong) about {thing} {case}, and (that|this) is (no small thing|a real danger).',
		'(That|This) (limit|weakness) is (not|far from) (academic|theoretical|small): with {thing} it (bites|shows|hurts) {case}.',
		'{thing} is (exactly|just|precisely) where that (limit|weakness) (can|could|may) (hurt|show|tell), {case}.',
		'(Applied|Carried over) to {thing}, my (view|framework) (fails|misfires|goes blind) {case}, (and that|which) I (cannot|will not) (deny|explain away).',
		'(The case|One case|A case) (I get|my view gets) wrong (is|would be) {thing} {case}, (full stop|plainly|I am afraid).',
	],
};

/** What would change the speaker's mind. */
export const changeMind: Family = {
	name: 'change-mind',
	patterns: [
		'I would (change|have to change|gladly change) my mind if {change}, and (I mean it|I would say so|that is a promise), (here|openly|without delay).',
		'(Show me|Prove me) wrong on (one|this|a single) point and I (move|turn|change sides): I would (think again|change my mind) if {change}.',
		'(What|The thing that) would change my mind is (no|not a) (secret|mystery|riddle): I would (switch|turn|give way) if {change}.',
		'If {change}, I would (withdraw|take back|give up) (half|most|a good part) of what I (said|have said|argued).',
		'(I am not|Nobody is) (married|tied|chained) to the (conclusion|verdict|answer), and would (let it go|drop it|change my mind) if {change}.',
		'Here is my (test|price|condition|own condition) for (changing|a change of) (sides|my mind|course): I would do it if {change}.',
		'(Suppose|Say) {change}: (then|in that case) I would (be wrong|owe you an apology|have to change my mind), (plain and simple|and gladly pay up|no excuses).',
		'(My|This) (view|answer) is (open|open to revision|not sealed), and it would (change|fall|not survive) if {change}.',
	],
};

/** A question to an opponent by name. */
export const ask: Family = {
	name: 'ask',
	patterns: [
		'So (tell me|help me|answer me this), {called}, (if you will|before we move on|since you know this best), (plainly|please|in your own words): {probe}',
		'{called}, (one|a) (question|thing|matter) I (would like|want|am eager|have been waiting) to hear you on: {probe}',
		'(Here|This) is what I (want|would like|have been meaning|was waiting) to ask you, {called}, (plainly|directly|in all friendship): {probe}',
		'(And so|Which brings me) to you, {called}, (with|and) a (question|puzzle) I (cannot|do not) (answer|solve) for you: {probe}',
		'(I put|Let me put|May I put) it to you, {called}, (as|with|and mean it as) (an honest|a fair|a plain) question: {probe}',
		'(Over|Back) to you, {called}, and (please |)do not (spare me|go easy|hold back), (as I did not|for I can take it): {probe}',
		'(Now|Then) it is your turn, {called}, (on|at) the (point|spot) where your (view|case) (pinches|is tested|gets hard): {probe}',
		'{called}, (help|do help) me (with|over) the (step|part) I (cannot|could not) (follow|see): {probe}',
		'What I (still |)(do not|cannot) (see|understand|follow), {called}, is (simple|this|easily put): {probe}',
	],
};

/** Answers a question that was put by name, with a phrase of it and the speaker's creed. */
export const answerAsked: Family = {
	name: 'answer-asked',
	patterns: [
		'{called}, you asked me about “{quote}”, and my (answer|reply|honest answer) is (short|plain|this): {creed}.',
		'You (wanted|asked) to (hear|know) about “{quote}”, {called}, (and|so) I (answer|say) (straight out|plainly|without detours): {creed}.',
		'(First|To begin with|Before anything else) your question, {called}, the one about “{quote}”, and my (answer|reply|own view) on it: {creed}.',
		'The (question|challenge) you put to me, {called}, was “{quote}”, and I (will|shall) not (dodge|duck|slip past) it: {creed}.',
		'(Your|That) question, {called}, with its “{quote}”, (deserves|has earned|gets) a (straight|plain|direct) answer: {creed}.',
		'(I owe|I still owe) you an answer on “{quote}”, {called}, and (here it is|it goes like this|this is it): {creed}.',
		'(When|If) you (ask|really ask) me “{quote}”, {called}, (all|the best) I can (say|offer|reply) is (simple|what I believe): {creed}.',
		'(Fair|Good|A fair) question, {called}, that “{quote}”, and (my answer|what I answer) (stands|is clear|is plain enough): {creed}.',
	],
};

/** The limits of that answer. */
export const answerLimit: Family = {
	name: 'answer-limit',
	patterns: [
		'(That|It) (will not|may not) (satisfy|please) everyone, (but|yet) it is (an answer|a straight answer|what I can defend), and it (commits|binds) me.',
		'(If|Should) that (sounds|seems) (too |)(short|blunt|plain), (hold me to it|come back to it|press me) (later|again), please.',
		'(I know|I am aware|I see) where that answer (hurts|pinches|costs me something), and I (give|stand by) it (all the same|anyway|nevertheless).',
		'(You|Anyone) may (find|think) that (hard|cold|stubborn); I (find|think) (dodging|fudging|softening) it would be (harder|worse) (on all of us|in the end).',
		'(More|Anything more) would be (decoration|varnish|trimming), (and|so) I (leave|let) it (there|stand there|at that) for you to (test|attack|weigh).',
		'(It|That) is not the (whole|last|final) (word|story), (only|just|merely) the (part|bit) of it I would (sign|swear to|put my name to).',
		'(Take|Treat) that as a (promise|commitment|debt), (not|and not) a (flourish|slogan|phrase), (and|then) see (where|how far) it (leads|carries|goes).',
		'(So much|That much) for (the|my) (short|plain) answer; the (long|longer|fuller) one is (in|hidden in|part of) what I say (next|now).',
	],
};
