/** The Model Duel format: one model drafts, another attacks the draft, the first answers every point. */
import {tally, tokensIn, type Expectation, type Setup, type OpenSeat} from '../../debate/protocol.ts';
import {criticSeats, type ModelDuelConfig, modelDuelConfig} from './config.ts';
import type {ModelSeat} from '../config-fields.ts';
import {englishDebateWords} from '../../languages/find.ts';
import {listIn} from '../../languages/language.ts';
import type {DebateState} from '../../debate/state.ts';
import {duelOf, rubricNames, type Duel, type Point} from './view.ts';
import {escapeInline} from '../../exports/escape-markdown.ts';
import {diffTexts} from '../../exports/text-diff.ts';
import {humanize, plural} from '../../languages/wording.ts';
import {shareOf} from '../../view/pane-rows.ts';
import type {Format} from '../contract.ts';
import {duelInput, duelOptions, duelQueue, duelSetup} from './options.ts';
import {duelPane} from './pane.ts';
import {duelExports, duelShown, duelPartName} from './shown.ts';

// Estimates a Model Duel: three stages, each of which reads what came before.

type UsualStage = {readonly words: number; readonly own: number; readonly output: number};

/** As they turn out: words heard, tokens of the prompt beside the subject, tokens of the answer. */
const usual = {
	draft: {words: 145, own: 255, output: 188},
	critique: {words: 52, own: 600, output: 365},
	revision: {words: 172, own: 995, output: 440},
} as const satisfies Record<string, UsualStage>;

function estimateDuel({subject, config}: Setup<ModelDuelConfig>): Expectation {
	const sum = tally();
	const told = tokensIn(subject.text) + tokensIn(subject.context);
	const stages: readonly (readonly [string, UsualStage])[] = [
		['codex', usual.draft],
		...criticSeats(config).map(seat => [seat, usual.critique] as const),
		['codex', usual.revision],
	];
	for (const [place, [seat, {words, own, output}]] of stages.entries()) {
		// A text of the duel before is not asked for again.
		if (place > 0 || config.previous === undefined) sum.ask(seat, {own: own + told, output});
		sum.say(words);
	}
	return sum.expected;
}

// What a Markdown transcript says of a model duel beside its turns: marks, issues with their answers, and what changed.

/** Sections in order, each a piece of Markdown; none for debates of other kinds. */
export function duelSections(state: DebateState): string[] {
	const duel = duelOf(state);
	if (!duel) return [];
	return [
		...task(duel),
		...marks(duel),
		...points(duel, seat => state.seats.find(({id}) => id === seat)?.name ?? seat),
		...changes(duel),
		...(duel.unreviewed && duel.draft
			? [
					duel.critiques.length > 0
						? '**Not revised.** The duel ended before there was a revision: the draft, and the critique of it, are all there is.'
						: '**Unreviewed.** The duel ended before there was a critique: the draft is all there is.',
				]
			: []),
	];
}

function task({task: {request, target, doneWhen}}: Duel): string[] {
	if (target === undefined && doneWhen === undefined) return [];
	const part = (name: string, text: string | undefined): string[] =>
		text === undefined ? [] : [`- **${name}**: ${escapeInline(text)}`];
	return [
		'## The task',
		[...part('Request', request), ...part('Target', target), ...part('Done when', doneWhen)].join('\n'),
	];
}

function marks({marks: {draft, revision}}: Duel): string[] {
	if (!draft && !revision) return [];
	const rows = rubricNames.map(name => `| ${name} | ${draft?.[name] ?? '–'} | ${revision?.[name] ?? '–'} |`);
	return [
		'## Marks',
		['| out of 5 | draft, by its critic | revision, by its writer |', '| --- | --- | --- |', ...rows].join('\n'),
	];
}

