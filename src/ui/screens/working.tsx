import {useState} from 'react';
import {Reading} from '../components/reading.tsx';
import type {DebateStore} from '../debate-store.ts';
import {atRest, type Action} from '../keys.ts';
import {line} from '../rows.ts';
import {workingRows} from '../working-rows.ts';

type Props = {readonly store: DebateStore; readonly width: number; readonly height: number; readonly act: (action: Action) => void};

/** How a turn was scored, and the judged turns before and after it. */
export function Working({store, width, height, act}: Props) {
	const [id, setId] = useState(store.transcript.judgedInSight);
	const turn = id === undefined ? undefined : store.index.get(id);
	const go = (by: 1 | -1) => {
		const judged = store.state.turns.filter(({evaluation}) => evaluation);
		const next = judged[judged.findIndex(one => one.id === id) + by];
		if (next) setId(next.id);
	};
	const perform = (action: Action) => {
		if (action === 'earlier') go(-1);
		else if (action === 'later') go(1);
		else act(action);
	};
	const rows = turn ? workingRows(store.state, turn, width) : [line('No turn has been judged yet.', 'dim')];
	return <Reading key={id} title="Score" rows={rows} width={width} height={height} scope="working" moment={atRest} act={perform}/>;
}
