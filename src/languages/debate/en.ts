/** English. */
import type {DebateLanguage} from './language.ts';

export const en: DebateLanguage = {
	code: 'en',
	name: 'English',
	tokensAWord: 1.35,
	frequent: new Set(
		'the of and to in is that it for on with as be are by this not or from at have has would should when than their our before after can may who it’s people allowed only always never must more they which there what about your said been were but you his her will was'.split(
			' ',
		),
	),
	and: ' and ',
	comma: ', ',
	announcements: {
		introduction:
			'Announcement, without the arbiter: the proposition is: {proposition} It is debated by {chairs}. The rules: {rules}. {first} begins.',
		chair: '{name} in the {framework}',
		chairFrom: '{name} from {provider} in the {framework}',
		steelMan: 'each chair puts an opponent’s claim fairly before it objects',
		selfCritique: 'each owns up to where its own framework falls short',
		framework: 'each argues from its own framework',
		closing:
			'Announcement, without the arbiter: the debate is over. {names} have spoken on this question: {proposition} The answer is yours.',
		show: ' This was {show}.',
		interjection: 'Announcement, without the arbiter: {name}, {reason} Please take that up in your next turn.',
		whoeverIsNext: 'to whoever speaks next',
	},
	openers: {
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
	},
};
