/** The mutable state that all parts of the script share: the agents, the text, and the issues raised. */
import type {SpecFault, SpecGroup} from '../../../debate/formats/adversarial-spec/events.ts';
import type {Floor, Message, Setup} from '../../../debate/protocol.ts';
import {agentsOf, type Agent, type SpecConfig} from '../config/config.ts';
import {countLines} from '../document/lines.ts';
import {textMessage} from './text-message.ts';
import {validatorFor} from '../document/validation.ts';

export const synthesisId = 'synthesis';

export type SpecState = {
	readonly config: SpecConfig;
	readonly title: string;
	readonly agents: readonly Agent[];
	readonly original: string;
	readonly faultsOf: (text: string) => SpecFault[];
	/** Agents whose voice cannot be used at all; they are not asked again. */
	readonly unusableAgents: Set<string>;
	/** Id of the review that waits for the user. */
	openReview: string | undefined;
	/** The latest valid text. */
	text: string;
	/** The message that shows the text. */
	systemMessage: Message;
	/** The number of its last line. */
	lastLine: number;
	/** All issues raised so far with their current standing, by id. */
	groups: SpecGroup[];
	/** Ids of agreed issues that are merged into the text. */
	readonly mergedIds: Set<string>;
};

/** The specification is the subject's context, or its text if there is no context. */
export function createSpecState({config, subject}: Setup<SpecConfig>): SpecState {
	const original = subject.context ?? subject.text;
	return {
		config,
		title: subject.text,
		agents: agentsOf(config),
		original,
		faultsOf: validatorFor(original),
		unusableAgents: new Set(),
		openReview: undefined,
		text: original,
		systemMessage: textMessage(subject.text, original),
		lastLine: countLines(original),
		groups: [],
		mergedIds: new Set(),
	};
}

/** Makes a valid text the current one. */
export function replaceText(state: SpecState, text: string): void {
	if (text === state.text) return;
	state.text = text;
	state.systemMessage = textMessage(state.title, text);
	state.lastLine = countLines(text);
}

export const isOut = (floor: Floor, agent: string): boolean =>
	floor.heard.seats.some(({id, out}) => id === agent && out !== undefined);

export const undecidedGroups = ({groups}: SpecState): SpecGroup[] =>
	groups.filter(({standing}) => standing === 'undecided');
/** Agreed issues that are not in the text yet. */
export const unmergedGroups = ({groups, mergedIds}: SpecState): SpecGroup[] =>
	groups.filter(({id, standing}) => standing === 'agreed' && !mergedIds.has(id));
export const settledGroups = ({groups, mergedIds}: SpecState): SpecGroup[] =>
	groups.filter(({id, standing}) => standing === 'rejected' || (standing === 'agreed' && mergedIds.has(id)));
