/**
 * Who speaks is for the engine to say, not for the words: a speaker's own label is taken off, and a turn ends where its
 * model goes on as somebody else.
 */
import {escapePattern} from '../../debate/text/words.ts';
import type {Participant} from '../../debate/events.ts';
import type {TurnContext} from './turn-context.ts';

type LabelledSeat = Pick<Participant, 'id' | 'name' | 'role'> & {
	readonly model?: string | undefined;
	readonly framework?: string | undefined;
};

export type LabelRules = {
	readonly own: LabelledSeat;
	readonly others: readonly LabelledSeat[];
	/** Whether turns are speeches, in which a line that begins with another seat's label is that seat's. */
	readonly spoken: boolean;
	/** Whether it hosts or judges: then it may well head a paragraph by whom it is about. */
	readonly hosts: boolean;
};

/** The speaker's own words so far; `as` is the name of whom the model went on as, and then the turn is over. */
export type OwnWords = {readonly text: string; readonly as?: string};

/** Short names are words of a language too, and are only meant as they are written. */
const inAnyCase = (name: string): string =>
	name.length > 2
		? escapePattern(name).replaceAll(/\p{L}/gu, letter => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
		: escapePattern(name);
const either = (names: readonly string[]): string =>
	names
		.toSorted((one, other) => other.length - one.length)
		.map(name => inAnyCase(name).replaceAll(/\s+/gu, String.raw`[\s_]+`))
		.join('|');

/** What a seat is called that nothing else is: its name, its id with a number, its model. */
const namesOf = ({id, name, model}: LabelledSeat): string[] => [
	...new Set(
		[name, ...(/\d/u.test(id) ? [id, id.replaceAll(/[_-]/gu, ' ')] : []), model?.split('/').at(-1)].filter(
			(each): each is string => each !== undefined && each.trim() !== '',
		),
	),
];

/** What seats are called by what they do. Speeches have headings and paragraphs that begin with the same words. */
const byRole: Readonly<Record<string, readonly string[]>> = {
	for: ['for', 'proposition', 'pro', 'affirmative', 'government'],
	against: ['against', 'opposition', 'con', 'contra', 'negative'],
	arbiter: ['arbiter', 'moderator', 'host', 'chairman', 'chairwoman', 'chairperson'],
	judge: ['judge'],
};
const rolesOf = ({id, role, framework}: LabelledSeat): string[] => [
	...new Set([
		...(byRole[role] ?? [role]),
		...(/\d/u.test(id) ? [] : [id]),
		...(framework === undefined ? [] : [framework, framework.replaceAll(/[_-]/gu, ' ')]),
	]),
];
const anyOpponent = [
	'opponent',
	'my opponent',
	'the opponent',
	'other side',
	'the other side',
	'user',
	'human',
	'audience',
];

/** Behind a name, what a speaker is: in brackets, or in words that say nothing else. */
const qualified = String.raw`(?:[ \t]*\([^()\n]{1,60}\)|[ \t]*[,–—-][ \t]*(?:(?:[Tt]he|speaking|arguing|for|against|in|favou?r|of|this|pro|con|motion|house|side|proposition|opposition|first|second|third|speaker|chair|host|moderator|arbiter|\p{L}+ian|\p{L}+ist|\p{L}*ethics?|\d+)[ \t]*){1,6})?`;
const lead = String.raw`[ \t]*(?:#{1,6}[ \t]+)?(?:\p{Extended_Pictographic}\uFE0F?[ \t]*)?`;

type Label = {readonly colon: RegExp; readonly heading: RegExp};

/** The label of whoever has one of these names, at the beginning of a line: with a colon, or set as a heading. */
function labelOf(names: readonly string[]): Label {
	const name = `(?:${either(names)})${qualified}`;
	return {
		colon: new RegExp(String.raw`^${lead}[*_[(]{0,4}${name}[*_\])]{0,4}[ \t]*[:：][*_\])]{0,4}[ \t]*\n*`, 'u'),
		heading: new RegExp(
			String.raw`^(?:[ \t]*#{1,6}[ \t]+[*_[]{0,4}${name}[*_\]]{0,4}|[ \t]*[*_]{2,3}\[?${name}\]?[*_]{2,3}|[ \t]*\[${name}\])[ \t]*(?:\n+|$)`,
			'u',
		),
	};
}

const labelIn = ({colon, heading}: Label, line: string): string | undefined =>
	colon.exec(line)?.[0] ?? heading.exec(line)?.[0];

/** The longest label, in characters. */
const longest = 120;
/** How a line may go on behind a name that is a label. */
const goesOn = /^[ \t]*(?:$|[*_\])(,–—:：-])/u;

