/** The council format: one answer out of several that were given blind, what it hangs on, and who disagrees. */
import {tally, tokensIn, type OpenSeat, type Expectation, type Setup} from '../../debate/protocol.ts';
import type {DebateState} from '../../debate/state.ts';
import {shareOf} from '../../view/pane-rows.ts';
import {exitCodes, type Format} from '../contract.ts';
import {
	clerkId,
	councilConfig,
	councilInput,
	councilOptions,
	councilSetup,
	isOpen,
	seatIds,
	unevenSeats,
	type CouncilConfig,
} from './config.ts';
import {councilExports} from './decision.ts';
import {councilPane} from './pane.ts';
import {councilKind, councilMarkdown, councilShown, councilVerdict} from './shown.ts';
import {brief, resultText} from './view.ts';

/** Tokens that only a request has, and those of its answer, as rehearsals use them. */
const usual = {
	rules: 215,
	answer: {own: 310, output: 150},
	clerk: {own: 530, output: 80},
	firstBallot: {own: 350, output: 30},
	ballot: {own: 720, output: 37},
	lastBallot: {own: 590, output: 13},
	turn: {own: 190, output: 50},
	write: {own: 300, output: 90},
} as const;

/** How often a crux is argued, and how often seats agree at once: for want of anything better, half of the time. */
const [argued, apart] = [1, 0.5];

function estimateCouncil({config, subject}: Setup<CouncilConfig>): Expectation {
	const sum = tally();
	const shared = usual.rules + tokensIn(subject.text) + tokensIn(subject.context);
	const seats = seatIds(config);
	const ask = (seat: string, of: {readonly own: number; readonly output: number}, times = 1): void =>
		sum.ask(seat, {shared, ...of, times});
	for (const seat of seats) {
		ask(seat, usual.answer);
		sum.say(60);
	}
	if (config.depth !== 'merge') ask(clerkId, usual.clerk, isOpen(config) ? 1 : apart);
	if (config.depth === 'cruxes') {
		for (const seat of seats) {
			ask(seat, usual.firstBallot, apart);
			ask(seat, usual.ballot, argued);
			ask(seat, usual.lastBallot, apart);
		}
		for (const seat of seats.slice(0, 2)) ask(seat, usual.turn, 2 * argued);
		sum.say(150 * argued);
	}
	if (isOpen(config) || config.depth === 'cruxes') {
		ask(clerkId, usual.write);
		sum.say(55);
	}
	return sum.expected;
}

/** Models that are named where nobody names another: of different makers, and of like strength. */
const models = [
	{modelId: 'anthropic/claude-sonnet-4', displayName: 'Claude Sonnet 4', providerName: 'Anthropic'},
	{modelId: 'openai/gpt-4o', displayName: 'GPT-4o', providerName: 'OpenAI'},
	{modelId: 'google/gemini-2.5-pro', displayName: 'Gemini 2.5 Pro', providerName: 'Google'},
	{modelId: 'x-ai/grok-3', displayName: 'Grok 3', providerName: 'xAI'},
] as const;

const councilSeats = (config: CouncilConfig): OpenSeat[] => [
	...seatIds(config).map((id, place): OpenSeat => ({
		id,
		role: 'member',
		label: 'Answers',
		...models[place % models.length],
	})),
	{id: clerkId, role: 'arbiter', label: 'Clerk and writer', modelId: 'openai/gpt-4o', displayName: 'GPT-4o'},
];

const segments = ['answers', 'grouping', 'first-ballot', 'exchange', 'last-ballot', 'answer'];

/** Without an answer, the exit code says so. */
function endsWith(state: DebateState): {says: string; code: number} | undefined {
	const {result} = state.formats.council;
	return result?.strength === 'split' ? {says: resultText(state) ?? '', code: exitCodes.split} : undefined;
}

export const council: Format<CouncilConfig> = {
	id: 'council',
	name: 'Council',
	summary:
		'Several answer a question blind; code counts, what the answers hang on may be argued, and one answer comes of it, with its dissent.',
	version: 1,
	config: councilConfig,
	openSeats: councilSeats,
	// Too few answers have an ending of their own.
	minSpeakers: 0,
	speakers: seatIds,
	estimate: estimateCouncil,
	humanSeats: seatIds,
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
	firstPreset: 'which_of_these',
	shortest: ['depth=vote'],
	options: councilOptions,
	input: councilInput,
	setup: councilSetup,
	fields: {
		shown: [
			['seats', 'How many answer'],
			['depth', 'Depth'],
			['challenge', 'A case against what all agree on'],
		],
		folded: [
			['number', 'Unit, where the answer is a number'],
			['tolerance', 'Numbers within so many percent are one'],
			['leaning', 'What you lean to'],
		],
	},
	pane: councilPane,
	progress: ({segment}) => shareOf(segments, segment),
	endsWith,
	brief,
	exports: councilExports,
	events: councilShown,
	verdict: councilVerdict,
	kindName: councilKind,
	markdown: {beforeTranscript: councilMarkdown},
	traits: {overMcp: true, readsSources: true},
	unevenSeats,
	bench: async () => (await import('./bench/bench.ts')).councilBench,
};
