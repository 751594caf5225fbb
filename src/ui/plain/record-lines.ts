/** What protocols record beside turns, in plain words: one string a line, wrapped by whoever prints it. */
import {describeCheck, type BuildMessage} from '../../debate/formats/builder-reviewer.ts';
import type {SectionEvent} from '../../debate/formats/code-debate.ts';
import type {Rubric} from '../../debate/formats/model-duel.ts';
import type {EventOf} from '../../debate/events.ts';
import type {SpecChange, SpecEdit, SpecGroup} from '../../debate/formats/adversarial-spec.ts';
import type {DebateState} from '../../debate/state.ts';
import {describeEffectiveness} from '../../formats/builder-reviewer/markdown.ts';
import {rubricNames} from '../../debate/views/model-duel.ts';
import {humanize, plural, speakerOf} from '../../languages/wording.ts';
import {stanceText} from '../../view/voting.ts';
import type {MotionEvent} from '../../debate/formats/motion.ts';
import {panelText, pointFate, verdictText} from '../../debate/views/motion.ts';

type RecordedEvent = EventOf<
	| 'critique'
	| 'revision'
	| 'section'
	| 'message'
	| 'message-refused'
	| 'hand-over'
	| 'effectiveness'
	| 'judge-stance'
	| 'spec-refinement'
	| 'spec-review'
	| 'point'
	| 'answer-check'
	| 'new-claim'
	| 'verdict'
	| 'verdict-panel'
>;

/** What was said of a point stands in the section above it; this is where the point stands now. */
function sectionLine(
	{id, title, by, place, state, severity, withdrawn}: SectionEvent['points'][number],
	role: SectionEvent['role'],
): string {
	const waits = state === 'partly' && by === role ? `, waits for ${role === 'A' ? 'B' : 'A'}` : '';
	const what = severity ? `${by}, ${severity}` : by;
	return `[${withdrawn ? 'withdrawn' : state + waits}] ${id} (${what}) ${title}${place === undefined ? '' : `, ${place}`}`;
}

export function recordLines(state: DebateState, record: RecordedEvent): readonly string[] {
	switch (record.type) {
		case 'critique':
			return critiqueLines(record);
		case 'revision':
			return revisionLines(state, record);
		case 'section':
			return record.points.map(point => sectionLine(point, record.role));
		case 'message':
			return messageLines(record.message);
		case 'message-refused':
			return [`[refused] ${record.file}: ${record.reason}`];
		case 'hand-over':
			return [record.note];
		case 'effectiveness':
			return [describeEffectiveness(record)];
		case 'judge-stance':
			return [stanceLine(state, record)];
		case 'spec-refinement':
			return record.fellBack
				? record.faults.map(({line, what}) => `[put away] line ${line}: ${what}`)
				: record.changes.flatMap(changeLines);
		case 'spec-review':
			return reviewLines(record);
		case 'point':
		case 'answer-check':
		case 'new-claim':
		case 'verdict':
		case 'verdict-panel':
			return motionLines(state, record);
		default:
			return record satisfies never;
	}
}

const stanceLine = (state: DebateState, {judge, when, stance, reason}: EventOf<'judge-stance'>): string =>
	`[stance ${when}] ${speakerOf(state, judge)}: ${stance === null ? 'no answer,' : `${stanceText(stance)},`} ${reason}`;

const changeLines = ({line, removed, added}: SpecChange): readonly string[] => [
	`[change at line ${line}]`,
	...removed.map(text => `− ${text}`),
	...added.map(text => `+ ${text}`),
];

