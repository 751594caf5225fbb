import {expect, it} from 'vitest';
import {queueTrouble} from '../../../src/app/batch/bullmq.ts';

it('tells each kind of trouble once, and leaves the connection to the client of Redis', () => {
	const told: string[] = [];
	const listen = queueTrouble(text => told.push(text));
	listen(new Error('could not renew lock for job 17'));
	listen(new Error('could not renew lock for job 18'));
	listen(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), {code: 'ECONNREFUSED'}));
	listen(new Error('Connection is closed.'));
	listen(new Error('Missing key for job 17. moveToFinished'));
	expect(told).toEqual([
		'The queue reports: could not renew lock for job 17. The batch goes on',
		'The queue reports: Missing key for job 17. moveToFinished. The batch goes on',
	]);
});
