/** A Code Debate as GitHub workflow commands: printed in a job, they stand at their lines of the change. */
import type {DebateState} from '../../../debate/state.ts';
import {verdictFor, type VerdictPoint} from './verdict.ts';

/** Line ends would begin a command of their own. */
const escapeData = (text: string): string =>
	text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const kinds = {blocker: 'error', major: 'error', minor: 'warning', note: 'notice'} as const;

export function annotations(state: DebateState): string {
	const verdict = verdictFor(state);
	if (!verdict) return '';
	const lines = verdict.points.filter(({outcome}) => outcome !== 'withdrawn').map(lineOf);
	const trouble =
		verdict.verdict === 'none'
			? [
					`::error title=Rostrum::${escapeData(`The debate ended without a verdict: ${verdict.reason ?? verdict.outcome}`)}`,
				]
			: [];
	return [...trouble, ...lines].map(line => `${line}\n`).join('');
}

function lineOf({id, title, severity, outcome, place, claim, resolution}: VerdictPoint): string {
	const upheld = outcome === 'upheld';
	const line = place?.side === 'new' ? place.line : undefined;
	const properties = [
		...(place ? [['file', place.file] as const] : []),
		...(line === undefined ? [] : [['line', String(line)] as const]),
		...(line === undefined || place?.endLine === undefined ? [] : [['endLine', String(place.endLine)] as const]),
		['title', `${id} ${upheld ? severity : `disputed (${severity})`}: ${title}`] as const,
	];
	const told = [claim ?? title, ...(resolution === undefined ? [] : [`To do: ${resolution}`])].join('\n\n');
	return `::${upheld ? kinds[severity] : 'notice'} ${properties.map(([name, value]) => `${name}=${escapeProperty(value)}`).join(',')}::${escapeData(told)}`;
}
