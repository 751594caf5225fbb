/** Where the messages of a builder and a reviewer are shown beside the turns that put them in words. */
import {
	describeCheck,
	type BuilderReviewerEvent,
	type BuildMessage,
	type MessageOf,
} from '../../debate/formats/builder-reviewer.ts';
import type {DebateState} from '../../debate/state.ts';
import {titleIn} from '../../exports/chapter-names.ts';
import type {OutcomePoints, ScoreRow, UnnamedPart} from '../../exports/format-parts.ts';
import {splitPoints} from '../../exports/outcome-points.ts';
import {humanize} from '../../languages/wording.ts';
import {agreedMoment, nameIn, type Moment} from '../../view/moments.ts';
import {span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import type {LibraryFacts, ShownEvents} from '../contract.ts';
import {describeEffectiveness} from './markdown.ts';

export const buildShown: ShownEvents<BuilderReviewerEvent> = {
	message: {
		plain: {stream: 'out', lines: ({message}) => messageLines(message)},
		moment: ({at, message}, {seats}) =>
			message.message_type === 'execution.alert' ? alarmOf(at, message, seats) : undefined,
		rows: messageRows,
		outcome: stepPoints,
		findings: null,
		digest: null,
	},
	'message-refused': {
		plain: {stream: 'out', lines: ({file, reason}) => [`[refused] ${file}: ${reason}`]},
		moment: ({at, file, reason}) => ({
			at,
			sign: span(signs.out, 'warning'),
			who: [],
			what: `refused ${file}: ${reason}`,
			tone: 'warning',
		}),
		rows: null,
		outcome: null,
		findings: null,
		digest: null,
	},
	'hand-over': {
		plain: {stream: 'out', lines: ({note}) => [note]},
		moment: ({at, note}) => agreedMoment(at, note),
		rows: null,
		outcome: null,
		findings: null,
		digest: null,
	},
	effectiveness: {
		plain: {stream: 'out', lines: measured => [describeEffectiveness(measured)]},
		moment: null,
		rows: null,
		outcome: null,
		findings: null,
		digest: reviewFacts,
	},
};

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
		// Shown as the turn that says it.
		case 'session.start':
		case 'session.ack':
		case 'plan.proposed':
		case 'session.end':
			return [];
		default:
			return type satisfies never;
	}
}

const alarmTones = {info: 'dim', warning: 'warning', critical: 'error'} as const;

function alarmOf(
	at: number,
	{sender, body: {severity, step, reason}}: MessageOf<'execution.alert'>,
	seats: DebateState['seats'],
): Moment {
	const tone = alarmTones[severity];
	return {
		at,
		sign: span(severity === 'info' ? signs.separator : signs.notice, tone),
		who: [nameIn(seats, at)(sender)],
		what: `${severity}${step === undefined ? '' : ` ${step}`}: ${reason}`,
		tone,
	};
}

function messageRows({formats: {builderReviewer}}: DebateState): readonly ScoreRow[] {
	const {updates, alerts, decisions, end} = builderReviewer;
	return [
		...updates.map(({step, cycle, status, note, final}) => ({
			round: cycle,
			kind: 'step',
			item: final ? 'all' : step,
			value: status,
			finding: note,
		})),
		...alerts.map(({step, cycle, severity, reason, evidence}) => ({
			round: cycle,
			kind: 'alert',
			item: step,
			value: severity,
			finding: reason,
			quote: evidence,
		})),
		...decisions.map(({decision, rationale}, place) => ({
			round: place + 1,
			kind: 'decision',
			value: decision,
			finding: rationale,
		})),
		...(end ? [{kind: 'end', value: end.status, finding: end.summary}] : []),
	];
}

function stepPoints({formats: {builderReviewer: build}}: DebateState): OutcomePoints | undefined {
	if (build.goal === undefined) return undefined;
	const steps = build.steps.map(({id, title, update}) => ({
		isSettled: update?.status === 'done',
		text: `${id}: ${title}`,
		how: update?.status === 'done' ? 'done' : (update?.status ?? 'not done'),
	}));
	const verdict = build.decisions.at(-1);
	const comments = verdict && verdict.decision !== 'accept' ? verdict.comments : [];
	return splitPoints(
		[...steps, ...comments.map(text => ({isSettled: false, text, how: 'asked for in the last review'}))],
		`The plan’s steps${verdict ? `, and the last review, which said: ${humanize(verdict.decision)}` : ''}.`,
	);
}

function reviewFacts({formats}: DebateState): LibraryFacts {
	const {effectiveness} = formats.builderReviewer;
	if (!effectiveness) return {};
	const {type: _type, ...review} = effectiveness;
	return {review};
}

/** The part in which the task is given is called by it. */
export function buildPartName({formats}: DebateState, {segments}: UnnamedPart): string | undefined {
	const {goal} = formats.builderReviewer;
	return goal !== undefined && segments[0]?.turn.segment === 'start' ? titleIn(goal) : undefined;
}
