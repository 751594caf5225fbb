/** Sentences for debates in a respectful or a heated tone. */
import type {Family} from '../../language/sentence-writer.ts';

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
