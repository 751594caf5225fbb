/** The evaluation of a turn as recorded: levels, score, working, and the faults that call for an interjection. */
import type {ChecklistItem, EvaluationEvent, Quality, Violation} from '../../../debate/formats/duelogic/events.ts';
import type {DebateState} from '../../../debate/state.ts';
import {isProvenYes, isVerified, type Checklist, type JudgedTurn} from './checklist.ts';
import type {DuelogicConfig} from '../config/config.ts';
import type {Interjection} from '../prompts/arbiter-prompts.ts';
import type {JudgePanel, Verdict} from './judging.ts';
import {majority} from './panel.ts';
import {levelsOf, scoreOf, type Levels} from './scoring.ts';
import {chairOf, type DuelogicDebate} from '../seating/seating.ts';

type ConductFault = EvaluationEvent['violations'][number];

/**
 * Levels and score from the panel's verdicts. `adherenceScore` is null if fewer than half of the verdicts are usable.
 * Pure.
 */
export function evaluate(
	debate: DuelogicDebate,
	judged: JudgedTurn,
	panel: JudgePanel,
	verdicts: readonly Verdict[],
): EvaluationEvent {
	const checklists = verdicts.flatMap(({checklist}) => checklist ?? []);
	const merged = majority(checklists);
	const checklist = merged && withoutUnreached(merged, judged);
	if (!checklist || checklists.length * 2 < panel.judges.length) return notScored(judged, panel, verdicts);
	const levels = levelsOf(checklist);
	const score = scoreChecklist(debate, checklist);
	const faults = faultsOf(debate, judged, checklist, levels);
	const grave = faults.find(({major}) => major);
	const single = checklists.map(each => scoreChecklist(debate, withoutUnreached(each, judged)).score);
	return {
		...commonFields(judged, panel),
		adherenceScore: score.score,
		...levelFields(levels, checklist),
		requiresInterjection: grave !== undefined,
		...(grave?.about === undefined ? {} : {interjectionReason: grave.about}),
		violations: faults,
		items: withTurnOffsets([...checklist.items, ...checklist.violations], judged),
		working: score.working,
		...(score.cap ? {cap: score.cap} : {}),
		...(single.length > 1 ? {range: [Math.min(...single), Math.max(...single)]} : {}),
	};
}

/** A turn that was cut does not owe what it had not reached. */
function withoutUnreached(checklist: Checklist, {turn}: JudgedTurn): Checklist {
	if (turn.finish === 'complete') return checklist;
	const attempted = (id: string) => checklist.items.some(item => item.id === id && item.answer === 'yes');
	return {
		...checklist,
		owed: {
			steelManning: checklist.owed.steelManning && attempted('S1'),
			selfCritique: checklist.owed.selfCritique && attempted('C1'),
		},
	};
}

