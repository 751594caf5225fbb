import {Box} from 'ink';
import {useReducer} from 'react';
import {HomeBody} from './home-body.tsx';
import {HomeFoot, homeFootHeight} from './home-foot.tsx';
import {Lines} from '../kit/lines.tsx';
import {Reading} from '../kit/reading.tsx';
import {spokenKey} from '../terminal/spoken-text.ts';
import {choicesOf, costs, topicOf, type Chosen, type HomeView, type SetHome} from './home-view.ts';
import {useKeys} from '../terminal/use-keys.ts';
import {usePlainTitle} from '../terminal/use-plain-title.ts';
import type {Action} from '../input/key-table.ts';
import {idleContext, menuOf, type KeyContext} from '../input/keys.ts';
import {isScreenName, unavailableScreens, type ScreenName} from '../ports/screen-props.ts';
import type {RostrumPort, Session} from '../ports/port.ts';
import {line, row, span, type Row} from '../text/rows.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {signs} from '../text/theme.ts';
import {allFoundRows, foundRows, type VoicesFound} from '../text/voices-found.ts';
import {wordmark} from '../kit/wordmark.ts';
import {wrapText} from '../text/wrap.ts';
import {Help} from '../kit/help.tsx';

type HomeExit = {
	readonly visit: (place: ScreenName) => void;
	readonly open: (make: () => Promise<Session>) => Promise<void>;
	readonly leave: () => void;
	/** Reads anew what is shown. */ readonly renew: () => void;
};
type HomeProps = {
	readonly port: RostrumPort;
	readonly columns: number;
	readonly rows: number;
	readonly exit: HomeExit;
	/** What went wrong before. */ readonly problem: string | undefined;
};

const change = (view: HomeView, next: Partial<HomeView>): HomeView => ({...view, ...next});

/** What to hold, and what to take up again. Enter on a preset starts it. */
export function Home({port, columns, rows, exit, problem}: HomeProps) {
	const [view, set] = useReducer(change, {chosen: 0, topic: 0, mode: 'list', own: undefined, problem: undefined});
	usePlainTitle();
	const reader = useScreenReader() !== undefined;
	const choices = choicesOf(port.presets, port.recent);
	const choice = choices[view.chosen];
	const act = (action: Action) => perform(action, choice, view, set, exit);
	const unfinished =
		port.discard !== undefined && choice !== undefined && 'recent' in choice && !choice.recent.finished;
	const keyContext: KeyContext = {
		...idleContext,
		unavailable: [...unavailableScreens(port), ...(unfinished ? [] : ['discard'])],
	};
	useKeys('home', keyContext, act, view.mode === 'list' || view.mode === 'starting');
	const launch = (what: Chosen, topic: string | undefined) => {
		set({mode: 'starting', problem: undefined, own: undefined});
		exit
			.open(() => openChosen(port, what, topic))
			.catch((error: unknown) => set({mode: 'list', problem: error instanceof Error ? error.message : String(error)}));
	};
	const discard = (path: string) => {
		set({mode: 'list'});
		port
			.discard?.(path)
			.then(exit.renew, (error: unknown) => set({problem: error instanceof Error ? error.message : String(error)}));
	};
	const choose = (index: number) => {
		const what = choices[index];
		set({chosen: index, ...(index === view.chosen ? {} : {topic: 0})});
		if (what) decide(what, topicOf(what, index === view.chosen ? view : {own: undefined, topic: 0}), set, launch);
	};
	if (view.mode === 'help')
		return (
			<Help
				scope="home"
				unavailable={keyContext.unavailable}
				width={columns}
				height={rows}
				act={action => (action === 'close' ? set({mode: 'list'}) : act(action))}
			/>
		);
	if (view.mode === 'voices')
		return (
			<Reading
				title="Voices"
				rows={allFoundRows(port.voicesFound, columns)}
				width={columns}
				height={rows}
				scope="reading"
				keyContext={idleContext}
				act={action => (action === 'close' ? set({mode: 'list'}) : act(action))}
			/>
		);
	const head = wordmark(port.version, reader ? 0 : rows);
	const foot = homeFootHeight(view);
	const note = [
		...noteRows(port.voicesFound, view.mode, view.problem ?? problem, columns, rows, reader),
		...menuRows(keyContext),
	];
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<Lines rows={head} width={columns} height={head.length} />
			<HomeBody
				choices={choices}
				view={view}
				width={columns}
				height={Math.max(3, rows - head.length - foot - note.length)}
				onMove={index => set({chosen: index, topic: 0, problem: undefined})}
				onChoose={choose}
			/>
			<Lines rows={note} width={columns} height={note.length} />
			<HomeFoot
				view={view}
				choice={choice}
				width={columns}
				set={set}
				launch={launch}
				discard={discard}
				keyContext={keyContext}
			/>
		</Box>
	);
}

