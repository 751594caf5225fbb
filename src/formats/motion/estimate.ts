/** Estimates a motion debate: the running order again, with typical lengths instead of text. */
import {tally, tokensAWord, type Expectation, type Setup} from '../../debate/protocol.ts';
import {emptyState} from '../../debate/state.ts';
import {type MotionConfig, createMotionDebate, type MotionDebate} from './seats.ts';
import {sharedMessages} from './prompts.ts';

/** The part of its words that a turn takes, and tokens of tasks, of structured answers and of a turn's markup. */
const usual = {
	share: 0.8,
	task: 150,
	look: 320,
	verdict: 420,
	check: 25,
	decision: 10,
	stance: 45,
	ledger: 120,
	claims: 90,
	markup: 30,
} as const;
const looksATurn = 2;
const takenATurn = 0.3;

export function estimateMotion(setup: Setup<MotionConfig>): Expectation {
	const debate = createMotionDebate(setup);
	const {config, moderator, bench} = debate;
	const sum = tally();
	let sent = sharedMessages(debate, emptyState).reduce((all, {content}) => all + content.length, 0) / 4;

	function speak(seat: string, words: number): void {
		sum.ask(seat, {shared: sent, own: usual.task, output: words * tokensAWord});
		sum.say(words);
		sent += words * tokensAWord + usual.markup;
	}
	const readClaims = (): void =>
		sum.ask(moderator.id, {shared: sent, own: usual.task + usual.claims, output: usual.ledger});
	function speech(seat: string, words: number): void {
		speak(seat, words * usual.share);
		readClaims();
		const [riser] = debate.speakers.filter(({side}) => side !== sideOfSeat(debate, seat));
		if (!config.points.enabled || config.points.takenPerTurn === 0 || !riser) return;
		sum.ask(riser.id, {shared: sent, own: usual.look, output: usual.check, times: looksATurn});
		sum.ask(seat, {shared: sent, own: usual.task, output: usual.decision, times: takenATurn});
		sum.ask(seat, {shared: sent, own: usual.task, output: 90 * tokensAWord, times: takenATurn});
	}
	const inTurn = (place: number, side: 'for' | 'against'): string => {
		const team = debate.speakers.filter(speaker => speaker.side === side);
		return team[place % Math.max(1, team.length)]?.id ?? '';
	};
	const both = ['for', 'against'] as const;

	speak(moderator.id, 120);
	for (const side of both) speech(inTurn(0, side), config.words.opening);
	for (const side of both) speech(inTurn(1, side), config.words.rebuttal);
	if (config.style === 'full') {
		for (const place of [2, 4])
			for (const side of both) {
				speak(inTurn(place, side), config.words.question * usual.share);
				speak(inTurn(place + 1, side === 'for' ? 'against' : 'for'), config.words.answer * usual.share);
				readClaims();
				sum.ask(moderator.id, {shared: sent, own: usual.task, output: usual.check});
			}
		for (const side of both) speech(inTurn(6, side), config.words.rebuttal);
	}
	for (const side of both) {
		speak(inTurn(7, side), config.words.closing * usual.share);
		readClaims();
		sum.ask(moderator.id, {shared: sent, own: usual.task, output: usual.check});
	}
	if (config.verdict.enabled) {
		for (const judge of bench.judges) {
			sum.ask(judge, {own: sent + usual.task, output: usual.verdict, times: 2});
			sum.ask(judge, {own: usual.task * 2, output: usual.stance});
			sum.ask(judge, {shared: sent, own: usual.task, output: usual.stance});
		}
		speak(moderator.id, 100);
	}
	return sum.expected;
}

const sideOfSeat = ({speakers}: MotionDebate, id: string): string | undefined =>
	speakers.find(speaker => speaker.id === id)?.side;
