import {beforeAll, describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import type {SpecReview as Review} from '../../../src/debate/formats/adversarial-spec.ts';
import {ReviewScreen} from '../../../src/ui/screens/spec-review.tsx';
import type {ReviewView} from '../../../src/formats/adversarial-spec/review-view.ts';
import {DebateStore} from '../../../src/ui/stage/debate-store.ts';
import {critique, debate, issue, type Asked, type Debated} from '../../formats/adversarial-spec/run-spec.ts';
import {renderSized} from '../support/render-sized.tsx';
import {sampleSession} from '../support/sample-port.ts';

/** Two issues about words of one line, one about another line that nobody could agree on. */
const answers = ({kind, seat, round, ids}: Asked) => {
	if (kind === 'spec-critique')
		return critique(
			round > 1
				? []
				: [
						issue('Fast is no number', 9),
						issue('Who is “the service”?', 9),
						...(seat === 'qa' ? [issue('Kept for how long', 14)] : []),
					],
		);
	if (kind === 'spec-grouping')
		return {groups: [1, 2].map(nth => ['security', 'oncall', 'qa'].map(agent => `${agent}/${nth}`))};
	if (kind === 'spec-ballot')
		return {
			votes: ids.map(id => ({
				issue: id,
				fault: seat === 'oncall' ? 'disagree' : 'abstain',
				change: seat === 'oncall' ? 'reject' : null,
				breaks: seat === 'oncall' ? 'Open sessions would end.' : null,
				reason: 'Line 14 is clear enough.',
			})),
		};
	return {
		edits: [
			{issues: [ids[0]], line: 9, find: 'fast', replace: 'within 200 ms', reason: 'A number in place of a word.'},
			{
				issues: [ids[1]],
				line: 9,
				find: 'The service',
				replace: 'The login server',
				reason: 'It has 3 parts, and one is meant.',
			},
		],
		left: [],
	};
};

let debated: Debated;
let review: Review;
beforeAll(async () => {
	debated = await debate({config: {personas: ['security', 'oncall', 'qa']}, answers});
	const [first] = debated.of('spec-review');
	if (!first) throw new Error('there was no review');
	review = {...first, file: '/work/SPEC.md'};
});

/** The review on a terminal, with what was answered. */
function shown(columns: number, rows: number, reviewed = review) {
	const session = sampleSession([]);
	const store = new DebateStore(session);
	store.state = fold(debated.events);
	const screen = {view: undefined as ReviewView | undefined};
	const node = () => (
		<ReviewScreen
			store={store}
			review={reviewed}
			view={screen.view}
			set={view => {
				screen.view = view;
				app.rerender(node());
			}}
			width={columns}
			height={rows}
			redraw={() => undefined}
			act={() => undefined}
		/>
	);
	const app = renderSized(<></>, {columns, rows});
	app.rerender(node());
	return {...app, session, store};
}

describe.concurrent.each([
	[60, 20],
	[80, 24],
	[120, 40],
])('the review at %d×%d', (columns, rows) => {
	it('shows each edit with its issue, raisers, support and reason, and then what would be written', async ({
		expect,
	}) => {
		const {press, sees, text, store, unmount, settle} = shown(columns, rows);
		await sees('enter save');
		const frames = [text()];
		await press('a');
		frames.push(text());
		await press('\u001B[C');
		frames.push(text());
		await press('\r');
		await sees('y write it');
		await settle();
		frames.push(text());
		unmount();
		store.close();
		expect(frames.join('\n')).toMatchSnapshot();
	});
});

// By itself: its first keys must arrive while the screen has just opened.
it('writes what was accepted, once it was confirmed, and nothing for keys that came with the screen', async () => {
	const {press, sees, session, store, unmount, text} = shown(100, 30);
	await press('A\ry\r');
	expect(text()).toContain('0 of 2 accepted · 2 undecided');
	await sees('enter save');
	await press('a');
	await press('\r');
	await press('y');
	expect(session.sent).toEqual([]);
	await sees('y write it');
	expect(text()).toContain('1 of 2 edits will be written to');
	await press('y');
	expect(session.sent).toEqual([
		{action: 'choose', question: review.question, choice: JSON.stringify({do: 'accept', changes: [0]})},
	]);
	unmount();
	store.close();
});

it.concurrent('goes on to what is the author’s to choose behind the last edit: a number takes an option', async () => {
	const [group] = review.contested;
	if (!group) throw new Error('nothing is contested');
	const choice = {why: 'For how long?', options: ['an hour', 'a day']};
	const asking = {...review, contested: [{...group, forAuthor: choice}]};
	const {press, sees, session, store, text, unmount} = shown(100, 30, asking);
	await sees('enter save');
	await press('a');
	await press('r');
	await sees('yours to decide 1 of 1');
	expect(text()).toMatch(/^ *1 {2}an hour\n *2 {2}a day/mu);
	expect(text()).toMatch(/1 2 choose {2}r none of these/u);
	expect(text()).not.toMatch(/a accept|e edit|nobody is against it/u);
	await press('3');
	expect(session.sent).toEqual([]);
	await press('2');
	const decided = {do: 'decide', issue: group.id, take: true, option: 2};
	expect(session.sent).toEqual([{action: 'choose', question: review.question, choice: JSON.stringify(decided)}]);
	unmount();
	store.close();
});
