/**
 * A diff for eyes: of what git writes above a file's changes, its name and what became of it; the rest of that is for
 * machines.
 */
import {blank, line, row, span, type Row} from '../text/rows.ts';
import {signs, type Tone} from '../text/theme.ts';
import {widthOf, wrapText} from '../text/wrap.ts';

/** One row a line, more where it is too long; each file begins with its name. */
export function diffRows(diff: string, width: number): readonly Row[] {
	const rows: Row[] = [];
	let heading: {readonly name: string; readonly fates: string[]} | undefined;
	const close = () => {
		if (heading)
			rows.push(
				...(rows.length > 0 ? [blank] : []),
				row(
					span(heading.name, 'strong'),
					span(heading.fates.map(fate => ` ${signs.separator} ${fate}`).join(''), 'dim'),
				),
			);
		heading = undefined;
	};
	for (const text of diff.trimEnd().split('\n')) {
		const name = /^diff --git (?:a\/.* b\/|"?a\/.* "b\/)(?<name>.*?)"?$/u.exec(text)?.groups?.['name'];
		if (name !== undefined || text.startsWith('@@')) close();
		if (name !== undefined) heading = {name, fates: []};
		else if (heading) heading.fates.push(...fateIn(text));
		else rows.push(...lineRows(text, width));
	}
	close();
	return rows;
}

/** What a line above the changes says of the file. */
function fateIn(text: string): readonly string[] {
	const {was, mode} = /^rename from (?<was>.*)$|^new mode (?<mode>\d+)$/u.exec(text)?.groups ?? {};
	if (text.startsWith('new file mode')) return text.endsWith('755') ? ['new', 'can be run'] : ['new'];
	if (text.startsWith('deleted file')) return ['deleted'];
	if (was !== undefined) return [`was ${was}`];
	if (mode !== undefined) return [mode.endsWith('755') ? 'can be run now' : 'cannot be run any more'];
	return /^(?:GIT binary patch|Binary files)/u.test(text) ? ['no text'] : [];
}

/**
 * What is too long for a row goes on in the next, set in behind the sign. A tab has no width of its own in a cell of a
 * terminal.
 */
function lineRows(text: string, width: number): readonly Row[] {
	const shown = text.replaceAll('\t', '    ');
	if (widthOf(shown) <= width) return [line(shown, toneOf(text))];
	return wrapText(shown, Math.max(8, width - 1)).map((piece, index) =>
		line(index === 0 ? piece : ` ${piece}`, toneOf(text)),
	);
}

function toneOf(text: string): Tone {
	if (text.startsWith('@@')) return 'accent';
	return text.startsWith('+') ? 'good' : text.startsWith('-') ? 'error' : text.startsWith('\\') ? 'dim' : 'plain';
}
