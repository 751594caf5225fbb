/** Where the events of a Model Duel are shown beside the turns that put them in words, and its answer alone. */
import type {EventOf} from '../../debate/events.ts';
import type {ModelDuelEvent, Rubric} from '../../debate/formats/model-duel.ts';
import type {DebateState} from '../../debate/state.ts';
import {duelOf, rubricNames} from './view.ts';
import {namedIn} from '../../exports/chapter-names.ts';
import type {OutcomePoints, ScoreRow, UnnamedPart} from '../../exports/format-parts.ts';
import {splitPoints} from '../../exports/outcome-points.ts';
import {humanize} from '../../languages/wording.ts';
import {agreedMoment} from '../../view/moments.ts';
import type {ShownEvents} from '../contract.ts';

export const duelShown: ShownEvents<ModelDuelEvent> = {
	critique: {
		plain: {stream: 'out', lines: critiqueLines},
		moment: null,
		rows: issueRows,
		outcome: issuePoints,
		findings: issueFindings,
		digest: null,
	},
	// Its answers stand with the issues of the critique.
	revision: {
		plain: {stream: 'out', lines: revisionLines},
		moment: ({at, decision}) => agreedMoment(at, `critique ${humanize(decision)}`),
		rows: null,
		outcome: null,
		findings: null,
		digest: null,
	},
};

const marksOf = (rubric: Rubric): string => rubricNames.map(name => `${name} ${rubric[name]}`).join(', ');

function critiqueLines({rubric, issues}: EventOf<'critique'>): readonly string[] {
	const found = issues.flatMap(({claim, evidence, suggestedFix}, index) => [
		`[issue ${index + 1}] ${claim}`,
		...(evidence === undefined ? [] : [`Evidence: ${evidence}`]),
		...(suggestedFix === undefined ? [] : [`Fix: ${suggestedFix}`]),
	]);
	return [...(rubric ? [`[marks, of 5] ${marksOf(rubric)}`] : []), ...found];
}

function revisionLines({decision, responses, rubric}: EventOf<'revision'>, {records}: DebateState): readonly string[] {
	const issues = records.findLast(record => record.type === 'critique')?.issues ?? [];
	const answers = responses.map(
		({issueRef, decision: made, rationale}) => `[issue ${issueRef}: ${humanize(made)}] ${rationale}`,
	);
	return [
		`[critique ${humanize(decision)}] ${responses.length} of ${issues.length} issues answered`,
		...answers,
		...(rubric ? [`[its writer’s own marks, of 5] ${marksOf(rubric)}`] : []),
	];
}

function issueRows(state: DebateState): readonly ScoreRow[] {
	const issues = duelOf(state)?.points ?? [];
	return issues.map(({number, issue, answer}) => ({
		kind: 'issue',
		item: String(number),
		value: answer?.decision ?? 'not answered',
		finding: answer?.rationale,
		quote: issue.claim,
	}));
}

function issueFindings({formats: {modelDuel}}: DebateState): readonly string[] {
	const {critique, revision} = modelDuel;
	return (critique?.issues ?? []).map(
		({claim}, place) => `issue ${place + 1} [${revision?.responses[place]?.decision ?? 'not answered'}] ${claim}`,
	);
}

function issuePoints(state: DebateState): OutcomePoints | undefined {
	const duel = duelOf(state);
	if (!duel || duel.points.length === 0) return undefined;
	const points = duel.points.map(({issue, answer}) => ({
		isSettled: answer?.decision === 'accepted',
		text: issue.claim,
		how: answer ? `${humanize(answer.decision)}: ${answer.rationale}` : 'not answered',
	}));
	return splitPoints(points, 'The critic’s issues, and what the writer made of each.');
}

/** By the issues of the critique that is heard there. */
export function duelPartName({formats}: DebateState, {segments, code}: UnnamedPart): string | undefined {
	const {critique} = formats.modelDuel;
	return critique && segments.some(({turn}) => turn.id === critique.turnId)
		? namedIn(
				code,
				critique.issues.map(({claim}) => claim),
			)
		: undefined;
}

/** The revised text; the draft where nothing was revised, and nothing where there is none. */
function* answerPieces(state: DebateState): Generator<string> {
	const duel = duelOf(state);
	const text = (duel?.revision ?? duel?.draft)?.text.trim() ?? '';
	if (text !== '') yield `${text}\n`;
}

export const duelExports = {
	answer: {file: 'answer.md', pieces: answerPieces},
} as const;
