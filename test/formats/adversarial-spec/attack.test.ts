import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {VoiceError} from '../../../src/voices/voice.ts';
import {critique, debate, issue, specText, type Asked} from './run-spec.ts';

const three = {personas: ['security', 'oncall', 'qa']};
const mend = (ids: readonly string[], find: string, replace: string, line = 9) => ({
	edits: [{issues: ids, line, find, replace, reason: 'So it was agreed.'}],
	left: [],
});

describe('the refined text', () => {
	it('is attacked: a fault that the synthesis plants is found in the next round, and mended', async () => {
		const {done, of, folder, asked} = await debate({
			config: three,
			answers: ({kind, round, ids, request}: Asked) => {
				const shown = request.messages[0]?.content ?? '';
				if (kind === 'spec-critique') {
					if (round === 1) return critique([issue('Fast is no number', 9)]);
					return critique(shown.includes('9| The service must never respond.') ? [issue('It never responds', 9)] : []);
				}
				if (kind !== 'spec-synthesis') return undefined;
				return round === 1
					? mend(ids, 'must respond fast', 'must never respond')
					: mend(ids, 'must never respond', 'must respond within 200 ms');
			},
		});
		expect(of('spec-consensus').map(({groups}) => groups.map(({title}) => title))).toEqual([
			['Fast is no number'],
			['It never responds'],
			[],
		]);
		expect(done).toEqual({
			outcome: 'consensus',
			reason: 'in round 3 nobody raised anything against the text as it is that enough critics agreed with',
		});
		expect(readFileSync(path.join(folder, 'refined.md'), 'utf8')).toBe(specText.replace('fast', 'within 200 ms'));
		const second = asked.find(({kind, round}) => kind === 'spec-critique' && round === 2)?.task;
		expect(second).toContain('look at line 9 first');
		expect(second).toContain('- i1: Fast is no number');
	});

	it('is no consensus where the last round still finds something: what nobody opposes is offered, and marked', async () => {
		const {done, of, asked} = await debate({
			config: {...three, maxRounds: 4},
			answers: ({kind, round, ids}: Asked) =>
				kind === 'spec-critique'
					? critique([issue(`Fault ${round}`, 9)])
					: kind === 'spec-synthesis'
						? mend(ids, 'The service', 'The service too')
						: undefined,
		});
		expect(of('spec-consensus')).toHaveLength(4);
		expect(asked.filter(({kind, nth}) => kind === 'spec-synthesis' && nth === 1).map(({round}) => round)).toEqual([
			1, 2, 3, 4,
		]);
		expect(done.outcome).toBe('deadlock');
		expect(done.reason).toMatch(
			/found in round 4, which was the last, and nobody has read what was made of it: Fault 4$/u,
		);
		const [offered] = of('spec-review');
		expect(offered?.contested).toEqual([]);
		expect(offered?.edits?.filter(({unread}) => unread).map(({issues}) => issues)).toEqual([['i4']]);
	});

	it('leaves to its author what the last round found and somebody opposes', async () => {
		const {done, of, asked} = await debate({
			config: {...three, maxRounds: 1},
			answers: ({kind, seat, ids}: Asked) =>
				kind === 'spec-critique'
					? critique(seat === 'qa' ? [issue('Fast is no number', 9)] : [])
					: kind === 'spec-ballot'
						? {
								votes: ids.map(id => ({
									issue: id,
									fault: 'agree',
									change: seat === 'oncall' ? 'reject' : 'accept',
									reason: 'So.',
								})),
							}
						: undefined,
		});
		expect(asked.some(({kind}) => kind === 'spec-synthesis')).toBe(false);
		expect(done.reason).toContain('found in round 1, which was the last, and not in the text: Fast is no number');
		expect(of('spec-review')[0]?.contested.map(({title}) => title)).toEqual(['Fast is no number']);
	});

	it('is degraded, with who did not speak, where an agent cannot be asked', async () => {
		const {done, of} = await debate({
			answers: ({kind, seat}: Asked) =>
				kind === 'spec-critique' && seat === 'pm' ? new VoiceError('unusable', 'The key is refused (401).') : undefined,
		});
		expect(of('spec-consensus').map(({answered}) => answered.length)).toEqual([4, 4]);
		expect(done.outcome).toBe('degraded');
		expect(done.reason).toMatch(/^not heard: pm \(rounds 1, 2\); /u);
	});

	it('is attacked once more by an agent that missed a round and came back', async () => {
		const {done, of} = await debate({
			config: {...three, maxRounds: 5},
			answers: ({kind, seat, round}: Asked) =>
				kind === 'spec-critique' && seat === 'qa' && round === 2 ? new VoiceError('malformed', 'No.') : undefined,
		});
		expect(of('spec-consensus').map(({answered}) => answered.length)).toEqual([3, 2, 3]);
		expect(done).toMatchObject({outcome: 'consensus', reason: expect.stringMatching(/^not heard: qa \(round 2\); /u)});
	});
});

