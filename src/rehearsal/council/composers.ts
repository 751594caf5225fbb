/**
 * Composers for a council, by kind of task. They draw positions by lot and say so, hold or move by a habit of the seat,
 * and know nothing of the question.
 */
import type {Composer, ComposerInput} from '../composer.ts';
import type {Block} from '../notation.ts';
import {at, hash} from '../random.ts';
import {firstWords, sentencesOf, withoutStop} from '../text.ts';

/** A number that is the same for a seat throughout a council, and another for each thing that is asked. */
const lot = ({task, seed}: ComposerInput, what: string): number => hash(`${task.speaker ?? ''} ${what}`, seed);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A word of the question, in which a claim can be made about any of them. */
function termOf({topic}: ComposerInput, place: number): string {
	const terms = topic.terms.filter(term => /^\p{L}{4,}$/u.test(term));
	return terms.length > 0 ? at(terms, place) : 'the question';
}

/** Sentences that are true or false of any word; `{term}` is one of the question. */
const claims = [
	'What is known of {term} is enough to decide by.',
	'A mistake about {term} would be noticed in time.',
	'What is decided about {term} can be undone later at little cost.',
	'Those who have to live with it care most about {term}.',
	'Without {term}, the other points would not matter.',
	'The case of {term} is no exception to the rule.',
] as const;

const claimAt = (input: ComposerInput, place: number): string =>
	capital(at(claims, place).replace('{term}', `“${termOf(input, place >>> 3)}”`));

const openPositions = [
	'Yes, as the question has it.',
	'Yes, as the question has it.',
	'No, not as the question has it.',
	'Only in part, and on a condition that can be checked.',
] as const;

const linesOf = (body: string): {id: string; text: string}[] =>
	[...body.matchAll(/^(?:- )?([a-z]?\w{1,6}): (.+)$/gmu)].map(([, id = '', text = '']) => ({id, text}));

const inDebate = ({prompt}: ComposerInput, name: string): string | undefined =>
	prompt.inside.find(block => block.name === name)?.body;

const optionsIn = (input: ComposerInput) => linesOf(inDebate(input, 'options') ?? '');
const positionsIn = ({task}: ComposerInput) => linesOf(bodyOf(task.blocks, 'positions'));
const bodyOf = (blocks: readonly Block[], name: string): string =>
	blocks.find(block => block.name === name)?.body ?? '';
const numberBase = (seed: number): number => 4 + (hash('number', seed) % 40);

const answer: Composer = input => {
	const {seed} = input;
	const options = optionsIn(input);
	const unit = inDebate(input, 'unit');
	const drawn = lot(input, 'position');
	const position =
		options.length > 0
			? at(options, drawn % 5 < 3 ? hash('leader', seed) : drawn).id
			: unit === undefined
				? at(openPositions, drawn)
				: String(numberBase(seed) + (drawn % 3 === 0 ? 1 + (drawn % 9) : 0));
	const words =
		options.find(({id}) => id === position)?.text ?? (unit === undefined ? position : `${position} ${unit}`);
	const first = claimAt(input, lot(input, 'first'));
	const second = claimAt(input, lot(input, 'second'));
	const claims = [...new Set([first, second])];
	const told = at(
		[
			`I am a rehearsal voice: I know nothing of the matter, and drew this answer by lot. ${capital(withoutStop(words))}.`,
			`${capital(withoutStop(words))}. That is what the lot gave me; a rehearsal voice has no view of its own.`,
			`By lot, and not by knowing anything: ${withoutStop(words)}. I rehearse how a seat answers.`,
		],
		lot(input, 'told'),
	);
	return {
		answer: `${told} What it would hang on, if a model sat here: ${claims.join(' ')} The strongest point against it is that nobody has looked.`,
		position,
		reasons: claims.map(claim => ({claim, rests: 'judgement', cites: []})),
		confidence: 40 + (lot(input, 'confidence') % 40),
		change: `Somebody who knows of “${termOf(input, lot(input, 'change'))}” and shows that it is otherwise.`,
	};
};

type ReadAnswer = {
	readonly letter: string;
	readonly position: string;
	readonly reasons: readonly {id: string; text: string}[];
};

const answersIn = ({task}: ComposerInput): ReadAnswer[] =>
	task.blocks
		.filter(({name}) => name === 'answer')
		.map(({attributes, body}) => ({
			letter: attributes['letter'] ?? '',
			position: /^Position: (.*)$/mu.exec(body)?.[1]?.trim() ?? '',
			reasons: linesOf(body)
				.filter(({id}) => /^[A-G]\d$/u.test(id))
				.map(({id, text}) => ({id, text: text.replace(/ \([^()]*\)$/u, '')})),
		}));

/** The first reasons of answers that differ, each a sentence that is true or false. */
function cruxesIn(answers: readonly ReadAnswer[]): {claim: string; from: string[]}[] {
	const found = new Map<string, string[]>();
	for (const {reasons} of answers)
		for (const {id, text} of reasons.slice(0, 1)) found.set(text, [...(found.get(text) ?? []), id]);
	return [...found].slice(0, 2).map(([claim, from]) => ({claim, from}));
}

const groups: Composer = input => {
	const answers = answersIn(input);
	return {
		groups: [...Map.groupBy(answers, ({position}) => position)].map(([position, own]) => ({
			position,
			letters: own.map(({letter}) => letter),
		})),
		cruxes: cruxesIn(answers),
	};
};

const ownReasons = (input: ComposerInput) => answersIn(input)[0]?.reasons ?? [];

