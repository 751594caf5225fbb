/** The settings of a council, and what all parts of its script share. */
import type {z} from 'zod';
import {makerOf} from '../../debate/bench.ts';
import type {Participant, Subject} from '../../debate/events.ts';
import type {CouncilAnswerEvent} from '../../debate/formats/council.ts';
import type {Setup} from '../../debate/protocol.ts';
import {isPerson, isRehearsal, castOf} from '../../debate/seats.ts';
import type {DebateState} from '../../debate/state.ts';
import {describeValue, UsageError} from '../../debate/usage-error.ts';
import {closed, flag, list, number, oneOf, text, whole} from '../config-fields.ts';
import {
	assigned,
	choiceOption,
	flagOption,
	listOption,
	numberOption,
	textOption,
	type FieldValues,
	type Input,
	type OptionRow,
} from '../options.ts';
import {context, sources, told, topic, type SetupData} from '../setup.ts';
import type {SourcedDebate} from '../sources.ts';
import {none, type CouncilKind} from './counting.ts';

/** Below three seats there is no majority; above seven they cost more and are no more independent. */
const [fewestSeats, mostSeats] = [2, 7];
const depths = ['vote', 'cruxes', 'merge'] as const;

export const councilConfig = closed({
	seats: whole(fewestSeats, mostSeats).default(3).describe('How many answer, from 2 to 7.'),
	options: list(text('an option'), 2, 6, 'a list of 2 to 6 options')
		.optional()
		.describe('The answers that there are to choose from, 2 to 6.'),
	number: text('a unit, such as days').optional().describe('The unit, where the answer is a number.'),
	tolerance: number('a number from 0 to 50', value => value >= 0 && value <= 50)
		.default(5)
		.describe('How far from the median numbers count as one answer, in percent.'),
	criteria: list(text('a criterion'), 0, 5, 'a list of up to 5 criteria')
		.default([])
		.describe('What the answer is to be held against, the weightiest first.'),
	leaning: text('what you lean to')
		.optional()
		.describe('What you lean to yourself. No seat is shown it; it stands beside the result.'),
	depth: oneOf(depths)
		.default('vote')
		.describe('vote: blind answers are counted. cruxes: what they hang on is argued first. merge: one text of all.'),
	challenge: flag
		.default(false)
		.describe('Where all agree at once, one makes the case against it, and all vote again.'),
	rounds: whole(1, 3).default(1).describe('How often a claim is argued that seats still differ about, from 1 to 3.'),
}).superRefine(({options = [], number, depth}, context) => {
	const fault = (path: string, input: unknown, wanted: string): void =>
		context.addIssue({
			code: 'custom',
			path: [path],
			input,
			message: `got ${describeValue(input)}, expected ${wanted}`,
		});
	if (options.length > 0 && number !== undefined) fault('number', number, 'nothing beside options');
	if (depth === 'merge' && (options.length > 0 || number !== undefined))
		fault('depth', depth, 'vote or cruxes: answers are merged only where a question is open');
	if (new Set(options.map(option => option.toLowerCase())).size < options.length)
		fault('options', options, 'each option once');
});
export type CouncilConfig = z.infer<typeof councilConfig>;

export const seatIds = ({seats}: Pick<CouncilConfig, 'seats'>): string[] =>
	Array.from({length: seats}, (_, place) => `seat_${place + 1}`);

/** What a user may ask for in mid-course, beside dropping a crux by its id: the addressee of what they say. */
export const steering = {vote: 'vote', round: 'round', claim: 'claim'} as const;

/** Who groups answers, names cruxes and writes the answer: no seat of the council. */
export const clerkId = 'clerk';

/** What all parts of the script share. */
export type CouncilDebate = SourcedDebate & {
	readonly config: CouncilConfig;
	readonly kind: CouncilKind;
	readonly subject: Subject;
	readonly seats: readonly Participant[];
	readonly clerk: Participant;
};

