/** Parses prompts in the notation of docs/prompt-notation.md: the seats, the turns so far, and the current task. */
import type {Message} from '../debate/protocol.ts';

/** A chair as described by its card; `seat` counts from 0. */
export type ChairCard = {
	readonly id: string;
	readonly name: string;
	readonly seat: number;
	readonly provider: string | undefined;
	readonly framework: string | undefined;
	readonly label: string | undefined;
	readonly argues: string | undefined;
	readonly question: string | undefined;
	readonly persona: string | undefined;
	readonly strengths: readonly string[];
	readonly blindSpots: readonly string[];
};

export type PromptTurn = {
	readonly id: string;
	readonly speaker: string;
	readonly name: string;
	readonly kind: string;
	readonly cut: boolean;
	readonly text: string;
};

export type Block = {readonly name: string; readonly attributes: Attributes; readonly body: string};

/** The current task. `lines` are its `- key: text` lines, `labels` its `Heading: text` lines, `blocks` its tags. */
export type Task = {
	readonly kind: string;
	readonly speaker: string | undefined;
	readonly words: {readonly min: number; readonly max: number} | undefined;
	readonly round: number | undefined;
	readonly attributes: Attributes;
	readonly lines: readonly {readonly key: string; readonly text: string}[];
	readonly labels: Readonly<Record<string, string>>;
	readonly blocks: readonly Block[];
	/** The instructions, without those lines and tags. */
	readonly prose: string;
};

export type ParsedPrompt = {
	readonly protocol: string | undefined;
	readonly tone: string | undefined;
	readonly proposition: string | undefined;
	readonly context: string | undefined;
	readonly chairs: readonly ChairCard[];
	readonly arbiter: {readonly id: string; readonly name: string; readonly provider: string | undefined} | undefined;
	readonly show: {readonly name: string; readonly episode: string | undefined} | undefined;
	readonly digest: string | undefined;
	readonly turns: readonly PromptTurn[];
	/** What is debated, where it has a tag of its own beside the task. */
	readonly subject: string | undefined;
	readonly task: Task | undefined;
	/** The tags inside the debate's own tag. */
	readonly inside: readonly Block[];
	/** The text of all system messages. */
	readonly system: string;
	/** The last user message, verbatim. */
	readonly asked: string;
	/** Whether an earlier answer to this request was rejected, and the prompt says why. */
	readonly askedAgain: boolean;
};

type Attributes = Readonly<Record<string, string>>;

const block = /<([a-z][\w-]*)((?:\s+[\w-]+="[^"]*")*)\s*>(?:\n?)([\s\S]*?)(?:\n?)<\/\1>/giu;
const taskTag = /<task((?:\s+[\w-]+="[^"]*")*)\s*>\n?([\s\S]*?)\n?<\/task>/u;

/** Parses any messages; what is not in our notation leaves its fields empty. */
export function readPrompt(messages: readonly Message[]): ParsedPrompt {
	const system = messages
		.filter(message => message.role === 'system')
		.map(message => message.content)
		.join('\n\n');
	const users = messages.filter(message => message.role === 'user').map(message => message.content);
	const {debate, inside} = debateIn(messages, system);
	const asking = messages.findLastIndex(message => message.role === 'user' && taskTag.test(message.content));
	const others = messages
		.filter((message, index) => message.role === 'user' && index !== asking)
		.flatMap(message => blocksOf(message.content));
	const show = inside.find(({name}) => name === 'show');
	return {
		inside,
		protocol: debate?.attributes['protocol'],
		tone: debate?.attributes['tone'],
		proposition: body(inside, 'proposition'),
		context: body(inside, 'context'),
		chairs: inside.filter(({name}) => name === 'chair').map(readCard),
		arbiter: readArbiter(inside),
		show: show && {name: show.attributes['name'] ?? '', episode: show.attributes['episode']},
		digest: body(others, 'digest'),
		turns: others.filter(({name}) => name === 'turn').map(each => readTurn(each, inside)),
		subject: body(others, 'subject'),
		task: readTask(messages[asking]?.content ?? ''),
		system,
		asked: users.at(-1) ?? '',
		askedAgain: isAskedAgain(messages, asking),
	};
}

type DebateBlock = {readonly debate: Block | undefined; readonly inside: readonly Block[]};
const known = new WeakMap<Message, DebateBlock>();

/** The debate in the system messages, which all seats share and which are parsed once. */
function debateIn(messages: readonly Message[], system: string): DebateBlock {
	const [only, ...others] = messages.filter(({role}) => role === 'system');
	const before = only && others.length === 0 ? known.get(only) : undefined;
	if (before) return before;
	const debate = blocksOf(system).find(({name}) => name === 'debate');
	const read = {debate, inside: blocksOf(debate?.body ?? '')};
	if (only && others.length === 0) known.set(only, read);
	return read;
}

/** The outermost tags of a text, in order. */
export const blocksOf = (text: string): Block[] =>
	[...text.matchAll(block)].map(([, name = '', attributes = '', inner = '']) => ({
		name: name.toLowerCase(),
		attributes: readAttributes(attributes),
		body: inner.trim(),
	}));

const readAttributes = (text: string): Attributes =>
	Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/gu)].map(([, key = '', value = '']) => [key, value]));

