import {useMemo, useState} from 'react';
import {Reading} from '../kit/reading.tsx';
import {type DebateStore, useDebate} from '../stage/debate-store.ts';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';
import {useCopy} from '../terminal/terminal-window.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {line, type Row} from '../../view/rows.ts';
import {readable} from '../../view/wrap.ts';
import {callRows} from './call-rows.ts';
import {turnDetail} from './turn-detail.ts';
import {Help} from '../kit/help.tsx';

type TurnScreenProps = {
	readonly store: DebateStore;
	readonly width: number;
	readonly height: number;
	readonly act: (action: Action) => void;
	/** The turn that is shown at first; the one in sight unless given. */ readonly first?: string | undefined;
};

/** One turn with its score, cost and words, and keys to the turns before and after it. */
export function TurnScreen({store, width, height, act, first}: TurnScreenProps) {
	useDebate(store);
	const [id, setId] = useState(first ?? store.transcript.turnInSight);
	const [help, setHelp] = useState(false);
	const {said, copy, forget} = useCopy(text => store.announce(text));
	const {raw, toggle} = useRawCalls(store, id, readable(width));
	const {turns} = store.state;
	const place = store.index.positionOf(id ?? '') ?? -1;
	const turn = turns[place];
	const go = (by: 1 | -1) => {
		const next = turns[place + by];
		if (next) setId(next.id);
		forget();
	};
	const perform = (action: Action) => {
		if (action === 'earlier') go(-1);
		else if (action === 'later') go(1);
		else if (action === 'copy') copy(turn?.text ?? '');
		else if (action === 'calls') toggle();
		else if (action === 'help') setHelp(true);
		else act(action);
	};
	if (help)
		return (
			<Help
				scope="working"
				width={width}
				height={height}
				act={action => (action === 'close' ? setHelp(false) : perform(action))}
			/>
		);
	const rows = turn
		? (raw ?? turnDetail(store.state, turn, readable(width)))
		: [line('Nothing has been said yet.', 'dim')];
	return (
		<Reading
			key={`${id} ${raw === undefined}`}
			title={turn ? `Turn ${place + 1} of ${turns.length}${said === '' ? '' : ` · ${said}`}` : 'Turn'}
			rows={rows}
			width={width}
			height={height}
			scope="working"
			keyContext={{...idleContext, unavailable: store.session.calls ? [] : ['calls']}}
			act={perform}
		/>
	);
}

type RawCalls = {
	/** Rows of the turn's requests, once they are shown. */
	readonly raw: readonly Row[] | undefined;
	readonly toggle: () => void;
};

/** Shows the requests that a turn took, or takes them away again; another turn begins without. */
function useRawCalls({session}: DebateStore, id: string | undefined, width: number): RawCalls {
	const [shown, show] = useState<{readonly id: string; readonly rows: (width: number) => readonly Row[]}>();
	const rows = shown?.id === id ? shown?.rows : undefined;
	const raw = useMemo(() => rows?.(width), [rows, width]);
	const toggle = () => {
		if (raw || id === undefined || !session.calls) return show(undefined);
		show({id, rows: () => [line('Reading the journal…', 'dim')]});
		// Another turn, or none, may be wanted by then.
		const put = (now: (width: number) => readonly Row[]) =>
			show(before => (before?.id === id ? {id, rows: now} : before));
		session.calls(id).then(
			calls => put(columns => callRows(calls, columns)),
			(error: unknown) => put(() => [line(reasonOf(error), 'error')]),
		);
	};
	return {raw, toggle};
}