/** Throws if a seat has no participant (a caller’s bug). */
export function createCouncil({config, subject, participants, sources}: Setup<CouncilConfig>): CouncilDebate {
	const seatOf = castOf(participants);
	const seats = seatIds(config).map(seatOf);
	return {
		config,
		kind: {number: config.number !== undefined, tolerance: config.tolerance},
		subject,
		seats,
		clerk: seatOf(clerkId),
		sources,
		research: {pinned: undefined, pending: new Set()},
	};
}

/** Whether there is still something to steer: an exchange that is to come, or that goes on. */
export const isSteerable = (state: DebateState): boolean =>
	configIn(state)?.depth === 'cruxes' &&
	state.outcome === undefined &&
	!['last-ballot', 'challenge', 'answer'].includes(state.segment ?? '');

/** Whether the question is open: neither options nor a number. */
export const isOpen = ({options, number}: CouncilConfig): boolean => options === undefined && number === undefined;

/** The ids of the options and what they say; `none` is one that no option has. */
export const optionsOf = ({options = []}: Pick<CouncilConfig, 'options'>): readonly (readonly [string, string])[] =>
	options.map((option, place) => [`o${place + 1}`, option]);

/** A council’s config out of a journal; undefined where it is of another version. */
export const configIn = ({start}: DebateState): CouncilConfig | undefined =>
	councilConfig.safeParse(start?.config).data;

/** A position in words: an option, what a group holds, a number with its unit. */
export function positionText(state: DebateState, id: string | null): string {
	if (id === null) return 'no answer';
	if (id === none) return 'none of these';
	const config = configIn(state);
	const option = optionsOf(config ?? {}).find(([each]) => each === id)?.[1];
	const group = state.formats.council.groups.find(each => each.id === id)?.position;
	const unit = config?.number === undefined ? '' : ` ${config.number}`;
	return option ?? (config?.number === undefined ? (group ?? id) : `${id}${unit}`);
}

/** Who is out cannot be asked; of a debate that has not begun, nobody is. */
export const isOut = (heard: DebateState, id: string): boolean =>
	heard.seats.find(seat => seat.id === id)?.out !== undefined;

export const isPersonAt = (heard: DebateState, id: string): boolean =>
	heard.seats.some(seat => seat.id === id && isPerson(seat));

/**
 * Who is the clerk now: the one that was seated, or else a seat that can. A rehearsal serves no model, for it knows
 * nothing of the question. Undefined where nobody can.
 */
export function clerkOf({clerk, seats}: CouncilDebate, heard: DebateState): string | undefined {
	const held = (id: string) => heard.seats.find(seat => seat.id === id);
	const rehearsed = seats.every(({id}) => isPersonAt(heard, id) || isRehearsal(held(id) ?? {voice: ''}));
	return [clerk, ...seats]
		.map(({id}) => held(id))
		.find(seat => seat && seat.out === undefined && !isPerson(seat) && (rehearsed || !isRehearsal(seat)))?.id;
}

/** Whose vote it is: the model where one is known, wherever it is served; a person is alone. */
export function voterOf(heard: DebateState, id: string): Pick<CouncilAnswerEvent, 'model' | 'maker'> {
	const seat = heard.seats.find(each => each.id === id);
	if (!seat || isPerson(seat)) return {model: `person:${id}`, maker: `person:${id}`};
	const model = isRehearsal(seat) ? 'rehearsal' : (seat.model ?? seat.voice).toLowerCase().split('/').at(-1);
	return {model: model ?? seat.voice, maker: isRehearsal(seat) ? 'rehearsal' : makerOf(seat.voice)};
}

/** How many times dearer another is where models are hardly of like strength: no more is known of that. */
const farApart = 10;

/** The cheapest of those who vote, if its price is a small part of the dearest’s. */
export function unevenSeats(
	participants: readonly Participant[],
	outputPrice: (voice: string) => number | undefined,
): string[] {
	const priced = participants
		.filter(({id, voice}) => id !== clerkId && !isPerson({voice}))
		.map(({name, voice}) => ({name, output: outputPrice(voice) ?? 0}))
		.filter(({output}) => output > 0)
		.toSorted((one, other) => one.output - other.output);
	const [least, most] = [priced[0], priced.at(-1)];
	if (!least || !most || least.output * farApart > most.output) return [];
	return [
		`${least.name} costs ${Math.round(most.output / least.output)} times less than ${most.name}. If it is that much weaker, its vote still counts as much: models of like strength answer better together.`,
	];
}

