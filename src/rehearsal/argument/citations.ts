/**
 * How a rehearsed chair uses documents: it searches by the words of the topic and of its opponent, and quotes truly for
 * the most part. At times it alters a word or a figure, names the wrong passage or makes something up, so that every
 * standing of a citation comes up.
 */
import type {Composer, ComposerInput, Piece} from '../composer.ts';
import {blocksOf, type Block} from '../notation.ts';
import {at, hash} from '../random.ts';
import {contentWords, countWords, sentencesOf, withoutStop} from '../text.ts';
import type {Speaker} from './speaker.ts';
import {decapitalise} from '../sentence-writer.ts';

/** Words that a true quotation is not cut at. */
const weighty =
	/\d|\b(?:not|no|never|nobody|none|nothing|may|might|could|only|most|half|third|quarter|hardly|almost|about)\b/iu;

/** In what ways passages are cited, in turn: chairs take them alternately, so that each quotes falsely at some time. */
const manners = [
	'figure',
	'true',
	'shortened',
	'invented',
	'statement',
	'word',
	'elsewhere',
	'foreign',
	'nowhere',
	'contrary',
	'true',
	'unsourced',
	'true',
	'true',
] as const;
type CitingManner = (typeof manners)[number];

const leads = [
	'It is written in plain words:',
	'The record that we were given says:',
	'I did not make this up, it stands there:',
	'Whoever reads the documents finds this:',
	'One line of it stays with me:',
];

const translates = 'A reader from abroad says it too';

/** What the other ways of citing begin with: one that was cut off before it was heard is tried again. */
const otherLeads = [
	'What we were given on',
	'It is simply not the case that',
	'As a wise neighbour of mine would put it',
	translates,
];
const cites = (text: string): boolean => [...leads, ...otherLeads].some(lead => text.includes(lead));

type SeenPassage = {readonly id: string; readonly text: string};

/** What a turn cites, between its argument and its close; nothing where there are no documents. */
export function citing(input: ComposerInput, speaker: Speaker): Piece[] {
	const passages = passagesIn(input);
	if (passages.length === 0) return [];
	const {round, me} = speaker;
	const {chairs, turns} = input.prompt;
	const own = turns.filter(turn => turn.speaker === me.id && turn.kind !== 'opening');
	const heard = own.filter(turn => cites(turn.text)).length;
	const place = (me.seat + (hash('citing', input.seed) % 2)) % Math.max(1, chairs.length);
	const next = round < 1 ? 'true' : at(manners, heard * chairs.length + place);
	// What is in another language is seldom found: whoever has it first translates it.
	const isRare = passages.some(({text}) => isGerman(text)) && turns.every(({text}) => !text.includes(translates));
	const manner = round >= 1 && next === 'true' && isRare ? 'foreign' : next;
	const start = hash(`passage ${round} ${me.id}`, input.seed);
	const choices = passages.map((_, index) => at(passages, start + index));
	const lead = at(leads, start + round);
	for (const passage of choices) {
		const text = cited(manner, passage, passages, lead);
		if (text !== undefined) return [{text, keep: 9}];
	}
	const [first] = choices;
	const text = first && cited('statement', first, passages, lead);
	return text === undefined ? [] : [{text, keep: 9}];
}

/** A sentence that cites a passage in this manner; undefined where the passage does not lend itself to it. */
function cited(
	manner: CitingManner,
	{id, text}: SeenPassage,
	all: readonly SeenPassage[],
	lead: string,
): string | undefined {
	const line = quotableLine(text);
	const words = line?.split(' ') ?? [];
	switch (manner) {
		case 'true':
			return line && `${lead} “${line}” [${id}].`;
		case 'shortened': {
			const middle = words.slice(5, 8);
			return words.length < 12 || middle.some(word => weighty.test(word) || /[.,;:]/u.test(word))
				? undefined
				: `${lead} “${[...words.slice(0, 5), '…', ...words.slice(8)].join(' ')}” [${id}].`;
		}
		case 'word': {
			const place = words.findIndex(
				(word, index) => index > 2 && index < words.length - 2 && /^\p{Ll}{5,}$/u.test(word) && !weighty.test(word),
			);
			return words.length < 8 || place < 0 ? undefined : `${lead} “${words.with(place, 'plainly').join(' ')}” [${id}].`;
		}
		case 'figure':
			return words.length < 8 ? undefined : `${lead} “${falsified(words).join(' ')}” [${id}].`;
		case 'elsewhere': {
			const other = all.find(each => each.id.split('.')[0] !== id.split('.')[0]);
			return line && other && `${lead} “${line}” [${other.id}].`;
		}
		case 'statement': {
			const [topic = ''] = contentWords(text);
			return `What we were given on ${topic} bears that out well enough [${id}].`;
		}
		case 'contrary':
			return line && `It is simply not the case that ${decapitalise(line)} [${id}].`;
		case 'invented':
			return `${lead} “every household that was asked has since written to thank the council for it” [${id}].`;
		case 'nowhere':
			return `${lead} “a later inquiry withdrew each of these findings without a word” [S999.9].`;
		case 'unsourced':
			return `As document ${id.split('.')[0] ?? id} would put it, “a price is a letter that nobody signs”.`;
		case 'foreign':
			return isGerman(text) ? `${translates}: “a rule like this can buy time and nothing more” [${id}].` : undefined;
		default:
			return manner satisfies never;
	}
}

