/** What Duelogic brings to the setup of a debate: chairs, each with a framework, and how it speaks. */
import {frameworks} from '../frameworks.ts';
import {ownFrameworks} from './own-frameworks.ts';
import type {ConfigLayer, LayerSources} from '../../contract/format-host.ts';
import {languageInput, languageOption} from '../../contract/language.ts';
import type {OptionRow} from '../../contract/options.ts';
import {context, topic, type SetupData} from '../../contract/setup-data.ts';

/** The options that `run` has for this protocol. */
export const duelogicOptions: readonly OptionRow[] = [languageOption];

export const duelogicInput = languageInput;

export const duelogicSetup: SetupData = {
	ways: [topic],
	beside: [context],
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
