/** What a debate settled and what it left open, from what its format recorded. */
import type {Claim} from '../debate/claims.ts';
import {quotableMerit} from '../debate/evaluation.ts';
import type {Turn, DebateState} from '../debate/state.ts';
import {splitSentences} from '../debate/text/sentences.ts';
import {countWords} from '../debate/text/words.ts';
import {codeDebateOf} from '../debate/views/code-debate.ts';
import {claimText, unmetClaims} from '../debate/ledger.ts';
import {duelOf} from '../debate/views/model-duel.ts';
import {isMotion} from '../debate/views/motion.ts';
import {fillSlots, type EpisodeWords} from '../languages/language.ts';
import {humanize, plural, speakerOf, speakerOfTurn} from '../languages/wording.ts';

/** A point in a sentence, and how it came to stand as it does. */
export type OutcomePoint = {
	readonly text: string;
	readonly how: string;
	/** Where a speaker granted it: the sentence, and who said it. */
	readonly granted?: {readonly sentence: string; readonly by: string};
	/** Who gave it up, or took it back. */
	readonly dropped?: string;
};

/** How a point came to stand so; what only the program tells, in English, is left out in other languages. */
export function howIn({how, granted, dropped}: OutcomePoint, {code, notes}: EpisodeWords): string {
	if (code === 'en') return how;
	if (granted) return fillSlots(notes.granted, {name: granted.by});
	return dropped === undefined ? '' : fillSlots(notes.dropped, {name: dropped});
}

export type OutcomePoints = {
	readonly settled: readonly OutcomePoint[];
	readonly open: readonly OutcomePoint[];
	/** What both lists rest on, in a sentence. */
	readonly basis: string;
};

/** Undefined where the format records nothing of the kind. */
export function outcomePointsOf(state: DebateState): OutcomePoints | undefined {
	return (
		codePoints(state) ??
		duelPoints(state) ??
		specPoints(state) ??
		buildPoints(state) ??
		claimPoints(state) ??
		judgedPoints(state)
	);
}

function codePoints(state: DebateState): OutcomePoints | undefined {
	const debate = codeDebateOf(state);
	if (!debate || debate.ledger.length === 0) return undefined;
	const points = debate.ledger.map(({id, title, by, place, state: standing, withdrawn}) => ({
		isSettled: withdrawn === true || standing === 'agreed',
		text: `${id}: ${title}${place === undefined ? '' : ` (${place})`}`,
		how: `raised by ${by}, ${withdrawn ? 'withdrawn' : standing === 'partly' ? 'partly agreed' : standing}`,
	}));
	return split(points, 'The points that both sides raised, and how each stood when the debate ended.');
}

function duelPoints(state: DebateState): OutcomePoints | undefined {
	const duel = duelOf(state);
	if (!duel || duel.points.length === 0) return undefined;
	const points = duel.points.map(({issue, answer}) => ({
		isSettled: answer?.decision === 'accepted',
		text: issue.claim,
		how: answer ? `${humanize(answer.decision)}: ${answer.rationale}` : 'not answered',
	}));
	return split(points, 'The critic’s issues, and what the writer made of each.');
}

function specPoints({formats: {adversarialSpec}, seats}: DebateState): OutcomePoints | undefined {
	if (adversarialSpec.issues.length === 0) return undefined;
	const agents = seats.filter(({role}) => role === 'agent').length;
	const points = adversarialSpec.issues.map(({title, severity, standing, support}) => ({
		isSettled: standing !== 'undecided',
		text: title,
		how: `${severity}, ${standing}, with ${Math.round(support * 100)} % of ${plural(agents, 'agent')}`,
	}));
	return split(points, 'The issues that the agents raised, and what their votes made of each.');
}

function buildPoints({formats: {builderReviewer: build}}: DebateState): OutcomePoints | undefined {
	if (build.goal === undefined) return undefined;
	const steps = build.steps.map(({id, title, update}) => ({
		isSettled: update?.status === 'done',
		text: `${id}: ${title}`,
		how: update?.status === 'done' ? 'done' : (update?.status ?? 'not done'),
	}));
	const verdict = build.decisions.at(-1);
	const comments = verdict && verdict.decision !== 'accept' ? verdict.comments : [];
	return split(
		[...steps, ...comments.map(text => ({isSettled: false, text, how: 'asked for in the last review'}))],
		`The plan’s steps${verdict ? `, and the last review, which said: ${humanize(verdict.decision)}` : ''}.`,
	);
}

/** As many as a reader takes in. */
const mostClaims = 10;

