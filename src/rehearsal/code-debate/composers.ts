/** Composers for Code Debate: openings about real lines of the change, replies, recommendations. */
import type {ParsedPrompt} from '../notation.ts';
import {sentencesOf, firstWords} from '../text.ts';
import {at, hash} from '../random.ts';
import {sentenceWriter, type SentenceWriter} from '../sentence-writer.ts';
import type {Composer, ComposerInput} from '../composer.ts';
import {
	agreedPart,
	agrees,
	attempts,
	concerns,
	contradicts,
	disputedPart,
	mixes,
	summary,
	type Concern,
} from './phrases.ts';

// Reads a code change from a prompt: its files, their numbered lines, and where the disputed points are.

type CodeLine = {
	readonly path: string;
	readonly line: number;
	readonly sign: '+' | '-' | ' ';
	readonly text: string;
};

type DuePoint = {
	readonly id: string;
	readonly title: string;
	readonly path: string | undefined;
	readonly line: number | undefined;
	readonly by: string;
};

const fileHead = /^=== (?<path>.+?)(?: \(was .+?\))?(?: \[\w+\])? ===$/u;
const numbered = /^\s*(?<line>\d+) (?<sign>[-+ ])? ?(?<text>.*)$/u;

const bodyOf = ({subject = ''}: ParsedPrompt): string => subject;

/** The lines of the subject's files, in order; empty if the subject is a text. */
function codeLines(prompt: ParsedPrompt): CodeLine[] {
	const found: CodeLine[] = [];
	let path: string | undefined;
	for (const each of bodyOf(prompt).split('\n')) {
		const head = fileHead.exec(each)?.groups?.['path'];
		if (head !== undefined) path = head;
		const {line, sign = ' ', text = ''} = path === undefined ? {} : (numbered.exec(each)?.groups ?? {});
		if (path !== undefined && head === undefined && line !== undefined)
			found.push({path, line: Number(line), sign: sign === '+' || sign === '-' ? sign : ' ', text: text.trim()});
	}
	return found;
}

/** The sentences of a subject that is a text. */
const textOf = (prompt: ParsedPrompt): string[] => sentencesOf(bodyOf(prompt)).filter(sentence => sentence.length > 8);

const place = /\((?<path>[^()]+?):(?<line>\d+)(?:[-–]\d+)?\)$/u;

/** The points that the task lists, by id, and which of them are due an answer. */
function pointsIn({task}: ParsedPrompt): {readonly due: readonly DuePoint[]; readonly all: readonly DuePoint[]} {
	const all = (task?.lines ?? [])
		.filter(({key}) => /^P\d+$/u.test(key))
		.map(({key, text}): DuePoint => {
			const [what = '', raised = ''] = text.split(' | ');
			const found = place.exec(what)?.groups;
			return {
				id: key,
				title: what.replace(place, '').trim(),
				path: found?.['path'],
				line: found ? Number(found['line']) : undefined,
				by: raised.replace('raised by ', '').trim(),
			};
		});
	const due = new Set((task?.attributes['due'] ?? '').split(' '));
	return {due: all.filter(({id}) => due.has(id)), all};
}

type Remark = {readonly line: CodeLine | undefined; readonly code: string; readonly concern: Concern};