/** All that there is to decide, in the order in which a review goes through it. */
function reviewLines({
	changes,
	contested,
	faults,
	edits = [],
	answered = [],
}: EventOf<'spec-review'>): readonly string[] {
	const disputes = contested.flatMap(({id, title, support, raised, votes, forAuthor}) => [
		`[contested] ${id}: ${title}, ${Math.round(support * 100)} % for it`,
		...(forAuthor
			? [
					`For you to decide: ${[forAuthor.why, ...(forAuthor.options ?? []).map((option, at) => `[${at + 1}] ${option}`)].join(' ')}`,
				]
			: []),
		...raised.map(({agent, issue}) => `For it, ${agent}: ${issue.claim} Suggested: ${issue.suggestedChange}`),
		...votes.filter(({vote}) => vote === 'disagree').map(({agent, reason}) => `Against it, ${agent}: ${reason}`),
	]);
	return [
		`[review] ${plural(changes.length, 'change')} against the original, ${plural(contested.length, 'issue')} contested`,
		...faults.map(({line, what}) => `[fault] line ${line}: ${what}`),
		...changes.flatMap((change, place) => [...changeLines(change), ...whyLines(edits[place], answered)]),
		...disputes,
	];
}

/** The issues that an edit answers, who raised them, their support, and the reason for the edit. */
function whyLines(edit: SpecEdit | undefined, answered: readonly SpecGroup[]): readonly string[] {
	if (!edit) return [];
	const issues = answered
		.filter(({id}) => edit.issues.includes(id))
		.map(
			({id, title, support, raised}) =>
				`For ${id}: ${title}, raised by ${[...new Set(raised.map(({agent}) => agent))].join(', ')}, support ${Math.round(support * 100)} %`,
		);
	return [
		...issues,
		`Why: ${edit.reason}`,
		...(edit.proposed ? [`Numbers that nobody voted on: ${edit.proposed.join(', ')}`] : []),
	];
}

const marksOf = (rubric: Rubric): string => rubricNames.map(name => `${name} ${rubric[name]}`).join(', ');

function critiqueLines({rubric, issues}: EventOf<'critique'>): readonly string[] {
	const found = issues.flatMap(({claim, evidence, suggestedFix}, index) => [
		`[issue ${index + 1}] ${claim}`,
		...(evidence === undefined ? [] : [`Evidence: ${evidence}`]),
		...(suggestedFix === undefined ? [] : [`Fix: ${suggestedFix}`]),
	]);
	return [...(rubric ? [`[marks, of 5] ${marksOf(rubric)}`] : []), ...found];
}

function revisionLines({records}: DebateState, {decision, responses, rubric}: EventOf<'revision'>): readonly string[] {
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

/** Marks what the turn that follows puts in words: a risk, a check, an alert, a decision. */
function messageLines({message_type: type, body}: BuildMessage): readonly string[] {
	switch (type) {
		case 'plan.feedback':
			return [`[risk ${body.risk}]`];
		case 'execution.update':
			return [
				`[${body.step ?? 'all of it'}: ${body.status}]${body.tests ? ` The check ${describeCheck(body.tests)}.` : ''}`,
			];
		case 'execution.alert':
			return [`[alert, ${body.severity}${body.step === undefined ? '' : `, ${body.step}`}]`];
		case 'review.decision':
			return [
				`[decision of cycle ${body.cycle}: ${body.decision}${body.votes ? ` (${body.votes.map(vote => vote.decision).join(', ')})` : ''}]`,
			];
		default:
			return [];
	}
}

// What a motion debate records beside turns, in plain words.

function motionLines(state: DebateState, record: MotionEvent): readonly string[] {
	switch (record.type) {
		case 'point':
			return [`[point ${pointFate(record)}] ${speakerOf(state, record.by)}: ${record.point}`];
		case 'answer-check':
			return record.evaded
				? [`[evaded] ${speakerOf(state, state.turns.find(({id}) => id === record.turnId)?.speaker ?? '')}`]
				: [];
		case 'new-claim':
			return record.sentences.map(text => `[new in a closing] ${text}`);
		case 'verdict':
			return [`[verdict] ${verdictText(state, record)}`];
		case 'verdict-panel':
			return [`[verdict] ${panelText(state, record)}`];
		default:
			return record satisfies never;
	}
}