function perform(action: Action, choice: Chosen | undefined, view: HomeView, set: SetHome, exit: HomeExit): void {
	switch (action) {
		case 'topic':
			return choice && 'preset' in choice ? set({mode: 'topic'}) : undefined;
		case 'next-topic':
			return set({topic: view.topic + 1});
		case 'previous-topic':
			return set({topic: view.topic - 1});
		case 'discard':
			return set({mode: 'discard'});
		case 'help':
			return set({mode: 'help'});
		case 'voices':
			return set({mode: 'voices'});
		case 'quit':
			return exit.leave();
		default:
			return isScreenName(action) ? exit.visit(action) : undefined;
	}
}

/** The places that this screen leads to, where there are any. */
function menuRows(keyContext: KeyContext): readonly Row[] {
	const menu = menuOf(keyContext);
	if (menu.length === 0) return [];
	const shown = row(
		...menu.flatMap(({keys, menu}, index) => [span(`${index === 0 ? '' : '  '}${keys}`, 'strong'), span(` ${menu}`)]),
	);
	return [{...shown, spoken: `Also: ${menu.map(({keys, menu}) => `${spokenKey(keys)}: ${menu}`).join('; ')}.`}];
}

/** What Enter does: asks for a topic where there is none, asks again where it costs money, else starts. */
function decide(
	choice: Chosen,
	topic: string | undefined,
	set: SetHome,
	launch: (choice: Chosen, topic: string | undefined) => void,
): void {
	if ('preset' in choice && topic === undefined) return set({mode: 'topic'});
	if ('preset' in choice && costs(choice.preset)) return set({mode: 'confirm'});
	launch(choice, topic);
}

function openChosen(port: RostrumPort, choice: Chosen, topic: string | undefined): Promise<Session> {
	if ('preset' in choice)
		return port.start({
			presetId: choice.preset.id,
			protocol: choice.preset.protocol,
			...(topic === undefined ? {} : {topic}),
		});
	const open = choice.recent.finished ? port.replay : port.resume;
	return open
		? open(choice.recent.path)
		: Promise.reject(new Error(`${choice.recent.path} cannot be opened from here.`));
}

/** A problem in full where it fits three lines; else what is going on; else who would speak. */
function noteRows(
	found: VoicesFound,
	mode: HomeView['mode'],
	problem: string | undefined,
	width: number,
	rows: number,
	heard: boolean,
): readonly Row[] {
	// What is read aloud need not make room, and is not told again afterwards.
	const who = foundRows(found, width, rows >= 30 ? 5 : rows >= 20 ? 3 : 2);
	const now =
		problem !== undefined
			? wrapText(`${signs.no} ${problem}`, width)
					.slice(0, 3)
					.map(text => line(text, 'error'))
			: mode === 'starting'
				? [line('Opening the room …', 'accent')]
				: [];
	return heard ? [...now, ...who] : now.length > 0 ? now : who;
}
