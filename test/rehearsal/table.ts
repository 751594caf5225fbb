/**
 * Plays a Duelogic debate on the rehearsal speaker alone, in our notation: the shortest way from a seed to a
 * transcript.
 */
import {inNumberedLines, numberedSentences} from '../../src/debate/judged-text.ts';
import {fence, lines, tag, turnMessage} from '../../src/debate/prompt.ts';
import type {Message} from '../../src/debate/protocol.ts';
import {readVerdict, type RawAnswers} from '../../src/formats/duelogic/check-answers.ts';
import {frameworks} from '../../src/formats/duelogic/frameworks.ts';
import {englishDebateWords} from '../../src/languages/find.ts';
import {rehearse} from '../../src/rehearsal/rehearse.ts';
import {memoizeText, sentencesOf} from '../../src/rehearsal/text.ts';

export type Said = {
	readonly id: string;
	readonly speaker: string;
	readonly name: string;
	readonly kind: string;
	readonly segment: string;
	readonly finish?: string;
	readonly text: string;
	readonly round: number;
};
export type Seat = {readonly id: string; readonly name: string; readonly provider: string; readonly framework: string};

export type TableOptions = {
	readonly proposition: string;
	readonly context?: string;
	readonly frameworks: readonly string[];
	readonly seed: number;
	readonly exchanges: number;
	/** Only this many of the last turns stay in the prompts, as after a digest. */
	readonly memory?: number;
	readonly interjections?: boolean;
	readonly persona?: string;
};

const models = [
	['Claude Sonnet 4', 'Anthropic'],
	['Grok 3', 'xAI'],
	['GPT-4o', 'OpenAI'],
	['Gemini 2.5 Pro', 'Google'],
	['Llama 4', 'Meta'],
	['Mistral Large', 'Mistral'],
] as const;

export const seatsOf = (names: readonly string[]): Seat[] =>
	names.map((framework, index) => ({
		id: `chair_${index + 1}`,
		framework,
		name: models[index]?.[0] ?? `Model ${index}`,
		provider: models[index]?.[1] ?? 'Nobody',
	}));

const own = {
	name: 'Stoic Chair',
	description: 'Looks to what is in our power and lets go of the rest',
	coreQuestion: 'What here is really up to us?',
	strengthsToAcknowledge: ['Keeps a cool head when others lose theirs'],
	blindSpotsToAdmit: ['Can mistake injustice for bad weather'],
};
const aboutOf = (id: string) => Object.entries(frameworks).find(([key]) => key === id)?.[1] ?? own;

export function systemMessage(
	{proposition, context, persona}: Pick<TableOptions, 'proposition' | 'context' | 'persona'>,
	seats: readonly Seat[],
): Message {
	const cards = seats.map(({id, name, provider, framework}, index) => {
		const about = aboutOf(framework);
		return tag(
			'chair',
			{id, name, provider, framework, label: about.name},
			[
				`Argues from: ${about.description}`,
				`Core question: ${about.coreQuestion}`,
				lines('Strengths', about.strengthsToAcknowledge),
				lines('Blind spots', about.blindSpotsToAdmit),
				...(persona !== undefined && index === 0 ? [`Persona: ${persona}`] : []),
			].join('\n'),
		);
	});
	return {
		role: 'system',
		content: tag(
			'debate',
			{protocol: 'duelogic'},
			[
				`<proposition>${fence(proposition)}</proposition>`,
				...(context === undefined ? [] : [tag('context', {}, fence(context))]),
				...cards,
				'<arbiter id="arbiter" name="o3" provider="OpenAI"></arbiter>',
				'<show name="Duelogic" episode="12"></show>',
			].join('\n'),
		),
	};
}

const obligations = [
	'- steel_man: put an opponent’s claim first, as strong as they would wish.',
	'- self_critique: admit one limit of your own framework.',
	'- framework: argue from your own core question.',
	'- honesty: answer what you were asked.',
	'- voice: no headings, no lists.',
	'- tone: Lively and direct.',
];

/** What a judge answers, by item. */
export type Judgement = RawAnswers;

type ShownTurn = {readonly id: string; readonly speaker: string; readonly text: string};

/** Every judge gets all turns so far: each is numbered once. */
const numberedLines = memoizeText(text => inNumberedLines(numberedSentences(text)));