const firstBallot: Composer = input => ({
	signs: 'yes',
	amended: null,
	cruxes: input.task.blocks
		.filter(({name}) => name === 'crux')
		.map(({attributes, body}) => {
			const isOwn = ownReasons(input).some(({text}) => text === body);
			const drawn = lot(input, body) % 5;
			return {
				id: attributes['id'] ?? '',
				holds: isOwn || drawn === 0 ? 'true' : drawn < 4 ? 'false' : 'unsure',
				would_move: lot(input, `move ${body}`) % 3 === 0 ? 'no' : 'yes',
			};
		}),
});

const exchange: Composer = input => {
	const {task} = input;
	const claim = withoutStop(bodyOf(task.blocks, 'crux'));
	const isTrue = task.attributes['side'] === 'true';
	const term = `“${termOf(input, lot(input, claim))}”`;
	const parts =
		task.kind === 'crux_reply'
			? [
					`I grant that ${term} can be seen as the other side sees it.`,
					`It does not reach the claim, ${isTrue ? 'which asks for less' : 'which asks for more'} than was answered.`,
				]
			: [
					`I rehearse the side that holds it ${isTrue ? 'true' : 'false'}: ${claim.charAt(0).toLowerCase()}${claim.slice(1)}${isTrue ? '' : ', and that is what I deny'}.`,
					`A single case of ${term} ${isTrue ? 'that went as the claim says would bear it out' : 'that went the other way would refute it'}.`,
					'A rehearsal voice has no such case, and only marks the place where a model would give one.',
				];
	return parts.join(' ');
};

const challenge: Composer = input =>
	`I rehearse the case against what all hold. ${claimAt(input, lot(input, 'challenge'))} If that is so, the answer is wrong. A rehearsal voice cannot show it, and only marks the place.`;

/** Sentences of others, by their numbers. */
const heardSentences = ({task}: ComposerInput): number[] =>
	task.blocks
		.filter(({name, attributes}) => name === 'said' && attributes['by'] !== 'you')
		.flatMap(({body}) => [...body.matchAll(/^\[(\d+)\]/gmu)].map(([, number]) => Number(number)));

const held = ({task}: ComposerInput): string => /You hold: (.*?)\.?$/mu.exec(task.prose)?.[1]?.trim() ?? '';

/** One seat in three moves, by a sentence that it names; the others hold. */
const ballot: Composer = input => {
	const {task} = input;
	const sentences = heardSentences(input);
	const elsewhere = positionsIn(input).filter(({text}) => withoutStop(text) !== withoutStop(held(input)));
	const moves = lot(input, 'habit') % 3 === 0 && sentences.length > 0 && elsewhere.length > 0;
	const drawn = lot(input, `ballot ${task.attributes['crux'] ?? ''}`);
	return {
		...(task.attributes['crux'] === undefined ? {} : {crux: at(['true', 'false', 'unsure'], drawn)}),
		position: moves ? 'moved' : 'held',
		to: moves ? at(elsewhere, drawn).id : null,
		ground: moves ? at(['counterexample', 'broken_premise'], drawn) : null,
		sentence: moves ? at(sentences, drawn) : null,
		fallen: moves ? (ownReasons(input)[0]?.id ?? null) : null,
		why_held: moves ? null : 'The best point against it names a case that nobody has shown.',
	};
};

const lastBallot: Composer = input => {
	const positions = positionsIn(input);
	const own =
		positions.find(({text}) => withoutStop(text) === withoutStop(held(input)))?.id ?? positions[0]?.id ?? 'abstain';
	const others = positions
		.map(({id}) => id)
		.filter(id => id !== own)
		.toSorted((one, other) => lot(input, one) - lot(input, other));
	return {position: own, ranking: [own, ...others]};
};

const look: Composer = input => {
	const own = answersIn(input)[0]?.position ?? '';
	const positions = positionsIn(input);
	const blind = positions.find(({text}) => withoutStop(text) === withoutStop(own))?.id;
	const other = positions.find(({id}) => id !== blind)?.id;
	return {position: (lot(input, 'look') % 2 === 0 ? other : blind) ?? blind ?? other ?? own};
};

const restate: Composer = ({task}) => ({plain: firstWords(bodyOf(task.blocks, 'sentence'), 20)});

const write: Composer = input => {
	const {task} = input;
	const decided = withoutStop(bodyOf(task.blocks, 'decided'));
	const reasons = [
		...linesOf(bodyOf(task.blocks, 'reasons')),
		...answersIn(input).flatMap(each => each.reasons),
	].filter(({id}) => /^[A-G]\d$/u.test(id));
	const ids = reasons.map(({id}) => id);
	const [first] = ids;
	if (first === undefined) return 'There is no reason to write from.';
	const said = sentencesOf((reasons[0]?.text ?? '').replace(/ \([^()]*\)$/u, '')).join(' ');
	return [
		`${decided === '' ? 'A rehearsal voice lays the answers side by side' : capital(decided)}. [${first}]`,
		`It was said for it: ${said} [${ids.slice(0, 3).join(', ')}]`,
		`What follows from it is for somebody to find who knows the matter; a rehearsal voice wrote this. [${first}]`,
	].join('\n\n');
};

export const council: Readonly<Record<string, Composer>> = {
	answer,
	groups,
	cruxes: input => ({cruxes: cruxesIn(answersIn(input))}),
	first_ballot: firstBallot,
	crux_open: exchange,
	crux_reply: exchange,
	challenge,
	ballot,
	last_ballot: lastBallot,
	look,
	restate,
	write,
};
