/** The sentences of a motion debate, as patterns: what connects the arguments, which come from the frameworks' banks. */
import type {Family} from '../sentence-writer.ts';

const family = (name: string, ...patterns: readonly string[]): Family => ({name: `motion-${name}`, patterns});

export const hello = family(
	'hello',
	'(I stand|I speak) [for ~ against] {thing} (tonight|in this debate|here), and (my|the) reason is (short|simple|soon told): {reason}.',
	'(Let me say|I will say) (at once|plainly|from the start) why I [support ~ oppose] {thing}: {reason}.',
	'The motion (asks|wants) us to decide on {thing}, and my side says [yes ~ no], (because|since|for) {reason}.',
	'(Few|Not many) questions are (put|asked) as (plainly|squarely) as this one, and I am [for ~ against] {thing}, because {reason}.',
);

/** What a listener said comes first. */
export const toListener = family(
	'to-listener',
	'(First|Before anything else), to the listener who said “{quote}”: I (answer|say) that {reason}.',
	'(A listener|Somebody in the room) (said|put to us) “{quote}”, and my (answer|reply) is (short|plain): {reason}.',
	'(To|In answer to) “{quote}”, which (came|was put to us) from the floor, I (say|answer) that {reason}.',
);

export const rebut = family(
	'rebut',
	'(The strongest|The best|The weightiest) claim against us was {name}’s “{quote}”, and (it fails|it breaks|it gives way) where it (matters|is needed|counts) most.',
	'(First|To begin with), the point that (still stands|is still open) against (us|my side): {name} said “{quote}”, and (nothing|no argument) so far (supports|carries) it.',
	'{name} (built|rested|put) a (great|good) deal on “{quote}”; (pull|take) that (away|out), and (little|not much) of the case (stands|is left).',
	'(Answering|To answer|In answer to) {name}’s “{quote}”: (true|right) in the (easy|simple) case, (false|wrong) in the one that the motion is about.',
	'(I owe|We owe) {name} an answer to “{quote}”, and here it is, (before|ahead of) anything of (my|our) own.',
);

export const rebutPlain = family(
	'rebut-plain',
	'(The strongest|The best) claim against us (was never|has not been) (proved|shown), (only|merely) (repeated|said twice), and I (answer|meet) it (now|first).',
	'(What|All that) {name} (says|has said) so far (rests|stands) on one (step|assumption), and that step (does not|will not) (hold|bear weight).',
	'(Let me|I will) take {name}’s case at its (strongest|best), (since|because) the (weak|weaker) parts need no answer (from me|here).',
);

export const because = family(
	'because',
	'(The trouble is|The fault is|What goes wrong is) that it (leaves out|passes over|forgets) {overlooks}.',
	'(It|That claim) (cannot|does not) (account|answer) for {overlooks}, (and|which is why) it (falls short|does not hold).',
	'(Ask|One has only to ask) what (becomes|is left) of {overlooks}, and the (claim|argument) (goes quiet|has no answer).',
);

export const rebuilt = family(
	'rebuilt',
	'My own case (stands|still stands) (where|as) I (left|put) it, and (I add|let me add) one more (reason|thing) to it (now|here).',
	'(Nobody|No one) has (touched|met) the (centre|core) of my case, (so|and so) I (build|go) on from there.',
	'(Against that|Beside that) I (put|set) what (we|my side) came to say.',
);

export const question = family(
	'question',
	'{called}, you (told us|said|argued) “{quote}”: (who|which of us) (pays|answers) for it when it (goes wrong|fails)?',
	'{called}, if you are right about “{quote}”, what (case|fact) would (show|convince) you that you are (not|wrong)?',
	'(Let me ask|I ask) {called} one thing: how far does “{quote}” (go|reach), and why no further?',
	'{called}, you (said|argued) “{quote}”: (will|can) you name one person whom that (helps|serves) [more than {thing} would ~ and who would have no help without {thing}]?',
);

export const questionPlain = family(
	'question-plain',
	'{called}, what would have to (happen|be shown) before you (changed|gave up) your answer on {thing}?',
	'{called}, who (carries|bears) the (cost|weight) if you are (wrong|mistaken) about {thing}?',
);

export const answer = family(
	'answer',
	'(In short|Briefly|In one sentence): I (stand by it|take none of it back), (because|since) {reason}.',
	'(The answer is|My answer is) that {creed}, even where it is (hard|costly) for my side.',
	'(Plainly|As plainly as I can): (what I hold|what I said) is that {creed}, and (nothing beyond|no more than|no less than) that.',
	'(Whoever|The one who) (decides|chooses) (answers|pays) for it, (and rightly|as is right), (because|since) {reason}.',
);

export const evade = family(
	'evade',
	'(That is not|This is hardly) the question that (matters|counts) here, and I (would rather|prefer to) (speak|talk) of what does.',
	'(We could|One could) (spend|lose) an (evening|hour) on that, but that is not the question that (listeners|people) (came|tuned in) for.',
);
/** How an evasion is told apart. */
export const isEvasion = (text: string): boolean =>
	/\bnot the question that\b|\bhardly the question that\b/iu.test(text);

