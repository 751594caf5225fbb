/** The Adversarial Spec format: agents attack a specification, and what enough of them agree on is merged. */
import {tally, tokensIn, type Expectation, type Setup, type OpenSeat} from '../../debate/protocol.ts';
import {agentsOf, type SpecConfig, specConfig, type Agent} from './config.ts';
import {synthesisId} from './spec-state.ts';
import type {SpecChange, SpecEdit, SpecGroup} from '../../debate/formats/adversarial-spec.ts';
import type {DebateState} from '../../debate/state.ts';
import {escapeInline} from '../../exports/escape-markdown.ts';
import {numberAt, shareOf} from '../../view/pane-rows.ts';
import {exitCodes, type Format} from '../contract.ts';
import {sourcesCost, sourcesElement} from '../sources.ts';
import {specAction, specInput, specLayers, specOptions, specSetup} from './options.ts';
import {specPane} from './pane.ts';
import {specShown, specPartName} from './shown.ts';

// Estimates an Adversarial Spec debate: a first round that finds most issues and, if allowed, a second for the rest.

/** Measured per critique of each round: words heard, prompt tokens besides the text, answer tokens. */
const critiques = [
	{words: 121, own: 705, output: 825},
	{words: 21, own: 1015, output: 350},
	{words: 18, own: 1090, output: 200},
] as const;
/** Of the second of three rounds: the first finds what all see, and the last finds nothing to vote on. */
const ballot = {own: 900, output: 100, perFound: 1.35} as const;
/** Words of a round's count and synthesis. */
const counting = 105;
/** Most debates end with the third round. */
const usualRounds = 3;

function estimateSpec({config, subject, sources}: Setup<SpecConfig>): Expectation {
	const sum = tally();
	const documents = sourcesElement({sources}).reduce((all, each) => all + tokensIn(each), 0);
	const text = tokensIn(subject.text) + tokensIn(subject.context) + documents;
	const passages = sourcesCost({sources}).own;
	const agents = agentsOf(config);
	const rounds = config.verify ? 1 : Math.min(config.maxRounds, usualRounds);
	for (let round = 1; round <= rounds; round++) {
		const {words, own, output} = critiques[Math.min(round, critiques.length) - 1] ?? critiques[0];
		const found = agents.length * output;
		const votes = round === 2 && rounds > 2;
		for (const {id} of agents) {
			sum.ask(id, {shared: text, own: own + passages, output});
			sum.say(words);
			if (votes) sum.ask(id, {shared: text, own: ballot.own + ballot.perFound * found, output: ballot.output});
		}
		if (config.verify) continue;
		sum.say(round === 1 ? counting : counting * 0.35);
		// The last round only criticises.
		if (round === rounds && round > 1) continue;
		if (config.grouping === 'model') sum.ask(synthesisId, {shared: 0, own: 220 + 0.6 * found, output: 55});
		sum.ask(synthesisId, {shared: text, own: 900 + 0.7 * found, output: 400});
	}
	return sum.expected;
}

// What a Markdown transcript says of a debate on a specification beside its turns: its edits, and what is open.

/** Sections in order, each a piece of Markdown; none for debates whose edits were not recorded. */
export function specSections({formats}: DebateState): string[] {
	const {review, outcome} = formats.adversarialSpec;
	if (!review?.edits) return [];
	const {edits, changes, contested, answered = []} = review;
	const took = new Set(outcome?.took);
	return [
		...(edits.length === 0
			? []
			: [
					'## Edits',
					...edits.flatMap((edit, place) => {
						const change = changes[place];
						return change ? [editEntry(edit, change, answered, outcome ? took.has(place) : undefined)] : [];
					}),
				]),
		...(contested.length === 0 ? [] : ['## For the author to decide', contested.map(contestedEntry).join('\n')]),
	];
}

