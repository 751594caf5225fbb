/** What prompts say of a debate of strong models that stands on documents, in which one chair quotes falsely twice. */
import {describe, expect, it} from 'vitest';
import {citationsOf, isFaulty} from '../../src/debate/sources.ts';
import {fold} from '../../src/debate/reduce.ts';
import type {DebateState} from '../../src/debate/state.ts';
import {readJournal} from '../../src/engine/journal/journal.ts';
import {parseDuelogicConfig} from '../../src/formats/duelogic/config.ts';
import {interjectionPrompt} from '../../src/formats/duelogic/arbiter-prompts.ts';
import {interjectionAt} from '../../src/formats/duelogic/due-interjection.ts';
import {createDebate, isCaseTurn} from '../../src/formats/duelogic/seats.ts';
import {sourceLines} from '../../src/formats/sources.ts';
import {signOf, standingInWords} from '../../src/debate/views/citations.ts';
import {footnotes, references} from '../../src/exports/references.ts';

const {events: recorded} = readJournal('transcripts/sample-flood-wall/debate.jsonl');
/** What the bench would say today of words that code found nowhere, right where they are cited. */
const events = recorded.flatMap((event): typeof recorded => {
	if (event.type !== 'citation' || event.standing !== 'absent') return [event];
	const {turnId, offset: citation, seq, at, hash} = event;
	return [
		event,
		{type: 'support', turnId, citation, answer: 'false', looks: [{judge: 'judge', answer: 'false'}], seq, at, hash},
	];
});
const whole = fold(events);
const config = parseDuelogicConfig(whole.start?.config);
const debate = createDebate({
	config,
	participants: whole.start?.participants ?? [],
	subject: {text: whole.start?.subject.text ?? ''},
	sources: {documents: whole.sources?.documents ?? [], whole: false, open: true, passages: []},
});

/** As it was when this turn began. */
const before = (turn: string): DebateState =>
	fold(
		events.slice(
			0,
			events.findIndex(event => event.type === 'turn-start' && event.turnId === turn),
		),
	);
const linesFor = (turn: string, seat: string, more: {readonly isFull: boolean; readonly again?: string}): string =>
	sourceLines(debate, before(turn), seat, {...more, argues: isCaseTurn}).join('\n');
const turnOf = (id: string) => {
	const turn = whole.turns.find(each => each.id === id);
	if (!turn) throw new Error(`no turn ${id}`);
	return turn;
};

