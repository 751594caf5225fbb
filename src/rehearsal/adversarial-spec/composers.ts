/** Composers for Adversarial Spec: issues about real defects of the text, votes, and edits that mend it. */
import {citedLine} from '../argument/citations.ts';
import {hash} from '../random.ts';
import type {Block} from '../notation.ts';
import type {Composer, ComposerInput} from '../composer.ts';
import {defectsAt, defectsIn, type Defect, readSpec, type SpecLine, type NumberedSpec} from './defects.ts';

const textOf = ({prompt}: ComposerInput): NumberedSpec => readSpec(prompt.inside);
const chance = (input: ComposerInput, about: string, below: number): number => hash(about, input.seed) % below;

/** The most issues that one reviewer raises at once. */
const mostIssues = 5;

const critique: Composer = input => {
	const text = textOf(input);
	const persona = input.task.attributes['persona'] ?? '';
	const raised = without(
		defectsIn(text),
		input.task.lines.map(({text: title}) => title),
	);
	const chosen = ranked(input, raised, persona).slice(0, mostIssues);
	return {
		issues: chosen.map((defect, place) => withSource(input, issueOf(input, defect), place)),
		checks: checksOf(input, text),
		strongest_objection: objection(raised),
	};
};

/** Leaves out defects that were raised before, recognised by the words their titles quote. */
function without(defects: readonly Defect[], titles: readonly string[]): readonly Defect[] {
	const quoted = titles.map(title => title.toLowerCase()).filter(title => title.includes('“'));
	const numbered = titles.filter(title => title.includes('ine'));
	if (quoted.length + numbered.length === 0) return defects;
	return defects.filter(
		({term, line, against}) =>
			!(against
				? numbered.some(title => title.includes(`${against.number}`))
				: quoted.some(title => title.includes(`“${term}”`))) &&
			!numbered.some(title => title.startsWith(`Line ${line.number} `)),
	);
}

const gravity = {critical: 0, major: 10, minor: 20} as const;
/** Defects ranked this low are not raised; each further defect of a kind ranks that much lower. */
const [tooLow, repeated] = [70, 15];

/** A reviewer's own kinds first, by severity; one defect per term. */
function ranked(input: ComposerInput, defects: readonly Defect[], persona: string): Defect[] {
	return firstOfKinds(defects)
		.map(({defect, count}) => {
			const own = defect.personas.indexOf(persona);
			return {
				defect,
				rank:
					(own < 0 ? 40 : own * 6) +
					gravity[defect.severity] +
					count * repeated +
					chance(input, `${persona} ${defect.id} ${defect.line.number}`, 4),
			};
		})
		.filter(({rank}) => rank < tooLow)
		.toSorted((one, other) => one.rank - other.rank)
		.map(({defect}) => defect)
		.filter(
			(defect, place, all) => all.findIndex(other => other.id === defect.id && other.term === defect.term) === place,
		);
}

/** The first few defects of each kind, numbered from 0: a long text has thousands. */
function firstOfKinds(defects: readonly Defect[]): {readonly defect: Defect; readonly count: number}[] {
	const counts = new Map<string, number>();
	const first: {readonly defect: Defect; readonly count: number}[] = [];
	for (const defect of defects) {
		const count = counts.get(defect.id) ?? 0;
		if (count * repeated >= tooLow) continue;
		counts.set(defect.id, count + 1);
		first.push({defect, count});
	}
	return first;
}

/** Every other issue has a source beside its line, where there are any. */
function withSource(input: ComposerInput, issue: ReturnType<typeof issueOf>, place: number) {
	const cited = place % 2 === 0 ? citedLine(input, place / 2) : undefined;
	return cited === undefined ? issue : {...issue, evidence: `${issue.evidence}. A source has this: ${cited}.`};
}

function issueOf(input: ComposerInput, {term, titles, claims, change, line, against, severity, id}: Defect) {
	const way = chance(input, `${input.task.speaker ?? ''} ${id}`, titles.length);
	const filled = (pattern: string): string => pattern.replaceAll('{term}', term);
	return {
		title: filled(titles[way] ?? term),
		severity,
		section: line.section || null,
		line_from: line.number,
		line_to: line.number,
		claim: filled(claims[way] ?? term),
		evidence: `Line ${line.number}: “${line.text.trim().slice(0, 240)}”${against ? `; line ${against.number}: “${against.text.trim().slice(0, 240)}”` : ''}`,
		suggested_change: change,
		confidence: (60 + chance(input, `${input.task.speaker ?? ''} ${line.number} ${id}`, 36)) / 100,
	};
}

