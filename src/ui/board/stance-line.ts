/**
 * Where listeners and judges stand between against and for. It is about the proposition: which chair is ahead is shown
 * nowhere.
 */
import {incrementalFold, append} from '../../debate/fold.ts';
import type {JudgeStanceEvent} from '../../debate/formats/duelogic.ts';
import type {DebateState} from '../../debate/state.ts';
import {judgeVotesOf, votesOf} from '../../debate/views/judgements.ts';
import {line, row, span, withSpoken, type Row, type Span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';

type StanceMove = {readonly before: number | undefined; readonly after: number | undefined};

const judgeStances = incrementalFold<
	DebateState['records'][number],
	readonly (JudgeStanceEvent & {readonly at: number})[]
>([], (found, record, own) => (record.type === 'judge-stance' ? append(found, record, own) : found));

const listeners = incrementalFold<DebateState['actions'][number], DebateState['actions']>([], (found, action, own) =>
	action.action === 'vote' ? append(found, action, own) : found,
);

/** One line for the listeners and one for the judges; those who were not asked have none. */
export function stanceRows({start, actions, records, seats}: DebateState, width: number): readonly Row[] {
	const heard = votesOf({actions: listeners(start, actions)});
	const judges = judgeVotesOf({records: judgeStances(start, records), seats}).filter(
		({before, after}) => before !== undefined || after !== undefined,
	);
	return [
		...(heard.length > 0 ? [scaleRow(heard.length > 1 ? 'listeners' : 'listener', heard, width)] : []),
		...(judges.length > 0 ? [scaleRow(judges.length > 1 ? 'judges' : 'judge', judges, width)] : []),
	];
}

/** What stands there while a live debate has no votes. */
export const stanceHint = line('v: say where you stand, before and after', 'dim');

const LABEL = 10;
const [AGAINST, FOR] = ['against ', ' for'] as const;
const steps = 6;

function scaleRow(label: string, stances: readonly StanceMove[], width: number): Row {
	const room = Math.max(13, Math.min(61, width - LABEL - AGAINST.length - FOR.length));
	const placeOf = (stance: number) => Math.round(((stance + 3) / steps) * (room - 1));
	const count = (places: readonly number[], place: number) => places.filter(each => each === place).length;
	const now = stances.flatMap(({before, after}) => after ?? before ?? []).map(placeOf);
	const then = stances.flatMap(({before, after}) => (after === undefined ? [] : (before ?? []))).map(placeOf);
	const scale = Array.from({length: room}, (_, place): Span => {
		const here = count(now, place);
		if (here > 0) return span(here === 1 ? signs.full : String(Math.min(9, here)), 'accent');
		if (count(then, place) > 0) return span(signs.empty, 'accent');
		return span(place === placeOf(0) ? '┼' : signs.rule, 'dim');
	});
	const spoken = stances.map(({before, after}) => `${before ?? 'not asked'} to ${after ?? 'not yet asked'}`).join(', ');
	return (
		withSpoken(
			[row(span(label.padEnd(LABEL), 'dim'), span(AGAINST), ...scale, span(FOR))],
			`Stances of the ${label}, from -3 against to 3 for, before and after: ${spoken}`,
		)[0] ?? line('')
	);
}
