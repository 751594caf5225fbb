/** What a Duelogic debate is expected to come to: its running order again, with usual lengths in place of words. */
import {tally, tokensAWord, type Expectation} from '../../debate/expectation.ts';
import type {Setup} from '../../debate/protocol.ts';
import {emptyState} from '../../debate/state.ts';
import type {DuelogicConfig} from './config/config.ts';
import {leastExchanges} from './seating/speaking-order.ts';
import {shared, tokensOf} from './prompts/shared-prefix.ts';
import {tableOf, wordsAMinute} from './seating/seating.ts';

/** In words, as they turn out. */
const usual = {
	opening: 215,
	reply: 254,
	interruption: 30,
	resumption: 52,
	interjection: 58,
	podcast: {introduction: 265, synthesis: 380},
	plain: {introduction: 100, synthesis: 200},
} as const;

/** How often one comes on a reply. */
const often = {wish: 2.9, interruption: 0.05, interjection: {relaxed: 0.1, moderate: 0.16, strict: 0.25}} as const;

/** Tokens of a last message, by what it asks for; and of an answer that is no speech. */
const task = {speech: 170, judging: 300, wish: 450, stance: 140} as const;
const answer = {judging: 458, wish: 29, stance: 45} as const;

/** What stands around a turn in a prompt, in tokens. */
const wrapping = 30;

export function duelogicExpects(setup: Setup<DuelogicConfig>): Expectation {
	const {
		config: {
			flow,
			interruptions,
			mandates,
			arbiter: {accountabilityLevel},
			podcastMode,
		},
		participants,
	} = setup;
	const table = tableOf(setup);
	const judges = participants.filter(({role}) => role === 'judge').map(({id}) => id);
	const sum = tally();
	let sent = tokensOf(shared(table, emptyState));

	function speak(seat: string, words: number, times = 1): void {
		sum.ask(seat, {shared: sent, own: task.speech, output: words * tokensAWord, times});
		sum.say(words * times);
		sent += times * (words * tokensAWord + wrapping);
	}

	function reply(chair: string): void {
		speak(chair, usual.reply);
		for (const judge of judges) sum.ask(judge, {shared: sent, own: task.judging, output: answer.judging});
		if (mandates.arbiterCanInterject)
			speak(table.arbiter.id, usual.interjection, often.interjection[accountabilityLevel]);
		if (!interruptions.enabled || !interruptions.allowChairInterruptions) return;
		for (const judge of judges.slice(0, 1)) sum.ask(judge, {own: task.wish, output: answer.wish, times: often.wish});
		speak(chair, usual.interruption, often.interruption);
		speak(chair, usual.resumption, often.interruption);
	}

	function askStances(): void {
		for (const judge of setup.config.judgeStances ? judges : [])
			sum.ask(judge, {shared: sent, own: task.stance, output: answer.stance});
	}

	const host = podcastMode.enabled ? usual.podcast : usual.plain;
	askStances();
	speak(table.arbiter.id, host.introduction);
	for (const {id} of table.chairs) speak(id, usual.opening);
	for (
		let exchange = 1;
		exchange <= flow.maxExchanges &&
		(exchange <= leastExchanges || sum.words <= flow.targetDurationMinutes * wordsAMinute);
		exchange++
	) {
		for (const {id} of table.chairs) reply(id);
	}
	speak(table.arbiter.id, host.synthesis);
	askStances();
	return sum.expected;
}
