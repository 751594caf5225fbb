/** The evaluation of a turn, as it is recorded: levels, score, working, and what the arbiter should step in for. */
import type {ChecklistItem, EvaluationEvent, Quality, Violation} from '../../../debate/events.ts';
import type {DebateState} from '../../../debate/state.ts';
import {holds, isVerified, type Checklist, type Judged} from './checklist.ts';
import type {DuelogicConfig} from '../config/config.ts';
import type {Interjection} from '../prompts/arbiter-prompts.ts';
import type {Bench, Verdict} from './judging.ts';
import {majority} from './panel.ts';
import {levelsOf, scoreOf, type Levels} from './scoring.ts';
import {holderOf, type Table} from '../seating/seating.ts';

type Fault = EvaluationEvent['violations'][number];

/** Levels and score from the bench's verdicts; null where fewer than half of it gave a usable one. Pure. */
export function evaluate(table: Table, judged: Judged, bench: Bench, verdicts: readonly Verdict[]): EvaluationEvent {
	const readings = verdicts.flatMap(({reading}) => reading ?? []);
	const merged = majority(readings);
	const reading = merged && reached(merged, judged);
	if (!reading || readings.length * 2 < bench.judges.length) return notScored(judged, bench, verdicts);
	const levels = levelsOf(reading);
	const score = scored(table, reading);
	const faults = faultsOf(table, judged, reading, levels);
	const grave = faults.find(({major}) => major);
	const single = readings.map(each => scored(table, reached(each, judged)).score);
	return {
		...heading(judged, bench),
		adherenceScore: score.score,
		...described(levels, reading),
		requiresInterjection: grave !== undefined,
		...(grave?.about === undefined ? {} : {interjectionReason: grave.about}),
		violations: faults,
		items: placed([...reading.items, ...reading.violations], judged),
		working: score.working,
		...(score.cap ? {cap: score.cap} : {}),
		...(single.length > 1 ? {range: [Math.min(...single), Math.max(...single)]} : {}),
	};
}

/** What a turn did not come to before it was cut, it did not owe. */
function reached(reading: Checklist, {turn}: Judged): Checklist {
	if (turn.finish === 'complete') return reading;
	const attempted = (id: string) => reading.items.some(item => item.id === id && item.answer === 'yes');
	return {
		...reading,
		due: {
			steelManning: reading.due.steelManning && attempted('S1'),
			selfCritique: reading.due.selfCritique && attempted('C1'),
		},
	};
}

/** What the arbiter should say about a turn, if it is to step in at all: by its level, the gravest fault first. */
export function interjectionDue(
	{mandates, interruptions, arbiter}: DuelogicConfig,
	{violations}: EvaluationEvent,
	speaker: string,
): Interjection | undefined {
	if (
		!mandates.arbiterCanInterject ||
		!interruptions.allowArbiterInterruptions ||
		arbiter.accountabilityLevel === 'relaxed'
	)
		return undefined;
	const fault =
		violations.find(({major}) => major) ?? (arbiter.accountabilityLevel === 'strict' ? violations[0] : undefined);
	return fault && {target: speaker, violation: fault.violation, reason: fault.about ?? fault.violation};
}

/** The state once an evaluation is recorded. */
export const withEvaluation = (heard: DebateState, evaluation: EvaluationEvent): DebateState => ({
	...heard,
	turns: heard.turns.map(turn => (turn.id === evaluation.turnId ? {...turn, evaluation} : turn)),
});

const heading = ({turn}: Judged, {judges, selfJudged}: Bench) => ({
	type: 'evaluation' as const,
	turnId: turn.id,
	judge: judges[0]?.id ?? 'nobody',
	...(judges.length > 1 ? {judges: judges.map(({id}) => id)} : {}),
	...(selfJudged ? {selfJudged} : {}),
});

function notScored(judged: Judged, bench: Bench, verdicts: readonly Verdict[]): EvaluationEvent {
	const failed = verdicts.filter(({reading}) => reading === undefined);
	const reason = failed.map(({judge, reason: why = 'no usable answer'}) => `${judge}: ${why}`).join('; ');
	const raw = failed.flatMap(verdict => verdict.raw ?? []).join('\n');
	return {
		...heading(judged, bench),
		adherenceScore: null,
		reason: reason === '' ? 'nobody is left to judge' : reason,
		requiresInterjection: false,
		violations: [],
		items: [],
		working: [],
		...(raw === '' ? {} : {raw}),
	};
}

const hasStrawMan = (violations: readonly ChecklistItem[]): boolean =>
	violations.some(item => item.id === 'X1' && holds(item));

