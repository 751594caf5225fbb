/**
 * People in the seats of a duel: their critique and revision are asked for one thing after the other, and stand after a
 * crash.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {verifyDuelLog} from '../../../src/formats/model-duel/host/duel-log.ts';
import type {RunEvent, UserAction} from '../../../src/debate/events.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {steppedClock} from '../../../src/engine/clock.ts';
import {parseJournal} from '../../../src/engine/journal/journal.ts';
import {revisionAnswer} from '../../../src/formats/model-duel/config.ts';
import {critiqueForm, revisionForm} from '../../../src/formats/model-duel/forms.ts';
import {humanVoice} from '../../../src/voices/voice.ts';
import {answered} from '../../debate/answered.ts';
import {folder as newFolder} from '../../engine/toy.ts';
import {draftText, issues, revision, runDuel, scripted, type Duel, type Left} from './duel.ts';
import {every} from '../../hunt/every.ts';

const drafted = 'Retry what is idempotent. Back off. Log it.';
/** What they answer, by the label of what is asked. */
const answers: Readonly<Record<string, string>> = {
	'your judgement': 'It is unsafe under load.',
	'issue 1': 'It repeats payments.',
	'issue 1, evidence': '“Retry every request”',
	'issue 1, fix': 'Leave payments out.',
	'issue 2': '',
	'issue 3': '',
	'issue 1 of 1: It repeats payments.': 'accepted',
	'issue 1 of 1, accepted': 'Payments are left out now.',
	'the critique as a whole': 'partially_accepted',
	'the revised text': 'Retry what is no payment.',
};

type Doing = (event: Extract<RunEvent, {type: 'turn-wanted'}>, act: (action: UserAction) => void) => boolean;

/** Types what is wanted, unless `doing` sees to it. */
const typing =
	(doing: Doing = () => false): NonNullable<Duel['onEvent']> =>
	(event, {act}) => {
		if (event.type !== 'turn-wanted' || doing(event, act)) return;
		const {call, participant, field} = event;
		act({
			action: 'say',
			participant,
			call,
			text:
				field === undefined
					? drafted
					: field.choices?.length === 5
						? '4'
						: (answers[field.label] ?? (field.choices ? 'accepted' : `no answer to ${field.label}`)),
		});
	};

const ann = {id: 'codex', name: 'Ann', role: 'drafter', voice: 'human:Ann'};
const ben = {id: 'antigravity', name: 'Ben', role: 'critic', voice: 'human:Ben'};
const model = (id: 'codex' | 'antigravity') => ({id, name: 'Model', role: 'x', voice: 'scripted'});
const both: Duel = {
	participants: [ann, ben],
	codex: humanVoice('human:Ann', 'Ann'),
	antigravity: humanVoice('human:Ben', 'Ben'),
};
const hold = (duel: Duel): Promise<Left> =>
	runDuel({
		headless: false,
		clock: steppedClock({hurry: true}),
		findVoice: spec => ({...scripted({}), id: spec, name: 'Model'}),
		onEvent: typing(),
		...duel,
	});
const wantedIn = ({seen}: Left): string[] =>
	seen.flatMap(event =>
		event.type === 'turn-wanted' ? [`${event.participant}: ${event.field?.label ?? event.kind}`] : [],
	);

