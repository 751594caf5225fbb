import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {VoiceError} from '../../../src/voices/voice.ts';
import {critique, debate, issue, specText} from './run-spec.ts';

const three = {personas: ['security', 'oncall', 'qa']};

describe('an Adversarial Spec debate', () => {
	it('works what the agents agree on into the text, and leaves the file alone until it is accepted', async () => {
		const {done, of, spec, folder, specFile} = await debate({config: three});
		expect(done.outcome).toBe('consensus');
		expect(of('spec-consensus')[0]?.groups).toMatchObject([
			{id: 'i1', standing: 'agreed', support: 1, raised: [{agent: 'security'}, {agent: 'oncall'}, {agent: 'qa'}]},
		]);
		expect(of('spec-refinement')[0]?.changes).toEqual([
			{
				line: 9,
				removed: ['The service must respond fast.'],
				added: ['The service must respond within 200 ms at the 99th percentile.'],
			},
		]);
		expect(spec()).toBe(specText);
		expect(existsSync(`${specFile}.previous`)).toBe(false);
		expect(readFileSync(path.join(folder, 'refined.md'), 'utf8')).toBe(
			specText.replace('respond fast', 'respond within 200 ms at the 99th percentile'),
		);
		expect(readFileSync(path.join(folder, 'report.md'), 'utf8')).toContain('i1: Fast is no number');
	});

	it('asks all agents of a round before any of them has answered', async () => {
		const {events} = await debate({config: three});
		const asked = events
			.filter(
				event =>
					event.type === 'spec-query' && event.purpose === 'critique' && event.state === 'asked' && event.round === 1,
			)
			.map(({seq}) => seq);
		const answered = events.find(event => event.type === 'voice-call')?.seq ?? 0;
		expect(asked).toHaveLength(3);
		expect(Math.max(...asked)).toBeLessThan(answered);
	});

	it('has like issues found from the issues alone, and only in rounds in which some came', async () => {
		const {asked} = await debate({
			config: {...three, maxRounds: 3},
			answers: ({kind, round}) =>
				kind === 'spec-critique' ? critique(round === 1 ? [issue('Fast is no number', 9)] : []) : undefined,
		});
		const grouping = asked.filter(({kind}) => kind === 'spec-grouping');
		expect(asked.some(({kind, round}) => kind === 'spec-critique' && round === 2)).toBe(true);
		expect(grouping.map(({round}) => round)).toEqual([1]);
		const read = grouping.flatMap(({request}) => request.messages.map(({content}) => content)).join('\n');
		expect(read).toContain('Fast is no number');
		expect(read).not.toContain('Sessions are kept.');
	});

	it('saves with --accept all, and keeps the version before', async () => {
		const {of, spec, specFile} = await debate({config: {...three, accept: 'all'}});
		expect(of('spec-outcome')).toMatchObject([{saved: true, accepted: 1, of: 1}]);
		expect(spec()).toContain('200 ms');
		expect(readFileSync(`${specFile}.previous`, 'utf8')).toBe(specText);
	});

	it('saves what was agreed with --accept all where the debate ends in a deadlock, and nothing that is contested', async () => {
		const {done, of, spec} = await debate({
			config: {...three, accept: 'all', consensusThreshold: 0.6},
			answers: ({kind, seat, round, ids}) => {
				if (kind === 'spec-critique')
					return critique(
						round > 1
							? []
							: [issue('Fast is no number', 9), ...(seat === 'qa' ? [issue('Kept for how long', 14)] : [])],
					);
				if (kind === 'spec-grouping') return {groups: [['security/1', 'oncall/1', 'qa/1']]};
				return kind === 'spec-ballot'
					? {votes: ids.map(id => ({issue: id, vote: 'abstain', reason: 'I cannot tell.'}))}
					: undefined;
			},
		});
		expect(done.outcome).toBe('deadlock');
		expect(of('spec-outcome')).toMatchObject([{saved: true, accepted: 1, of: 1}]);
		expect(spec()).toBe(specText.replace('respond fast', 'respond within 200 ms at the 99th percentile'));
	});

	it('does not save over a file that has changed since it was read', async () => {
		const theirs = `${specText}\nAnother line.\n`;
		let file = '';
		const {of, spec, notices} = await debate({
			config: {...three, accept: 'all'},
			onEvent: event => {
				if (event.type === 'debate-start' && typeof event.config === 'object' && event.config && 'file' in event.config)
					file = String(event.config.file);
				if (event.type === 'spec-consensus') writeFileSync(file, theirs);
			},
		});
		expect(spec()).toBe(theirs);
		expect(of('spec-outcome')[0]).toMatchObject({saved: false});
		expect(notices.join('\n')).toContain('has changed since it was read');
	});

	it('leaves to the user what nobody could agree on', async () => {
		const {done, of} = await debate({
			config: {...three, consensusThreshold: 0.6, maxRounds: 2},
			answers: ({kind, seat, ids}) => {
				if (kind === 'spec-critique') return critique(seat === 'qa' ? [issue('No test is possible', 10)] : []);
				return kind === 'spec-ballot'
					? {votes: ids.map(id => ({issue: id, vote: 'abstain', reason: 'I cannot tell.'}))}
					: undefined;
			},
		});
		expect(done).toMatchObject({outcome: 'deadlock', reason: 'still contested: No test is possible'});
		expect(of('spec-review')[0]?.contested).toMatchObject([{title: 'No test is possible', standing: 'undecided'}]);
	});

	it('puts a text away that does not validate, and says why', async () => {
		const {of, notices, folder} = await debate({
			config: three,
			answers: ({kind, ids, round}) =>
				kind === 'spec-critique' && round === 1
					? critique([issue('Kept for how long', 14)])
					: kind === 'spec-synthesis'
						? {
								edits: [
									{
										issues: ids,
										line: 14,
										find: 'Sessions are kept.',
										replace: 'Sessions are kept.\n\n```json\n{"a": }\n```',
										reason: 'An example.',
									},
								],
								left: [],
							}
						: undefined,
		});
		expect(of('spec-refinement')[0]).toMatchObject({fellBack: true, changes: [], faults: [{line: 17, rule: 'json'}]});
		expect(notices[0]).toMatch(
			/^Validation failed on line 17: The JSON block does not parse: .* Please correct the error and retry validation\./u,
		);
		expect(readFileSync(path.join(folder, 'refined.md'), 'utf8')).toBe(specText);
	});

	it('counts an approval only with named checks and the strongest remaining objection', async () => {
		const {done, of} = await debate({
			config: three,
			answers: ({kind}) => (kind === 'spec-critique' ? {issues: [], checks: [], strongest_objection: null} : undefined),
		});
		expect(done).toMatchObject({
			outcome: 'deadlock',
			reason: '3 of 3 approvals name too little that was checked to count',
		});
		expect(of('spec-critique')[0]?.void).toBe('names 0 of the 3 checks that an approval needs');
		const sound = await debate({
			config: three,
			answers: ({kind}) => (kind === 'spec-critique' ? critique() : undefined),
		});
		expect(sound.done).toMatchObject({outcome: 'consensus', reason: 'nobody found fault with the text'});
	});
});

