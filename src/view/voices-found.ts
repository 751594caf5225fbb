/** Which voices were found, and who would speak: a few lines on the home screen. */
import {line, row, span, type Row} from './rows.ts';
import {signs} from './theme.ts';
import {truncate} from './wrap.ts';

/**
 * Names, for the user. `speaks` is who has a seat that nobody is named for; `hint` what to do for more; `notices` what
 * is not as it should be.
 */
export type VoicesFound = {
	readonly keys: readonly string[];
	readonly servers: readonly string[];
	readonly agents: readonly string[];
	readonly speaks: string;
	readonly hint?: string;
	readonly notices: readonly string[];
};

const LABEL = 9;
const CHANGE = 'v change';
const ADD = 's add a key';
const addsKey: Pick<Row, 'right'> = {right: [span('s', 'strong'), span(' add a key', 'dim')]};
const labelled = (label: string, text: string, tone: 'plain' | 'dim' = 'plain'): Row =>
	row(span(label.padEnd(LABEL), 'dim'), span(text, tone));

const kinds = ({keys, servers, agents}: VoicesFound) =>
	[
		{label: 'Keys', names: keys, none: 'none found'},
		{label: 'Servers', names: servers, none: 'none answers on this machine'},
		{label: 'Agents', names: agents, none: 'no coding agent is installed'},
	] as const;

/**
 * What was found in one line and who speaks in another; where there is room, a line for each kind. What does not fit is
 * a key away.
 */
export function foundRows(found: VoicesFound, width: number, most: number): readonly Row[] {
	const [notice] = found.notices;
	const warned = notice === undefined ? [] : [line(truncate(`${signs.notice} ${notice}`, width), 'warning')];
	const speaks: Row = {
		...labelled('Speaks', truncate(found.speaks, width - LABEL - CHANGE.length - 1), 'dim'),
		right: [span('v', 'strong'), span(' change', 'dim')],
	};
	if (most >= 4 + warned.length)
		return [
			...warned,
			...kinds(found).map(({label, names, none}) => ({
				...labelled(
					label,
					truncate(names.length === 0 ? none : names.join(', '), width - LABEL),
					names.length === 0 ? 'dim' : 'plain',
				),
				...(label === 'Keys' && names.length === 0 ? addsKey : {}),
			})),
			speaks,
		];
	const all = kinds(found).flatMap(({names}) => names);
	const nothing = 'no key, no model server, no coding agent';
	const inOne: Row =
		all.length > 0
			? labelled('Found', truncate(all.join(', '), width - LABEL))
			: {
					...labelled('Found', truncate(nothing, width - LABEL), 'dim'),
					...(width > LABEL + nothing.length + ADD.length ? addsKey : {}),
				};
	return [...warned, ...(warned.length > 0 && most < 3 ? [] : [inOne]), speaks];
}