/** From the ledger of claims that the host kept, with what judges upheld besides; nothing without one. */
function claimPoints(state: DebateState): OutcomePoints | undefined {
	const {claims} = state.formats.ledger;
	const evaded = evadedQuestions(state);
	if (claims.length === 0 && evaded.length === 0) return undefined;
	const settled = claims.flatMap(claim => settledPoint(state, claim));
	const open = unmetClaims(state)
		.toReversed()
		.map(claim => ({text: claimText(claim), how: `claimed by ${speakerOf(state, claim.holder)}, never answered`}));
	const question = isMotion(state) ? undefined : lastQuestion(state);
	return {
		settled: (settled.length > 0 ? settled : state.turns.flatMap(turn => granted(state, turn))).slice(0, mostClaims),
		open: [
			...evaded,
			...open.slice(0, mostClaims),
			...(question === undefined ? [] : [{text: question, how: 'asked at the end'}]),
		],
		basis: isMotion(state)
			? 'The moderator’s ledger of claims: those that were given up or granted, and those that nobody answered, with the questions that were evaded.'
			: 'The host’s ledger of claims: those that were given up or granted, or else what judges saw granted, and those that nobody answered, with the question that was left.',
	};
}

/** A claim that its holder gave up, or that another granted. Answering it settles nothing. */
function settledPoint(state: DebateState, claim: Claim): OutcomePoint[] {
	const {status, holder, settled, sentence} = claim;
	if (status === 'conceded' || status === 'withdrawn')
		return [
			{
				text: claimText(claim),
				how: `${status === 'conceded' ? 'given up' : 'taken back'} by ${speakerOf(state, holder)}`,
				dropped: speakerOf(state, holder),
			},
		];
	if (!settled?.granted) return [];
	const by = speakerOf(state, settled.by);
	return [{text: claimText(claim), how: `granted by ${by}: “${settled.sentence.trim()}”`, granted: {sentence, by}}];
}

/** What a side of a motion was asked twice and did not answer. */
function evadedQuestions(state: DebateState): OutcomePoint[] {
	return state.formats.motion.checks
		.filter(({evaded}) => evaded)
		.flatMap(({question, turnId}) => {
			const asked = state.turns.find(({id}) => id === question);
			const reply = state.turns.find(({id}) => id === turnId);
			if (!asked || !reply) return [];
			return [{text: asked.text.trim().replace(/\s+/gu, ' '), how: `evaded by ${speakerOfTurn(state, reply)}`}];
		});
}

/** From what a bench of judges upheld; nothing without one. */
function judgedPoints(state: DebateState): OutcomePoints | undefined {
	const settled = state.turns.flatMap(turn => granted(state, turn));
	const question = lastQuestion(state);
	const open = question === undefined ? [] : [{text: question, how: 'asked at the end'}];
	if (settled.length === 0 && open.length === 0) return undefined;
	return {
		settled: settled.slice(0, 12),
		open,
		basis:
			'What speakers granted each other, by sentences that the judges upheld, and the question that the host left.',
	};
}

/** The sentence of a turn that grants something, where the judges uphold it. */
function granted(state: DebateState, turn: Turn): OutcomePoint[] {
	const item = turn.evaluation && quotableMerit(turn.evaluation, 'S4');
	const sentence = item && sentenceOf(turn, item.quote ?? '', item.start);
	if (sentence === undefined) return [];
	const by = speakerOfTurn(state, turn);
	return [{text: `“${sentence}”`, how: `granted by ${by}`, granted: {sentence, by}}];
}

/** A sentence of fewer words than this says little by itself: the one before it comes along. */
const tellsEnough = 24;

/** The whole sentence in which a quotation stands, with the one before it where it is short. */
function sentenceOf({text}: Turn, quoted: string, start: number | undefined): string | undefined {
	const at = start ?? text.indexOf(quoted);
	const sentences = splitSentences(text);
	let end = 0;
	const place = sentences.findIndex(sentence => {
		end += sentence.length;
		return at >= 0 && end > at;
	});
	const sentence = sentences[place];
	if (sentence === undefined) return undefined;
	const before = sentences[place - 1] ?? '';
	const needsMore = countWords(sentence) < tellsEnough && !/\n\s*$/u.test(before);
	return `${needsMore ? before : ''}${sentence}`.trim().replace(/\s+/gu, ' ');
}

/** The last question that whoever closed left open. */
export function lastQuestion(state: DebateState): string | undefined {
	const closing = state.turns.findLast(({kind, text}) => kind === 'synthesis' && text.trim() !== '');
	if (!closing) return undefined;
	return splitSentences(closing.text)
		.map(sentence => sentence.trim().replace(/\s+/gu, ' '))
		.findLast(sentence => /[?？]$/u.test(sentence) && sentence.length <= 260);
}

const split = (points: readonly (OutcomePoint & {readonly isSettled: boolean})[], basis: string): OutcomePoints => ({
	settled: points.filter(({isSettled}) => isSettled).map(({text, how}) => ({text, how})),
	open: points.filter(({isSettled}) => !isSettled).map(({text, how}) => ({text, how})),
	basis,
});
