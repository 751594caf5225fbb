/** Which debates a query covers, as the user gives it and as SQL. */
import {indexText} from './words.ts';

/**
 * All that is given must hold. `framework` takes personas too; it and `model` may be any part of the name. Times are
 * milliseconds of the wall clock, `until` not included.
 */
export type Filter = {
	readonly protocol?: string | undefined;
	readonly framework?: string | undefined;
	readonly model?: string | undefined;
	readonly since?: number | undefined;
	readonly until?: number | undefined;
	readonly unfinished?: boolean | undefined;
};

/** A condition on the table `debates`, and the values of its question marks. */
export type Condition = {readonly sql: string; readonly values: readonly (string | number)[]};

const seated = (column: string): string =>
	`EXISTS (SELECT 1 FROM seats WHERE seats.debate = debates.id AND instr(seats.${column}, ?) > 0)`;

export function conditionOf({protocol, framework, model, since, until, unfinished}: Filter): Condition {
	const parts: readonly (readonly [string, string | number | undefined])[] = [
		['debates.protocol = ?', protocol],
		[seated('findable_framework'), given(framework)],
		[seated('findable_model'), given(model)],
		['debates.started >= ?', since],
		['debates.started < ?', until],
	];
	const asked = parts.flatMap(([sql, value]) => (value === undefined ? [] : [{sql, value}]));
	const sql = [...asked.map(part => part.sql), ...(unfinished ? [`debates.state = 'unfinished'`] : [])].join(' AND ');
	return {sql: sql === '' ? 'TRUE' : sql, values: asked.map(({value}) => value)};
}

/** A name as it was put into the index; what holds no letter asks for nothing. */
const given = (name: string | undefined): string | undefined =>
	name === undefined ? undefined : indexText(name) || undefined;