// What a council adds to `rostrum run`.

export const councilOptions: readonly OptionRow[] = [
	{flags: '--member <V>', about: 'council: who answers; once for each of 2 to 7 seats', repeat: true},
	{flags: '--options <LIST>', about: 'council: what there is to choose from, 2 to 6, with | between: "a|b|c"'},
	{flags: '--number <UNIT>', about: 'council: the answer is a number, in this unit'},
	{flags: '--tolerance <PERCENT>', about: 'council: how far from the median numbers are one answer (default: 5)'},
	{
		flags: '--criteria <LIST>',
		about: 'council: up to 5 that the answer is held against, the weightiest first, with | between',
	},
	{flags: '--leaning <TEXT>', about: 'council: what you lean to; no seat is told, and it stands beside the result'},
	{flags: '--depth <DEPTH>', about: 'council: vote, cruxes (argue what it hangs on) or merge (default: vote)'},
	{flags: '--rounds <N>', about: 'council: how often a claim is argued that seats still differ about (default: 1)'},
	{flags: '--challenge', about: 'council: where all agree at once, one makes the case against it and all vote again'},
];

export const councilSetup: SetupData = {
	ways: [
		{...topic, label: 'Question', about: 'What is to be decided or answered. A file is named with @ before its path.'},
	],
	beside: [
		{
			flag: '--options',
			label: 'Options',
			about: 'What there is to choose from, 2 to 6, with | between. Without any, the question is open.',
			takes: 'text',
			optional: true,
		},
		context,
		sources,
	],
	answers: (config, subject) => {
		const {options} = councilConfig.parse(config);
		return {...told(subject), ...(options && {'--options': options.join(' | ')})};
	},
};

/** The same input in the words that every protocol knows. Throws `UsageError`. */
export function councilInput({args, options}: Input): Input {
	const members = listOption(options, 'member');
	const named = [...listOption(options, 'seat'), ...members.map((voice, place) => `seat_${place + 1}=${voice}`)];
	const seats = Math.max(members.length, ...named.map(text => Number(/^seat_(\d+)=/u.exec(text)?.[1] ?? 0)));
	refusePeople([...named.map(text => text.slice(text.indexOf('=') + 1)), textOption(options, 'voice') ?? '']);
	return {
		args,
		options: {
			...options,
			seat: named,
			set: [
				...assigned({
					seats: seats > 3 || members.length > 0 ? Math.max(fewestSeats, seats) : undefined,
					options: itemsOf(options, 'options'),
					number: textOption(options, 'number'),
					tolerance: numberOption(options, 'tolerance', {flag: '--tolerance', to: 50, whole: false}),
					criteria: itemsOf(options, 'criteria'),
					leaning: textOption(options, 'leaning'),
					depth: choiceOption(options, 'depth', depths),
					rounds: numberOption(options, 'rounds', {flag: '--rounds', from: 1, to: 3, whole: true}),
					challenge: flagOption(options, 'challenge') || undefined,
				} satisfies FieldValues<CouncilConfig>),
				...listOption(options, 'set'),
			],
		},
	};
}

/** Undefined where nothing is given. */
function itemsOf(options: Input['options'], name: string): string[] | undefined {
	const items = (textOption(options, name) ?? '').split('|').map(item => item.trim());
	const given = items.filter(item => item !== '');
	return given.length > 0 ? given : undefined;
}

/** People may not be most of a council: their moves need no ground. */
function refusePeople(voices: readonly string[]): void {
	const people = voices.filter(voice => isPerson({voice}));
	if (people.length < 2) return;
	throw new UsageError({
		what: 'At most one person sits in a council',
		value: people.join(', '),
		from: '--member and --seat',
		todo: 'Give the other seats voices of models.',
	});
}
