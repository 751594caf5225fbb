/** The home screen: presets and debates held before, details of the chosen one, notes, menu and keys. */
import {Box} from 'ink';
import {useHome, type HomeExit, topicOf, type Chosen, type HomeView, costs, type SetHome} from './use-home.ts';
import {useLook, recentRows, type Looked} from './recent-card.ts';
import {Lines, wordmark, Line, KeyLine} from '../kit/lines.tsx';
import {Reading} from '../kit/reading.tsx';
import {useKeys} from '../terminal/use-keys.ts';
import {usePlainTitle} from '../terminal/terminal-window.ts';
import type {Action} from '../terminal/key-table.ts';
import {idleContext, type KeyContext, menuOf} from '../terminal/keys.ts';
import type {RostrumPort} from '../../app/setup/home-port.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {allFoundRows, foundRows, type VoicesFound} from '../../view/voices-found.ts';
import {Help} from '../kit/help.tsx';
import {formatName} from '../../formats/index.ts';
import {cardRows, estimateText} from '../setup/preset-card.ts';
import {blank, line, rule, span, type Row, type Entry, type Option, row, spansWidth} from '../../view/rows.ts';
import {PickList} from '../kit/pick-list.tsx';
import {Choice, choiceHeight, TextDialog, textDialogHeight} from '../kit/dialog.tsx';
import {spokenKey} from '../terminal/spoken-text.ts';
import {signs} from '../../view/theme.ts';
import {widthOf, wrapText} from '../../view/wrap.ts';

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
				topics={[...new Set(port.recent.map(({title}) => title))]}
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

type HomeBodyProps = {
	readonly choices: readonly Chosen[];
	readonly view: HomeView;
	/** What was read of the chosen debate. */
	readonly looked: Looked | undefined;
	readonly width: number;
	readonly height: number;
	readonly onMove: (index: number) => void;
	readonly onChoose: (index: number) => void;
};

const WIDE = 98;
const LIST = 42;
const GAP = 3;

/** The list, and details of the chosen entry: side by side, or one above the other. */
function HomeBody({choices, view, looked, width, height, onMove, onChoose}: HomeBodyProps) {
	const wide = width >= WIDE;
	const choice = choices[view.chosen];
	const air = wide && height > 16 ? 1 : 0;
	const listHeight = wide ? height - 1 - air : Math.max(2, Math.min(choices.length, Math.ceil((height - 2) / 2)));
	const [listWidth, cardWidth] = wide ? [LIST, width - LIST - GAP] : [width, width];
	const cardHeight = Math.max(0, wide ? height - 1 - air : height - listHeight - 2);
	return (
		<Box flexDirection={wide ? 'row' : 'column'} height={height} columnGap={GAP}>
			<Box flexDirection="column" width={listWidth} height={listHeight + 1 + air} flexShrink={0}>
				<Line
					row={rule(
						listWidth,
						span('Debates', 'strong'),
						choices.length > listHeight ? span(`${view.chosen + 1} of ${choices.length}`, 'dim') : undefined,
					)}
					width={listWidth}
				/>
				{air > 0 ? <Line row={blank} width={listWidth} /> : null}
				<DebateList
					choices={choices}
					chosen={view.chosen}
					width={listWidth}
					height={listHeight}
					focused={view.mode === 'list'}
					onMove={onMove}
					onChoose={onChoose}
				/>
			</Box>
			<Box flexDirection="column" width={cardWidth} height={cardHeight + 1 + air}>
				<Line row={rule(cardWidth, titleOf(choice))} width={cardWidth} />
				{air > 0 ? <Line row={blank} width={cardWidth} /> : null}
				<Lines
					key={view.chosen}
					rows={cardOf(choice, {...view, looked}, cardWidth, cardHeight)}
					width={cardWidth}
					height={cardHeight}
				/>
			</Box>
		</Box>
	);
}

const titleOf = (choice: Chosen | undefined) =>
	span(
		!choice
			? 'Debates'
			: 'preset' in choice
				? `${choice.preset.name} · ${formatName(choice.preset.protocol)}`
				: choice.recent.finished
					? 'Held before'
					: 'Unfinished',
		'strong',
	);

function cardOf(
	choice: Chosen | undefined,
	view: HomeView & Pick<HomeBodyProps, 'looked'>,
	width: number,
	height: number,
): readonly Row[] {
	if (!choice) return [line('No presets, and no unfinished debates.', 'warning')];
	return 'preset' in choice
		? cardRows(choice.preset, topicOf(choice, view), width, height)
		: recentRows(choice.recent, view.looked, width, height);
}

type DebateListProps = {
	readonly choices: readonly Chosen[];
	readonly chosen: number;
	readonly width: number;
	readonly height: number;
	readonly focused: boolean;
	readonly onMove: (index: number) => void;
	readonly onChoose: (index: number) => void;
};

/** The presets and recent debates that can be opened. */
const DebateList = ({choices, ...list}: DebateListProps) => <PickList entries={choices.map(entryOf)} {...list} />;

