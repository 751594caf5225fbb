/** The sentences of a motion debate, as patterns: what connects the arguments, which come from the frameworks' banks. */
import type {Family} from '../sentence-writer.ts';
import phrases from '../../../data/rehearsal/phrases-motion.json' with {type: 'json'};

export const {
	hello,
	/** What a listener said comes first. */
	toListener,
	rebut,
	rebutPlain,
	because,
	rebuilt,
	question,
	questionPlain,
	answer,
	evade,
	closing,
	granted,
	grantedClaim,
	ask,
	late,
	point,
	pointAnswer,
	motionIs,
	disputed,
	whoSpeaks,
	begin,
	insist,
	ruling,
	stepIn,
	verdictIn,
	verdictOut,
} = phrases satisfies Readonly<Record<string, Family>>;

/** How an evasion is told apart. */
export const isEvasion = (text: string): boolean =>
	/\bnot the question that\b|\bhardly the question that\b/iu.test(text);

/** How a sentence is told apart that frames a speech and argues nothing. */
export const isFraming = (text: string): boolean => isEvasion(text) || /\bI ask you to\b/u.test(text);

/** How a claim that is new in a closing is told apart. */
export const isLate = (text: string): boolean => /\bnobody has (?:mentioned|said)\b/iu.test(text);
