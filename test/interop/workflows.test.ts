/** The action and the workflows, as a validator of GitHub's schemas reads them. */
import {validateAction, validateWorkflow} from '@action-validator/core';
import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';

describe('what GitHub is given to run', () => {
	it('is an action that its schema allows', () => {
		const action = readFileSync('action.yml', 'utf8');
		expect(validateAction(action).errors).toEqual([]);
		expect(validateAction(action.replace('using: composite', 'using: nothing')).errors).not.toEqual([]);
	});

	it.each(readdirSync('.github/workflows'))('is a workflow that its schema allows: %s', name => {
		const workflow = readFileSync(`.github/workflows/${name}`, 'utf8');
		expect(validateWorkflow(workflow).errors).toEqual([]);
		expect(validateWorkflow(workflow.replaceAll('runs-on', 'runs-at')).errors).not.toEqual([]);
	});
});