const body = (blocks: readonly Block[], name: string): string | undefined =>
	blocks.find(block => block.name === name)?.body || undefined;

function readCard({attributes, body}: Block, seat: number): ChairCard {
	return {
		id: attributes['id'] ?? `chair_${seat + 1}`,
		name: attributes['name'] ?? attributes['label'] ?? `Chair ${seat + 1}`,
		seat,
		provider: attributes['provider'] || undefined,
		framework: attributes['framework'],
		label: attributes['label'],
		argues: labelled(body, 'Argues from'),
		question: labelled(body, 'Core question'),
		persona: labelled(body, 'Persona'),
		strengths: listed(body, 'Strengths'),
		blindSpots: listed(body, 'Blind spots'),
	};
}

const labelled = (text: string, heading: string): string | undefined =>
	new RegExp(`^${heading}:[ \\t]*(\\S.*)$`, 'mu').exec(text)?.[1]?.trim();

const listed = (text: string, heading: string): string[] =>
	(new RegExp(`^${heading}:[ \\t]*\\n((?:- .*(?:\\n|$))+)`, 'mu').exec(text)?.[1] ?? '')
		.split('\n')
		.filter(line => line.startsWith('- '))
		.map(line => line.slice(2).trim());

function readArbiter(blocks: readonly Block[]): ParsedPrompt['arbiter'] {
	const found = blocks.find(({name}) => name === 'arbiter');
	return (
		found && {
			id: found.attributes['id'] ?? 'arbiter',
			name: found.attributes['name'] ?? 'the arbiter',
			provider: found.attributes['provider'] || undefined,
		}
	);
}

/** A turn with a name alone is that of the only seat with this name. */
const seatNamed = (name: string | undefined, cards: readonly Block[]): string | undefined =>
	cards.find(({name: kind, attributes}) => (kind === 'chair' || kind === 'arbiter') && attributes['name'] === name)
		?.attributes['id'];

const readTurn = ({attributes, body}: Block, cards: readonly Block[]): PromptTurn => ({
	id: attributes['id'] ?? '',
	speaker: attributes['speaker'] ?? seatNamed(attributes['name'], cards) ?? '',
	name: attributes['name'] ?? attributes['speaker'] ?? '',
	kind: attributes['kind'] ?? 'reply',
	cut: attributes['cut'] === 'yes',
	text: body,
});

function readTask(content: string): Task | undefined {
	const match = taskTag.exec(content);
	if (!match) return undefined;
	const attributes = readAttributes(match[1] ?? '');
	const blocks = blocksOf(match[2] ?? '');
	const prose = (match[2] ?? '').replaceAll(block, '');
	const round = Number(attributes['round']);
	return {
		kind: attributes['kind'] ?? '',
		speaker: attributes['speaker'],
		words: readBudget(attributes['words']),
		round: Number.isSafeInteger(round) && round > 0 ? round : undefined,
		attributes,
		lines: [...prose.matchAll(/^- ([\w-]+):[ \t]*(.*)$/gmu)].map(([, key = '', text = '']) => ({
			key,
			text: text.trim(),
		})),
		labels: Object.fromEntries(
			[...prose.matchAll(/^(\p{Lu}[\p{L} ]{1,40}):[ \t]*(\S.*)$/gmu)].map(([, key = '', text = '']) => [
				key.toLowerCase(),
				text.trim(),
			]),
		),
		blocks,
		prose: prose.replaceAll(/^- [\w-]+:.*$/gmu, '').trim(),
	};
}

/** `150-300` is a range, `40` a maximum. */
function readBudget(text: string | undefined): Task['words'] {
	const [, low, high] = /^(\d+)(?:\s*[-–]\s*(\d+))?$/u.exec(text?.trim() ?? '') ?? [];
	if (low === undefined) return undefined;
	return high === undefined ? {min: 0, max: Number(low)} : {min: Number(low), max: Math.max(Number(low), Number(high))};
}

/** Whether something follows the request: our answer, or a complaint about it. */
function isAskedAgain(messages: readonly Message[], asking: number): boolean {
	const last = messages.at(-1);
	if (asking < 0)
		return (
			messages.length > 2 &&
			messages.at(-2)?.role === 'assistant' &&
			/\b(?:json|schema|valid|did not fit|does not fit)\b/iu.test(last?.content ?? '')
		);
	if (asking < messages.length - 1) return true;
	const outside = (last?.content ?? '').replace(taskTag, '');
	return /\b(?:your|the) (?:earlier|previous|last|first) answer\b|\b(?:does|did) not fit\b|\bnot valid json\b/iu.test(
		outside,
	);
}

/** The text of the lines with this key. */
export const taskLines = (task: Task | undefined, key: string): string[] =>
	(task?.lines ?? []).filter(line => line.key === key).map(line => line.text);

// Claims of the ledger as prompts write them: one a line, `B3: what is claimed`.

type WrittenClaim = {readonly id: string; readonly claim: string};

export const claimsIn = (text: string): readonly WrittenClaim[] =>
	[...text.matchAll(/^([A-F]\d+): (.+)$/gmu)].map(([, id = '', claim = '']) => ({
		id,
		claim: claim.replace(/…$/u, '').trim(),
	}));

/** The letter of a seat that counts from 0. */
export const seatLetter = (seat: number): string => String.fromCharCode('A'.charCodeAt(0) + seat);
