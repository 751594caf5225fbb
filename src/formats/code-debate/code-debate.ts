/** Code Debate: two coding agents argue about a change through one shared Markdown file until they converge. */
import {numberAt} from '../../view/pane-rows.ts';
import {exitCodes, type Format} from '../contract.ts';
import {codeDebatePane} from './code-frame.ts';
import {CodeDebateConfig} from './config.ts';
import {estimateCodeDebate} from './estimate.ts';
import {ledgerSections, subjectOption} from './markdown.ts';
import {codeDebateInput, codeDebateOptions, codeDebateSetup, codeDebateThreshold} from './options.ts';

export const codeDebate: Format<CodeDebateConfig> = {
	id: 'code-debate',
	name: 'Code Debate',
	summary:
		'Two coding agents argue about a commit, a diff or a review through a shared DEBATE.md, point by point, until they agree or know on what they do not.',
	version: 2,
	config: CodeDebateConfig,
	minSpeakers: 1,
	speakers: ({part, role}) => (part === 'side' ? [role.toLowerCase()] : ['a', 'b']),
	cast: config =>
		(['a', 'b'] as const).map(id => ({
			id,
			role: 'agent',
			label: `Agent ${id.toUpperCase()}`,
			...(isOurs(config, id) ? {} : {outside: true as const}),
		})),
	estimate: estimateCodeDebate,
	humanSeats: config => (['a', 'b'] as const).filter(id => isOurs(config, id)),
	script: async (setup, floor) => (await import('./script.ts')).script(setup, floor),
	options: codeDebateOptions,
	input: codeDebateInput,
	setup: codeDebateSetup,
	fields: {
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
	pane: codeDebatePane,
	progress({start, segment, round = 0}) {
		const rounds = numberAt(start?.config, 'rounds');
		if (rounds === undefined) return undefined;
		const parts = 2 * rounds + 3;
		const at = {opening: 0, response: 2 * round - 1, 'follow-up': 2 * round, consensus: parts - 1}[segment ?? ''] ?? -1;
		return (at + 0.5) / parts;
	},
	// The folder of a Code Debate holds its `DEBATE.md`, which is the same file as `debate.md` on many disks.
	markdown: {afterVotes: ledgerSections, file: 'transcript.md'},
	optionFor: subjectOption,
	endsWith(state) {
		const says = state.outcome === 'stopped' ? undefined : codeDebateThreshold(state);
		return says === undefined ? undefined : {says, code: exitCodes.threshold};
	},
	host: {
		effects: async () => (await import('./host/open-effects.ts')).openCodeDebateEffects,
		files: async () => (await import('./host/debate-md.ts')).debateFiles(codeDebate),
	},
};

/** A side seats itself, `run` the sides that it starts. */
const isOurs = ({part, role, sides}: CodeDebateConfig, id: 'a' | 'b'): boolean =>
	part === 'side' ? role.toLowerCase() === id : sides === 'both' || sides === id;
