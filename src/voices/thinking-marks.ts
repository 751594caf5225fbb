/**
 * What models and their templates put around words: the marks of their thinking, and tokens that nobody says. One table
 * for streams and whole answers.
 */

/**
 * A part of an answer. Behind `taken-back`, all text so far turned out to be thinking; a `notice` is for the user.
 */
export type StreamPart =
	{readonly type: 'text' | 'thinking' | 'notice'; readonly text: string} | {readonly type: 'taken-back'};

/**
 * What a mark does: it begins thinking or ends it, begins what is said at last, ends a channel, hands the word to the
 * model or to whom it speaks with, or nothing. Thinking in `details` ends with them alone.
 */
type MarkMeaning =
	'open' | 'details' | 'channel' | 'close' | 'end-details' | 'end' | 'final' | 'model' | 'other' | 'nothing';

type MarkRow = {
	readonly mark: RegExp;
	/** What is found at the end of a text may go on as this mark; it is held back until that is known. */
	readonly begins?: RegExp;
	readonly means: (found: RegExpExecArray) => MarkMeaning;
};

const thoughts = String.raw`(?:[a-z]{1,12}[:_])?(?:think(?:ing)?|thoughts?|reasoning)|antthinking|reflection|scratchpad|(?:inner|internal)_monologue`;
const roles = 'assistant|model|chatbot|bot|gpt|user|human|system|developer|tool|environment';
const openOr = (close: string | undefined): MarkMeaning => (close ? 'close' : 'open');
const channelOf = (name = ''): MarkMeaning => (/^final/iu.test(name) ? 'final' : 'channel');
const roleOf = (name = ''): MarkMeaning =>
	name === '' ? 'nothing' : /^(?:assistant|model|chatbot|bot|gpt)/iu.test(name) ? 'model' : 'other';

