/** Which debates a query covers, as given by the user and as SQL. */
import {indexText} from './words.ts';

/**
 * All conditions must hold. `framework` also matches personas; `framework` and `model` match any part of a name. Times
 * are Unix milliseconds; `until` is exclusive.
 */
export type Filter = {
	readonly protocol?: string | undefined;
	readonly framework?: string | undefined;
	readonly model?: string | undefined;
	readonly since?: number | undefined;
	readonly until?: number | undefined;
	readonly unfinished?: boolean | undefined;
};

/** A WHERE condition on the table `debates`, and the values of its placeholders. */
export type Condition = {readonly sql: string; readonly values: readonly (string | number)[]};

const hasSeatWith = (column: string): string =>
	`EXISTS (SELECT 1 FROM seats WHERE seats.debate = debates.id AND instr(seats.${column}, ?) > 0)`;

export function conditionOf({protocol, framework, model, since, until, unfinished}: Filter): Condition {
	const parts: readonly (readonly [string, string | number | undefined])[] = [
		['debates.protocol = ?', protocol],
		[hasSeatWith('findable_framework'), indexed(framework)],
		[hasSeatWith('findable_model'), indexed(model)],
		['debates.started >= ?', since],
		['debates.started < ?', until],
	];
	const asked = parts.flatMap(([sql, value]) => (value === undefined ? [] : [{sql, value}]));
	const sql = [...asked.map(part => part.sql), ...(unfinished ? [`debates.state = 'unfinished'`] : [])].join(' AND ');
	return {sql: sql === '' ? 'TRUE' : sql, values: asked.map(({value}) => value)};
}

/** A name as it is stored in the index; undefined if it has no letter or digit. */
const indexed = (name: string | undefined): string | undefined =>
	name === undefined ? undefined : indexText(name) || undefined;