describe('a debate on documents, played by strong models', () => {
	it('has fifteen quotations word for word, and both false ones found, one cut in on at its sentence', () => {
		const citations = whole.turns.flatMap(citationsOf);
		expect(citations.filter(({standing}) => standing === 'verified')).toHaveLength(15);
		expect(citations.filter(isFaulty).map(({turnId, standing}) => [turnId, standing])).toEqual([
			['t5', 'altered'],
			['t12', 'absent'],
		]);
		expect(citations.flatMap(({figures = []}) => figures)).toEqual([]);
		const {cut, text} = turnOf('t5');
		expect([cut?.interrupter, cut?.reason, cut?.sentence]).toEqual(['chair_1', 'factual_correction', 9]);
		expect(text.trim().endsWith('between 2 and 8 centimetres at the Mill Bridge.”')).toBe(true);
	});

	it('holds nothing against a chair that code found and nobody decided', () => {
		const unjudged = fold(recorded.filter(({type}) => type !== 'evaluation'));
		const undecided = unjudged.turns.flatMap(citationsOf).find(({standing}) => standing === 'absent');
		expect(undecided && [isFaulty(undecided), signOf(undecided), standingInWords(undecided)]).toEqual([
			false,
			'judged',
			'unchecked',
		]);
		expect(references(unjudged).join('\n')).toContain('15 of 16 quotations stand word for word');
		expect(references(whole).join('\n')).toContain('15 of 17 quotations stand word for word');
	});

	it('holds against it what its judges did, in a debate of older rules', () => {
		const charged = fold(recorded)
			.turns.flatMap(citationsOf)
			.find(({standing}) => standing === 'absent');
		expect(charged && [signOf(charged), standingInWords(charged)]).toEqual([
			'false',
			'these words stand in none of the documents',
		]);
		expect(references(fold(recorded)).join('\n')).toContain('15 of 17 quotations stand word for word');
	});

	it('gives whoever takes the floor back the passages that it quoted in words nobody heard', () => {
		const again = turnOf('t5').cut?.unheard ?? '';
		expect(linesFor('t7', 'chair_2', {isFull: false, again})).toContain('<passage id="S5.24"');
		expect(linesFor('t7', 'chair_2', {isFull: false})).toContain('bring no new quotation');
	});

	it('tells a chair what the other quoted falsely, unless somebody has cut in on it', () => {
		expect(linesFor('t13', 'chair_1', {isFull: true})).toContain(
			'- checked: what Rufus quoted, “We shall see to the valves when somebody has drowned.”, was held against the documents: these words stand in none of the documents; judged: not what the document says.',
		);
		expect(linesFor('t9', 'chair_1', {isFull: true})).not.toContain('- checked');
	});

	it('tells both what the bench has found to be the opposite of its passage', () => {
		const events = recorded.flatMap((event): typeof recorded => {
			if (event.type !== 'citation' || event.standing !== 'absent') return [event];
			const {turnId, offset: citation, seq, at, hash} = event;
			const looks = [{judge: 'judge', answer: 'opposite' as const}];
			return [
				{...event, standing: 'cited', quote: null, passage: 'S5.24', named: ['S5.24']},
				{type: 'support', turnId, citation, answer: 'opposite', looks, seq, at, hash},
			];
		});
		const heard = fold(events);
		const untilThen = {
			...heard,
			turns: heard.turns.slice(
				0,
				heard.turns.findIndex(({id}) => id === 't13'),
			),
		};
		const told = (seat: string) => sourceLines(debate, untilThen, seat, {isFull: true, argues: isCaseTurn}).join('\n');
		const held = 'was held against the documents: in the speaker’s own words; judged: the passage says the opposite';
		expect(told('chair_1')).toMatch(new RegExp(`- checked: what Rufus said, “.+”, ${held}`, 'u'));
		expect(told('chair_2')).toMatch(new RegExp(`- correction: your account of a passage, “.+”, ${held}`, 'u'));
	});

	it('has the host name the false quotation that nobody cut in on, by its name since, and not the other', () => {
		expect(interjectionAt(debate, turnOf('t5'))).toBeUndefined();
		expect(interjectionAt(debate, turnOf('t12'))?.violation).toBe('false_citation');
		const due = interjectionAt(debate, turnOf('t12'));
		const asked = due && interjectionPrompt(debate, before('t14'), due).messages.at(-1)?.content;
		expect(asked).toContain('violation="false_citation"');
		expect(asked).toContain('say how the document reads, and ask for an argument from that');
		expect(asked).toContain('“We shall see to the valves when somebody has drowned.”: these words stand in none');
	});

	it('shows the sentence on which a citation turns, also far down in its passage', () => {
		const notes = footnotes(whole);
		expect(notes.find(note => note.startsWith('[^6]'))).toContain('Tomasz Wilk,1,86,Tenant');
		expect(notes.find(note => note.startsWith('[^11]'))).toContain('a lowering of between 12 and 18 centimetres');
	});

	it('says in the article what was not read of which document', () => {
		const [first, ...rest] = whole.sources?.documents ?? [];
		if (!whole.sources || !first) throw new Error('no documents');
		const documents = [{...first, share: 0.81, left: ['3 pictures']}, ...rest];
		const told = references({...whole, sources: {...whole.sources, documents, left: ['scan.pdf: it has no text']}});
		expect(told.join('\n')).toContain(`S1. *${first.title}*: 81 % of its characters, without 3 pictures`);
		expect(told.join('\n')).toContain(
			'- The whole text of the other 17 documents was at hand\n- Passed over: scan.pdf: it has no text',
		);
	});
});