/** The turn and the opponents' turns in numbered sentences, as a judge's task has them. */
export const judgeTask = (turn: ShownTurn, opponents: readonly ShownTurn[]): string => {
	const numbered = (name: string, {id, speaker, text}: ShownTurn): string =>
		tag(name, {turn: id, speaker}, numberedLines(text));
	return tag(
		'task',
		{kind: 'judge', speaker: 'arbiter', turn: turn.id},
		[...opponents.map(other => numbered('opponent', other)), numbered('judged', turn)].join('\n'),
	);
};

/** One of ours, as a debate gives it. */
const openerFor = (reason: string, count: number): string => {
	const ours = Object.entries(englishDebateWords.openers).find(([key]) => key === reason)?.[1] ?? ['No:'];
	return ours[count % ours.length] ?? '';
};

export type Wish = {
	readonly reason: string;
	readonly severity: string;
	readonly chair: string | null;
	readonly sentence: number | null;
};

export class Table {
	readonly said: Said[] = [];
	readonly seats: readonly Seat[];
	readonly system: Message;
	readonly options: TableOptions;

	constructor(options: TableOptions) {
		this.options = options;
		this.seats = seatsOf(options.frameworks);
		this.system = systemMessage(options, this.seats);
	}

	messages(task: string, upto = this.said.length): Message[] {
		const turns = this.said.slice(0, upto).slice(-(this.options.memory ?? Infinity));
		return [this.system, ...turns.map(turn => turnMessage(turn)), {role: 'user', content: task}];
	}

	speak(
		kind: string,
		seat: {id: string; name: string},
		segment: string,
		round: number,
		attributes: Record<string, string | number | undefined>,
		body: readonly string[],
		cutAt?: number,
	): Said {
		const messages = this.messages(
			`You are ${seat.name}.\n${tag('task', {kind, speaker: seat.id, ...(round > 0 ? {round} : {}), ...attributes}, body.join('\n'))}`,
		);
		const {text: whole} = rehearse(messages, {seed: this.options.seed});
		const text = cutAt === undefined ? whole : sentencesOf(whole).slice(0, cutAt).join(' ');
		const turn = {
			id: `t${this.said.length + 1}`,
			speaker: seat.id,
			name: seat.name,
			kind,
			segment,
			text,
			round,
			...(cutAt === undefined ? {} : {finish: 'interrupted'}),
		};
		this.said.push(turn);
		return turn;
	}

	judge(turn: Said): Judgement {
		const before = this.said.slice(0, this.said.indexOf(turn));
		const opponents = before.filter(
			({speaker, kind}) => speaker !== turn.speaker && /opening|reply|resumption/u.test(kind),
		);
		const task = judgeTask(turn, opponents);
		const {text} = rehearse(
			[
				this.system,
				{role: 'user', content: task},
				{role: 'assistant', content: '{'},
				{role: 'user', content: 'That did not fit.'},
			],
			{seed: this.options.seed, schema: {name: 'judge', json: {type: 'object'}}},
		);
		return readVerdict(JSON.parse(text)) ?? {};
	}

	/** The wish to cut in after so many sentences of a text, in the small prompt that such questions get. */
	wish(text: string, sentences: number, target: string): Wish {
		const heard = sentencesOf(text)
			.slice(0, sentences)
			.map((sentence, index) => `[${index + 1}] ${sentence}`)
			.slice(-1)
			.join('\n');
		const candidates = this.seats
			.filter(({id}) => id !== target)
			.map(({id}) => id)
			.join(' ');
		const cards = this.seats.map(({id, name, framework}) =>
			tag('chair', {id, name, label: aboutOf(framework).name}, `Core question: ${aboutOf(framework).coreQuestion}`),
		);
		const system: Message = {
			role: 'system',
			content: tag(
				'debate',
				{protocol: 'duelogic'},
				[`<proposition>${this.options.proposition}</proposition>`, ...cards].join('\n'),
			),
		};
		const task = tag(
			'task',
			{kind: 'wish', speaker: 'arbiter', turn: 't9', target, candidates},
			tag('new', {}, fence(heard)),
		);
		return JSON.parse(
			rehearse(
				[
					system,
					{role: 'user', content: task},
					{role: 'assistant', content: '{'},
					{role: 'user', content: 'That did not fit.'},
				],
				{seed: this.options.seed, schema: {name: 'wish', json: {type: 'object'}}},
			).text,
		);
	}

