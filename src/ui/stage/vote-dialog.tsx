/** The dialog for the votes of listeners, each from −3 to +3, before and after the debate. */
import {useInput, usePaste} from 'ink';
import {useReducer, useState} from 'react';
import type {DebateState} from '../../debate/state.ts';
import type {DebateStore} from './debate-store.ts';
import {spokenText} from '../terminal/spoken-text.ts';
import {useEditedLine} from '../terminal/use-keys.ts';
import {nameOfKey} from '../terminal/keys.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {line, row, span, type Row, type Span} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {
	fillIn,
	newBallot,
	stanceOf,
	stanceText,
	typed,
	voteOf,
	voteTime,
	type Ballot,
	type VoteTime,
} from '../../view/voting.ts';
import {Dialog} from '../kit/dialog.tsx';
import {Lines} from '../kit/lines.tsx';

type VoteDialogProps = {
	readonly store: DebateStore;
	/** When the dialog was opened. */ readonly when: VoteTime;
	readonly width: number;
	readonly onClose: () => void;
};

export const VOTE_HEIGHT = 5;

/** The votes of listeners, one after another at the same keyboard. */
export function VoteDialog({store, when, width, onClose}: VoteDialogProps) {
	// The event of a vote comes a moment later; the next ballot takes keys at once, and nobody votes twice by an Enter.
	const [mine, setMine] = useState<DebateState['actions']>([]);
	const actions = [...store.state.actions, ...mine];
	const [ballot, setBallot] = useReducer(
		(before: Ballot, change: (before: Ballot) => Ballot) => change(before),
		newBallot({actions}, when),
	);
	const [problem, setProblem] = useState<string>();
	const castIt = async () => {
		const vote = voteOf(ballot);
		// Who has heard a chair's whole case cannot say any more where they stood before.
		if (ballot.when === 'before' && voteTime(store.state) === undefined)
			return setProblem('an opening has been heard; vote again at the end');
		const action = {...vote, at: store.state.at};
		setProblem(undefined);
		setMine(before => [...before, action]);
		setBallot(() => newBallot({actions: [...actions, action]}, ballot.when));
		try {
			await store.vote(vote);
		} catch (error) {
			setMine(before => before.filter(each => each !== action));
			setBallot(() => ballot);
			setProblem(reasonOf(error));
		}
	};
	useInput((input, key) => {
		const name = nameOfKey(input, key);
		if (name === 'esc') onClose();
		else if (name === 'enter') void castIt();
		else if (input !== '' && !key.ctrl && !key.meta) setBallot(before => typed(before, input));
		else setBallot(before => fillIn({actions}, before, name));
	});
	usePaste(text => setBallot(before => typed(before, text)));
	useEditedLine({text: ballot.name, cursor: ballot.name.length});
	const rows: readonly Row[] = [
		whoRow(ballot),
		scaleRow(ballot, width),
		problem === undefined ? castRow({actions}, ballot) : line(`${signs.no} not written down: ${problem}`, 'error'),
	];
	return (
		<Dialog
			title={ballot.when === 'before' ? 'Where do you stand, before you have heard them?' : 'Where do you stand now?'}
			hint="enter vote · ←→ stance · ↑↓ who, or type a name · esc back"
			width={width}
			height={VOTE_HEIGHT}
		>
			<Lines rows={rows} width={width} height={3} />
		</Dialog>
	);
}

/** A screen reader hears the name while it is typed. */
function whoRow({name, chosen, listeners}: Ballot): Row {
	const known = listeners[chosen];
	const which =
		known !== undefined ? `listener ${chosen + 1} of ${listeners.length}` : listeners.length > 0 ? 'one more' : '';
	const said =
		known === undefined
			? `Write here: the name of ${listeners.length > 0 ? 'one more listener' : 'a listener'}`
			: `who: ${known}, ${which}`;
	return {
		...row(span('who   ', 'dim'), span(name), span(' ', 'cursor'), span(which === '' ? '' : `  ${which}`, 'dim')),
		spoken: said,
	};
}

const stances = [-3, -2, -1, 0, 1, 2, 3] as const;

/** The chosen stance is in brackets. */
function scaleRow({stance}: Ballot, width: number): Row {
	const [against, favour] = width >= 54 ? ['against ', ' in favour'] : ['', ''];
	const steps = stances.map((each): Span =>
		each === stance ? span(`[${stanceText(each)}]`, 'chosen') : span(` ${stanceText(each)} `, 'dim'),
	);
	return {
		...row(span('      '), span(against, 'dim'), ...steps, span(favour, 'dim')),
		spoken: `stance: ${spokenText(stanceText(stance))}, ${stance < 0 ? 'against' : stance > 0 ? 'in favour' : 'undecided'}`,
	};
}

/** The votes so far. */
function castRow(state: Pick<DebateState, 'actions'>, {listeners, when}: Ballot): Row {
	const known = listeners.map(
		listener =>
			`${listener} ${when === 'after' ? `${stanceText(stanceOf(state, listener, 'before'))} → ` : ''}${stanceText(stanceOf(state, listener, when))}`,
	);
	return row(
		span('cast  ', 'dim'),
		span(known.length === 0 ? 'no vote yet' : known.join(' · '), known.length === 0 ? 'dim' : 'plain'),
	);
}
