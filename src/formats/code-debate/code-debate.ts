/** Code Debate: two coding agents argue about a change through one shared Markdown file until they converge. */
import type {Protocol} from '../../debate/protocol.ts';
import {CodeDebateConfig} from './config.ts';
import {estimateCodeDebate} from './estimate.ts';
import {script} from './script.ts';

export const codeDebateProtocol: Protocol<CodeDebateConfig> = {
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
	script: script,
};

/** A side seats itself, `run` the sides that it starts. */
const isOurs = ({part, role, sides}: CodeDebateConfig, id: 'a' | 'b'): boolean =>
	part === 'side' ? role.toLowerCase() === id : sides === 'both' || sides === id;
