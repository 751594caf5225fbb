/** The screen of debates to be watched: those that run on this machine, and a field for any other. */
import {Box} from 'ink';
import {useState, useEffect} from 'react';
import {formatName} from '../../formats/index.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {Lines} from '../kit/lines.tsx';
import {TextDialog, textDialogHeight} from '../kit/dialog.tsx';
import type {WatchableDebate} from '../../app/setup/debate-look.ts';
import type {ScreenProps} from '../app/screen-props.ts';
import {spokenChoice} from '../terminal/spoken-text.ts';
import {blank, exactly, line, row, rule, span, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {readable, truncate, widthOf, wrapText} from '../../view/wrap.ts';
import type {RostrumPort} from '../../app/setup/home-port.ts';

/** The debates that run on this machine, and a field for any other. */
export function Watch({port, columns, rows, exit}: ScreenProps) {
	const [problem, setProblem] = useState<string>();
	const [marked, setMarked] = useState<string>();
	const {debates, failed} = useWatchable(port);
	const at = Math.max(0, debates?.findIndex(({path}) => path === marked) ?? 0);
	const submit = (path: string) => {
		setProblem(undefined);
		const {watch} = port;
		if (watch)
			exit
				.open(() => watch(path === '' ? (debates?.[at]?.path ?? '') : path))
				.catch((error: unknown) => setProblem(reasonOf(error)));
	};
	const go = (by: number) => {
		const count = debates?.length ?? 0;
		setMarked(debates?.[(at + by + count) % Math.max(1, count)]?.path);
	};
	const press = (name: string) => {
		if (name === 'esc') exit.leave();
		if (name === 'up') go(-1);
		if (name === 'down') go(1);
	};
	const body = rows - textDialogHeight();
	return (
		<Box flexDirection="column" width={columns} height={rows}>
			<Lines rows={exactly(watchRows(debates, at, problem ?? failed, columns), body)} width={columns} height={body} />
			<TextDialog
				title="Watch"
				hint="↑↓ choose · enter open · esc back"
				placeholder={debates?.length ? 'the one chosen above, or type a path' : 'the newest debate, or type a path'}
				optional
				width={columns}
				onSubmit={submit}
				onKey={press}
			/>
		</Box>
	);
}

const about = [
	'Or name a debate that other programs write: a journal (debate.jsonl), the folder of a debate, a DEBATE.md, a duel log (model_duel.jsonl), or the folder of a Builder and Reviewer run (runs/…). Of a folder with several debates it is the newest.',
] as const;

function watchRows(
	debates: readonly WatchableDebate[] | undefined,
	at: number,
	problem: string | undefined,
	width: number,
): readonly Row[] {
	const said = about.flatMap(text => [blank, ...wrapText(text, readable(width)).map(row => line(row, 'dim'))]);
	const wrong =
		problem === undefined ? [] : [blank, ...wrapText(`${signs.no} ${problem}`, width).map(row => line(row, 'error'))];
	return [
		rule(width, span('Debates running on this machine', 'strong')),
		blank,
		...listRows(debates, at, width),
		...wrong,
		...said,
	];
}

const SEPARATOR = ' · ';
/** Columns before a title, and those that it has at least. */
const MARKS = 4;
const LEAST = 16;

/** As much of each debate as fits beside its title, at least how it stands. */
function listRows(debates: readonly WatchableDebate[] | undefined, at: number, width: number): readonly Row[] {
	if (!debates) return [line('Looking…', 'dim')];
	if (debates.length === 0) return [line('None is running. A new one appears here by itself.', 'dim')];
	return debates.map(({title, format, spoken, state, running}, place) => {
		const chosen = place === at;
		const told = [formatName(format), spoken, state].filter(part => part !== '');
		const room = width - MARKS - widthOf(title) - 2;
		const shown = told.findIndex((_, from) => widthOf(told.slice(from).join(SEPARATOR)) <= room);
		const right = shown < 0 ? told.slice(-1) : told.slice(shown);
		const lead = right.slice(0, -1).map(part => `${part}${SEPARATOR}`);
		return {
			...row(
				span(chosen ? `${signs.chosen} ` : '  ', 'chosen'),
				span(`${running ? signs.playing : signs.no} `, running ? 'good' : 'warning'),
				span(
					truncate(title, Math.max(LEAST, width - MARKS - 2 - widthOf(right.join(SEPARATOR)))),
					chosen ? 'chosen' : 'plain',
				),
			),
			right: [span(lead.join(''), 'dim'), span(state, running ? 'plain' : 'warning')],
			spoken: spokenChoice([title, ...told].join(', '), chosen, place, debates.length),
		};
	});
}

/** Milliseconds between two looks. */
const EVERY = 2000;

/** `debates` are undefined until they are known; `failed` is why they could not be looked for. */
type FoundDebates = {readonly debates?: readonly WatchableDebate[]; readonly failed?: string};

const none: FoundDebates = {debates: []};

/** What can be watched, looked for again every two seconds. */
function useWatchable({watchable}: RostrumPort): FoundDebates {
	const [found, set] = useState<FoundDebates>({});
	useEffect(() => {
		if (!watchable) return undefined;
		let timer: NodeJS.Timeout | undefined;
		let left = false;
		const look = async () => {
			const looked = await watchable().then(
				debates => ({debates}),
				(error: unknown) => ({debates: [], failed: reasonOf(error)}),
			);
			if (left) return;
			set(looked);
			timer = setTimeout(() => void look(), EVERY);
		};
		void look();
		return () => {
			left = true;
			clearTimeout(timer);
		};
	}, [watchable]);
	return watchable ? found : none;
}