/** Whether the beginning of a line may still become a label. */
function mayBecome(line: string, names: readonly string[]): boolean {
	if (line.includes('\n') || line.length > longest) return false;
	const begun = line
		.replace(/^[ \t]*#{0,6}[ \t]*(?:\p{Extended_Pictographic}\uFE0F?[ \t]*)?[*_[(]{0,4}/u, '')
		.toLowerCase();
	return names
		.map(name => name.toLowerCase())
		.some(name => name.startsWith(begun) || (begun.startsWith(name) && goesOn.test(begun.slice(name.length))));
}

/** How a speech begins: in the first person, or with thanks to whoever spoke before. */
const beginsSpeech =
	/^["“*_(]*(?:I(?:['’](?:m|d|ve|ll))?|We|My (?:opponent|friend|colleague)|Thank(?:s| you)|Ladies|With respect|Let me|Ich|Wir|Danke|Mein\w*|Je|J['’]|Nous|Merci|Mon|Yo|Nosotros|Gracias|Mi)(?!\p{L})|^(?:我|谢谢|感谢)/u;

/** Behind a label that may be a heading, this much is looked at before it counts, in characters. */
const enough = 60;
const quotation = /^["“„«‘「]/u;

type OtherSeat = {readonly name: string; readonly label: Label};

/** Reads a speaker's words as they are written. */
export class SpeakerLabels {
	readonly #rules: LabelRules;
	readonly #own: Label;
	readonly #ownRole: Label;
	readonly #others: readonly OtherSeat[];
	readonly #byRole: Label | undefined;
	readonly #names: readonly string[];
	/** The beginning of a line while it may be that of a label. */
	#line: string | undefined = '';
	/** A label that may be a heading, and what follows it, until that shows who speaks. */
	#suspected: string | undefined;
	/** The speaker's own words have begun, with a quotation mark or without. */
	#begun: 'no' | 'plainly' | 'quoted' = 'no';
	/** Roles have headed lines that were the speaker's own: then another is such a heading too. */
	#lists = false;

	constructor(rules: LabelRules) {
		const {own, others, spoken} = rules;
		const [names, roles] = [namesOf(own), rolesOf(own)];
		const isOwn = (name: string): boolean => names.some(each => each.toLowerCase() === name.toLowerCase());
		const seats = (spoken ? others : [])
			.map(seat => ({name: seat.name, names: namesOf(seat).filter(name => !isOwn(name))}))
			.filter(seat => seat.names.length > 0);
		const otherRoles = spoken ? [...others.flatMap(rolesOf), ...anyOpponent].filter(role => !roles.includes(role)) : [];
		this.#rules = rules;
		this.#own = labelOf(names);
		this.#ownRole = labelOf(roles);
		this.#others = seats.map(seat => ({name: seat.name, label: labelOf(seat.names)}));
		this.#byRole = otherRoles.length > 0 ? labelOf(otherRoles) : undefined;
		this.#names = [...names, ...roles, ...seats.flatMap(seat => seat.names), ...otherRoles];
	}

	push(piece: string): OwnWords {
		let text = '';
		for (const part of piece.split(/(?<=\n)/u)) {
			const own = this.#take(part);
			text += own.text;
			if (own.as !== undefined) return {text, as: own.as};
		}
		return {text};
	}

	/** What was held back. */
	end(): OwnWords {
		let text = '';
		while (this.#suspected !== undefined || this.#line) {
			const held = this.#line ?? '';
			this.#line = undefined;
			const own = this.#suspected === undefined ? this.#read(held) : this.#judge(this.#suspected);
			text += own.text;
			if (own.as !== undefined) return {text, as: own.as};
		}
		return {text};
	}

	/** `part` has one line end at most, behind all else. */
	#take(part: string): OwnWords {
		if (this.#suspected !== undefined) {
			this.#suspected += part;
			return this.#suspected.trim().length < enough + longest ? {text: ''} : this.#judge(this.#suspected);
		}
		if (this.#line === undefined) return this.#give(part);
		const line = this.#line + part;
		if (!this.#isLabelled(line) && mayBecome(line, this.#names)) {
			this.#line = line;
			return {text: ''};
		}
		this.#line = undefined;
		return this.#read(line);
	}

	/** Whether a line begins with a label and goes on behind it. */
	#isLabelled(line: string): boolean {
		return [this.#own, this.#ownRole, this.#byRole, ...this.#others.map(({label}) => label)].some(label => {
			const found = label && labelIn(label, line);
			return found !== undefined && line.slice(found.length).trim() !== '';
		});
	}

	#read(line: string): OwnWords {
		const isFirst = this.#begun === 'no';
		const {spoken, hosts} = this.#rules;
		const own = labelIn(this.#own, line) ?? (isFirst && spoken ? labelIn(this.#ownRole, line) : undefined);
		if (own !== undefined && (isFirst || spoken)) {
			const words = line.slice(own.length);
			return words === '' ? this.#nextLine() : this.#give(words);
		}
		this.#lists ||= spoken && labelIn(this.#ownRole, line) !== undefined;
		const other = this.#others.find(({label}) => labelIn(label, line) !== undefined);
		if (other && this.#quotes(line, other.label)) return this.#give(line);
		if (other && !hosts) return {text: '', as: other.name};
		if ((other || (this.#byRole && labelIn(this.#byRole, line) !== undefined)) && !isFirst) {
			this.#suspected = line;
			return {text: ''};
		}
		return this.#give(line);
	}

	/** Whether what follows a label is a quotation, where the speaker's words are not written as one themselves. */
	#quotes(line: string, label: Label): boolean {
		return this.#begun !== 'quoted' && quotation.test(line.slice(labelIn(label, line)?.length ?? 0).trimStart());
	}

	/** Whether a label that may be a heading has a speech behind it; if not, all of it is the speaker's own. */
	#judge(text: string): OwnWords {
		this.#suspected = undefined;
		const labels = [...this.#others, ...(this.#byRole ? [{name: undefined, label: this.#byRole}] : [])];
		const found = labels
			.flatMap(({name, label}) => ({name, label: labelIn(label, text)}))
			.find(each => each.label !== undefined);
		const label = found?.label ?? '';
		const words = text.slice(label.length).trimStart();
		if (!this.#lists && beginsSpeech.test(words))
			return {text: '', as: found?.name ?? label.replaceAll(/[^\p{L}\p{N} ]/gu, '').trim()};
		this.#lists = true;
		const end = text.indexOf('\n') + 1 || text.length;
		const first = this.#give(text.slice(0, end));
		const rest = this.push(text.slice(end));
		return {...rest, text: first.text + rest.text};
	}

	#give(text: string): OwnWords {
		const words = text.trimStart();
		if (this.#begun === 'no' && words !== '') this.#begun = quotation.test(words) ? 'quoted' : 'plainly';
		if (text.endsWith('\n')) this.#line = '';
		return {text};
	}

	#nextLine(): OwnWords {
		this.#line = '';
		return {text: ''};
	}
}

/** What a participant is called now. */
export const nameOf = ({log}: TurnContext, id: string): string =>
	log.heard().seats.find(seat => seat.id === id)?.name ?? id;

/** Who the words of a participant may be labelled as. */
export function labelRules({log, spoken, quorum}: TurnContext, participant: string): LabelRules {
	const {seats} = log.heard();
	return {
		own: seats.find(({id}) => id === participant) ?? {id: participant, name: participant, role: participant},
		others: seats.filter(({id}) => id !== participant),
		spoken,
		hosts: !quorum.speakers.includes(participant),
	};
}

// Removes tags of the prompt from an answer: small models repeat them.

const promptTags = ['task', 'turn', 'debate', 'digest', 'last_words'];
const echo = new RegExp(`</?(?:${promptTags.join('|')})(?:\\s[^<>\\n]{0,300})?>`, 'gu');

/** Whose turn an echoed tag begins, as a label on a line of its own. */
function labelled(found: string): string {
	const name =
		/^<turn\s[^>]*?\bname="([^"]+)"/u.exec(found)?.[1] ?? /^<turn\s[^>]*?\bspeaker="([^"]+)"/u.exec(found)?.[1];
	return name === undefined ? '' : `\n${name}:\n`;
}

/**
 * Filters text that comes in pieces; a tag may be spread over several of them. With `labels`, that of a turn leaves the
 * name of who speaks in it.
 */
export function promptTagFilter(labels = false): {push(piece: string): string; end(): string} {
	let held = '';
	return {
		push(piece) {
			const text = (held + piece).replaceAll(echo, found => (labels ? labelled(found) : ''));
			const from = beginning(text);
			held = text.slice(from);
			return text.slice(0, from);
		},
		end() {
			const rest = held;
			held = '';
			return rest;
		},
	};
}

/** Where an unfinished tag may begin; the end of the text if there is none. */
function beginning(text: string): number {
	const start = text.lastIndexOf('<');
	if (start < 0) return text.length;
	const [name = '', ...attributes] = text
		.slice(start + 1)
		.replace(/^\//u, '')
		.split(/(?=\s)/u);
	const open = attributes.length === 0 ? promptTags.some(each => each.startsWith(name)) : promptTags.includes(name);
	return open && text.length - start < 320 && !text.includes('\n', start) ? start : text.length;
}
