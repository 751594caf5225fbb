/** The motion format: one to three speakers a side, for and against, a moderator, and judges who give a verdict. */
import type {Casting} from '../../debate/protocol.ts';
import {runningOrder} from '../../debate/views/motion.ts';
import type {Format} from '../contract.ts';
import {showFields} from '../setup.ts';
import {motionConfig, type MotionConfig, moderatorId, seatId, sides} from './seats.ts';
import {estimateMotion} from './estimate.ts';
import {motionSections} from './markdown.ts';
import {motionInput, motionOptions, motionPair, motionSetup} from './options.ts';
import {motionPane} from './pane.ts';

/** Models that are named where nobody names another; two makers, and a third to judge. */
const models = {
	for: {modelId: 'anthropic/claude-sonnet-4', displayName: 'Claude Sonnet 4', providerName: 'Anthropic'},
	against: {modelId: 'x-ai/grok-3', displayName: 'Grok 3', providerName: 'xAI'},
	moderator: {modelId: 'openai/gpt-4o', displayName: 'GPT-4o'},
} as const;

function cast({speakers, verdict}: MotionConfig): Casting[] {
	const seats = sides.flatMap(side =>
		speakers[side].map(({voice, persona}, at): Casting => ({
			id: seatId(side, at + 1),
			role: side,
			label: side === 'for' ? 'For' : 'Against',
			...models[side],
			...(voice === undefined ? {} : {voice}),
			...(persona === undefined ? {} : {persona}),
		})),
	);
	const judges = Array.from({length: verdict.enabled ? verdict.judges : 0}, (_, at): Casting => ({
		id: at === 0 ? 'judge' : `judge_${at + 1}`,
		role: 'judge',
		like: moderatorId,
	}));
	return [...seats, {id: moderatorId, role: 'arbiter', ...models.moderator}, ...judges];
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
	cast,
	minSpeakers: 2,
	speakers: speakerIds,
	estimate: estimateMotion,
	humanSeats: speakerIds,
	spoken: true,
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
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
	markdown: {afterTranscript: motionSections},
	traits: {overMcp: true, givesVerdict: true},
};