function points({points: all, decision, unstructured}: Duel, nameOf: (seat: string) => string): string[] {
	if (all.length === 0) return [];
	const verdict = decision === undefined ? [] : [`The critique as a whole was **${humanize(decision)}**.`];
	const prose = unstructured ? ['*The critique came as plain prose: what its points did not say is left out.*'] : [];
	return ['## Issues and answers', ...prose, ...all.map(each => point(each, nameOf)), ...verdict];
}

function point(
	{number: place, issue: {claim, evidence, suggestedFix, severity, critics}, answer}: Point,
	nameOf: (seat: string) => string,
): string {
	const marks = [severity, critics && `raised by ${listIn(englishDebateWords, critics.map(nameOf))}`].filter(
		mark => mark !== undefined,
	);
	return [
		`${place}. **${escapeInline(claim)}**${marks.length > 0 ? ` (${escapeInline(marks.join('; '))})` : ''}`,
		...(evidence === undefined ? [] : [`   - Evidence: ${escapeInline(evidence)}`]),
		...(suggestedFix === undefined ? [] : [`   - Suggested fix: ${escapeInline(suggestedFix)}`]),
		`   - ${answer === undefined ? 'Not answered' : `**${humanize(answer.decision)}**: ${escapeInline(answer.rationale)}`}`,
	].join('\n');
}

/** A fence that no run of its own signs in the text can close. */
function changes({draft, revision}: Duel): string[] {
	if (!draft || !revision) return [];
	const lines = diffTexts(draft.text, revision.text);
	const longest = Math.max(2, ...[...`${draft.text}\n${revision.text}`.matchAll(/`+/gu)].map(([run]) => run.length));
	const fence = '`'.repeat(longest + 1);
	const count = (sign: '-' | '+'): number => lines.filter(line => line.sign === sign && line.text !== '').length;
	return [
		'## Draft against revision',
		`${plural(count('-'), 'sentence')} out, ${count('+')} in.`,
		[`${fence}diff`, ...lines.map(({sign, text}) => `${sign} ${text}`.trimEnd()), fence].join('\n'),
	];
}

const openSeat = (
	id: string,
	role: string,
	label: string,
	{modelId, modelDisplayName, providerName}: ModelSeat,
): OpenSeat => ({
	id,
	role,
	label,
	modelId,
	...(modelDisplayName === undefined ? {} : {displayName: modelDisplayName}),
	...(providerName === undefined ? {} : {providerName}),
});

export const modelDuel: Format<ModelDuelConfig> = {
	id: 'model-duel',
	name: 'Model Duel',
	summary:
		'One model drafts an answer to a task, another attacks the draft with a rubric and concrete issues, the first revises and answers each of them.',
	version: 1,
	config: modelDuelConfig,
	openSeats: config => [
		openSeat('codex', 'drafter', 'Drafts and revises', config.codex),
		...criticSeats(config).map(id => openSeat(id, 'critic', 'Attacks the draft', config.antigravity)),
	],
	// A seat that is out is a stage that fails, which the format has an ending of its own for.
	minSpeakers: 0,
	speakers: config => ['codex', ...criticSeats(config)],
	estimate: estimateDuel,
	humanSeats: config => ['codex', ...criticSeats(config)],
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
	options: duelOptions,
	input: duelInput,
	setup: duelSetup,
	fields: {
		shown: [['critics', 'Number of critics']],
		folded: [
			['stageTimeoutMs', 'Time for a stage (ms)'],
			['allowUnstructuredCritique', 'Accept a critique in plain prose'],
		],
	},
	pane: duelPane,
	progress: ({segment}) => shareOf(['request', 'draft', 'critique', 'revision', 'final'], segment),
	exports: duelExports,
	events: duelShown,
	partName: duelPartName,
	markdown: {afterTranscript: duelSections},
	host: {
		effects: async () => (await import('./host/effects.ts')).openDuelEffects,
		files: async () => (await import('./host/duel-log.ts')).duelLogs,
		queue: duelQueue,
	},
	traits: {inWriting: true, overMcp: true},
};
