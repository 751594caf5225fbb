/** Who sits at the table, and how the text stands: what the parts of the script share. */
import type {SpecFault, SpecGroup} from '../../../debate/formats/adversarial-spec/events.ts';
import type {Floor, Message, Setup} from '../../../debate/protocol.ts';
import {agentsOf, type Agent, type SpecConfig} from '../config/config.ts';
import {countLines} from '../document/lines.ts';
import {textMessage} from '../queries/prompts.ts';
import {validatorFor} from '../document/validation.ts';

export const synthesisId = 'synthesis';

export type Table = {
	readonly config: SpecConfig;
	readonly title: string;
	readonly agents: readonly Agent[];
	readonly original: string;
	readonly faultsOf: (text: string) => SpecFault[];
	/** Agents whose voice cannot be used at all: they are not asked again. */
	readonly gone: Set<string>;
	/** Which review waits for the user now. */
	waitingFor: string | undefined;
	/** The latest valid text, and the message that shows it. */
	text: string;
	about: Message;
	/** The number of its last line. */
	lastLine: number;
	/** Every issue ever raised, as it stands now, in the order of their ids. */
	groups: SpecGroup[];
	/** Ids of agreed issues that are worked in. */
	readonly done: Set<string>;
};

/** The specification is the subject's context; where it has none, what the subject says is all there is. */
export function tableOf({config, subject}: Setup<SpecConfig>): Table {
	const original = subject.context ?? subject.text;
	return {
		config,
		title: subject.text,
		agents: agentsOf(config),
		original,
		faultsOf: validatorFor(original),
		gone: new Set(),
		waitingFor: undefined,
		text: original,
		about: textMessage(subject.text, original),
		lastLine: countLines(original),
		groups: [],
		done: new Set(),
	};
}

/** Makes a valid text the one that is debated. */
export function adopt(table: Table, text: string): void {
	if (text === table.text) return;
	table.text = text;
	table.about = textMessage(table.title, text);
	table.lastLine = countLines(text);
}

export const isOut = (floor: Floor, agent: string): boolean =>
	floor.heard.seats.some(({id, out}) => id === agent && out !== undefined);

export const undecided = ({groups}: Table): SpecGroup[] => groups.filter(({standing}) => standing === 'undecided');
/** Agreed, and not in the text yet. */
export const pending = ({groups, done}: Table): SpecGroup[] =>
	groups.filter(({id, standing}) => standing === 'agreed' && !done.has(id));
export const settled = ({groups, done}: Table): SpecGroup[] =>
	groups.filter(({id, standing}) => standing === 'rejected' || (standing === 'agreed' && done.has(id)));
