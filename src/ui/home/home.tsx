/** The home screen: a line for a topic, what can be started, details of what is marked, notes and keys. */
import {Box} from 'ink';
import {useHome, type HomeExit, type HomeState, topicOf, type HomeView, costs} from './use-home.ts';
import type {Chosen} from './home-entries.ts';
import {entryAt, HomeList, linesWanted} from './home-list.tsx';
import {useDetails, recentRows, type DetailsRead} from './recent-card.ts';
import {Lines, wordmark, Line, KeyLine, hintRow} from '../kit/lines.tsx';
import {useClick, useKeys} from '../terminal/use-keys.ts';
import {usePlainTitle} from '../terminal/terminal-window.ts';
import type {Action} from '../terminal/key-table.ts';
import {keyLine, type KeyContext, menuOf} from '../terminal/keys.ts';
import {isRehearsal} from '../../debate/seats.ts';
import type {PresetCard, RostrumPort} from '../../app/setup/home-port.ts';
import {useScreenReader} from '../terminal/screen-reader.ts';
import {foundRows, type VoicesFound} from '../../view/voices-found.ts';
import {Help} from '../kit/help.tsx';
import {VoicePicker} from '../voices/voice-picker.tsx';
import {formatName} from '../../formats/index.ts';
import {cardRows, estimateText} from '../setup/preset-card.ts';
import {blank, line, rule, span, type Row, type Option, row} from '../../view/rows.ts';
import {Choice, choiceHeight} from '../kit/dialog.tsx';
import {Compare, NameDialog, Rename, renameHeight} from '../screens/compare.tsx';
import {Export} from '../screens/export.tsx';
import {TextField} from '../kit/text-field.tsx';
import {spokenKey, spokenText} from '../terminal/spoken-text.ts';
import {signs} from '../../view/theme.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';

type HomeProps = {
	readonly port: RostrumPort;
	readonly columns: number;
	readonly rows: number;
	readonly exit: HomeExit;
	/** What went wrong before. */ readonly problem: string | undefined;
};

/** A line for a topic, a few things to start with, and behind a key all others. */
export function Home({port: given, columns: width, rows: height, exit, problem}: HomeProps) {
	const home = useHome(given, exit);
	const {port, view, set, choice, keyContext, act, choose} = home;
	usePlainTitle();
	const heard = useScreenReader() !== undefined;
	// A screen reader would read the whole card again.
	const details = useDetails(heard ? undefined : port.details, choice);
	useKeys('home', keyContext, act, view.mode === 'list' || view.mode === 'starting');
	const head = wordmark(port.version, heard || (view.all && height < ROOMY) ? 0 : height);
	const topic = topicHeight(view, height);
	const foot = homeFootHeight(view);
	const topics = [...new Set(port.recent.map(({title}) => title))];
	const shown = choice && 'preset' in choice ? choice.preset : home.topical;
	const notes = {
		found: {...port.voicesFound, speaks: speaksIn(shown) ?? port.voicesFound.speaks},
		mode: view.mode,
		problem: view.problem ?? problem,
	};
	const note = [...noteRows({...notes, width, heard}), ...(view.all ? menuRows(keyContext) : [])];
	const body = layOutBody(home, width, Math.max(3, height - head.length - topic - foot - note.length));
	useClick(({column, row}) => {
		const line = row - head.length;
		if (line >= 0 && line < topic) return act('topic');
		const entry = column - 1 < body.list.width ? entryAt(body.list, line - topic) : undefined;
		if (entry !== undefined) choose(entry);
	}, view.mode === 'list');
	const whenClosed = (action: Action) => (action === 'close' ? set({mode: 'list'}) : act(action));
	if (view.mode === 'help')
		return (
			<Help
				scope="home"
				unavailable={keyContext.unavailable}
				most={keyLine('home', keyContext).map(({action}) => action)}
				width={width}
				height={height}
				act={whenClosed}
			/>
		);
	if (view.mode === 'share' || view.mode === 'compare')
		return <HomeHeld home={home} width={width} height={height} act={whenClosed} />;
	if (view.mode === 'voices') return <HomeVoices home={home} width={width} height={height} />;
	return (
		<Box flexDirection="column" width={width} height={height}>
			<Lines rows={head} width={width} height={head.length} />
			<TopicLine home={home} topics={topics} width={width} height={topic} />
			<HomeBody home={home} details={details} layout={body} width={width} />
			<Lines rows={note} width={width} height={note.length} />
			<HomeFoot home={home} renew={exit.renew} width={width} />
		</Box>
	);
}

type HeldProps = PartProps & {readonly height: number; readonly act: (action: Action) => void};

/** What fills the screen of a debate held before: its exports, or another one beside it. */
function HomeHeld({home: {port, view, set, choice}, width, height, act}: HeldProps) {
	if (view.mode === 'share' && view.exports)
		return <Export exports={view.exports} width={width} height={height} act={act} />;
	if (!port.held || !choice || !('recent' in choice)) return null;
	return (
		<Compare
			held={port.held}
			path={choice.recent.path}
			width={width}
			height={height}
			onClose={() => set({mode: 'list'})}
		/>
	);
}