describe('an agent that fails', () => {
	it('is out of the round with the message of its time-out, and comes back in the next', async () => {
		const {notices, of, done} = await debate({
			config: {...three, agentQueryTimeout: 700, maxRounds: 2, consensusThreshold: 0.9},
			answers: ({kind, seat, round}) => {
				if (kind === 'spec-critique' && seat === 'oncall' && round === 1) return 'hang';
				if (kind === 'spec-ballot') return {votes: [{issue: 'i1', vote: 'abstain', reason: 'Hm.'}]};
				return kind === 'spec-critique'
					? critique(seat === 'qa' ? [issue(`Fault of round ${round}`, 9 + round)] : [])
					: kind === 'spec-grouping'
						? {groups: []}
						: undefined;
			},
		});
		expect(notices).toContain('Agent oncall timed out after 700ms and has been excluded from this round.');
		expect(of('participant-out')).toMatchObject([
			{participant: 'oncall', reason: 'Agent oncall timed out after 700ms and has been excluded from this round.'},
		]);
		expect(of('participant-back')).toMatchObject([{participant: 'oncall'}]);
		expect(of('spec-consensus').map(({answered}) => answered)).toEqual([
			['security', 'qa'],
			['security', 'oncall', 'qa'],
		]);
		expect(done.outcome).not.toBe('failed');
	});

	it.each([
		[
			'answers garbage',
			'I would rather not.',
			/^Agent oncall failed and has been excluded from this round: there is no JSON/u,
		],
		[
			'answers with 600 KB',
			JSON.stringify(critique([issue('Long', 9, {claim: 'x'.repeat(600_000)})])),
			/^Agent oncall failed and has been excluded from this round: the model repeats itself without end/u,
		],
		[
			'is refused by its server',
			new VoiceError('server', 'The server answered 500.'),
			/^Agent oncall failed and has been excluded from this round: The server answered 500\. Tried 3 times\./u,
		],
	])('that %s is out, and the share is of those who answered', async (_, reply, message) => {
		const {notices, of, done} = await debate({
			config: three,
			answers: ({kind, seat}) => (kind === 'spec-critique' && seat === 'oncall' ? reply : undefined),
		});
		expect(notices.find(text => text.startsWith('Agent oncall'))).toMatch(message);
		expect(of('spec-consensus')[0]).toMatchObject({
			answered: ['security', 'qa'],
			invited: ['security', 'oncall', 'qa'],
			groups: [{support: 1}],
		});
		expect(done).toEqual({
			outcome: 'degraded',
			reason: 'not heard: oncall (rounds 1, 2, 3); those who were heard found nothing more that got support',
		});
	});

	it('ends the debate where fewer than two are left, and the original stands', async () => {
		const {done, spec, notices, of} = await debate({
			config: {...three, accept: 'all'},
			answers: ({kind, seat}) =>
				kind === 'spec-critique' && seat !== 'qa' ? new VoiceError('server', 'No.') : undefined,
		});
		expect(done).toMatchObject({
			outcome: 'failed',
			reason:
				'Only 1 of the agents answered in round 1, and a debate needs two: it ends here, and the original stands.',
		});
		expect(notices).toContain(done.reason);
		expect(spec()).toBe(specText);
		expect(of('spec-outcome')).toEqual([]);
	});

	it('never makes a consensus of a thin quorum', async () => {
		const {done, notices, of} = await debate({
			config: {maxRounds: 2},
			answers: ({kind, seat}) =>
				kind === 'spec-critique' && !['qa', 'pm'].includes(seat) ? new VoiceError('malformed', 'No.') : undefined,
		});
		expect(of('spec-consensus').map(({thin}) => thin)).toEqual([true, true]);
		expect(done).toMatchObject({
			outcome: 'degraded',
			reason:
				'a thin quorum: 2 of 5 agents answered; not heard: security (rounds 1, 2), oncall (rounds 1, 2), performance (rounds 1, 2); those who were heard found nothing more that got support',
		});
		expect(notices.filter(text => text.startsWith('Thin quorum: 2 of 5'))).toHaveLength(2);
	});

	it('is kept out for a while after failing three times in a row, and asked again afterwards', async () => {
		const always = ({kind, seat}: {kind: string; seat: string}) => {
			if (kind === 'spec-critique' && seat === 'oncall') return new VoiceError('malformed', 'No.');
			if (kind === 'spec-ballot') return {votes: []};
			return kind === 'spec-grouping' ? {groups: []} : undefined;
		};
		const issues = (round: number) => critique([issue(`Fault ${round}`, 9)]);
		const answers = (asked: {kind: string; seat: string; round: number}) =>
			always(asked) ??
			(asked.kind === 'spec-critique' && asked.seat === 'qa'
				? issues(asked.round)
				: asked.kind === 'spec-critique'
					? critique()
					: undefined);
		const shut = await debate({config: {...three, maxRounds: 5, consensusThreshold: 0.9}, answers});
		expect(shut.asked.filter(({seat, kind}) => seat === 'oncall' && kind === 'spec-critique')).toHaveLength(3);
		expect(
			shut.notices.filter(
				text => text === 'Agent oncall has failed 3 times in a row and is kept out of the debate for 60 s.',
			),
		).toHaveLength(2);
		const open = await debate({config: {...three, maxRounds: 5, consensusThreshold: 0.9}, answers, openMs: 0});
		expect(open.asked.filter(({seat, kind}) => seat === 'oncall' && kind === 'spec-critique').length).toBeGreaterThan(
			3,
		);
	});
});
