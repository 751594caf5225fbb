/** The motion format: one to three speakers a side, for and against, a moderator, and judges who give a verdict. */
import {tally, tokensAWord, type Expectation, type Setup, type OpenSeat} from '../../debate/protocol.ts';
import {emptyState} from '../../debate/state.ts';
import {
	benchOf,
	type MotionConfig,
	createMotionDebate,
	type MotionDebate,
	motionConfig,
	moderatorId,
	seatId,
	sides,
} from './seats.ts';
import {sharedMessages} from './prompts.ts';
import {runningOrder} from '../../debate/views/motion.ts';
import type {Format} from '../contract.ts';
import {showFields} from '../setup.ts';
import {askEditor} from '../editing.ts';
import {sourcesCost} from '../sources.ts';
import {motionInput, motionOptions, motionPair, motionSetup} from './options.ts';
import {motionPane} from './pane.ts';
import {motionShown, motionPartName, motionVerdict} from './shown.ts';
import {motionSections} from './sections.ts';

// Estimates a motion debate: the running order again, with typical lengths instead of text.

/** The part of its words that a turn takes, and tokens of tasks, of structured answers and of a turn's markup. */
const usual = {
	share: 0.8,
	task: 220,
	look: 320,
	verdict: 420,
	check: 25,
	decision: 10,
	stance: 45,
	ledger: 120,
	claims: 400,
	markup: 30,
} as const;
const looksATurn = 2;
const takenATurn = 0.3;

function estimateMotion(setup: Setup<MotionConfig>): Expectation {
	const debate = createMotionDebate(setup);
	const {config, moderator, keeper} = debate;
	const sum = tally();
	let sent = sharedMessages(debate, emptyState).reduce((all, {content}) => all + content.length, 0) / 4;

	const documents = sourcesCost(debate);
	function speak(seat: string, words: number, more = 0): void {
		sum.ask(seat, {shared: sent, own: usual.task + more, output: words * tokensAWord});
		sum.say(words);
		sent += words * tokensAWord + usual.markup;
	}
	const readClaims = (): void =>
		sum.ask(keeper.id, {shared: sent, own: usual.task + usual.claims, output: usual.ledger});
	function speech(seat: string, words: number): void {
		if (documents.research) sum.ask(seat, documents.research);
		speak(seat, words * usual.share, documents.own);
		readClaims();
		const judge = setup.participants.find(({role}) => role === 'judge')?.id;
		if (documents.support && judge !== undefined) sum.ask(judge, documents.support);
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
		for (const judge of benchOf(debate, {seats: setup.participants}).judges) {
			sum.ask(judge, {own: sent + usual.task, output: usual.verdict, times: 2});
			sum.ask(judge, {own: usual.task * 2, output: usual.stance});
			sum.ask(judge, {shared: sent, own: usual.task, output: usual.stance});
		}
		speak(moderator.id, 100);
	}
	return askEditor(sum, setup.editor).expected;
}

const sideOfSeat = ({speakers}: MotionDebate, id: string): string | undefined =>
	speakers.find(speaker => speaker.id === id)?.side;

/** Models that are named where nobody names another; two makers, and a third to judge. */
const models = {
	for: {modelId: 'anthropic/claude-sonnet-4', displayName: 'Claude Sonnet 4', providerName: 'Anthropic'},
	against: {modelId: 'x-ai/grok-3', displayName: 'Grok 3', providerName: 'xAI'},
	moderator: {modelId: 'openai/gpt-4o', displayName: 'GPT-4o'},
} as const;

function motionSeats({speakers, verdict}: MotionConfig): OpenSeat[] {
	const seats = sides.flatMap(side =>
		speakers[side].map(({voice, persona}, at): OpenSeat => ({
			id: seatId(side, at + 1),
			role: side,
			label: side === 'for' ? 'For' : 'Against',
			...models[side],
			...(voice === undefined ? {} : {voice}),
			...(persona === undefined ? {} : {persona}),
		})),
	);
	const judges = Array.from({length: verdict.enabled ? verdict.judges : 0}, (_, at): OpenSeat => ({
		id: at === 0 ? 'judge' : `judge_${at + 1}`,
		role: 'judge',
		like: moderatorId,
	}));
	return [...seats, {id: moderatorId, role: 'arbiter', keepsLedger: true, ...models.moderator}, ...judges];
}

const speakerIds = ({speakers}: MotionConfig): string[] =>
	sides.flatMap(side => speakers[side].map((_, at) => seatId(side, at + 1)));

export const motion: Format<MotionConfig> = {
	id: 'motion',
	name: 'Motion',
	summary:
		'The classic debate: one side for a motion, one against it, questions that must be answered, and a verdict by judges.',
	version: 1,
	config: motionConfig,
	openSeats: motionSeats,
	minSpeakers: 2,
	speakers: speakerIds,
	estimate: estimateMotion,
	humanSeats: speakerIds,
	spoken: true,
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
	edit: async (editor, floor) => (await import('../editing.ts')).edit(floor, editor, floor.heard, 'motion'),
	firstPreset: 'policy_cars',
	options: motionOptions,
	input: motionInput,
	pair: motionPair,
	setup: motionSetup,
	fields: {
		shown: [
			['style', 'Running order'],
			['tone', 'Tone'],
			['points.enabled', 'Points of information'],
			['points.aggressiveness', 'How readily they rise (1 to 5)'],
			['verdict.enabled', 'Judges decide who argued better'],
			['verdict.judges', 'Number of judges'],
			['language', 'Language'],
		],
		folded: [
			['points.takenPerTurn', 'Points taken in a turn, at most'],
			['words.opening', 'Words of an opening'],
			['words.rebuttal', 'Words of a rebuttal'],
			['words.question', 'Words of a question'],
			['words.answer', 'Words of an answer'],
			['words.closing', 'Words of a closing'],
			...showFields,
		],
	},
	pane: motionPane,
	progress(state) {
		const {items, at} = runningOrder(state);
		return (at + 0.5) / items.length;
	},
	events: motionShown,
	partName: motionPartName,
	verdict: motionVerdict,
	markdown: {afterTranscript: motionSections},
	traits: {overMcp: true, givesVerdict: true, readsSources: true, looksUp: true},
};
