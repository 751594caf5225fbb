/** What a scored turn did wrong, for the arbiter: only what the bench upholds, and nothing that it contests. */
import type {EvaluationEvent, Violation} from '../../../debate/formats/duelogic/events.ts';
import type {CheckedAnswer} from './check-answers.ts';
import type {Settled} from './evaluate.ts';
import {frameworkLevelOf, honestyLevelOf} from './points.ts';
import type {Dimension, Owed} from './rubric.ts';

type ConductFault = EvaluationEvent['violations'][number];

/** Major faults first, each violation once. `name` and `framework` are the speaker's, for the sentence that says it. */
export function faultsOf(
	{by, values, contested, upheld}: Settled,
	owed: Owed,
	{name, framework}: {readonly name: string; readonly framework: string},
): readonly ConductFault[] {
	const settled = (dimension: Dimension): boolean => !contested.includes(dimension);
	const dishonest = honestyLevelOf(values.intellectualHonesty ?? 1, by) === 'low';
	const drift = frameworkLevelOf(values.frameworkConsistency ?? 1);
	const said = (...ids: string[]): string => ids.flatMap(id => quotation(upheld.get(id)) ?? []).join('; ');
	const evasions = [...upheld.keys()].filter(id => id.includes('_') && id !== 'misrepresented_opponent');
	const honest = settled('intellectualHonesty');
	const found: (ConductFault | undefined)[] = [
		fault(
			'straw_manning',
			honest && upheld.has('X1'),
			true,
			`${name} ascribed to an opponent what was not said (${said('X1')})`,
		),
		fault(
			'missing_steel_man',
			owed.steelManning && settled('steelManning') && values.steelManning === 0,
			true,
			`${name} objected without restating any opponent’s claim`,
		),
		fault(
			'missing_self_critique',
			owed.selfCritique && settled('selfCritique') && values.selfCritique === 0,
			true,
			`${name} admitted no limit of their own side`,
		),
		fault(
			'framework_inconsistency',
			settled('frameworkConsistency') && drift !== 'consistent',
			drift !== 'minor_drift',
			`${name} left the ${framework}’s framework${upheld.has('V') ? ` (${said('V')})` : ''}`,
		),
		fault(
			'straw_manning',
			honest && upheld.has('misrepresented_opponent'),
			dishonest,
			`${name} bent what an opponent said (${said('misrepresented_opponent')})`,
		),
		fault(
			'rhetorical_evasion',
			honest && evasions.length > 0,
			dishonest,
			`${name} argued past the point (${said(...evasions)})`,
		),
	];
	const all = found.filter(one => one !== undefined).toSorted((one, other) => Number(other.major) - Number(one.major));
	return all.filter(({violation}, index) => all.findIndex(other => other.violation === violation) === index);
}

const fault = (violation: Violation, there: boolean, major: boolean, about: string): ConductFault | undefined =>
	there ? {violation, major, about} : undefined;

function quotation(answer: CheckedAnswer | undefined): string | undefined {
	const text = answer?.sentence?.text ?? answer?.other?.sentence?.text;
	return answer && text !== undefined ? `${answer.item.id.replaceAll('_', ' ')}: “${text}”` : undefined;
}
