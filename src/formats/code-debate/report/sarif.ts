/** A Code Debate as SARIF 2.1.0: a result for each upheld point, and for each that stays disputed. */
import type {DebateState} from '../../../debate/state.ts';
import {verdictFor, type Verdict, type VerdictPoint} from './verdict.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

const rules = [
	{
		id: 'upheld',
		name: 'UpheldPoint',
		shortDescription: {text: 'Both sides of the debate hold that this should be changed.'},
	},
	{
		id: 'disputed',
		name: 'DisputedPoint',
		shortDescription: {text: 'The two sides of the debate did not agree on this.'},
		defaultConfiguration: {level: 'note'},
	},
];

const levels = {blocker: 'error', major: 'error', minor: 'warning', note: 'note'} as const;

export function sarif(state: DebateState): string {
	const verdict = verdictFor(state);
	if (!verdict) return '';
	const results = verdict.points.filter(({outcome}) => outcome !== 'withdrawn').map(resultOf);
	const run = {
		tool: {driver: {name: 'Rostrum', version: verdict.tool.version, rules}},
		automationDetails: {id: 'rostrum/code-debate/'},
		columnKind: 'utf16CodeUnits',
		invocations: [invocationOf(verdict)],
		results,
		properties: {debate: verdict.debate, outcome: verdict.outcome, verdict: verdict.verdict},
	};
	return `${JSON.stringify({$schema: schema, version: '2.1.0', runs: [run]}, undefined, '\t')}\n`;
}

const invocationOf = ({outcome, verdict, reason}: Verdict) => ({
	executionSuccessful: verdict !== 'none',
	...(verdict === 'none' && {
		toolExecutionNotifications: [
			{level: 'error', message: {text: `The debate ended without a verdict: ${reason ?? outcome}`}},
		],
	}),
});

function resultOf(point: VerdictPoint) {
	const {id, title, severity, outcome, place, claim = '', evidence, resolution, by} = point;
	const told = [
		`${title}.`,
		claim,
		...(evidence ? [`Shown by (${evidence.kind}): ${evidence.text}`] : []),
		...(resolution === undefined ? [] : [`To do: ${resolution}`]),
	].filter(part => part !== '');
	return {
		ruleId: outcome === 'upheld' ? 'upheld' : 'disputed',
		ruleIndex: outcome === 'upheld' ? 0 : 1,
		level: outcome === 'upheld' ? levels[severity] : 'note',
		message: {text: told.join('\n\n')},
		...(place && {locations: [{physicalLocation: locationOf(place)}]}),
		partialFingerprints: {
			'rostrumPoint/v1': `${place?.file ?? ''}:${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`,
		},
		properties: {id, severity, outcome, by},
	};
}

/** Lines of the old file have no region: a viewer would look for them in the new one. */
const locationOf = ({file, line, endLine, side}: NonNullable<VerdictPoint['place']>) => ({
	artifactLocation: {uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%'},
	...(line !== undefined && side === 'new' && {region: {startLine: line, ...(endLine !== undefined && {endLine})}}),
});