/** The list of voices: for every debate, and with Tab for the seats of the marked one. */
function HomeVoices({home: {port, view, set, seating}, ...size}: PartProps & {readonly height: number}) {
	const {next, before} = seating;
	const target = seating.target();
	const {voices, voicesFound} = port;
	if (!voices) return null;
	return (
		<VoicePicker
			title="Who speaks?"
			find={voices.find}
			check={voices.check}
			known={[...voicesFound.notices, ...(voicesFound.hint === undefined ? [] : [voicesFound.hint])]}
			current={target.current}
			otherwise={target.otherwise}
			problem={view.problem}
			target={{text: target.text, next, before}}
			onPick={target.take}
			onCancel={() => set({mode: 'list', problem: undefined})}
			{...size}
		/>
	);
}

// The line for a topic, which is the first thing to be seen.

const QUESTION = 'What should they debate? ';
/** Lines that a topic is written on; from so many rows on, they are kept free for it. */
const TOPIC = 3;
const AIRY = 24;

/** From so many rows on, the name of the app is large above a long list, too. */
const ROOMY = 36;

const topicHeight = ({mode, all}: HomeView, rows: number): number =>
	mode === 'topic' || rows >= (all ? ROOMY : AIRY) ? TOPIC : 1;

type PartProps = {readonly home: HomeState; readonly width: number};

type TopicLineProps = PartProps & {
	/** What was debated before, the latest first. */ readonly topics: readonly string[];
	readonly height: number;
};

/** The question, and what is written behind it; where nothing is, how that is begun. */
function TopicLine({home: {view, set, topical, launch}, topics, width, height}: TopicLineProps) {
	const heard = useScreenReader() !== undefined;
	const label = widthOf(QUESTION);
	if (view.mode !== 'topic' || !topical)
		return <Lines rows={[blank, topicRow(view, width)].slice(height > 1 ? 0 : 1)} width={width} height={height} />;
	const submit = (own: string) => (costs(topical) ? set({mode: 'confirm', own}) : launch({preset: topical}, own));
	const beside = width >= WIDE && !heard;
	return (
		<Box width={width} height={height} flexShrink={0} flexDirection={beside ? 'row' : 'column'} alignItems="flex-start">
			<Lines rows={[{...line(QUESTION, 'brand'), spoken: spokenText(QUESTION)}]} width={label} height={1} />
			<TextField
				width={beside ? width - label : width}
				height={beside ? TOPIC : TOPIC - 1}
				placeholder="something worth arguing about"
				initial={view.typed}
				history={topics}
				instead="Keep it in a file, and write @ and its path."
				onSubmit={submit}
				onKey={name => (name === 'esc' ? set({mode: 'list'}) : undefined)}
			/>
		</Box>
	);
}

function topicRow({own, mode}: HomeView, width: number): Row {
	const question = span(QUESTION, 'strong');
	if (own !== undefined && mode === 'confirm') return row(question, span(truncate(own, width - widthOf(QUESTION))));
	const hints = ['press t and type a topic of your own', 'press t to type a topic', 't: your topic'];
	const hint = hints.find(text => widthOf(text) <= width - widthOf(QUESTION)) ?? '';
	return {
		...row(question, span(hint, 'dim')),
		spoken: 'What should they debate? Press t to type a topic, or Enter for what is marked below.',
	};
}

// The list, and details of the marked entry.

const WIDE = 98;
const GAP = 3;
/** The widest text that is read with ease, in columns. */
const CARD = 110;

type BodyLayout = {
	readonly wide: boolean;
	readonly height: number;
	readonly list: Parameters<typeof entryAt>[0];
	readonly card: {readonly width: number; readonly height: number};
};

/** Side by side where it is wide, else one above the other. */
function layOutBody({entries, chosen, view}: HomeState, width: number, height: number): BodyLayout {
	const list = {entries, chosen, more: !view.all};
	if (width >= WIDE) {
		const own = Math.floor(width * (width < WIDER ? 0.42 : 0.52));
		const card = {width: Math.min(CARD, width - own - GAP), height: height - 1};
		return {wide: true, height, list: {...list, width: own, height}, card};
	}
	// What an entry is stands with it, or else below the list; a short list is seen whole before anything stands there.
	const all = linesWanted({...list, width, height});
	const whole = all < height;
	const lines = whole ? all : linesWanted({...list, width, height: height - CARD_LEAST});
	const shown = width < NARROW && all > entries.length * 2 ? all : Math.max(2, lines);
	const rest = height - shown - 1;
	return {
		wide: false,
		height,
		list: {...list, width, height: shown},
		card: {width, height: rest >= CARD_LEAST - 1 ? rest : 0},
	};
}

/** From this width on, the list has room for whole descriptions. */
const WIDER = 160;
/** Lines that details below it have at least. */
const CARD_LEAST = 4;
/** Below this width, names alone say too little. */
const NARROW = 70;