describe('two people in a duel', () => {
	it('write draft, critique and revision, and leave a log that holds', async () => {
		const duel = await hold(both);
		expect(duel.done.outcome).toBe('completed');
		expect(duel.state.turns.map(({by, kind, text}) => [by?.name, kind, text])).toEqual([
			['Ann', 'draft', drafted],
			['Ben', 'critique', 'It is unsafe under load.'],
			['Ann', 'revision', 'Retry what is no payment.'],
		]);
		expect(duel.log.find(({type}) => type === 'critique')).toMatchObject({
			rubric: {correctness: 4, risk: 4},
			issues: [{claim: 'It repeats payments.', evidence: '“Retry every request”', suggestedFix: 'Leave payments out.'}],
		});
		expect(duel.log.find(({type}) => type === 'revision')).toMatchObject({
			decision: 'partially_accepted',
			responses: [{issueRef: '1', decision: 'accepted', rationale: 'Payments are left out now.'}],
		});
		expect(verifyDuelLog(path.join(duel.folder, 'model_duel.jsonl')).faults).toEqual([]);
		expect(duel.events.some(({type}) => type === 'voice-call')).toBe(false);
		expect(fold(duel.seen).wanted).toEqual([]);
	});

	it('end the same from every line of the journal, and are asked for nothing that they have said', async () => {
		const whole = await hold(both);
		const lines = readFileSync(path.join(whole.folder, 'debate.jsonl'), 'utf8').split('\n').slice(0, -1);
		const essence = ({state}: Left) => ({
			turns: state.turns.map(({by, speaker, kind, text, finish}) => [by?.name, speaker, kind, text, finish]),
			outcome: state.outcome,
			said: state.actions.map(action => action.action === 'say' && [action.call, action.text]),
		});
		for (let kept = 1; kept < lines.length; kept += every(3, 1)) {
			const folder = newFolder();
			writeFileSync(path.join(folder, 'debate.jsonl'), `${lines.slice(0, kept).join('\n')}\n`);
			const resumed = await hold({...both, folder});
			expect(essence(resumed), `cut after line ${kept}: ${lines[kept - 1]?.slice(0, 120)}`).toEqual(essence(whole));
			expect(parseJournal(readFileSync(path.join(folder, 'debate.jsonl'), 'utf8')).problems).toEqual([]);
			expect(wantedIn(resumed).length).toBe(
				wantedIn(whole).length - whole.events.slice(0, kept).filter(({type}) => type === 'user-action').length,
			);
		}
	});

	it('who go back change what they have said, lose nothing that still applies, and end the same from every line', async () => {
		/**
		 * Once the second issue is asked for, the first one's claim is changed; and at the marks the second is made up for.
		 */
		const changing = typing(({participant, field, before = []}, act) => {
			const change = (label: string, from: string, text: string): boolean => {
				const part = before.find(each => each.field.label === label && each.text === from);
				if (part) act({action: 'say', participant, call: part.call, text});
				return part !== undefined;
			};
			if (field?.label === 'issue 2') return change('issue 1', 'It repeats payments.', 'It pays twice.');
			return field?.label.startsWith('feasibility of the draft') === true && change('issue 2', '', 'It never ends.');
		});
		const whole = await hold({...both, onEvent: changing});
		expect(whole.log.find(({type}) => type === 'critique')).toMatchObject({
			rubric: {correctness: 4},
			issues: [
				{claim: 'It pays twice.', evidence: '“Retry every request”', suggestedFix: 'Leave payments out.'},
				{claim: 'It never ends.', evidence: 'no answer to issue 2, evidence'},
			],
		});
		expect(wantedIn(whole).filter(wanted => wanted.includes('correctness of the draft'))).toHaveLength(1);
		expect(wantedIn(whole).filter(wanted => wanted.includes('issue 1, '))).toHaveLength(2);
		expect(fold(whole.seen).wanted).toEqual([]);
		expect(fold(whole.seen)).toEqual(fold(whole.events));
		const lines = readFileSync(path.join(whole.folder, 'debate.jsonl'), 'utf8').split('\n').slice(0, -1);
		const saidIn = ({state}: Left) =>
			state.actions.map(action => action.action === 'say' && [action.call, action.text]);
		for (let kept = 1; kept < lines.length; kept += every(3, 1)) {
			const folder = newFolder();
			writeFileSync(path.join(folder, 'debate.jsonl'), `${lines.slice(0, kept).join('\n')}\n`);
			const resumed = await hold({...both, onEvent: changing, folder});
			expect(saidIn(resumed), `cut after line ${kept}`).toEqual(saidIn(whole));
			expect(resumed.state.turns.map(({text}) => text)).toEqual(whole.state.turns.map(({text}) => text));
		}
	});

	it('have the time that people have, and not that of a stage', async () => {
		const {seen} = await hold({...both, turnTimeMs: 90_000, config: {stageTimeoutMs: 50}});
		const limits = seen.flatMap(event => (event.type === 'turn-wanted' ? [event.limitMs] : []));
		expect(new Set(limits)).toEqual(new Set([90_000]));
	});

	it('who lets an answer pass leave a duel that ends degraded, with the draft handed over', async () => {
		const passed = await hold({
			...both,
			onEvent: typing(({field, participant, call}, act) => {
				if (field?.label !== 'issue 1') return false;
				act({action: 'say', participant, call, text: ''});
				return true;
			}),
		});
		expect(passed.done).toMatchObject({outcome: 'degraded', reason: 'critique failed: let the turn pass'});
		const skipped = await hold({
			...both,
			onEvent: typing(({field}, act) => {
				if (field?.choices === undefined) return false;
				act({action: 'skip'});
				return true;
			}),
		});
		expect(skipped.done.reason).toContain('skipped by the user');
		expect(skipped.state.turns.at(-1)).toMatchObject({kind: 'unreviewed', text: expect.stringContaining(drafted)});
		expect(fold(skipped.seen.filter(({type}) => type !== 'debate-end')).wanted).toEqual([]);
	});
});