/** A line of a passage for a reviewer’s evidence, every other one altered; nothing where there are no documents. */
export function citedLine(input: ComposerInput, place: number): string | undefined {
	const passages = passagesIn(input);
	for (const [index] of passages.entries()) {
		const {id, text} = at(passages, hash(`evidence ${place} ${input.task.speaker ?? ''}`, input.seed) + index);
		const line = quotableLine(text);
		const words = line?.split(' ') ?? [];
		if (line !== undefined) return `“${place % 2 === 1 ? falsified(words).join(' ') : line}” [${id}]`;
	}
	return undefined;
}

/** Another figure, or else a denial. */
function falsified(words: readonly string[]): readonly string[] {
	const place = words.findIndex(word => /^\d[\d,.]*$/u.test(word));
	const figure = words[place];
	if (figure !== undefined) return words.with(place, String(Number(figure.replaceAll(/\D/gu, '')) + 7));
	const denial = words.findIndex(word => /^(?:not|never)$/u.test(word));
	return denial >= 0 ? words.toSpliced(denial, 1) : words.toSpliced(3, 0, 'never');
}

const isGerman = (text: string, least = 5): boolean =>
	(text.match(/\b(?:der|die|das|und|nicht|ist|ein|eine|den|für|von)\b/gu)?.length ?? 0) >= least;

/** A sentence that can be quoted whole. */
function quotableLine(text: string): string | undefined {
	const found = sentencesOf(text.replaceAll(/\s+/gu, ' ')).find(sentence => {
		const count = countWords(sentence);
		return count >= 8 && count <= 24 && !/["“”„()[\]#|*_]/u.test(sentence) && /^\p{Lu}.*[.!]$/u.test(sentence);
	});
	return found && withoutStop(found);
}

/** All passages in the prompt: those behind the task, or those that stand in the debate’s own tag. */
function passagesIn({prompt, task}: ComposerInput): readonly SeenPassage[] {
	const blocks = [...task.blocks, ...prompt.inside].filter(({name}) => ['found', 'cited', 'sources'].includes(name));
	return blocks
		.flatMap(({body}: Block) => blocksOf(body))
		.filter(({name}) => name === 'passage')
		.map(({attributes, body}) => ({id: attributes['id'] ?? '', text: body}))
		.filter(({id}) => id !== '');
}

/** Up to three searches: by the topic, by what stands against the speaker, and by what was said last and one title. */
export const research: Composer = ({prompt, task, seed}) => {
	const topic = contentWords(prompt.proposition ?? '')
		.slice(0, 5)
		.join(' ');
	const last = contentWords(task.blocks.find(({name}) => name === 'last')?.body ?? '');
	const against = contentWords(task.blocks.find(({name}) => name === 'ledger')?.body ?? '');
	const pick = (words: readonly string[]): string =>
		words.length === 0 ? '' : [0, 1, 2, 3].map(step => at(words, hash(`search ${step}`, seed) + step * 7)).join(' ');
	const listed = [
		...(prompt.inside.find(({name}) => name === 'sources')?.body ?? '').matchAll(/^S\d+ (.+) \([\d,.]+ words\).*$/gmu),
	];
	const chance = hash(`title ${prompt.turns.length} ${last.length}`, seed);
	const foreign = chance % 2 === 0 ? listed.find(([line]) => isGerman(line, 2)) : undefined;
	const title = listed.length === 0 ? undefined : (foreign ?? at(listed, chance))[1];
	const queries = [topic, pick(against), title === undefined ? pick(last) : `${title} ${pick(last)}`];
	// Once in a while of what was said last, where the web is offered.
	const web = task.prose.includes('as "web"') && chance % 3 === 0 ? {web: `${topic} ${pick(last)}`.trim()} : {};
	return {queries: queries.filter(query => query !== ''), ...web};
};

/** Whether a passage bears a statement out, by the words that both have; one that denies it has it against it. */
export const support: Composer = ({task}) =>
	Object.fromEntries(
		task.blocks
			.filter(({name}) => name === 'statement' || name === 'quotation')
			.map(({name, attributes, body}) => {
				if (name === 'quotation') return [attributes['key'] ?? '', {answer: quotedFairly(body), sentence: 0}];
				const statement = /^Statement: (.*)$/mu.exec(body)?.[1] ?? '';
				const sentences = blocksOf(body)
					.filter(({name}) => name === 'passage')
					.flatMap(passage => [...passage.body.matchAll(/^\[(\d+)\] (.*)$/gmu)])
					.map(([, number, text = '']) => ({number: Number(number), shared: sharedWords(statement, text)}));
				const best = sentences.toSorted((one, other) => other.shared - one.shared)[0] ?? {number: 0, shared: 0};
				const denies = /\bnot the case that\b/iu.test(statement);
				const answer =
					denies && best.shared > 3 ? 'opposite' : best.shared > 3 ? 'supports' : best.shared > 0 ? 'partly' : 'no';
				return [attributes['key'] ?? '', {answer, sentence: answer === 'no' ? 0 : best.number}];
			}),
	);

/** Words that stand nowhere were made up; where they stand, nothing is held against whoever took them from there. */
const quotedFairly = (body: string): string =>
	/^The program: .*(?:none of the documents|nowhere|no document|altered in what it says)/mu.test(body)
		? 'false'
		: 'fair';

const sharedWords = (one: string, other: string): number =>
	new Set(contentWords(one)).intersection(new Set(contentWords(other))).size;
