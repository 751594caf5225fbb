/** Default openers of an interruption by reason, used if the watcher suggests no suitable one. */
import type {InterruptionReason} from '../../../debate/events.ts';

export const openers: Readonly<Record<InterruptionReason, readonly string[]>> = {
	factual_correction: [
		'One correction, before it sticks:',
		'That is not how it is:',
		'The facts there are different:',
		'No, that part is wrong:',
		'Let me set that straight:',
	],
	straw_man_detected: [
		'I never said that:',
		'That is not my argument:',
		'You are fighting somebody else:',
		'Please, argue with what I said:',
		'Those are not my words:',
	],
	direct_challenge: [
		'I must stop you there:',
		'Here I cannot follow you:',
		'That cannot stand unanswered:',
		'Wait, this is where we part:',
		'I dispute exactly that:',
	],
	clarification_needed: [
		'Sorry, what does that mean:',
		'Before you go on, tell us:',
		'I need to understand this:',
		'Which of the two is it:',
		'Say that more exactly, please:',
	],
	strong_agreement: [
		'Yes, and more than that:',
		'There we agree entirely:',
		'You are right, and further:',
		'I want to underline that:',
		'That is truer than you say:',
	],
	pivotal_point: [
		'This is what it turns on:',
		'Stop, here is the crux:',
		'Right there we divide:',
		'Everything hangs on that point:',
		'Let us stay with this:',
	],
};