/** Sentences that the reviewer claims to have checked, with their sections; sometimes too few, as real reviewers do. */
function checksOf(input: ComposerInput, all: NumberedSpec) {
	const pieces = all.worth.flatMap(line => piecesOf(line).map(quote => ({quote, line})));
	const start = chance(input, `${input.task.speaker ?? ''} checks`, Math.max(1, pieces.length));
	const step = Math.max(1, Math.floor(pieces.length / 4));
	const some = Array.from(
		{length: Math.min(4, pieces.length)},
		(_, nth) => pieces[(start + nth * step) % pieces.length],
	).filter(piece => piece !== undefined);
	const few = chance(input, `${input.task.speaker ?? ''} ${input.task.round ?? 1} hurry`, 9) === 0;
	return (few ? some.slice(0, 1) : some).map(({quote, line}) => {
		const [defect] = defectsAt(all, line.number);
		return {
			section: line.section || 'the beginning',
			quote: quote.slice(0, 120),
			finding: defect?.titles[0]?.replaceAll('{term}', defect.term) ?? 'sound',
		};
	});
}

/** The sentences of a line that are long enough to be quoted; a long text has lines enough. */
const piecesOf = ({text}: SpecLine): string[] =>
	text
		.slice(0, 2000)
		.split(/(?<=[.!?])\s+/u)
		.map(piece => piece.trim())
		.filter(piece => piece.length >= 12);

const objection = (left: readonly Defect[]): string => {
	const worst =
		left.find(({severity}) => severity === 'critical') ?? left.find(({severity}) => severity === 'major') ?? left[0];
	return worst
		? `Line ${worst.line.number} still rests on “${worst.term}”.`
		: 'Its figures are set without a measurement behind them.';
};

/** An issue as listed in the task. */
type ListedIssue = {
	readonly id: string;
	readonly from: number | undefined;
	readonly own: boolean;
	readonly title: string;
	readonly changes: readonly {readonly text: string; readonly confidence: number}[];
	/** The first amendment, or nothing. */
	readonly amended: string;
};

function shownIssue({attributes, body}: Block): ListedIssue {
	const from = Number(attributes['lines']?.split('-', 1)[0]);
	const said = (label: string): string[] =>
		[...body.matchAll(new RegExp(`^${label}[^:]*:[ \\t]*(.*)$`, 'gmu'))].map(found => found[1] ?? '');
	const confidences = said('Confidence').map(Number);
	return {
		id: attributes['id'] ?? attributes['ref'] ?? '',
		from: Number.isInteger(from) && from > 0 ? from : undefined,
		own: attributes['own'] === 'yes',
		title: said('Title')[0] ?? '',
		amended: said('Amendment')[0] ?? '',
		changes: said('Change').map((text, place) => ({text, confidence: confidences[place] ?? 0.5})),
	};
}

const issuesIn = ({task}: ComposerInput): ListedIssue[] =>
	task.blocks.filter(({name}) => name === 'issue').map(shownIssue);

const reasons = {
	agree: [
		'Line {line} says so, and nothing near it mends it.',
		'I looked at line {line}: it is as they say.',
		'Line {line} would let me build the wrong thing.',
	],
	disagree: [
		'Line {line} is precise enough for what it has to do.',
		'Mending line {line} would tie our hands before anything is known.',
		'What line {line} leaves open is decided elsewhere.',
	],
	abstain: [
		'Line {line} is outside of what I can judge.',
		'I cannot tell from line {line} alone.',
		'It depends on more than line {line} says.',
	],
} as const;

const ballot: Composer = input => {
	const text = textOf(input);
	const speaker = input.task.speaker ?? '';
	const issues = issuesIn(input);
	return {
		votes: issues
			.filter(({own}) => !own)
			.map(shown => {
				const line = shown.from === undefined ? undefined : text.lines[shown.from - 1];
				const vote = voteOn(input, shown, line, input.task.attributes['persona'] ?? '');
				const ways = reasons[vote];
				return {
					issue: shown.id,
					fault: vote,
					...changeVote(input, shown, vote, issues),
					reason: (ways[chance(input, `${speaker} ${shown.title}`, ways.length)] ?? '').replaceAll(
						'{line}',
						String(shown.from ?? 1),
					),
				};
			}),
	};
};