export const closing = family(
	'closing',
	'(It comes|It all comes|This debate came) down to one thing, and on that thing my side [has shown why {thing} is worth the price ~ has shown why {thing} costs too much].',
	'(Weigh|Add up) what was (answered|met) and what was not, and the motion [stands ~ falls].',
	'(Two|Three) (claims|reasons) of ours (stand|remain) (unanswered|unmet), and each of them [carries ~ sinks] the motion.',
);

/** How a sentence is told apart that frames a speech and argues nothing. */
export const isFraming = (text: string): boolean => isEvasion(text) || /\bI ask you to\b/u.test(text);

export const granted = family(
	'granted',
	'I grant {name} this much: on {overlooks} I owe (more|a better answer) than I gave (at first|in this debate).',
	'(One thing|Something) {name} said I (keep|take home) with me, the (warning|point) about {overlooks}.',
);

export const grantedClaim = family(
	'granted-claim',
	'I (grant|concede to) {name} that “{quote}”, as far as (it|that) goes, but it does not (carry|decide) the motion.',
);

export const ask = family(
	'ask',
	'(So|And so) I ask you to [support ~ vote against] the motion, and to (hold|keep) us to (it|that) (afterwards|in a year).',
	'(For that|For this) reason, and (no other|for no grander one), I ask you to [carry ~ reject] the motion.',
);

export const late = family(
	'late',
	'(And|There is) one thing that nobody has (mentioned|said) yet: {thing} was tried (elsewhere|abroad) (long ago|more than once), and (nobody|no one) there would [go back ~ do it again].',
	'(Let me add|I add) what nobody has (said|mentioned) so far: we have (something|a rule) like it in force already, [and it works ~ and it fails].',
);
/** How a claim that is new in a closing is told apart. */
export const isLate = (text: string): boolean => /\bnobody has (?:mentioned|said)\b/iu.test(text);

export const point = family(
	'point',
	'(On a point of information|On that point): “{quote}”, you (say|said); on what (evidence|grounds)?',
	'(Will the speaker|Would the speaker) (say|tell us) what “{quote}” (rests|stands) on?',
	'(A point|One point): “{quote}” is not what (we|my side) (said|claimed), is it?',
	'(On|As to) “{quote}”: who (else|besides you) (says|thinks) so?',
);

export const pointAnswer = family(
	'point-answer',
	'(I thank|My thanks to) {name} for the point, and the answer is that {creed}.',
	'(Gladly taken|A fair point), and (easily|soon) answered: {reason}.',
	'(That|The point) is (well|fairly) put, and it changes (nothing|little), (because|since) {reason}.',
);

export const welcome = family(
	'welcome',
	'(Welcome|A warm welcome) to {show}, where (a motion|one sentence) is (argued out|tested) by those who (hold|believe) it and those who do not.',
	'(Good evening|Hello), this is {show}, and (tonight|in this debate) two sides (meet|face each other) over one sentence.',
);
export const motionIs = family(
	'motion-is',
	'The motion (before us|of this debate) (is|reads): {proposition}.',
	'(We debate|They will debate) this motion: {proposition}.',
);
export const disputed = family(
	'disputed',
	'People (who mean well|of good sense) (stand|are found) on both sides of it, (because|since) what one of them (gains|wins) another (pays|has to pay) for.',
	'It is (disputed|argued over) (because|since) (both|the two) sides can point to somebody who would (suffer|lose) if the other had its way.',
);
export const whoSpeaks = family(
	'who-speaks',
	'For the motion we hear {pro}; against it, {con}.',
	'On the side of the motion (we|you will) hear {pro}; on the other side, {con}.',
);
export const course = family(
	'course',
	'(Each|Either) side opens, then answers the other; (points|points of information) may be (taken|accepted) or declined, and at the end the judges (say|tell us) who argued better, not who is right.',
	'We (hear|shall hear) openings, then rebuttals and closings; who argued better is for the judges, who is right (is for you|you decide).',
);
export const begin = family(
	'begin',
	'(I give the floor to|We hear first from) {first}.',
	'{first}, (the floor is yours|please begin).',
);

export const insist = family(
	'insist',
	'{name}, (the question|that question) (stands|is still there) and has had no answer; please answer it (now|in a sentence).',
	'(Listeners|We) did not (hear|get) an answer to that, {name}; please give (us|them) one.',
);
export const ruling = family(
	'ruling',
	'{name}, (what you|the thing you) (just|) brought (up|in) is new in a closing; the (judges|bench) will pass over it.',
	'(That|This last) claim was not (made|heard) before the closings, {name}, so it counts for nothing (in|towards) the verdict.',
);
export const stepIn = family(
	'step-in',
	'{name}, a listener (asks|wants) me to (put|bring) this to you: {reason}.',
	'(Let me|I must) (step in|interrupt) for a listener, {name}, who (says|asks): {reason}.',
);
export const verdictIn = family(
	'verdict-in',
	'The bench has (read|heard) the whole debate twice, with the sides’ labels swapped, and (this|here) is what it found.',
	'(Here|This) is the verdict, (reached|given) after two readings with (changed|swapped) labels.',
);
export const verdictOut = family(
	'verdict-out',
	'Who is right is (another|a different) question, and (it is|that one is) (yours|for you).',
	'(Thanks to|I thank) both sides; what you (make|think) of the motion is (yours|your own affair).',
);