function entryOf(choice: Chosen): Entry {
	if ('preset' in choice) return {label: choice.preset.name, note: formatName(choice.preset.protocol)};
	const {title, finished, sample, format} = choice.recent;
	const what = sample ? 'sample replay' : finished ? 'replay' : 'resume';
	return {label: title, note: format === undefined || sample ? what : `${what} · ${formatName(format)}`};
}

const confirmation: readonly Option[] = [
	{label: 'start it', value: 'start'},
	{label: 'not now', value: 'back'},
];

const discarding: readonly Option[] = [
	{label: 'keep it', value: 'back'},
	{label: 'discard it: keeps what was said, cannot be resumed', value: 'discard'},
];

const homeFootHeight = ({mode}: HomeView): number =>
	mode === 'topic' ? textDialogHeight() : mode === 'confirm' || mode === 'discard' ? choiceHeight(confirmation) : 1;

type HomeFootProps = {
	readonly view: HomeView;
	/** What was debated before, the latest first. */ readonly topics: readonly string[];
	readonly choice: Chosen | undefined;
	readonly width: number;
	readonly set: SetHome;
	readonly launch: (choice: Chosen, topic: string | undefined) => void;
	readonly discard: (path: string) => void;
	readonly keyContext: KeyContext;
};

/** The foot of the home screen: its keys, the field for a topic, or a confirmation. */
function HomeFoot({view, topics, choice, width, set, launch, discard, keyContext}: HomeFootProps) {
	if (view.mode === 'topic' && choice && 'preset' in choice) {
		const submit = (own: string) => (costs(choice.preset) ? set({mode: 'confirm', own}) : launch(choice, own));
		return (
			<TextDialog
				title={`A topic for ${choice.preset.name}`}
				hint="enter start · esc back"
				placeholder="something worth arguing about"
				initial={view.typed}
				history={topics}
				instead="Keep it in a file, and write @ and its path."
				width={width}
				onSubmit={submit}
				onKey={name => (name === 'esc' ? set({mode: 'list'}) : undefined)}
			/>
		);
	}
	if (view.mode === 'confirm' && choice && 'preset' in choice && choice.preset.estimate) {
		const back = () => set({mode: 'list', own: undefined});
		return (
			<Choice
				title={`This takes ${estimateText(choice.preset.estimate)}`}
				options={confirmation}
				width={width}
				onCancel={back}
				onChoose={answer => (answer === 'start' ? launch(choice, topicOf(choice, view)) : back())}
			/>
		);
	}
	if (view.mode === 'discard' && choice && 'recent' in choice) {
		const {path, title} = choice.recent;
		return (
			<Choice
				title={`Discard “${title}”?`}
				options={discarding}
				width={width}
				onCancel={() => set({mode: 'list'})}
				onChoose={answer => (answer === 'discard' ? discard(path) : set({mode: 'list'}))}
			/>
		);
	}
	return <KeyLine scope="home" keyContext={keyContext} width={width} />;
}

// The lines between the list and the foot: a problem, what is going on, the voices found, the menu.

type NoteOptions = {
	readonly found: VoicesFound;
	readonly mode: HomeView['mode'];
	readonly problem: string | undefined;
	readonly width: number;
	/** The screen's height. */
	readonly rows: number;
	/** Whether a screen reader is used. */
	readonly heard: boolean;
};

/** A problem, in three lines at most; else what is going on; else who would speak. */
function noteRows({found, mode, problem, width, rows, heard}: NoteOptions): readonly Row[] {
	const voices = foundRows(found, width, rows >= 30 ? 5 : rows >= 20 ? 3 : 2);
	const now =
		problem !== undefined
			? wrapText(`${signs.no} ${problem}`, width)
					.slice(0, 3)
					.map(text => line(text, 'error'))
			: mode === 'starting'
				? [line('Starting…', 'accent')]
				: [];
	// A screen reader needs no room, and would read the voices again if they went and came back.
	return heard ? [...now, ...voices] : now.length > 0 ? now : voices;
}

/** The screens that can be opened from here, each with its key. */
function menuRows(keyContext: KeyContext): readonly Row[] {
	const menu = menuOf(keyContext);
	if (menu.length === 0) return [];
	const shown = row(
		...menu.flatMap(({keys, menu}, index) => [span(`${index === 0 ? '' : '  '}${keys}`, 'strong'), span(` ${menu}`)]),
	);
	return [{...shown, spoken: `Also: ${menu.map(({keys, menu}) => `${spokenKey(keys)}: ${menu}`).join('; ')}.`}];
}

/** The line to type into, which is the first thing to be seen: how it works stands beside it where it fits. */
function topicLine(width: number, choice: Chosen | undefined): Row {
	const spans = [span('What should they debate? ', 'strong'), span(signs.cursor, 'accent')];
	const room = width - 2 - spansWidth(spans);
	const enter =
		choice && 'recent' in choice
			? `to ${choice.recent.finished ? 'replay' : 'resume'} the one below`
			: 'for the one below';
	const hint = [`type a topic, or enter ${enter}`, 'type a topic, or enter', 'type a topic'].find(
		text => widthOf(text) <= room,
	);
	return {
		spans: hint === undefined ? spans : [...spans, span(`  ${hint}`, 'dim')],
		spoken: 'What should they debate? Type a topic, or press Enter for the one that is chosen.',
	};
}
