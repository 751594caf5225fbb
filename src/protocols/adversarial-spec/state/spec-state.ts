/** Who sits at the table, and how the text stands: what the parts of the script share. */
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
	/** Agents whose voice cannot be used at all: they are not asked again. */
	readonly unusableAgents: Set<string>;
	/** Which review waits for the user now. */
	openReview: string | undefined;
	/** The latest valid text, and the message that shows it. */
	text: string;
	systemMessage: Message;
	/** The number of its last line. */
	lastLine: number;
	/** Every issue ever raised, as it stands now, in the order of their ids. */
	groups: SpecGroup[];
	/** Ids of agreed issues that are worked in. */
	readonly mergedIds: Set<string>;
};

/** The specification is the subject's context; where it has none, what the subject says is all there is. */
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

/** Makes a valid text the one that is debated. */
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
/** Agreed, and not in the text yet. */
export const unmergedGroups = ({groups, mergedIds}: SpecState): SpecGroup[] =>
	groups.filter(({id, standing}) => standing === 'agreed' && !mergedIds.has(id));
export const settledGroups = ({groups, mergedIds}: SpecState): SpecGroup[] =>
	groups.filter(({id, standing}) => standing === 'rejected' || (standing === 'agreed' && mergedIds.has(id)));
