/** The model behind an agent: what its session says of it, and choosing another. */
import {VoiceError} from '../voice.ts';
import type {AgentRow} from './agent-rows.ts';
import type {SetMode} from './agent-mode.ts';

type OfferedModel = {readonly value: string; readonly name?: string | undefined};
/** The fields of a new session that tell of models. */
export type SessionModels = {
	readonly configOptions?:
		| readonly ({readonly id: string; readonly category?: string | null} & (
				| {
						readonly type: 'select';
						readonly currentValue: string;
						readonly options: readonly (OfferedModel | {readonly options: readonly OfferedModel[]})[];
				  }
				| {readonly type: 'boolean'}
		  ))[]
		| null;
};

type ModelOption = {readonly id: string; readonly current: string; readonly choices: readonly OfferedModel[]};

function modelOption({configOptions}: SessionModels): ModelOption | undefined {
	const option = configOptions?.find(({category, id}) => category === 'model' || id === 'model');
	if (option?.type !== 'select') return undefined;
	const choices = option.options.flatMap(one => ('value' in one ? [one] : one.options));
	return {id: option.id, current: option.currentValue, choices};
}

/** The model that a session begins with, as the agent names it. */
export function modelIn(session: SessionModels): string | undefined {
	const option = modelOption(session);
	return option && readable(option, option.current);
}

/** Some ids are internal: then the name is shown. */
const readable = ({choices}: ModelOption, id: string): string =>
	/^[\w.:/-]+$/u.test(id) && id !== 'default' ? id : (choices.find(({value}) => value === id)?.name ?? id);

/** How many models an error lists. */
const listed = 12;

/** Sets the model of `agent:NAME#MODEL`. Throws an `unusable` `VoiceError` where the agent does not have it. */
export async function chooseModel(row: AgentRow, session: SessionModels, set: SetMode): Promise<string | undefined> {
	const {model: wanted, name} = row;
	if (wanted === undefined) return undefined;
	const option = modelOption(session);
	if (!option) throw new VoiceError('unusable', `${name} does not let its model be chosen: leave out "#${wanted}".`);
	const found = matching(option.choices, wanted);
	if (!found) {
		const values = option.choices.slice(0, listed).map(({value}) => value);
		const more = option.choices.length - values.length;
		throw new VoiceError(
			'unusable',
			`${name} has no model "${wanted}". It has ${values.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
		);
	}
	if (found.value !== option.current) {
		try {
			await set({configId: option.id, value: found.value});
		} catch (error) {
			throw new VoiceError('unusable', `${name} would not take the model "${wanted}".`, {cause: error});
		}
	}
	return readable(option, found.value);
}

/** By the whole id or name, else by its part behind the last slash. */
const matching = (choices: readonly OfferedModel[], wanted: string): OfferedModel | undefined =>
	choices.find(({value}) => value === wanted) ??
	choices.find(({name}) => name?.toLowerCase() === wanted.toLowerCase()) ??
	choices.find(({value}) => value.endsWith(`/${wanted}`));