function editEntry(
	{issues, reason, proposed}: SpecEdit,
	{line, removed, added}: SpecChange,
	answered: readonly SpecGroup[],
	accepted: boolean | undefined,
): string {
	const why = answered
		.filter(({id}) => issues.includes(id))
		.map(
			({id, title, raised, support}) =>
				`${id} ${escapeInline(title)}, raised by ${[...new Set(raised.map(({agent}) => agent))].join(', ')}, support ${Math.round(support * 100)} %`,
		);
	const standing = accepted === undefined ? 'undecided' : accepted ? 'accepted' : 'not accepted';
	const numbers = proposed ? ` Numbers that nobody voted on: ${proposed.join(', ')}.` : '';
	// A line of the text may be a fence itself.
	const diff = [...removed.map(text => `    - ${text}`), ...added.map(text => `    + ${text}`)].join('\n');
	return `**Line ${line}, ${standing}**${why.length > 0 ? `: ${why.join('; ')}` : ''}. ${escapeInline(reason)}${numbers}\n\n${diff}`;
}

const contestedEntry = ({id, title, support, forAuthor}: SpecGroup): string =>
	`- ${id} ${escapeInline(title)}, support ${Math.round(support * 100)} %${forAuthor ? `: ${escapeInline([forAuthor.why, ...(forAuthor.options ?? []).map((option, at) => `[${at + 1}] ${option}`)].join(' '))}` : ''}`;

const openSeat = ({id, persona, card, voice}: Agent): OpenSeat => ({
	id,
	role: 'agent',
	persona,
	label: card.name,
	...(voice === undefined ? {} : {voice}),
});

/** The agents in order, and the merging voice, by default the first agent's. */
export function specSeats(config: SpecConfig): OpenSeat[] {
	const agents = agentsOf(config).map(openSeat);
	const [first] = agents;
	return config.verify
		? agents
		: [...agents, {id: synthesisId, role: 'synthesis', label: 'Synthesis', ...(first ? {like: first.id} : {})}];
}

export const adversarialSpec: Format<SpecConfig> = {
	id: 'adversarial-spec',
	name: 'Adversarial Spec',
	shortName: 'Spec',
	summary:
		'Several personas attack a specification round by round; what enough of them agree on is worked in, and you take the changes one by one.',
	version: 2,
	config: specConfig,
	openSeats: specSeats,
	minSpeakers: 2,
	speakers: config => agentsOf(config).map(({id}) => id),
	estimate: estimateSpec,
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
	options: specOptions,
	input: specInput,
	layers: specLayers,
	action: specAction,
	setup: specSetup,
	fields: {
		shown: [
			['maxRounds', 'Rounds, at most'],
			['consensusThreshold', 'Share that makes consensus'],
			['preserveIntent', 'Keep goals and scope as they are'],
			['verify', 'Check only, change nothing'],
		],
		folded: [
			['accept', 'Accept where nobody can be asked'],
			['grouping', 'Who merges like issues'],
			['temperature', 'Temperature'],
			['agentQueryTimeout', 'Time for an answer (ms)'],
			['agentQueryRetries', 'Retries of a failed query'],
			['agentQueryRateLimit', 'Queries a second, by agent'],
		],
	},
	pane: specPane,
	progress({start, segment, round = 1}) {
		const rounds = numberAt(start?.config, 'maxRounds');
		const within = segment === 'review' ? 1 : shareOf(['critique', 'ballot', 'synthesis'], segment);
		return rounds === undefined ? undefined : (round - 1 + within) / rounds;
	},
	events: specShown,
	partName: specPartName,
	markdown: {afterTranscript: specSections},
	// What was accepted is not in the file that it was meant for.
	endsWith({
		start,
		formats: {
			adversarialSpec: {outcome, review},
		},
	}) {
		if (outcome?.refused) return {says: `Not saved: ${outcome.note}`, code: exitCodes.unsaved};
		const acceptsAll = specConfig.safeParse(start?.config).data?.accept === 'all';
		const stands = outcome?.stands ?? [];
		if (!acceptsAll || stands.length === 0) return undefined;
		const known = [...(review?.contested ?? []), ...(review?.answered ?? [])];
		const named = stands.map(id => `${id} (${known.find(group => group.id === id)?.title ?? id})`);
		const held = outcome?.withheld?.length ?? 0;
		return {
			says: `Agreed to be critical, and not mended: ${named.join('; ')}. ${held === 0 ? 'No edit contradicts that.' : `${held === 1 ? 'One edit was' : `${held} edits were`} not written, for it stands there or nobody has read it: see the report.`}`,
			code: exitCodes.unwell,
		};
	},
	host: {effects: async () => (await import('./host/effects.ts')).openSpecEffects},
	traits: {hasBackground: true, inWriting: true, forWork: true, readsSources: true},
};
