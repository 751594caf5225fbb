/** When the arbiter steps in by itself: computed from the debate as heard. */
import type {EvaluationEvent, Violation} from '../../debate/evaluation.ts';
import type {DuelogicConfig} from './config.ts';
import type {Interjection} from './arbiter-prompts.ts';
import {citationsOf, isFaulty, isProposed} from '../../debate/sources.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import type {DuelogicDebate} from './seats.ts';
import {isHeldAgainstDocuments} from './sources.ts';

// What the arbiter should say about a scored turn, if it is to step in at all.

/** By the arbiter’s level: `relaxed` never, `moderate` on major faults, `strict` on any but slight ones. */
function requiredInterjection(
	{mandates, interruptions, arbiter}: DuelogicConfig,
	{violations}: EvaluationEvent,
	speaker: string,
): Interjection | undefined {
	const {accountabilityLevel: level} = arbiter;
	if (!mandates.arbiterCanInterject || !interruptions.allowArbiterInterruptions || level === 'relaxed')
		return undefined;
	const fault =
		violations.find(({major}) => major) ?? (level === 'strict' ? violations.find(({slight}) => !slight) : undefined);
	return fault && {target: speaker, violation: fault.violation, reason: fault.about ?? fault.violation};
}

/** Turns from one interjection to the next, unless the arbiter is strict. */
const leastBetween = 3;

type DueInterjection = {readonly turn: Turn; readonly due: Interjection};

/**
 * What the arbiter has to say between two turns: about the turn just heard or the one before it. What was just heard
 * may be worse than what came before it: until it is judged, nothing is due.
 */
export function dueInterjection(debate: DuelogicDebate, heard: DebateState): DueInterjection | undefined {
	return unjudged(heard) ? undefined : dueSoFar(debate, heard);
}

/** The turn just heard, while its verdict is out and there is something to say about the one before it. */
export const verdictToWaitFor = (debate: DuelogicDebate, heard: DebateState): Turn | undefined =>
	dueSoFar(debate, heard) && unjudged(heard);

const isReply = ({kind, text}: Turn): boolean => kind === 'reply' && text.trim() !== '';

function unjudged({turns}: DebateState): Turn | undefined {
	const last = turns.findLast(isReply);
	return last?.evaluation ? undefined : last;
}

function dueSoFar(debate: DuelogicDebate, heard: DebateState): DueInterjection | undefined {
	// The host has just asked a question: it is to be answered first.
	if (heard.turns.at(-1)?.kind === 'question') return undefined;
	const replies = heard.turns.filter(isReply);
	const last = heard.turns.findLastIndex(isInterjection);
	const since = heard.turns.slice(last + 1).filter(isReply).length;
	const strict = debate.config.arbiter.accountabilityLevel === 'strict';
	if (last >= 0 && since < leastBetween && !strict) return undefined;
	const about = replies.slice(-2).flatMap(turn => {
		const due = interjectionAt(debate, turn);
		const named = heard.turns.some(other => isInterjection(other) && other.replyTo === turn.id);
		return due && !named && !owesTheHost(heard, turn.speaker) ? [{turn, due}] : [];
	});
	return about.toSorted((one, other) => gravity(one) - gravity(other) || later(one, other, heard))[0];
}

/** Whether the host's question to this chair is still to be answered: it asks nothing more until then. */
function owesTheHost({turns}: DebateState, chair: string): boolean {
	const asked = turns.findLastIndex(
		({kind, replyTo}) => kind === 'question' && turns.find(({id}) => id === replyTo)?.speaker === chair,
	);
	return asked >= 0 && !turns.slice(asked + 1).some(({kind, speaker}) => kind === 'reply' && speaker === chair);
}

/** The gravest first. */
const gravest: readonly Violation[] = [
	'straw_manning',
	'false_quotation',
	'false_citation',
	'rhetorical_evasion',
	'missing_steel_man',
	'missing_self_critique',
	'framework_inconsistency',
	'misstatement',
	'unsound_argument',
];

const gravity = ({turn: {evaluation}, due: {violation}}: DueInterjection): number => {
	const isMajor = evaluation?.violations.some(one => one.violation === violation && one.major);
	return (isMajor ? 0 : gravest.length) + (violation === undefined ? 0 : gravest.indexOf(violation));
};

/** The turn just heard before the one before it. */
const later = (one: DueInterjection, other: DueInterjection, {turns}: DebateState): number =>
	turns.indexOf(other.turn) - turns.indexOf(one.turn);

/** By the arbiter itself: what a listener has it say does not count. */
const isInterjection = ({kind, segment, interjection}: Turn): boolean =>
	segment === 'exchange' && (kind === 'interjection' || kind === 'announcement') && interjection?.by !== 'user';

/** What the arbiter has to say about a turn that was judged. */
export function interjectionAt({config}: DuelogicDebate, turn: Turn): Interjection | undefined {
	const {evaluation, speaker} = turn;
	if (!evaluation) return undefined;
	const violations = namedNow(evaluation).filter(({violation}) => violation !== 'false_citation' || !isPutRight(turn));
	return requiredInterjection(config, {...evaluation, violations}, speaker);
}

/** Earlier versions called a false citation an unsound argument, too. */
function namedNow({violations, items}: EvaluationEvent): EvaluationEvent['violations'] {
	const isNamed = violations.some(({violation}) => violation === 'false_citation');
	if (isNamed || !items.some(({note}) => isHeldAgainstDocuments(note))) return violations;
	return violations.map(each =>
		each.violation === 'unsound_argument' ? {...each, violation: 'false_citation' as const} : each,
	);
}

/** Whether an opponent has cut in on a false quotation: the document’s own words were heard then. */
const isPutRight = (turn: Turn): boolean =>
	turn.cut?.reason === 'factual_correction' &&
	citationsOf(turn).some(each => (isFaulty(each) || isProposed(each)) && each.sentence === turn.cut?.sentence);
