/** What Duelogic brings to the setup of a debate: chairs, each with a framework, and how it speaks. */
import {frameworks} from '../../protocols/duelogic/config/frameworks.ts';
import {ownFrameworks} from './own-frameworks.ts';
import {context, topic, type SetupData} from '../contract/setup-data.ts';

export const duelogicSetup: SetupData = {
	ways: [topic],
	beside: [context],
	table: {
		path: 'chairs',
		field: 'framework',
		noun: 'framework',
		manner: 'persona',
		stances: home =>
			Object.entries({...frameworks, ...ownFrameworks(home)}).map(([id, {name, coreQuestion}]) => ({
				id,
				name,
				about: coreQuestion,
			})),
	},
};