/** Remarks on the lines that the change adds, else on those it shows; for a text, on its sentences. */
function remarks(input: ComposerInput): Remark[] {
	const lines = codeLines(input.prompt);
	const added = lines.filter(({sign}) => sign === '+');
	const worth = (added.length > 0 ? added : lines).filter(
		({text}) => /\w{2}.*\w{2}/u.test(text) && !/^(?:\/\/|#|\*|\/\*|import\b|from\b|--)/u.test(text),
	);
	const found = worth.map(line => ({line, code: clip(line.text), concern: concernFor(line.text)}));
	if (found.length > 0) return spread(found);
	return textOf(input.prompt).map(sentence => ({
		line: undefined,
		code: clip(sentence),
		concern: at(concerns, concerns.length - 1),
	}));
}

const concernFor = (text: string): Concern =>
	concerns.find(({seen}) => seen.test(text)) ?? at(concerns, concerns.length - 1);

/** The beginning of a line, in whole words. */
function clip(text: string): string {
	const words = firstWords(text.replaceAll('`', '’'), 9);
	return words.length <= 64
		? words
		: words
				.slice(0, 64)
				.replace(/\s\S*$/u, '')
				.slice(0, 64);
}

/** Sorts by severity, with one remark per kind and file before any second one. */
function spread(all: readonly Remark[]): Remark[] {
	const seen = new Map<string, number>();
	const ranked = all.map((remark, place) => {
		const key = `${remark.concern.id} ${remark.line?.path ?? ''}`;
		const count = (seen.get(key) ?? 0) + 1;
		seen.set(key, count);
		return {remark, rank: count * 100 + (remark.concern.sure ? 0 : 10 + concerns.indexOf(remark.concern)), place};
	});
	return ranked.sort((one, other) => one.rank - other.rank || one.place - other.place).map(({remark}) => remark);
}

/** A writer for the nth point of the nth section, so that no two points use the same sentence. */
const writerFor = ({seed, random, prompt, task}: ComposerInput, place: number): SentenceWriter =>
	sentenceWriter({
		seed,
		random,
		said: prompt.turns.map(({text}) => text),
		place: {
			round: (Math.max(0, prompt.turns.length - 1) * 3 + place) % 31,
			seat: task.speaker === 'B' ? 1 : 0,
			seats: 2,
		},
	});

const opening: Composer = input => {
	const wanted = Math.min(Number(input.task.attributes['points']) || 5, 5);
	const all = remarks(input);
	const chosen = all.slice(0, Math.max(3, Math.min(wanted, Math.ceil(all.length / 3))));
	const files = new Set(chosen.flatMap(({line}) => line?.path ?? []));
	const count = files.size === 0 ? 'one text' : files.size === 1 ? 'one file' : `${files.size} files`;
	// Sometimes cites a line behind those that are shown, as models do; the retry gets it right.
	const beyond = (path: string) =>
		Math.max(0, ...codeLines(input.prompt).flatMap(each => (each.path === path ? each.line : []))) + 1;
	const slip = !input.prompt.askedAgain && input.random.below(6) === 0 ? 0 : -1;
	return {
		summary: writerFor(input, 0).say(summary, {count}),
		points: chosen.map((remark, place) => ({
			...raisedPoint(input, remark, place, titled(remark.concern, place, chosen)),
			line: remark.line ? (place === slip ? beyond(remark.line.path) : remark.line.line) : null,
		})),
	};
};

/** What B finds before it reads A: at times the same as A, at times something else. */
const review: Composer = input => {
	const all = remarks(input).filter(({line}) => line);
	const first = input.random.below(2);
	return {
		findings: all
			.slice(first, first + 2)
			.map((remark, place) => raisedPoint(input, remark, 9 + place, at(remark.concern.title, 1))),
	};
};

/** What the first point says of a line is a quotation with its place; at times altered, and sent back for that. */
function quoting(input: ComposerInput, claim: string, {line, code}: Remark, place: number): string {
	if (!line || place !== 0 || line.sign === '-') return claim;
	const altered = !input.prompt.askedAgain && hash(`quotation ${line.path}`, input.seed) % 5 === 0;
	const quoted = altered ? `${code} twice` : code;
	return claim.replace(`\`${code}\``, () => `\`${quoted}\` [${line.path}:${line.line}]`);
}

const raisedPoint = (input: ComposerInput, {line, code, concern}: Remark, place: number, title: string) => ({
	title,
	// Nobody answers a note, and of a text there is nothing else.
	severity: concern.sure ? 'major' : concern.id === 'words' && line ? 'note' : 'minor',
	file: line?.path ?? null,
	line: line?.line ?? null,
	side: line?.sign === '-' ? 'old' : 'new',
	claim: quoting(input, writerFor(input, place).say(concern.claim, {code}), {line, code, concern}, place),
	evidence: null,
	resolution: concern.action,
});

/** Different titles for points of the same kind, as long as there are any. */
function titled(concern: Concern, place: number, chosen: readonly Remark[]): string {
	const before = chosen.slice(0, place).filter(remark => remark.concern.id === concern.id).length;
	const title = at(concern.title, before);
	return before < concern.title.length ? title : `${title} (${before + 1})`;
}

type PointVerdict = 'agreed' | 'partially_agreed' | 'disagreed';

/** The point on which the two sides never agree. Both derive the same one from the prompt. */
const sticking = ({prompt}: ComposerInput, all: readonly DuePoint[]): string | undefined => {
	const first = all.filter(({id}) => Number(id.slice(1)) <= 5 && !concernOf(id, all)?.sure);
	return first.length < 2
		? undefined
		: at(
				[...first].sort((one, other) => one.id.localeCompare(other.id)),
				hash(prompt.proposition ?? ''),
			).id;
};

const concernOf = (id: string, all: readonly DuePoint[]): Concern | undefined => {
	const title = all.find(point => point.id === id)?.title ?? '';
	return concerns.find(concern => concern.title.some(name => title.startsWith(name)));
};

function viewOn(input: ComposerInput, point: DuePoint, all: readonly DuePoint[]): PointVerdict {
	if (point.id === sticking(input, all)) return 'disagreed';
	const chance = hash(`${point.id} ${point.title} ${input.prompt.turns.length}`, input.seed) % 10;
	if (concernOf(point.id, all)?.sure || input.prompt.turns.length > 3) return 'agreed';
	return chance < 5 ? 'agreed' : chance < 8 ? 'partially_agreed' : 'disagreed';
}

const reply: Composer = input => {
	const {due, all} = pointsIn(input.prompt);
	const lines = codeLines(input.prompt);
	return {
		points: due.map((point, place) => answer(input, point, place, {all, lines})),
		own: ownFindings(input),
		findings: [],
	};
};

function answer(
	input: ComposerInput,
	point: DuePoint,
	place: number,
	{all, lines}: {all: readonly DuePoint[]; lines: readonly CodeLine[]},
) {
	const line = lines.find(one => one.path === point.path && one.line === point.line);
	const slots = {
		code: clip(line?.text ?? point.title),
		place: point.path === undefined ? 'this' : `${point.path.split('/').at(-1)}:${point.line}`,
		title: `“${point.title}”`,
	};
	const category = viewOn(input, point, all);
	const writer = writerFor(input, place);
	const why = writer.say({agreed: agrees, partially_agreed: mixes, disagreed: contradicts}[category], slots);
	const mixed =
		category === 'partially_agreed'
			? {
					agreed_part: writer.phrase(agreedPart.name, agreedPart.patterns, slots),
					disputed_part: writer.phrase(disputedPart.name, disputedPart.patterns, slots),
				}
			: {agreed_part: null, disputed_part: null};
	const tried = category === 'agreed' ? writer.phrase(attempts.name, attempts.patterns, slots) : null;
	return {id: point.id, tried, why, category, ...mixed, withdrawn: null, resolution: null, evidence: null};
}

/** What this side had found before it read the other: the same where the place is the same. */
const ownFindings = ({task}: ComposerInput) =>
	task.lines
		.filter(({key}) => /^F\d+$/u.test(key))
		.map(({key, text}) => {
			const point = / \| at the place of (?<point>P\d+)$/u.exec(text)?.groups?.['point'];
			return point === undefined
				? {finding: key, mark: 'new finding', point: null}
				: {finding: key, mark: 'same as other agent', point};
		});

/** Prints the line that a point is about: it shows no more than that the line stands there. */
const shownLine = ({path, line, text}: CodeLine) => ({
	kind: 'command',
	text: 'The line as it stands.',
	run: `sed -n ${line}p '${path.replaceAll("'", String.raw`'\\''`)}'`,
	exit: 0,
	expect: text.slice(0, 40),
});

/** Asked what shows its points, it prints the lines of the first of them, and has nothing for the others. */
const evidence: Composer = ({prompt, task}) => {
	const lines = codeLines(prompt).filter(({sign}) => sign !== '-');
	const asked = (task.attributes['asked'] ?? '').split(' ').filter(id => id !== '');
	return {
		points: asked.map((id, at) => {
			const place = /\((?<path>[^()]+?):(?<line>\d+)\):/u.exec(
				task.lines.find(({key}) => key === id)?.text ?? '',
			)?.groups;
			const line = lines.find(each => each.path === place?.['path'] && String(each.line) === place?.['line']);
			return {id, withdrawn: null, severity: null, evidence: line && at % 2 === 0 ? shownLine(line) : null};
		}),
	};
};

export const codeDebate: Readonly<Record<string, Composer>> = {
	'code-opening': opening,
	'code-review': review,
	'code-reply': reply,
	'code-evidence': evidence,
};
