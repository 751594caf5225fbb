import {Box} from 'ink';
import {HomeBody} from './home-body.tsx';
import {HomeFoot, homeFootHeight} from './home-foot.tsx';
import {menuRows, noteRows, topicLine} from './home-notes.ts';
import {useHome, type HomeExit} from './use-home.ts';
import {useLook} from './use-look.ts';
import {Lines, wordmark} from '../kit/lines.tsx';
import {Reading} from '../kit/reading.tsx';
import {useKeys} from '../terminal/use-keys.ts';
import {usePlainTitle} from '../terminal/terminal-window.ts';
import type {Action} from '../terminal/key-table.ts';
import {idleContext} from '../terminal/keys.ts';
import type {RostrumPort} from '../../app/screens/home-port.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {allFoundRows} from '../../view/voices-found.ts';
import {Help} from '../kit/help.tsx';

type HomeProps = {
	readonly port: RostrumPort;
	readonly columns: number;
	readonly rows: number;
	readonly exit: HomeExit;
	/** What went wrong before. */ readonly problem: string | undefined;
};

/** Presets to start a debate from, and recent debates. */
export function Home({port, columns: width, rows: height, exit, problem}: HomeProps) {
	const {view, set, choices, choice, keyContext, act, choose, launch, discard} = useHome(port, exit);
	usePlainTitle();
	const heard = useScreenReader() !== undefined;
	// A screen reader would read the whole card again.
	const looked = useLook(heard ? undefined : port.look, choice);
	useKeys('home', keyContext, act, view.mode === 'list' || view.mode === 'starting');
	const whenClosed = (action: Action) => (action === 'close' ? set({mode: 'list'}) : act(action));
	if (view.mode === 'help')
		return <Help scope="home" unavailable={keyContext.unavailable} width={width} height={height} act={whenClosed} />;
	if (view.mode === 'voices')
		return (
			<Reading
				title="Voices"
				rows={allFoundRows(port.voicesFound, width)}
				width={width}
				height={height}
				scope="reading"
				keyContext={idleContext}
				act={whenClosed}
			/>
		);
	const head = [
		...wordmark(port.version, heard ? 0 : height),
		...(port.presets.length > 0 ? [topicLine(width, choice)] : []),
	];
	const foot = homeFootHeight(view);
	const notes = {found: port.voicesFound, mode: view.mode, problem: view.problem ?? problem};
	const note = [...noteRows({...notes, width, rows: height, heard}), ...menuRows(keyContext)];
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Lines rows={head} width={width} height={head.length} />
			<HomeBody
				choices={choices}
				view={view}
				looked={looked}
				width={width}
				height={Math.max(3, height - head.length - foot - note.length)}
				onMove={index => set({chosen: index, topic: 0, problem: undefined})}
				onChoose={choose}
			/>
			<Lines rows={note} width={width} height={note.length} />
			<HomeFoot
				view={view}
				choice={choice}
				width={width}
				set={set}
				launch={launch}
				discard={discard}
				keyContext={keyContext}
			/>
		</Box>
	);
}