/** The table. Rows above win where two find a mark at the same place. */
const rows: readonly MarkRow[] = [
	{
		mark: new RegExp(String.raw`<(/?)\s?(?:${thoughts})(?:\s[^<>\n]{0,200}?)?(/?)>`, 'giu'),
		means: ([, close, alone]) => (alone ? 'nothing' : openOr(close)),
	},
	{mark: /<details\s[^<>\n]{0,80}type="?reasoning[^<>\n]{0,120}>/giu, means: () => 'details'},
	{mark: /<\/details>/giu, means: () => 'end-details'},
	{mark: /\[(\/?)THINK(?:ING)?\]/gu, means: ([, close]) => openOr(close)},
	{mark: /◁(\/?)think▷/gu, means: ([, close]) => openOr(close)},
	// Harmony and its kin: a channel has a name, and only what stands in the final one is said.
	{
		mark: /<\|channel\|>\s*(\w*)(?:[^<\n]{0,60}(?:<\|constrain\|>[^<\n]{0,40})?<\|message\|>)?/giu,
		begins: /<\|channel\|>[^<\n]{0,60}(?:<\|constrain\|>[^<\n]{0,40})?(?:<[|a-z]{0,12})?$/iu,
		means: ([, name]) => channelOf(name),
	},
	{
		mark: /<\|channel>\s*(\w*)\n?/giu,
		begins: /<\|channel>\s*\w*$/iu,
		means: ([, name]) => channelOf(name),
	},
	{mark: /<\|(?:end|return|call)\|>/giu, means: () => 'end'},
	{mark: /<channel\|>/giu, means: () => 'close'},
	{
		mark: new RegExp(
			String.raw`<(?:[|｜](?:im_start|start|start_header_id|start_of_role|turn)[|｜]?|start_of_turn)>\s*(${roles})?(?:<[|｜](?:end_header_id|end_of_role|im_sep|message)[|｜]>)?\n{0,2}`,
			'giu',
		),
		begins:
			/<(?:[|｜](?:im_start|start|start_header_id|start_of_role|turn)[|｜]?|start_of_turn)>\s*[a-z]*\s*(?:<[^<>\s]{0,20}>?\s*)?$/iu,
		means: ([, name]) => roleOf(name),
	},
	{mark: /<[|｜](user|human|system|assistant|chatbot)(?:_token)?[|｜]>\n?/giu, means: ([, name]) => roleOf(name)},
	{mark: /<unused94>(?:thought\n)?/gu, begins: /<unused94>[thoug]{0,7}$/u, means: () => 'open'},
	{mark: /<unused95>/gu, means: () => 'close'},
	{mark: /\[(\/?)INST\]/gu, means: ([, close]) => (close ? 'model' : 'other')},
	// Tokens of any other template: some name thinking, the others say nothing.
	{
		mark: /<[|｜]([^<>|｜\n]{1,40})[|｜]>|<[|｜]([a-z_]{1,40})>|<([a-z_]{1,40})[|｜]>/giu,
		means: ([, ...names]) => {
			const name = names.find(each => each !== undefined) ?? '';
			return /think|thought|reason/iu.test(name) ? openOr(/^\/|end|close|stop/iu.exec(name)?.[0]) : 'nothing';
		},
	},
	{mark: /<\/?s>|<(?:bos|eos|pad|end_of_turn|unused\d+)>|<<\/?SYS>>|\[\/?SYSTEM_PROMPT\]/gu, means: () => 'nothing'},
];

/** A mark that is only begun: held back until it is whole, or too long for one. */
const unfinished = /(?:<<?(?:[/|｜]?[^<>\s][^<>\n]{0,220})?|\[\/?[A-Z_]{0,14}|◁[^▷\n]{0,8})$/u;

type FoundMark = {readonly at: number; readonly text: string; readonly meaning: MarkMeaning};

function markIn(text: string, from: number): FoundMark | undefined {
	let first: FoundMark | undefined;
	for (const {mark, means} of rows) {
		mark.lastIndex = from;
		const found = mark.exec(text);
		if (found && (!first || found.index < first.at)) first = {at: found.index, text: found[0], meaning: means(found)};
	}
	return first;
}

/** How much of a text can be read before more of it has come. */
function readable(text: string): number {
	const ends = [unfinished, ...rows.flatMap(({begins}) => begins ?? [])].map(begun => begun.exec(text)?.index);
	return Math.min(text.length, ...ends.filter(end => end !== undefined));
}

const quotes: Readonly<Record<string, string>> = {
	'`': '`',
	'"': '"',
	"'": "'",
	'“': '”',
	'‘': '’',
	'«': '»',
	'„': '“',
	'「': '」',
};

/** What stood before a place, as far as it tells whether a mark there is only spoken about. */
class CodeContext {
	#line = '';
	#fenced = false;
	#json: 'none' | 'outside' | 'inside' | undefined;
	#escaped = false;

	add(text: string): void {
		for (const character of text) {
			this.#track(character);
			if (character === '\n') this.#fenced = /^\s*(?:```|~~~)/u.test(this.#line) !== this.#fenced;
			this.#line = character === '\n' ? '' : this.#line + character;
		}
	}

	/** The last character of the line. */
	get last(): string {
		return this.#line.at(-1) ?? '';
	}

	/** Whether a mark here is part of code, or of a text in JSON. */
	get isCode(): boolean {
		return this.#fenced || this.#json === 'inside' || this.#line.split('`').length % 2 === 0;
	}

	/** A text that begins as JSON is in a string from a quotation mark to the next. */
	#track(character: string): void {
		if (this.#json === undefined && character.trim() !== '') this.#json = /[{[]/u.test(character) ? 'outside' : 'none';
		if (this.#json === 'none' || this.#json === undefined) return;
		if (character === '"' && !this.#escaped) this.#json = this.#json === 'inside' ? 'outside' : 'inside';
		this.#escaped = character === '\\' && !this.#escaped;
	}
}

/** How thinking and answer begin where a server has taken the tokens of Harmony out of them. */
const [bareStart, bareFinal] = ['analysis', 'assistantfinal'];
type Speaking = 'text' | 'thinking' | 'channel' | 'details' | 'other';

const elsewhere = 'The answer went on in the place of another speaker, which is left out.';

/**
 * Splits a stream of pieces, wherever it is cut. White space before the first word is dropped, as thinking ends in
 * blank lines.
 */
export class ThinkingSplitter {
	#context = new CodeContext();
	#pending = '';
	/** Whose words come: the model's own, its thinking by how that ends, or another speaker's. */
	#mode: Speaking = 'text';
	/** Whether it has not been decided yet that thinking did not begin without its mark. */
	#isBare: 'unknown' | 'maybe' | 'no' = 'unknown';
	/** What may be such thinking so far, and the end of it that may be the beginning of its mark. */
	#held = {all: '', latest: ''};
	/** Text has been given. */
	#begun = false;
	/** Thinking has ended. */
	#paired = false;
	/** A mark has ended thinking that none had begun: what stood before it was that, if anything follows. */
	#lone = false;

	/** The parts in a piece. */
	push(piece: string): StreamPart[] {
		this.#pending += piece;
		return this.#split(false);
	}

	/** What was held back. */
	end(): StreamPart[] {
		const parts = this.#split(true);
		// A template that begins the thinking itself, and a model that came to nothing else.
		return this.#lone && this.#begun && !this.#paired ? [...parts, {type: 'taken-back'}] : parts;
	}

	#split(isEnd: boolean): StreamPart[] {
		const parts = this.#bareThinking(isEnd);
		if (this.#isBare !== 'no') return parts;
		let limit = isEnd ? this.#pending.length : readable(this.#pending);
		let from = 0;
		for (let mark = markIn(this.#pending, 0); mark && mark.at < limit; mark = markIn(this.#pending, from)) {
			const end = mark.at + mark.text.length;
			parts.push(...this.#give(this.#pending.slice(from, mark.at)));
			from = mark.at;
			const closing = quotes[this.#context.last];
			if (closing !== undefined && end === this.#pending.length && !isEnd) limit = from;
			if (limit === from) break;
			const isQuoted = closing !== undefined && closing === this.#pending[end];
			const isSpoken = isQuoted || (this.#mode === 'text' && this.#context.isCode);
			parts.push(...(isSpoken ? this.#give(mark.text) : this.#apply(mark)));
			from = end;
		}
		limit = Math.max(from, limit);
		parts.push(...this.#give(this.#pending.slice(from, limit)));
		this.#pending = this.#pending.slice(limit);
		return parts;
	}

	/** Thinking at the beginning that only its name tells from words, once it is known to end as that. */
	#bareThinking(isEnd: boolean): StreamPart[] {
		if (this.#isBare === 'unknown') {
			const text = this.#pending.trimStart();
			if (!isEnd && text.length <= bareStart.length && bareStart.startsWith(text)) {
				// Blanks without end are not gathered.
				this.#pending = text;
				return [];
			}
			this.#isBare = /^analysis(?=["“\p{Lu}])/u.test(text) ? 'maybe' : 'no';
		}
		if (this.#isBare === 'no') return [];
		// What is held may be long: only what is new is looked at.
		const latest = this.#held.latest + this.#pending;
		const at = latest.indexOf(bareFinal);
		const all = this.#held.all + this.#pending;
		this.#held = {all, latest: latest.slice(1 - bareFinal.length)};
		this.#pending = '';
		if (at < 0 && !isEnd) return [];
		this.#isBare = 'no';
		const final = all.length - latest.length + at;
		this.#pending = at < 0 ? all : all.slice(final + bareFinal.length);
		if (at < 0) return [];
		this.#paired = true;
		return [{type: 'thinking', text: all.slice(all.indexOf(bareStart) + bareStart.length, final)}];
	}

	/** Gives words of whoever speaks. */
	#give(text: string): StreamPart[] {
		if (text === '') return [];
		this.#context.add(text);
		if (this.#mode !== 'text') return [{type: 'thinking', text}];
		const said = this.#begun && !this.#lone ? text : text.trimStart();
		if (said === '') return [];
		const taken: StreamPart[] = this.#lone && this.#begun ? [{type: 'taken-back'}] : [];
		this.#paired ||= this.#lone;
		this.#lone = false;
		this.#begun = true;
		return [...taken, {type: 'text', text: said}];
	}

	#apply({meaning, text}: FoundMark): StreamPart[] {
		if (meaning === 'nothing') return [];
		if (this.#mode === 'text') return this.#inText(meaning, text);
		if (this.#mode === 'other') {
			if (meaning === 'model' && !this.#begun) this.#enter('text');
			return [];
		}
		if (meaning === 'end-details' && this.#mode !== 'details') return this.#give(text);
		if (!endsOf[this.#mode].includes(meaning)) return [];
		this.#paired = true;
		this.#enter('text');
		return [];
	}

	#inText(meaning: MarkMeaning, text: string): StreamPart[] {
		switch (meaning) {
			case 'open':
				this.#enter('thinking');
				return [];
			case 'channel':
			case 'details':
				this.#enter(meaning);
				return [];
			case 'close':
			case 'final':
				this.#lone ||= meaning === 'close' || !this.#paired;
				this.#enter('text');
				return [];
			case 'other':
				this.#enter('other');
				return this.#begun ? [{type: 'notice', text: elsewhere}] : [];
			case 'end-details':
				return this.#give(text);
			default:
				return [];
		}
	}

	#enter(mode: Speaking): void {
		this.#mode = mode;
		this.#context = new CodeContext();
	}
}

/** What ends thinking, by how it began. */
const endsOf: Readonly<Record<'thinking' | 'channel' | 'details', readonly MarkMeaning[]>> = {
	thinking: ['close', 'final'],
	channel: ['close', 'final', 'end'],
	details: ['end-details', 'final'],
};

/** A complete text without thinking and tokens. */
export function withoutThinking(text: string): string {
	const splitter = new ThinkingSplitter();
	let said = '';
	for (const part of [...splitter.push(text), ...splitter.end()]) {
		if (part.type === 'text') said += part.text;
		if (part.type === 'taken-back') said = '';
	}
	return said.trim();
}

/**
 * Models whose templates open their thinking in the prompt, so that only its end is marked in their answers, as their
 * cards say: DeepSeek R1 and its distillations, QwQ, the Thinking and Reasoning releases of several makers.
 */
export const thinksUnopened =
	/deepseek-r1|r1-(?:distill|0528)|\bqwq\b|[-_](?:thinking|reasoning)\b|openthinker|glm-z1/iu;