/** The interjection that an evaluation calls for at the configured accountability level, the gravest fault first. */
export function requiredInterjection(
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

/** The state as it will be once the evaluation is recorded. */
export const withEvaluation = (heard: DebateState, evaluation: EvaluationEvent): DebateState => ({
	...heard,
	turns: heard.turns.map(turn => (turn.id === evaluation.turnId ? {...turn, evaluation} : turn)),
});

const commonFields = ({turn}: JudgedTurn, {judges, selfJudged}: JudgePanel) => ({
	type: 'evaluation' as const,
	turnId: turn.id,
	judge: judges[0]?.id ?? 'nobody',
	...(judges.length > 1 ? {judges: judges.map(({id}) => id)} : {}),
	...(selfJudged ? {selfJudged} : {}),
});

function notScored(judged: JudgedTurn, panel: JudgePanel, verdicts: readonly Verdict[]): EvaluationEvent {
	const failed = verdicts.filter(({checklist}) => checklist === undefined);
	const reason = failed.map(({judge, reason: why = 'no usable answer'}) => `${judge}: ${why}`).join('; ');
	const raw = failed.flatMap(verdict => verdict.raw ?? []).join('\n');
	return {
		...commonFields(judged, panel),
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
	violations.some(item => item.id === 'X1' && isProvenYes(item));

const scoreChecklist = ({config}: DuelogicDebate, checklist: Checklist) =>
	scoreOf(levelsOf(checklist), config.weights, hasStrawMan(checklist.violations));

function levelFields(
	levels: Levels,
	{items, violations}: Checklist,
): Pick<EvaluationEvent, 'steelManning' | 'selfCritique' | 'frameworkConsistency' | 'intellectualHonesty'> {
	const told = (kept: (id: string) => boolean) =>
		violations
			.filter(item => kept(item.id) && isProvenYes(item))
			.map(({id, note}) => (note === undefined ? id : `${id}: ${note}`));
	const drifts = told(id => id === 'V');
	const issues = told(id => id !== 'V');
	return {
		steelManning: qualityField(
			levels.steelManning,
			items.filter(({id}) => id.startsWith('S')),
		),
		selfCritique: qualityField(
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

function qualityField(level: Quality | undefined, items: readonly ChecklistItem[]) {
	const voided = items.filter(item => item.answer === 'yes' && !isVerified(item)).map(({id}) => id);
	const notes = voided.length > 0 ? {notes: `void, for want of a quotation that stands: ${voided.join(', ')}`} : {};
	return {
		attempted: level !== undefined && level !== 'absent',
		quality: level ?? 'absent',
		applicable: level !== undefined,
		...notes,
	};
}

/** Faults, major ones first, one per violation: straw man, missing obligation, framework drift, dishonesty. */
function faultsOf(debate: DuelogicDebate, {turn}: JudgedTurn, {violations}: Checklist, levels: Levels): ConductFault[] {
	const {name, frameworkProfile: framework} = chairOf(debate, turn.speaker);
	const verified = violations.filter(isProvenYes);
	const noted = (...ids: string[]) =>
		verified
			.filter(({id}) => ids.includes(id))
			.map(({id, note, quote = ''}) => note ?? `${id.replaceAll('_', ' ')}: “${quote}”`)
			.join('; ');
	const dishonest = levels.intellectualHonesty === 'low';
	const drift = levels.frameworkConsistency;
	const evasions = verified.filter(({id}) => !['V', 'X1', 'misrepresented_opponent'].includes(id)).map(({id}) => id);
	const found: (ConductFault | undefined)[] = [
		faultIf(
			'straw_manning',
			hasStrawMan(violations),
			true,
			`${name} ascribed to an opponent what was not said (${noted('X1')})`,
		),
		faultIf(
			'straw_manning',
			levels.steelManning === 'absent',
			true,
			`${name} objected without restating any opponent’s claim`,
		),
		faultIf(
			'missing_self_critique',
			levels.selfCritique === 'absent',
			true,
			`${name} admitted no limit of the ${framework.name}’s own framework`,
		),
		faultIf(
			'framework_inconsistency',
			drift !== 'consistent',
			drift !== 'minor_drift',
			`${name} left the ${framework.name}’s framework${verified.some(({id}) => id === 'V') ? ` (${noted('V')})` : ''}`,
		),
		faultIf(
			'straw_manning',
			verified.some(({id}) => id === 'misrepresented_opponent'),
			dishonest,
			`${name} bent what an opponent said (${noted('misrepresented_opponent')})`,
		),
		faultIf(
			'rhetorical_evasion',
			evasions.length > 0,
			dishonest,
			`${name} argued past the point (${noted(...evasions)})`,
		),
	];
	const all = found.filter(each => each !== undefined).sort((a, b) => Number(b.major) - Number(a.major));
	return all.filter(({violation}, index) => all.findIndex(other => other.violation === violation) === index);
}

const faultIf = (violation: Violation, there: boolean, major: boolean, about: string): ConductFault | undefined =>
	there ? {violation, major, about} : undefined;

/** Drops offsets that lie in the resumption: recorded offsets refer to the turn itself. */
function withTurnOffsets(items: readonly ChecklistItem[], {turn, resumption}: JudgedTurn): ChecklistItem[] {
	return items.map(item => {
		if (item.end === undefined || item.end <= turn.text.length) return item;
		const {start: _start, end: _end, ...rest} = item;
		return {...rest, note: [item.note, `said in ${resumption?.id ?? 'its resumption'}`].filter(Boolean).join('; ')};
	});
}