describe('a synthesis that does more than it was asked', () => {
	it.each([
		['rewrites everything', specText.replaceAll('kept', 'lost').replace('fast', 'soon')],
		[
			'deletes all but the headings',
			'# Login service\n\n## Goals\n\nNone.\n\n## Behaviour\n\nNone.\n\n## Storage\n\nNone.\n',
		],
		['deletes a section', specText.replace(/## Storage[^]*$/u, '')],
	])('leaves untouched what no issue is about, and is told so once, where it %s', async (_, replace) => {
		const {done, spec, of, asked} = await debate({
			config: {...three, accept: 'all'},
			answers: ({kind, ids}: Asked) => (kind === 'spec-synthesis' ? mend(ids, specText, replace, 1) : undefined),
		});
		expect(spec()).toBe(specText);
		expect(of('spec-refinement')[0]).toMatchObject({changes: [], merged: [{groups: ['i1'], done: false}]});
		const first = asked.filter(({kind, round}) => kind === 'spec-synthesis' && round === 1);
		expect(first).toHaveLength(2);
		expect(first[1]?.task).toMatch(/<refused issues="i1" line="1">\nBecause: it (?:changes line|removes)/u);
		expect(done).toMatchObject({outcome: 'deadlock', reason: 'agreed, and not in the text: Fast is no number'});
	});

	it('gets its sound edits made, and mends the others when they are sent back', async () => {
		const {of, folder} = await debate({
			config: three,
			answers: ({kind, round, ids, task}: Asked) => {
				if (kind === 'spec-critique') return critique(round === 1 ? [issue('Fast', 9), issue('Kept', 14)] : []);
				if (kind === 'spec-grouping')
					return {groups: [1, 2].map(nth => ['security', 'oncall', 'qa'].map(agent => `${agent}/${nth}`))};
				if (kind !== 'spec-synthesis') return undefined;
				if (task.includes('again="yes"')) return mend(ids, 'are kept', 'are kept for an hour', 14);
				return {
					edits: [
						...mend(['i1'], 'fast', 'within 200 ms').edits,
						...mend(['i2'], 'People sign in quickly and safely.', 'Nobody signs in.', 5).edits,
					],
					left: [],
				};
			},
		});
		expect(of('spec-refinement')[0]?.merged.map(({groups, done}) => [groups, done])).toEqual([
			[['i1'], true],
			[['i2'], true],
		]);
		expect(readFileSync(path.join(folder, 'refined.md'), 'utf8')).toBe(
			specText.replace('fast', 'within 200 ms').replace('are kept', 'are kept for an hour'),
		);
		expect(of('spec-review')[0]?.edits).toMatchObject([
			{issues: ['i1'], put: 'within 200 ms'},
			{issues: ['i2'], put: ' for an hour'},
		]);
	});

	it('has the numbers marked that nobody voted on', async () => {
		const {folder, of} = await debate({
			config: three,
			answers: ({kind, ids}: Asked) => (kind === 'spec-synthesis' ? mend(ids, 'fast', 'within 350 ms') : undefined),
		});
		expect(readFileSync(path.join(folder, 'refined.md'), 'utf8')).toContain('within 350 ms (proposed).');
		expect(of('spec-review')[0]?.edits).toMatchObject([{proposed: ['350 ms']}]);
	});
});

describe('goals and scope', () => {
	const aboutGoals = ({kind, round, ids, request}: Asked) => {
		if (kind === 'spec-critique')
			return critique(
				round === 1 && request.messages[0]?.content.includes('quickly') ? [issue('Quickly is no goal', 5)] : [],
			);
		return kind === 'spec-synthesis' ? mend(ids, 'quickly and safely', 'safely', 5) : undefined;
	};

	it('are questioned, and left to the author, who may say yes', async () => {
		const {done, of, spec, asked} = await debate({
			config: three,
			answers: aboutGoals,
			choose: (review, nth) => {
				const [first] = review.contested;
				return nth === 1 && first ? {do: 'decide', issue: first.id, take: true} : {do: 'accept', changes: 'all'};
			},
		});
		expect(of('spec-review')[0]).toMatchObject({
			changes: [],
			contested: [{title: 'Quickly is no goal', forAuthor: {why: expect.stringContaining('its author')}}],
		});
		expect(of('spec-review')[1]).toMatchObject({contested: [], changes: [{line: 5}]});
		expect(asked.filter(({kind}) => kind === 'spec-synthesis')).toHaveLength(1);
		expect(spec()).toBe(specText.replace('quickly and safely', 'safely'));
		expect(done.outcome).toBe('completed');
	});

	it('change like all else where the author allows it beforehand', async () => {
		const {folder, of} = await debate({config: {...three, preserveIntent: false}, answers: aboutGoals});
		expect(readFileSync(path.join(folder, 'refined.md'), 'utf8')).toBe(
			specText.replace('quickly and safely', 'safely'),
		);
		expect(of('spec-review')[0]?.contested).toEqual([]);
	});
});

describe('ballots', () => {
	const voting = (vote: object) => (asked: Asked) => {
		if (asked.kind === 'spec-critique')
			return critique(
				asked.round === 1 && asked.seat === 'qa'
					? [issue('Fast is no number', 9), issue('Kept', 14)]
					: asked.round === 1 && asked.seat === 'oncall'
						? [issue('Mine', 10)]
						: [],
			);
		if (asked.kind === 'spec-grouping') return {groups: []};
		if (asked.kind !== 'spec-ballot') return undefined;
		return {votes: asked.ids.map(id => ({issue: id, reason: 'The text says so.', ...vote}))};
	};

	it('show neither author nor confidence nor severity, and one’s own issues as one’s own', async () => {
		const {asked} = await debate({
			config: {...three, maxRounds: 1},
			answers: voting({fault: 'agree', change: 'accept'}),
		});
		const ballot = asked.find(({kind, seat}) => kind === 'spec-ballot' && seat === 'oncall')?.task ?? '';
		expect(ballot).toContain('<issue id="i2" section="Behaviour" lines="9">');
		expect(ballot).toContain('<issue id="i1" section="Behaviour" lines="10" own="yes">');
		expect(ballot).not.toMatch(/Confidence|Claim \(|by="|severity="/u);
		const qa = asked.find(({kind, seat}) => kind === 'spec-ballot' && seat === 'qa')?.ids;
		expect(qa).toEqual(['i1', 'i2', 'i3']);
	});

	it('bring amendments, warnings and contradictions to the synthesis', async () => {
		const {asked, of} = await debate({
			config: three,
			answers: voting({
				fault: 'agree',
				change: 'amend',
				amendment: 'It answers within 300 ms.',
				breaks: 'Slow clients are left open.',
				contradicts: ['i3'],
			}),
		});
		const synthesis = asked.find(({kind}) => kind === 'spec-synthesis')?.task ?? '';
		expect(synthesis).toContain('Vote (security): fault agree, change amend: The text says so.');
		expect(synthesis).toContain('Amendment (security): It answers within 300 ms.');
		expect(synthesis).toContain('Warning (security), of the change as suggested: Slow clients are left open.');
		expect(synthesis).toContain('Contradicts (security): i3');
		expect(of('spec-consensus')[0]?.groups[1]?.votes[0]).toMatchObject({change: 'amend', contradicts: ['i3']});
	});

	it('that agree on the fault and reject the change leave it to the author', async () => {
		const {done, of, asked} = await debate({config: three, answers: voting({fault: 'agree', change: 'reject'})});
		expect(of('spec-consensus')[0]?.groups).toMatchObject(
			['Mine', 'Fast is no number', 'Kept'].map(title => ({title, standing: 'agreed', changeRejected: true})),
		);
		expect(asked.some(({kind}) => kind === 'spec-synthesis')).toBe(false);
		expect(done.reason).toBe('the fault is agreed and its change rejected: Mine; Fast is no number; Kept');
	});

	it('may still say "vote", as those of version 0.1.0 do', async () => {
		const {of} = await debate({config: {...three, maxRounds: 1}, answers: voting({vote: 'disagree'})});
		expect(of('spec-consensus')[0]?.groups.map(({votes}) => votes.map(({vote}) => vote))).toEqual([
			['disagree', 'disagree'],
			['disagree', 'disagree'],
			['disagree', 'disagree'],
		]);
	});
});

describe('what the synthesis hands back', () => {
	it('conflicts are listed, and choices of the product are put to the author', async () => {
		const {of, done, folder} = await debate({
			config: three,
			answers: ({kind, round}: Asked) => {
				if (kind === 'spec-critique') return critique(round === 1 ? [issue('Fast', 9), issue('Kept', 14)] : []);
				if (kind === 'spec-grouping')
					return {groups: [1, 2].map(nth => ['security', 'oncall', 'qa'].map(agent => `${agent}/${nth}`))};
				return kind === 'spec-synthesis'
					? {
							...mend(['i1'], 'fast', 'within 200 ms'),
							conflicts: [{issues: ['i1', 'i2'], reason: 'Both cannot be; the graver one is mended.'}],
							choices: [{issue: 'i2', question: 'For how long?', options: ['an hour', 'a day']}],
						}
					: undefined;
			},
		});
		expect(of('spec-refinement')[0]?.conflicts).toEqual([
			{issues: ['i1', 'i2'], reason: 'Both cannot be; the graver one is mended.'},
		]);
		expect(of('spec-review')[0]?.contested).toMatchObject([
			{id: 'i2', forAuthor: {why: 'For how long?', options: ['an hour', 'a day']}},
		]);
		expect(done).toMatchObject({outcome: 'consensus', reason: 'the agents agree; for the author to decide: Kept'});
		const report = readFileSync(path.join(folder, 'report.md'), 'utf8');
		expect(report).toContain('For you to decide: For how long? [1] an hour [2] a day (--decide i2=1');
		expect(report).toContain('## Issues in conflict\n\n- i1, i2: Both cannot be');
		expect(report).toContain('## The strongest objections that remain\n\n- security: The numbers are guesses.');
	});
});

describe('quotations', () => {
	it.each([
		['as they stand', ''],
		['with the numbers of their lines', '5| '],
		['with their lines named', 'Line 5: '],
	])('count %s', async (_, prefix) => {
		const quote = (line: number, words: string) => ({
			section: 'It',
			quote: prefix === '' ? words : prefix.replace('5', String(line)) + words,
			finding: 'sound',
		});
		const {of, done} = await debate({
			config: three,
			answers: ({kind}: Asked) =>
				kind === 'spec-critique'
					? critique([], {
							checks: [
								quote(5, '"People sign in quickly and safely."'),
								quote(10, `Failed logins are retried.\n${prefix === '' ? '' : '11| \n12| '}## Storage`),
								quote(14, 'Sessions are kept.'),
							],
						})
					: undefined,
		});
		expect(of('spec-critique')[0]?.checks.map(({found, finding}) => [found, finding])).toEqual([
			[true, 'sound'],
			[true, 'sound'],
			[true, 'sound'],
		]);
		expect(done.outcome).toBe('consensus');
	});
});
