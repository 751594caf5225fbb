/** Holds a staged debate on the real engine, and says what the places say of it beside what is true. */
import {runMotion} from '../formats/motion/run-motion.ts';
import {debate} from '../formats/duelogic/run-duelogic.ts';
import {answersBy, spoken} from './staged.ts';
import type {StagedDebate, Truth} from './debates.ts';
import {placesOf} from './places.ts';
import type {DebateState} from '../../src/debate/state.ts';

/** Names that no judge is shown. */
const inCopy = (text: string): string =>
	text.replaceAll('Ann', 'Chair 1').replaceAll('Bo', 'Chair 2').replaceAll('Cy', 'the arbiter');

async function heldDuelogic({speeches, listener}: StagedDebate): Promise<DebateState> {
	const answers = answersBy(speeches, inCopy);
	const {state} = await debate({
		proposition: 'Towns should set up benches.',
		// All of a turn is written by then.
		wishing: 1_000,
		config: {
			chairs: [
				{framework: 'utilitarian', modelId: 'maker/ann', modelDisplayName: 'Ann'},
				{framework: 'virtue_ethics', modelId: 'other/bo', modelDisplayName: 'Bo'},
			],
			arbiter: {modelId: 'third/cy', modelDisplayName: 'Cy', accountabilityLevel: 'moderate'},
			flow: {style: 'structured', maxExchanges: 3},
			interruptions: {enabled: JSON.stringify(speeches).includes('"cutBy"'), aggressiveness: 5, cooldownSeconds: 0},
		},
		answers: ({kind, task, attribute, seat, request}) => {
			const all = request.messages.map(({content}) => content).join('\n');
			if (kind === 'ledger') return answers.ledger(all);
			if (kind === 'ledger_look') return answers.ledgerLook(task);
			if (kind === 'judge') return answers.judge(all, attribute('turn'));
			if (kind === 'cross_check') return answers.lookAgain(task);
			if (kind === 'wish') return answers.wish(task);
			if (kind === 'closing_check') return JSON.stringify({faults: []});
			const round = attribute('round');
			const lines = speeches[`${kind} ${seat}${round === '' ? '' : ` ${round}`}`] ?? speeches[`${kind} ${seat}`];
			return lines && spoken(lines);
		},
		...(listener && {
			onEvent: (event, running) => {
				if (event.type === 'turn-end' && event.turnId === listener.behind)
					for (const action of [
						{action: 'interject', reason: listener.reason, target: 'chair_1'},
						{action: 'barge-in', text: listener.says},
					] as const)
						running.act(action);
			},
		}),
	});
	return state;
}

async function heldMotion({speeches}: StagedDebate): Promise<DebateState> {
	const answers = answersBy(speeches);
	const {state} = await runMotion({
		config: {verdict: {enabled: false}, words: {opening: 100}, points: {aggressiveness: 5}},
		answers: ({kind, seat, nth, request}) => {
			const all = request.messages.map(({content}) => content).join('\n');
			const task = request.messages.at(-1)?.content ?? '';
			if (kind === 'ledger') return answers.ledger(all);
			if (kind === 'ledger_look') return answers.ledgerLook(task);
			if (kind === 'point_look') return answers.pointLook(task);
			if (kind === 'point_decision') return {take: true};
			if (kind === 'answer_check') return {answered: !task.includes('lovely'), open: ''};
			if (kind === 'new_claims') return answers.lateIn(task);
			const lines = speeches[`${kind} ${seat} ${nth}`] ?? speeches[`${kind} ${seat}`];
			return lines && spoken(lines);
		},
	});
	return state;
}

const places = ['ledger', 'settled', 'open', 'record', 'moments', 'statistics', 'csv'] as const;

/** By place: how many lines it says, those of them that are not true, and what is true and is not said. */
export async function compared(staged: StagedDebate): Promise<
	readonly {
		readonly place: keyof Truth;
		readonly said: number;
		readonly untrue: readonly string[];
		readonly missing: readonly string[];
	}[]
> {
	const told = placesOf(await (staged.isMotion ? heldMotion(staged) : heldDuelogic(staged)));
	return places.map(place => ({
		place,
		said: told[place].length,
		untrue: told[place].filter(line => !staged.truth[place].includes(line)),
		missing: staged.truth[place].filter(line => !told[place].includes(line)),
	}));
}