const scored = ({config}: Table, reading: Checklist) =>
	scoreOf(levelsOf(reading), config.weights, hasStrawMan(reading.violations));

function described(
	levels: Levels,
	{items, violations}: Checklist,
): Pick<EvaluationEvent, 'steelManning' | 'selfCritique' | 'frameworkConsistency' | 'intellectualHonesty'> {
	const told = (kept: (id: string) => boolean) =>
		violations
			.filter(item => kept(item.id) && holds(item))
			.map(({id, note}) => (note === undefined ? id : `${id}: ${note}`));
	const drifts = told(id => id === 'V');
	const issues = told(id => id !== 'V');
	return {
		steelManning: quality(
			levels.steelManning,
			items.filter(({id}) => id.startsWith('S')),
		),
		selfCritique: quality(
			levels.selfCritique,
			items.filter(({id}) => id.startsWith('C')),
		),
		frameworkConsistency: {
			consistent: /^(?:consistent|minor_drift)$/u.test(levels.frameworkConsistency),
			level: levels.frameworkConsistency,
			...(drifts.length > 0 ? {violations: drifts} : {}),
		},
		intellectualHonesty: {score: levels.intellectualHonesty, ...(issues.length > 0 ? {issues} : {})},
	};
}

function quality(level: Quality | undefined, items: readonly ChecklistItem[]) {
	const voided = items.filter(item => item.answer === 'yes' && !isVerified(item)).map(({id}) => id);
	const notes = voided.length > 0 ? {notes: `void, for want of a quotation that stands: ${voided.join(', ')}`} : {};
	return {
		attempted: level !== undefined && level !== 'absent',
		quality: level ?? 'absent',
		applicable: level !== undefined,
		...notes,
	};
}

/**
 * What was done wrong, major faults first: a verified straw man, an obligation wholly absent, a change of ground, low
 * honesty.
 */
function faultsOf(table: Table, {turn}: Judged, {violations}: Checklist, levels: Levels): Fault[] {
	const {name, about: framework} = holderOf(table, turn.speaker);
	const verified = violations.filter(holds);
	const noted = (...ids: string[]) =>
		verified
			.filter(({id}) => ids.includes(id))
			.map(({id, note, quote = ''}) => note ?? `${id.replaceAll('_', ' ')}: “${quote}”`)
			.join('; ');
	const dishonest = levels.intellectualHonesty === 'low';
	const drift = levels.frameworkConsistency;
	const evasions = verified.filter(({id}) => !['V', 'X1', 'misrepresented_opponent'].includes(id)).map(({id}) => id);
	const found: (Fault | undefined)[] = [
		fault(
			'straw_manning',
			hasStrawMan(violations),
			true,
			`${name} ascribed to an opponent what was not said (${noted('X1')})`,
		),
		fault(
			'straw_manning',
			levels.steelManning === 'absent',
			true,
			`${name} objected without restating any opponent’s claim`,
		),
		fault(
			'missing_self_critique',
			levels.selfCritique === 'absent',
			true,
			`${name} admitted no limit of the ${framework.name}’s own framework`,
		),
		fault(
			'framework_inconsistency',
			drift !== 'consistent',
			drift !== 'minor_drift',
			`${name} left the ${framework.name}’s framework${verified.some(({id}) => id === 'V') ? ` (${noted('V')})` : ''}`,
		),
		fault(
			'straw_manning',
			verified.some(({id}) => id === 'misrepresented_opponent'),
			dishonest,
			`${name} bent what an opponent said (${noted('misrepresented_opponent')})`,
		),
		fault(
			'rhetorical_evasion',
			evasions.length > 0,
			dishonest,
			`${name} argued past the point (${noted(...evasions)})`,
		),
	];
	const all = found.filter(each => each !== undefined).sort((a, b) => Number(b.major) - Number(a.major));
	return all.filter(({violation}, index) => all.findIndex(other => other.violation === violation) === index);
}

const fault = (violation: Violation, there: boolean, major: boolean, about: string): Fault | undefined =>
	there ? {violation, major, about} : undefined;

/** Offsets that point into the turn itself; what was said when it was taken up again has none. */
function placed(items: readonly ChecklistItem[], {turn, resumption}: Judged): ChecklistItem[] {
	return items.map(item => {
		if (item.end === undefined || item.end <= turn.text.length) return item;
		const {start: _start, end: _end, ...rest} = item;
		return {...rest, note: [item.note, `said in ${resumption?.id ?? 'its resumption'}`].filter(Boolean).join('; ')};
	});
}