	/** One reply with the interruption it may suffer, its judgement, and what the arbiter says to it. */
	reply(seat: Seat, round: number, due: readonly string[]): {turn: Said; wish: Wish | undefined; judgement: Judgement} {
		const {said, seats} = this;
		const before = said.findLast(
			({speaker, kind}) => speaker !== seat.id && speaker !== 'arbiter' && kind !== 'interruption',
		);
		const attributes = {words: '150-300', to: before?.id};
		const body = ['Take your turn.', ...due, ...obligations];
		const text = rehearse(
			this.messages(
				`You are ${seat.name}.\n${tag('task', {kind: 'reply', speaker: seat.id, round, ...attributes}, body.join('\n'))}`,
			),
			{seed: this.options.seed},
		).text;
		const open = sentencesOf(text);
		const at = [3, 4, 5, 6].find(
			count =>
				count < open.length &&
				['straw_man_detected'].includes(this.wish(text, count, seat.id).reason) &&
				said.at(-1)?.kind !== 'resumption',
		);
		const wish = at === undefined ? undefined : this.wish(text, at, seat.id);
		const turn = this.speak('reply', seat, 'exchange', round, attributes, body, at);
		const judgement = this.judge(turn);
		const other = seats.find(({id}) => id === wish?.chair);
		if (wish && other) this.cutIn(turn, seat, other, wish, round);
		return {turn, wish, judgement};
	}

	cutIn(turn: Said, seat: Seat, other: Seat, wish: Wish, round: number): void {
		this.speak(
			'interruption',
			other,
			'exchange',
			round,
			{words: '40', reason: wish.reason, opener: openerFor(wish.reason, this.said.length), target: seat.id},
			[`You cut in behind the last sentence of ${turn.id}.`, '- voice: talk'],
		);
		this.speak('resumption', seat, 'exchange', round, {words: '120', target: other.id}, [
			`They cut you off behind the last sentence of ${turn.id}. Answer that briefly, then finish your point.`,
		]);
	}

	interject(seat: Seat, violation: string, reason: string, round: number): Said {
		return this.speak(
			'interjection',
			{id: 'arbiter', name: 'o3'},
			'exchange',
			round,
			{words: '30-75', target: seat.id, violation},
			['Step in now.', `Reason: ${reason}`],
		);
	}

	play(): this {
		const {seats, options} = this;
		this.speak(
			'introduction',
			{id: 'arbiter', name: 'o3'},
			'introduction',
			0,
			{words: '200-350', mode: 'podcast', first: 'chair_1'},
			['Open the show.'],
		);
		for (const seat of seats)
			this.speak('opening', seat, 'opening', 0, {words: '150-300'}, ['Open.', ...obligations.slice(1)]);
		const due = new Map<string, string[]>();
		for (let round = 1; round <= options.exchanges; round++) {
			for (const seat of seats) {
				const {turn, judgement} = this.reply(seat, round, due.get(seat.id) ?? []);
				due.delete(seat.id);
				const violation =
					options.interjections === false ? undefined : faultOf(judgement, turn.finish === 'interrupted');
				if (violation !== undefined)
					due.set(seat.id, [
						`- answer: the arbiter: “${this.interject(seat, violation, 'a rule was broken', round).text.split(' ').slice(-40).join(' ')}”`,
					]);
			}
		}
		this.speak(
			'synthesis',
			{id: 'arbiter', name: 'o3'},
			'synthesis',
			0,
			{words: '350-500', mode: 'podcast', calltoaction: 'yes'},
			[
				'Close.',
				tag(
					'record',
					{},
					seats.map(({id}) => `${id}: mean 82, steel-man 3/4, self-critique 4/4, consistent 4/4`).join('\n'),
				),
			],
		);
		return this;
	}
}

/** The major fault that an annotation amounts to; what a turn that was cut did not come to, it did not owe. */
export function faultOf(answers: Judgement, cut = false): string | undefined {
	const none = (id: string) => !cut && answers[id]?.answer === 'none';
	const majors = Object.keys(answers).filter(id => answers[id]?.answer === 'major');
	if (majors.includes('X1') || none('S1')) return 'straw_manning';
	if (none('C1')) return 'missing_self_critique';
	if (none('F1') || majors.includes('V')) return 'framework_inconsistency';
	return majors.filter(id => id !== 'V').length >= 2 ? 'rhetorical_evasion' : undefined;
}
