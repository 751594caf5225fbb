/** Words changed after a debate, by the segment that they stand in: the form they are edited in, and back. */
import {cleanText} from '../../debate/text/intake.ts';
import {UsageError, type Fault} from '../../debate/usage-error.ts';
import type {Untimed} from './segments.ts';

/** The new text of segments by id; empty for one that is left out. */
export type Edits = Readonly<Record<string, string>>;

const mark = '=== ';
const head = [
	'# Edit what is said. A line that begins with === names the turn below it: leave those lines as they are.',
	'# A turn without words is left out. Lines that begin with # above the first turn are not kept.',
].join('\n');

/** Every segment under its id, who speaks and where. */
export function editForm(segments: readonly Untimed[], edits: Edits): string {
	let section = '';
	const blocks = segments.map(({id, name, text, section: begins}) => {
		section = begins ?? section;
		return `${mark}${id} ${name.replaceAll(/\s+/gu, ' ')}, ${section}\n\n${escaped((edits[id] ?? text).trim())}\n`;
	});
	return [head, ...blocks].join('\n\n');
}

/** A line of a speaker's own that looks like a name of a turn is set in. */
const escaped = (text: string): string => text.replaceAll(/^(?=\\*=== )/gmu, '\\');
const unescaped = (text: string): string => text.replaceAll(/^\\(?=\\*=== )/gmu, '');

/** What is otherwise than it was said. Throws `UsageError` naming all turns that are gone, unknown or twice there. */
export function editsIn(form: string, segments: readonly Untimed[], from: string): Edits {
	const given = new Map<string, string>();
	const faults: Fault[] = [];
	const known = new Map(segments.map(segment => [segment.id, segment]));
	for (const block of `\n${cleanText(form)}`.split(/\n(?==== )/u).slice(1)) {
		const [line = '', ...rest] = block.split('\n');
		const id = line.slice(mark.length).split(' ')[0] ?? '';
		if (!known.has(id)) faults.push(faultOf('There is no such turn in this debate', id, from));
		else if (given.has(id)) faults.push(faultOf('This turn is there twice', id, from));
		given.set(id, unescaped(rest.join('\n').trim()));
	}
	for (const {id} of segments) if (!given.has(id)) faults.push(faultOf('The line of this turn is gone', id, from));
	if (faults.length > 0) throw new UsageError(faults);
	return Object.fromEntries([...given].filter(([id, text]) => text !== known.get(id)?.text.trim()));
}

const faultOf = (what: string, value: string, from: string): Fault => ({
	what,
	value,
	from,
	todo: 'Edit it again: lines that begin with === stay as they are, and a turn without words is left out.',
});
