/** `--fail-on`: upheld and disputed points that make the command end with an exit code of its own. */
import {PointSeverity} from '../../../debate/formats/code-debate/events.ts';
import {pointsOver, type Threshold} from '../../../debate/formats/code-debate/verdict.ts';
import type {DebateState} from '../../../debate/state.ts';
import {UsageError} from '../../../debate/usage-error.ts';
import {CodeDebateConfig} from '../config.ts';
import {textOption, type Input, type OptionRow} from '../../contract/options.ts';

export const thresholdOptions: readonly OptionRow[] = [
	{
		flags: '--fail-on <SEVERITY>',
		about:
			'code-debate: end with exit code 6 if a point of this severity or graver is upheld: blocker, major, minor or note',
	},
	{
		flags: '--fail-on-disputed',
		about: 'code-debate: also if one stays disputed (of the severity of --fail-on, or any)',
	},
];

/** What these options say. Throws `UsageError`. */
export function thresholdIn(options: Input['options']): Threshold {
	const value = textOption(options, 'failOn');
	const failOn = PointSeverity.safeParse(value?.toLowerCase()).data;
	if (value !== undefined && failOn === undefined)
		throw new UsageError({
			what: 'There is no such severity',
			value,
			from: '--fail-on',
			todo: `Write one of ${PointSeverity.options.join(', ')}.`,
		});
	return {failOn, failOnDisputed: options['failOnDisputed'] === true ? true : undefined};
}

/** Which points meet a threshold, in words; undefined where none does. `given` comes before that of the config. */
export function codeDebateThreshold({start, formats}: DebateState, given: Threshold = {}): string | undefined {
	const config = CodeDebateConfig.safeParse(start?.config).data;
	const threshold = {
		failOn: given.failOn ?? config?.failOn,
		failOnDisputed: given.failOnDisputed ?? config?.failOnDisputed,
	};
	const points = pointsOver(formats.codeDebate.ledger, threshold);
	if (points.length === 0) return undefined;
	const asked = [
		...(threshold.failOn ? [`--fail-on ${threshold.failOn}`] : []),
		...(threshold.failOnDisputed ? ['--fail-on-disputed'] : []),
	].join(' ');
	return `${asked} is met by ${points.map(({id, title}) => `${id} (${title})`).join(', ')}`;
}
