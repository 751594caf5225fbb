/** What Duelogic brings to the setup of a debate: chairs, each with a framework, and how it speaks. */
import {frameworks, OwnFrameworks, type Framework} from './frameworks.ts';
import {readUserFile, invalidUserFile} from '../user-file.ts';
import type {ConfigLayer, LayerSources} from '../contract.ts';
import {languageInput, languageOption, type OptionRow} from '../options.ts';
import {context, search, sources, topic, type SetupData} from '../setup.ts';

/** The user’s own frameworks, by id, in `frameworks.json` under ROSTRUM_HOME. Throws `UsageError`. */
export function ownFrameworks(file: string): Record<string, Framework> {
	const own = readUserFile(file, 'frameworks', OwnFrameworks);
	const taken = Object.keys(own).find(id => Object.hasOwn(frameworks, id));
	if (taken !== undefined) throw invalidUserFile(file, 'frameworks', `"${taken}" is built in`);
	return own;
}

/** The options that `run` has for this protocol. */
export const duelogicOptions: readonly OptionRow[] = [languageOption];

export const duelogicInput = languageInput;

export const duelogicSetup: SetupData = {
	ways: [topic],
	beside: [context, sources, search],
	table: {
		path: 'chairs',
		field: 'framework',
		noun: 'framework',
		manner: 'persona',
		stances: files =>
			Object.entries({...frameworks, ...ownFrameworks(files.frameworks)}).map(([id, {name, coreQuestion}]) => ({
				id,
				name,
				about: coreQuestion,
			})),
	},
};

/** The user's own frameworks. */
export const duelogicLayers = ({files: {frameworks: file}}: LayerSources): ConfigLayer[] => [
	{from: file, config: {frameworks: ownFrameworks(file)}},
];
