/** Where the events of a Model Duel are shown beside the turns that put them in words. */
import type {EventOf} from '../../debate/events.ts';
import type {ModelDuelEvent, Rubric} from '../../debate/formats/model-duel.ts';
import type {DebateState} from '../../debate/state.ts';
import {duelOf, rubricNames} from '../../debate/views/model-duel.ts';
import {namedIn} from '../../exports/chapter-names.ts';
import type {OutcomePoints, ScoreRow, UnnamedPart} from '../../exports/format-parts.ts';
import {splitPoints} from '../../exports/points.ts';
import {humanize} from '../../languages/wording.ts';
import {agreedMoment} from '../../view/moments.ts';
import type {ShownEvents} from '../contract.ts';

export const duelShown: ShownEvents<ModelDuelEvent> = {
	critique: {
		plain: {stream: 'out', lines: critiqueLines},
		moment: null,
		rows: issueRows,
		outcome: issuePoints,
		digest: null,
	},
	// Its answers stand with the issues of the critique.
	revision: {
		plain: {stream: 'out', lines: revisionLines},
		moment: ({at, decision}) => agreedMoment(at, `critique ${humanize(decision)}`),
		rows: null,
		outcome: null,
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
