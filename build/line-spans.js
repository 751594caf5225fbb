// What of a line on the screen has to be written anew: in place of Ink's own answer (docs/decisions/0005), which keeps
// only what stands before the first change. In a line of two panes most of what stands behind it is the same, too.

/**
 * @typedef {{readonly text: string, readonly style: string, readonly width: number}} Cell What stands in one place, and
 * the SGR codes that it is written with
 */

const sgr = /\u001B\[([\d;]*)m/uy;
const segmenter = new Intl.Segmenter(undefined, {granularity: 'grapheme'});
/** ASCII, Latin letters, dashes, quotation marks, lines and blocks: one column each, and no two of them are one sign. */
const narrow = /^[ -~\u00C0-\u017F\u2010-\u2027\u2500-\u259F\u25CB\u25CF]*$/u;
/** @type {Cell} */
const blank = Object.freeze({text: ' ', style: '', width: 1});
/** So many places that stayed cost no more than going past them. */
const shortestGap = 6;
/** Lines that are kept taken apart: those of the frame before come up again in the next. */
const mostKept = 400;
/** Cells that are kept: a screen has the same few hundred in every frame, and one object for each is enough. */
const mostCells = 10_000;

/**
 * Moves to each part that changed and writes it; undefined where the two lines cannot be compared place by place.
 *
 * @param {string} previous @param {string} next @param {number | undefined} columns
 * @param {(text: string) => number} widthOf columns that a text takes
 * @returns {string | undefined}
 */
export function spansOf(previous, next, columns, widthOf) {
	if (!columns) return undefined;
	const [before, after] = [placesOf(previous, widthOf), placesOf(next, widthOf)];
	if (!before || !after || before.length > columns || after.length > columns) return undefined;
	const written = spansIn(before, after)
		.map(([from, to]) => `\u001B[${from + 1}G${textOf(after, from, to)}`)
		.join('');
	return written.length < next.length ? written : undefined;
}

/** @type {Map<string, readonly (Cell | undefined)[] | undefined>} */
const known = new Map();

/** @param {string} line @param {(text: string) => number} widthOf */
function placesOf(line, widthOf) {
	if (known.has(line)) return known.get(line);
	if (known.size >= mostKept) known.clear();
	const places = readLine(line, widthOf);
	known.set(line, places);
	return places;
}

/**
 * A cell for each column, and none for the second one of a wide cell. Undefined for what terminals may draw in another
 * width than is thought, and for codes that are no simple style: Ink's own way begins such lines at their first column.
 *
 * @param {string} line @param {(text: string) => number} widthOf
 * @returns {readonly (Cell | undefined)[] | undefined}
 */
function readLine(line, widthOf) {
	/** @type {(Cell | undefined)[]} */
	const places = [];
	/** @type {Map<number, string>} The codes in force, by the code that ends them. */
	const active = new Map();
	let style = '';
	let at = 0;
	while (at < line.length) {
		sgr.lastIndex = at;
		const code = sgr.exec(line);
		if (code) {
			if (!takeCode(active, code[1] ?? '', code[0])) return undefined;
			style = [...active.values()].join('');
			at += code[0].length;
			continue;
		}
		const end = line.indexOf('\u001B', at);
		const text = line.slice(at, end < 0 ? line.length : end);
		if (text === '') return undefined;
		if (!addText(places, text, style, widthOf)) return undefined;
		at += text.length;
	}
	return style === '' ? places : undefined;
}

/** @type {Map<string, Map<string, Cell>>} Of each style, by what stands there. */
const cells = new Map();
let cellsKept = 0;

/** @param {string} style @param {string} text @param {number} width */
function cellOf(style, text, width) {
	let styled = cells.get(style);
	const found = styled?.get(text);
	if (found) return found;
	if (++cellsKept > mostCells) {
		cells.clear();
		cellsKept = 1;
		styled = undefined;
	}
	const cell = {text, style, width};
	if (styled) styled.set(text, cell);
	else cells.set(style, new Map([[text, cell]]));
	return cell;
}

/**
 * @param {(Cell | undefined)[]} places @param {string} text @param {string} style
 * @param {(text: string) => number} widthOf
 */
function addText(places, text, style, widthOf) {
	if (narrow.test(text)) {
		for (const character of text) places.push(cellOf(style, character, 1));
		return true;
	}
	for (const {segment} of segmenter.segment(text)) {
		const width = widthOf(segment);
		if (!/^[^\p{Control}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Mark}]$/u.test(segment)) return false;
		if (width !== 1 && width !== 2) return false;
		places.push(cellOf(style, segment, width));
		if (width === 2) places.push(undefined);
	}
	return true;
}

/** @param {Map<number, string>} active @param {string} code @param {string} written */
function takeCode(active, code, written) {
	if (code === '' || code === '0') active.clear();
	else if (/^(?:22|23|24|27|28|29|39|49|55|59)$/u.test(code)) {
		active.delete(Number(code));
		// One code ends two: dim is kept as if it had one of its own.
		if (code === '22') active.delete(-22);
	} else {
		const end = endOf(code);
		if (end === undefined) return false;
		active.delete(end);
		active.set(end, written);
	}
	return true;
}

/** @param {string} code */
function endOf(code) {
	if (/^38;(?:5;\d+|2;\d+;\d+;\d+)$/u.test(code)) return 39;
	if (/^48;(?:5;\d+|2;\d+;\d+;\d+)$/u.test(code)) return 49;
	if (/^58;(?:5;\d+|2;\d+;\d+;\d+)$/u.test(code)) return 59;
	if (/^(?:3[0-7]|9[0-7])$/u.test(code)) return 39;
	if (/^(?:4[0-7]|10[0-7])$/u.test(code)) return 49;
	return {1: 22, 2: -22, 3: 23, 4: 24, 7: 27, 8: 28, 9: 29, 53: 55}[code];
}

/**
 * Columns from and to which it changed. Each begins with a cell and ends with one.
 *
 * @param {readonly (Cell | undefined)[]} before @param {readonly (Cell | undefined)[]} after
 */
function spansIn(before, after) {
	const length = Math.max(before.length, after.length);
	/** @type {[number, number][]} */
	const spans = [];
	for (let column = 0; column < length; column++) {
		const [was, is] = [cellAt(before, column), cellAt(after, column)];
		if (isSame(was, is)) continue;
		const to = column + Math.max(was?.width ?? 1, is?.width ?? 1);
		const last = spans.at(-1);
		if (last && column - last[1] <= shortestGap) last[1] = Math.max(last[1], to);
		else spans.push([column, to]);
	}
	return spans;
}

/** @param {readonly (Cell | undefined)[]} places @param {number} column */
const cellAt = (places, column) => (column < places.length ? places[column] : blank);

/** @param {Cell | undefined} one @param {Cell | undefined} other */
const isSame = (one, other) =>
	one === other || (!!one && !!other && one.text === other.text && one.style === other.style);

/** What stands there, and nothing of it left behind; where the line ends before, its end is erased.
 *
 * @param {readonly (Cell | undefined)[]} places @param {number} from @param {number} to
 */
function textOf(places, from, to) {
	let text = '';
	let style = '';
	for (const cell of places.slice(from, to)) {
		if (!cell) continue;
		if (cell.style !== style) {
			text += (style === '' ? '' : '\u001B[m') + cell.style;
			style = cell.style;
		}
		text += cell.text;
	}
	if (style !== '') text += '\u001B[m';
	return to > places.length ? `${text}\u001B[K` : text;
}