describe('a seat of a duel', () => {
	it('that is given back in the middle of an answer is answered for by the voice', async () => {
		const duel = await hold({
			participants: [model('codex'), model('antigravity')],
			onEvent: (event, debate) => {
				if (event.type === 'turn-start' && event.kind === 'draft')
					debate.act({action: 'take', participant: 'antigravity', name: 'Bo'});
				typing(({field}, act) => {
					if (field?.label !== 'issue 1') return false;
					act({action: 'give-back', participant: 'antigravity'});
					return true;
				})(event, debate);
			},
		});
		expect(wantedIn(duel)).toEqual(['antigravity: your judgement', 'antigravity: issue 1']);
		expect(duel.state.turns.map(({by, kind, text}) => [by?.name, kind, text]).slice(0, 2)).toEqual([
			['Model', 'draft', draftText],
			['Model', 'critique', 'It is unsafe under load.'],
		]);
		expect(duel.log.find(({type}) => type === 'critique')).toMatchObject({issues});
		expect(duel.done.outcome).toBe('completed');
	});

	it('that a person takes while its voice is asked is the person’s at once: nobody speaks under another’s name', async () => {
		let taken = false;
		const duel = await hold({
			participants: [model('codex'), model('antigravity')],
			codex: scripted({revision: () => ({...revision, responses: revision.responses.slice(0, 1)})}),
			antigravity: scripted({critique: () => 'hang'}),
			onEvent: (event, debate) => {
				if (event.type === 'voice-waiting' && event.purpose === 'critique' && !taken) {
					taken = true;
					setImmediate(() => debate.act({action: 'take', participant: 'antigravity', name: 'Bo'}));
				}
				typing()(event, debate);
			},
			timeoutMs: 60_000,
			clock: steppedClock({hurry: false}),
		});
		expect(duel.state.turns.find(({kind}) => kind === 'critique')).toMatchObject({
			by: {name: 'Bo'},
			text: 'It is unsafe under load.',
		});
		expect(duel.events.find(event => event.type === 'voice-call' && event.participant === 'antigravity')).toMatchObject(
			{withdrawn: 'a person has taken the seat'},
		);
		expect(duel.done.outcome).toBe('completed');
	});
});

describe('the forms', () => {
	it('ask again for what cannot be, and say why', () => {
		expect(answered(critiqueForm)).toMatchObject({label: 'your judgement'});
		expect(answered(critiqueForm, ' ')).toEqual({passed: true});
		expect(answered(critiqueForm, 'Bad.', 'It repeats.', 'There.', 'It repeats.')).toMatchObject({
			label: 'issue 1, fix',
			initial: 'It repeats.',
			wrong: expect.stringContaining('repeats the claim'),
		});
		expect(answered(critiqueForm, 'Bad.', 'It repeats.', 'There.', 'Stop.', '', 'seven')).toMatchObject({
			wrong: expect.stringContaining('1, 2, 3, 4, 5'),
		});
	});

	it('stop at eight issues, and give what the gates of the format let through', () => {
		const point = (number: number) => [`Claim ${number}.`, 'There.', 'Otherwise.'];
		const said = ['Bad.', ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(point), '1', '2', '3', '4', '5'];
		expect(answered(critiqueForm, ...said)).toMatchObject({
			issues: {length: 8},
			rubric: {correctness: 1, testability: 5},
		});
		const revised = answered(
			revisionForm(draftText, issues),
			'accepted',
			'Done.',
			'rejected',
			'No need.',
			'partially_accepted',
			'New text.',
			'1',
			'2',
			'3',
			'4',
			'5',
		);
		expect(revisionAnswer(2).parse(revised)).toMatchObject({
			content: 'New text.',
			responses: [{issueRef: '1'}, {issueRef: '2', decision: 'rejected'}],
		});
	});
});
