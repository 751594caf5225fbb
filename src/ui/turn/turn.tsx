import {useState} from 'react';
import {Reading} from '../kit/reading.tsx';
import type {DebateStore} from '../store/debate-store.ts';
import {useDebate} from '../store/use-debate.ts';
import type {Action} from '../input/key-table.ts';
import {idleContext} from '../input/keys.ts';
import {useTerminalWindow} from '../terminal/terminal-window.ts';
import {line} from '../text/rows.ts';
import {turnDetail} from './turn-detail.ts';
import {Help} from '../kit/help.tsx';

type TurnScreenProps = {
	readonly store: DebateStore;
	readonly width: number;
	readonly height: number;
	readonly act: (action: Action) => void;
};

const copied = {
	asked: 'Rostrum may write to your clipboard? y again: yes',
	copied: 'copied',
	unknown: 'this terminal cannot be asked to copy',
} as const;

/** One turn with its score, cost and words, and keys to the turns before and after it. */
export function TurnScreen({store, width, height, act}: TurnScreenProps) {
	useDebate(store);
	const [id, setId] = useState(store.transcript.turnInSight);
	const [help, setHelp] = useState(false);
	const [said, setSaid] = useState('');
	const window = useTerminalWindow();
	const {turns} = store.state;
	const place = store.index.positionOf(id ?? '') ?? -1;
	const turn = turns[place];
	const go = (by: 1 | -1) => {
		const next = turns[place + by];
		if (next) setId(next.id);
		setSaid('');
	};
	const copy = () => {
		const done = copied[window.copy(turn?.text ?? '')];
		setSaid(done);
		store.announce(done);
	};
	const perform = (action: Action) => {
		if (action === 'earlier') go(-1);
		else if (action === 'later') go(1);
		else if (action === 'copy') copy();
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
	const rows = turn ? turnDetail(store.state, turn, width) : [line('Nothing has been said yet.', 'dim')];
	return (
		<Reading
			key={id}
			title={turn ? `Turn ${place + 1} of ${turns.length}${said === '' ? '' : ` · ${said}`}` : 'Turn'}
			rows={rows}
			width={width}
			height={height}
			scope="working"
			keyContext={idleContext}
			act={perform}
		/>
	);
}
