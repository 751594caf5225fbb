/**
 * How the setup names the fields of a config, and which of them it shows at first: `[path, label]` by format, in the
 * order in which they stand. A field that is not named here is called by its path, and is shown.
 */
import {capitalised} from '../../../debate/text/words.ts';

type FieldWords = {readonly shown: readonly NamedField[]; readonly folded: readonly NamedField[]};
type NamedField = readonly [path: string, label: string];

const show: readonly NamedField[] = [
	['podcastMode.enabled', 'Host it as a show'],
	['podcastMode.showName', 'Name of the show'],
];

const fields: Readonly<Record<string, FieldWords>> = {
	duelogic: {
		shown: [
			['flow.maxExchanges', 'Exchanges, at most'],
			['flow.targetDurationMinutes', 'Length (minutes)'],
			['tone', 'Tone'],
			['interruptions.enabled', 'Interruptions'],
			['interruptions.aggressiveness', 'How readily they cut in (1 to 5)'],
			['language', 'Language'],
		],
		folded: [
			['judgeStances', 'Judges say where they stand'],
			['contextTokens', 'Smallest context window (tokens)'],
			['arbiter.accountabilityLevel', 'Strictness of the arbiter'],
			['mandates.arbiterCanInterject', 'Arbiter steps in between turns'],
			['flow.style', 'Order of speaking'],
			['interruptions.allowChairInterruptions', 'Chairs may cut in'],
			['interruptions.allowArbiterInterruptions', 'Arbiter may cut in'],
			['interruptions.cooldownSeconds', 'Shortest time between cuts (seconds)'],
			['mandates.requireSteelManning', 'State the other side’s best case'],
			['mandates.requireSelfCritique', 'Admit a limit of one’s own view'],
			...show,
			['podcastMode.episodeNumber', 'Episode number'],
			['podcastMode.includeCallToAction', 'Ask listeners to subscribe'],
			['weights.steelManning', 'Weight of fairness to the other side'],
			['weights.selfCritique', 'Weight of self-critique'],
			['weights.frameworkConsistency', 'Weight of keeping to the framework'],
			['weights.intellectualHonesty', 'Weight of honest argument'],
		],
	},
	'adversarial-spec': {
		shown: [
			['maxRounds', 'Rounds, at most'],
			['consensusThreshold', 'Share that makes consensus'],
			['preserveIntent', 'Keep goals and scope as they are'],
			['verify', 'Check only, change nothing'],
		],
		folded: [
			['accept', 'Accept where nobody can be asked'],
			['grouping', 'Who merges like issues'],
			['temperature', 'Temperature'],
			['agentQueryTimeout', 'Time for an answer (ms)'],
			['agentQueryRetries', 'Retries of a failed query'],
			['agentQueryRateLimit', 'Queries a second, by agent'],
		],
	},
	'builder-reviewer': {
		shown: [
			['maxCycles', 'Cycles, at most'],
			['reviewers', 'Number of reviewers'],
			['accept', 'What becomes of accepted work'],
		],
		folded: [
			['builderWorks', 'How the builder works'],
			['edits', 'How a model writes its changes'],
			['stepRetries', 'Retries of a step that fails its check'],
			['checkTimeoutMs', 'Time for the check (ms)'],
		],
	},
	'code-debate': {
		shown: [
			['rounds', 'Rounds, at most'],
			['points', 'Points that a side raises, at most'],
		],
		folded: [
			['sides', 'Sides started here'],
			['timeoutSeconds', 'Wait for the other side (seconds)'],
			['pollSeconds', 'Look at the file every (seconds)'],
			['settleSeconds', 'Write once it is unchanged for (seconds)'],
		],
	},
	'model-duel': {
		shown: [['critics', 'Number of critics']],
		folded: [
			['stageTimeoutMs', 'Time for a stage (ms)'],
			['allowUnstructuredCritique', 'Accept a critique in plain prose'],
		],
	},
	motion: {
		shown: [
			['style', 'Running order'],
			['tone', 'Tone'],
			['points.enabled', 'Points of information'],
			['points.aggressiveness', 'How readily they rise (1 to 5)'],
			['verdict.enabled', 'Judges decide who argued better'],
			['verdict.judges', 'Number of judges'],
			['language', 'Language'],
		],
		folded: [
			['points.takenPerTurn', 'Points taken in a turn, at most'],
			['words.opening', 'Words of an opening'],
			['words.rebuttal', 'Words of a rebuttal'],
			['words.question', 'Words of a question'],
			['words.answer', 'Words of an answer'],
			['words.closing', 'Words of a closing'],
			...show,
		],
	},
};

type FieldPlace = {readonly label: string; readonly advanced: boolean; readonly place: number};

/** Where a field of a format's config stands, and under which label. */
export function placeOfField(protocol: string, path: string): FieldPlace {
	const {shown = [], folded = []} = fields[protocol] ?? {};
	const all = [...shown, ...folded];
	const place = all.findIndex(([named]) => named === path);
	const label = all[place]?.[1] ?? inWords(path);
	return place < 0 ? {label, advanced: false, place: all.length} : {label, advanced: place >= shown.length, place};
}

/** `pace.wordsAMinute` as `Pace: words a minute`. */
function inWords(path: string): string {
	const words = path
		.replaceAll(/(?<=[a-z])[A-Z]/gu, letter => ` ${letter.toLowerCase()}`)
		.replace(/ ms$/u, ' (ms)')
		.replaceAll('.', ': ');
	return capitalised(words);
}
