import {Reading} from '../components/reading.tsx';
import {atRest, helpFor, type Action, type Scope} from '../keys.ts';
import {blank, line, span, type Row} from '../rows.ts';
import {signs} from '../theme.ts';

type Props = {readonly scope: Scope; readonly width: number; readonly height: number; readonly act: (action: Action) => void; readonly lacks?: readonly string[] | undefined};

/** All keys of a screen and what the signs mean, drawn from the tables that do the work. */
export function Help({scope, width, height, act, lacks}: Props) {
	return <Reading title="Help" rows={helpRows(scope, width, lacks)} width={width} height={height} scope="reading" moment={atRest} act={act}/>;
}

const KEYS_WIDTH = 9;

function helpRows(scope: Scope, width: number, lacks?: readonly string[]): readonly Row[] {
	const keys = helpFor(scope, lacks).map(({keys, help}) => [span(keys.padEnd(KEYS_WIDTH), 'strong'), span(help)]);
	return [blank, ...inColumns(keys, width), ...(scope === 'home' || scope === 'review' ? [] : [blank, ...meanings(width)])];
}

type Cell = readonly [ReturnType<typeof span>, ReturnType<typeof span>];

/** Two columns where they fit, read down the first and then down the second. */
function inColumns(cells: readonly (readonly ReturnType<typeof span>[])[], width: number): readonly Row[] {
	if (width < 76) return cells.map(spans => ({spans}));
	const half = Math.ceil(cells.length / 2);
	const column = Math.floor(width / 2);
	return cells.slice(0, half).map((spans, index) => {
		const used = spans.reduce((sum, {text}) => sum + text.length, 0);
		return {spans: [...spans, span(' '.repeat(Math.max(2, column - used))), ...(cells[half + index] ?? [])]};
	});
}

const meanings = (width: number): readonly Row[] => [
	line('Signs', 'strong'),
	...inColumns([
		meaning(signs.cut, 'cuts in'), meaning(signs.arbiter, 'the arbiter'), meaning(signs.user, 'you'), meaning(signs.notice, 'something went wrong'),
		meaning(signs.out, 'out, or no answer'), meaning('words —', 'cut off here'),
	], width),
	blank,
	line('Scores', 'strong'),
	...inColumns([
		meaning('steel, S', 'others at their strongest'), meaning('self, C', 'admitted a limit of its own'),
		meaning('frame, F', 'kept to its framework'), meaning('hon, H', 'argued honestly'),
		meaning('●●● ●●○', 'strong, adequate'), meaning('●○○ ○○○', 'weak, absent'),
		meaning(`${signs.yes} ${signs.drift} ${signs.no}`, 'kept, drifted, left'), meaning(signs.none, 'not due, or not counted'),
	], width),
];

const meaning = (sign: string, text: string): Cell => [span(sign.padEnd(KEYS_WIDTH), 'strong'), span(text)];
