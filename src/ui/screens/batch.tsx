/** The screen of a batch while it is held: how far it is, who leads, and what runs. */
import {render, Box, useWindowSize} from 'ink';
import {useEffect, useState} from 'react';
import {withSurroundings, Background} from '../app/show.tsx';
import {takeTerminal} from '../terminal/terminal-session.ts';
import type {ScreenOptions} from '../terminal/screen-options.ts';
import type {BatchProgress, BatchRunning, BatchStanding} from '../../app/batch/progress.ts';
import {Help} from '../kit/help.tsx';
import {Reading} from '../kit/reading.tsx';
import {idleContext} from '../terminal/keys.ts';
import type {Action} from '../terminal/key-table.ts';
import {useGlobalKeys} from '../terminal/use-keys.ts';
import {clock, formatCount, money, plural, spentText} from '../../languages/wording.ts';
import type {Amount} from '../../app/batch/item-status.ts';
import {blank, line, row, rule, span, spansWidth, type Row, figureTable} from '../../view/rows.ts';
import {truncate, widthOf, wrapText} from '../../view/wrap.ts';

/** Resolves when the batch is over. */
export async function showBatch(port: BatchPort, options: ScreenOptions): Promise<void> {
	const background = new Background(options.light);
	const surroundings = takeTerminal(options, light => background.tell(light));
	const {stdin, stdout} = surroundings;
	const screen = <BatchScreen port={port} onRedraw={() => instance.clear()} />;
	const instance = render(withSurroundings(screen, surroundings, options, background), {
		stdin,
		stdout,
		alternateScreen: true,
		incrementalRendering: options.incremental ?? true,
		exitOnCtrlC: false,
		patchConsole: options.terminal === undefined,
	});
	try {
		await port.over;
	} finally {
		instance.unmount();
		surroundings.release();
	}
}

const everyMs = 500;

/** A batch that is being held, as its screen sees it. */
type BatchPort = {
	readonly progress: () => BatchProgress;
	/** Ends the screen; the debates that run can be resumed. */
	readonly stop: () => void;
	/** Settled when nothing runs any more. */
	readonly over: Promise<unknown>;
};

type BatchScreenProps = {readonly port: BatchPort; readonly onRedraw: () => void};

/** A batch while it is held. */
function BatchScreen({port, onRedraw}: BatchScreenProps) {
	const {columns, rows} = useWindowSize();
	const [shown, setShown] = useState(() => ({progress: port.progress(), now: Date.now()}));
	const [help, setHelp] = useState(false);
	useEffect(() => {
		const timer = setInterval(() => setShown({progress: port.progress(), now: Date.now()}), everyMs);
		return () => clearInterval(timer);
	}, [port]);
	useGlobalKeys({abandon: port.stop, redraw: onRedraw});
	const act = (action: Action) => {
		if (action === 'help') setHelp(!help);
		if (action === 'close') setHelp(false);
		if (action === 'stop-batch') port.stop();
	};
	const width = columns - 2;
	const {progress, now} = shown;
	return (
		<Box paddingX={1} width={columns} height={rows}>
			{help ? (
				<Help scope="batch" width={width} height={rows} act={act} />
			) : (
				<Reading
					title={`Batch · ${progress.name}`}
					rows={batchRows(progress, width, now)}
					width={width}
					height={rows}
					scope="batch"
					keyContext={idleContext}
					act={act}
				/>
			)}
		</Box>
	);
}

// A batch as lines: how far it is, who leads, and what runs.

/** `now` is the wall clock in milliseconds. */
export function batchRows(progress: BatchProgress, width: number, now: number): readonly Row[] {
	const {running, standings, notices} = progress;
	return [
		...totalRows(progress, width),
		blank,
		rule(width, span('So far', 'strong')),
		...standingRows(standings, width),
		blank,
		rule(width, span(`Running (${running.length})`, 'strong')),
		...(running.length === 0
			? [line('nothing at the moment', 'dim')]
			: running.flatMap(one => runningRows(one, width, now))),
		...(notices.length === 0 ? [] : [blank, rule(width, span('Notices', 'strong'))]),
		...notices.flatMap(text => wrapText(text, width).map(each => line(each, 'warning'))),
	];
}

const amountText = ({usd, tokens}: Amount): string => `${formatCount(tokens)} tokens, ${spentText(usd)}`;

function totalRows(
	{done, total, unwell, elapsedMs, leftMs, spent, expected, budget}: BatchProgress,
	width: number,
): Row[] {
	const label = `${done} of ${plural(total, 'debate')}`;
	const room = Math.max(8, Math.min(40, width - widthOf(label) - 2));
	const filled = total === 0 ? 0 : Math.round((done / total) * room);
	const capped = [
		...(budget?.usd === undefined ? [] : [money(budget.usd)]),
		...(budget?.tokens === undefined ? [] : [`${formatCount(budget.tokens)} tokens`]),
	];
	return [
		row(span('█'.repeat(filled), 'accent'), span('░'.repeat(room - filled), 'dim'), span(`  ${label}`, 'strong')),
		line(
			`${clock(elapsedMs)} so far${leftMs === undefined ? '' : `, about ${clock(leftMs)} left`}${unwell === 0 ? '' : ` · ${unwell} went wrong`}`,
		),
		line(`used ${amountText(spent)}${capped.length === 0 ? '' : ` of ${capped.join(', ')}`}`),
		line(`left: about ${amountText(expected)}`, 'dim'),
	];
}

/** One line where all of it fits; else who debates stands beneath the topic. */
function runningRows(running: BatchRunning, width: number, now: number): readonly Row[] {
	const {topic, pro, con, seed, turns, since, worker} = running;
	const who = `${pro} for, ${con} against, seed ${seed}${worker === undefined ? '' : `, on ${worker}`}`;
	const right = [span(`${plural(turns, 'turn')} · ${clock(now - since)}`, 'dim')];
	const oneLine = [span(topic), span(`  ${who}`, 'dim')];
	if (spansWidth(oneLine) + 1 + spansWidth(right) <= width) return [{spans: oneLine, right}];
	return [{spans: [span(topic)], right}, ...wrapText(who, width - 2).map(text => line(`  ${text}`, 'dim'))];
}

const longestName = 40;

function standingRows(standings: readonly BatchStanding[], width: number): readonly Row[] {
	if (standings.length === 0) return [line('nobody has been judged on both sides yet', 'dim')];
	const caution = standings.some(({tooFew}) => tooFew)
		? 'After so few matchups the intervals are too narrow to go by.'
		: standings.some(({apart}) => apart === false)
			? 'Where intervals overlap, the order may still change.'
			: undefined;
	const table = figureTable(
		['Debater', 'rating', '95 %', 'won–tied–lost'],
		standings.map(({rank, name, rating, low, high, wins, ties, losses}) => [
			`${rank}  ${truncate(name, longestName)}`,
			String(Math.round(rating)),
			`${Math.round(low)}–${Math.round(high)}`,
			`${wins}–${ties}–${losses}`,
		]),
		width,
	);
	return [...table.slice(1), ...(caution === undefined ? [] : wrapText(caution, width).map(text => line(text, 'dim')))];
}