type HomeBodyProps = PartProps & {
	/** What was read of the marked debate. */
	readonly details: DetailsRead | undefined;
	readonly layout: BodyLayout;
};

function HomeBody({home: {view, chosen, choice}, details, layout, width}: HomeBodyProps) {
	const {wide, height, list, card} = layout;
	const rows = cardOf(choice, {...view, details}, card.width, card.height);
	return (
		<Box flexDirection={wide ? 'row' : 'column'} width={width} height={height} columnGap={GAP}>
			<Box flexDirection="column" width={list.width} flexShrink={0}>
				<HomeList {...list} />
			</Box>
			{card.height > 0 ? (
				<Box flexDirection="column" width={card.width} height={card.height + 1}>
					<Line row={rule(card.width, titleOf(choice))} width={card.width} />
					<Lines key={chosen} rows={rows} width={card.width} height={card.height} />
				</Box>
			) : null}
		</Box>
	);
}

const titleOf = (choice: Chosen | undefined) =>
	span(
		!choice
			? 'Debates'
			: 'preset' in choice
				? `${choice.preset.name} · ${formatName(choice.preset.protocol)}`
				: choice.recent.running
					? 'Running'
					: choice.recent.sample
						? 'A recording'
						: choice.recent.finished
							? 'Held before'
							: 'Unfinished',
		'strong',
	);

function cardOf(
	choice: Chosen | undefined,
	view: HomeView & Pick<HomeBodyProps, 'details'>,
	width: number,
	height: number,
): readonly Row[] {
	if (!choice) return [line('No presets, and no unfinished debates.', 'warning')];
	return 'preset' in choice
		? cardRows(choice.preset, topicOf(choice, view), width, height)
		: recentRows(choice.recent, view.details, width, height);
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
	mode === 'rename' || mode === 'name'
		? renameHeight
		: mode === 'confirm' || mode === 'discard'
			? choiceHeight(confirmation)
			: 1;

/** The foot of the home screen: its keys, or a confirmation. */
function HomeFoot({home, renew, width}: PartProps & {readonly renew: () => void}) {
	const {port, view, choice, topical, set, launch, named, discard, keyContext} = home;
	if (view.mode === 'name' && port.person && choice)
		return <NameDialog person={port.person} width={width} onName={named} onCancel={() => set({mode: 'list'})} />;
	if (view.mode === 'rename' && port.held && choice && 'recent' in choice)
		return (
			<Rename
				held={port.held}
				path={choice.recent.path}
				title={choice.recent.title}
				width={width}
				onDone={done => {
					set({mode: 'list', problem: done && 'problem' in done ? done.problem : undefined});
					if (done && 'name' in done) renew();
				}}
			/>
		);
	if (view.mode === 'topic' && topical)
		return (
			<Line row={hintRow(`enter start · esc back · ${topical.name}, ${formatName(topical.protocol)}`)} width={width} />
		);
	const asked = view.own === undefined ? choice : topical && {preset: topical};
	if (view.mode === 'confirm' && asked && 'preset' in asked && asked.preset.estimate) {
		const back = () => set({mode: 'list', own: undefined});
		return (
			<Choice
				title={`This takes ${estimateText(asked.preset.estimate)}`}
				options={confirmation}
				width={width}
				onCancel={back}
				onChoose={answer => (answer === 'start' ? launch(asked, topicOf(asked, view)) : back())}
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
	/** Whether a screen reader is used. */
	readonly heard: boolean;
};

/** Who has the seats of this debate, in words; undefined where all of them are rehearsed. */
function speaksIn(card: PresetCard | undefined): string | undefined {
	if (!card || card.seats.every(isRehearsal)) return undefined;
	const namesOf = (seats: PresetCard['seats'] = []) => [...new Set(seats.map(({name}) => name))].join(', ');
	const [debaters, serving] = [namesOf(card.seats), namesOf(card.serving)];
	return serving === '' || serving === debaters ? debaters : `${debaters} · host and judge ${serving}`;
}

/** A problem, in three lines at most; else what is going on; else who would speak. */
function noteRows({found, mode, problem, width, heard}: NoteOptions): readonly Row[] {
	const voices = foundRows(found, width, 2);
	const now =
		problem !== undefined ? problemRows(problem, width) : mode === 'starting' ? [line('Starting…', 'accent')] : [];
	// A screen reader needs no room, and would read the voices again if they went and came back.
	return heard ? [...now, ...voices] : now.length > 0 ? now : voices;
}

/** Lines that a problem has at most. */
const mostLines = 3;

function problemRows(problem: string, width: number): readonly Row[] {
	const all = wrapText(`${signs.no} ${problem}`, width);
	const shown = all.slice(0, mostLines);
	const last = shown.pop() ?? '';
	const end = all.length > mostLines ? truncate(`${last} …`, width) : last;
	return [...shown, end].map(text => line(text, 'error'));
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