/** Where two issues of one line ask for different sentences, the one that comes later is warned of. */
function changeVote(
	input: ComposerInput,
	shown: ListedIssue,
	vote: keyof typeof reasons,
	issues: readonly ListedIssue[],
) {
	const rivals = issues
		.filter(
			({id, from, changes}) => id !== shown.id && from === shown.from && changes[0]?.text !== shown.changes[0]?.text,
		)
		.map(({id}) => id);
	const first = shown.changes[0]?.text ?? '';
	const amends = vote === 'agree' && chance(input, `${input.task.speaker ?? ''} ${shown.id} amends`, 6) === 0;
	return {
		change: vote === 'disagree' ? 'reject' : vote === 'abstain' ? null : amends ? 'amend' : 'accept',
		amendment: amends ? `${first.replace(/\.$/u, '')}, and a test shows it.` : null,
		breaks: vote === 'disagree' ? `What line ${shown.from ?? 1} leaves to others would be tied down.` : null,
		contradicts: rivals.slice(0, 2),
	};
}

/** Mostly agrees if the line has a defect, but less often if it is of another reviewer's kinds. */
function voteOn(
	input: ComposerInput,
	{title, from}: ListedIssue,
	line: SpecLine | undefined,
	persona: string,
): keyof typeof reasons {
	const here = defectsAt(textOf(input), from);
	const roll = chance(input, `${input.task.speaker ?? ''} ${title}`, 10);
	if (!line || here.length === 0) return roll < 4 ? 'disagree' : 'abstain';
	const own = here.some(({personas}) => personas.includes(persona));
	const grave = here.some(({severity}) => severity === 'critical');
	const yes = own ? 8 : grave ? 5 : 3;
	return roll < yes ? 'agree' : roll < yes + 1 + Number(!own) ? 'disagree' : 'abstain';
}

/** Groups issues that have the same line and the same fix. */
const grouping: Composer = input => {
	const groups = Map.groupBy(issuesIn(input), ({from, changes}) => `${from ?? ''} ${changes[0]?.text ?? ''}`);
	return {groups: [...groups.values()].filter(members => members.length > 1).map(members => members.map(({id}) => id))};
};

/** Appends the fixes to their lines, one edit per line; an amendment takes the place of what was suggested. */
const synthesis: Composer = input => {
	const text = textOf(input);
	const shown = issuesIn(input).map(issue =>
		issue.amended === '' ? issue : {...issue, changes: [{text: issue.amended, confidence: 1}]},
	);
	const byLine = Map.groupBy(shown, ({from}) => from ?? 0);
	const edits = [...byLine].flatMap(([number, issues]) => {
		const line = text.lines[number - 1];
		if (!line?.prose) return [];
		const added = [
			...new Set(
				issues.map(({changes}) => changes.toSorted((one, other) => other.confidence - one.confidence)[0]?.text ?? ''),
			),
		].filter(sentence => sentence !== '' && !line.text.includes(sentence));
		return [
			{
				issues: issues.map(({id}) => id),
				line: number,
				find: line.text.trimEnd(),
				replace: `${ended(line.text.trimEnd())} ${added.join(' ')}`,
				reason: `The sentence${added.length > 1 ? 's' : ''} behind line ${number} say${added.length > 1 ? '' : 's'} what was left open there.`,
			},
		];
	});
	const mended = new Set(edits.flatMap(({issues}) => issues));
	return {
		edits,
		left: shown
			.filter(({id}) => !mended.has(id))
			.map(({id}) => ({issue: id, reason: 'There is no line of running text to put it behind.'})),
		conflicts: [],
		choices: [],
	};
};

const ended = (text: string): string => (/[.!?:;]$/u.test(text) ? text : `${text}.`);

export const adversarialSpec: Readonly<Record<string, Composer>> = {
	'spec-critique': critique,
	'spec-ballot': ballot,
	'spec-grouping': grouping,
	'spec-synthesis': synthesis,
};
