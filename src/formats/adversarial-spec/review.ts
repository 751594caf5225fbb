/** The final review: the user accepts changes, edits the text, decides contested issues, or asks for more rounds. */
import {oneLine} from '../../debate/text/words.ts';
import {z} from 'zod';
import type {CountedVote, SpecEdit, SpecGroup, SpecFault, SpecOutcome} from '../../debate/formats/adversarial-spec.ts';
import type {DebateState} from '../../debate/state.ts';
import {shiftedSpan} from './document.ts';
import {changesOf, editsByUser, withEdits, validationMessage} from './validation.ts';
import {
	unmergedGroups,
	undecidedGroups,
	type SpecState,
	applyEdits,
	contestedGroups,
	lineInOriginal,
	resetState,
	standingCriticals,
	withheldEdits,
} from './spec-state.ts';
import type {Floor} from '../../debate/protocol.ts';
import {saveSpec, writeFiles} from './queries.ts';
import {refine} from './refinement.ts';

// The debate's result as a Markdown report for the specification's owner. Pure.

/** The report on the text as it was refined; `took` are the places of the edits that were accepted. */
function reportOf(state: SpecState, took: readonly number[], heard: Pick<DebateState, 'records'>): string {
	const of = (standing: SpecGroup['standing']): SpecGroup[] =>
		state.groups.filter(group => group.standing === standing);
	const waiting = new Set(unmergedGroups(state).map(({id}) => id));
	const mended = of('agreed').filter(({id}) => !waiting.has(id));
	return [
		`# Report: ${oneLine(state.title)}`,
		'',
		`${state.groups.length} issues were raised by ${state.agents.map(({id}) => id).join(', ')}: ${mended.length} agreed and worked in, ${waiting.size} agreed and not worked in, ${of('rejected').length} rejected, ${undecidedGroups(state).length} still contested. The text changed in ${state.edits.length} places.`,
		'',
		took.length === 0 ? 'Lines are those of the original.' : 'Lines are those of the text with the accepted edits.',
		'',
		...attendance(heard),
		...standing(state, took),
		...editList(state, took),
		...part(state, took, 'Agreed and worked in', mended),
		...part(state, took, 'Agreed and not worked in', unmergedGroups(state)),
		...part(state, took, 'Still contested', undecidedGroups(state)),
		...part(state, took, 'Rejected', of('rejected')),
		...conflictList(heard),
		...objectionList(heard),
	].join('\n');
}

/** Where a line of the original is once these edits are taken over: what its author has before them then. */
function lineWith({original, edits}: SpecState, took: readonly number[], line: number): number {
	const taken = changesOf(
		original,
		took.flatMap(place => edits[place] ?? []),
	);
	return shiftedSpan({from: line, to: line}, taken).from;
}

/** Where each edit is: one that is taken where it stands, another where it would. */
function linesOfEdits(state: SpecState, took: readonly number[]): number[] {
	let moved = 0;
	return changesOf(state.original, state.edits).map(({line, removed, added}, place) => {
		const at = line + moved;
		if (took.includes(place)) moved += added.length - removed.length;
		return at;
	});
}

/** Who was heard in each round. */
function attendance({records}: Pick<DebateState, 'records'>): string[] {
	const rounds = records.flatMap(record => (record.type === 'spec-consensus' ? [record] : []));
	if (rounds.length === 0) return [];
	return [
		...rounds.map(({round, invited, answered}) => {
			const missed = invited.filter(id => !answered.includes(id));
			return `- Round ${round}: ${answered.length} of ${invited.length} answered${missed.length > 0 ? `; not heard: ${missed.join(', ')}` : ''}.`;
		}),
		'',
	];
}

/** What is agreed to be critical and is not mended, and the edits that contradict it. */
function standing(state: SpecState, took: readonly number[]): string[] {
	const stands = standingCriticals(state, took);
	if (stands.length === 0) return [];
	const held = withheldEdits(state).filter(place => !took.includes(place));
	const lines = linesOfEdits(state, took);
	return [
		'## Critical, and not mended',
		'',
		...stands.map(({id, title}) => `- ${id}: ${oneLine(title)}`),
		...held.map(
			place =>
				`- Not written, for ${state.edits[place]?.unread ? 'no agent has read it' : 'it stands where such an issue does'}: the edit of line ${lines[place] ?? 1} (${oneLine(state.edits[place]?.reason ?? '')})`,
		),
		'',
	];
}

function editList(state: SpecState, took: readonly number[]): string[] {
	const {edits, groups} = state;
	if (edits.length === 0) return [];
	const lines = linesOfEdits(state, took);
	const titled = ({issues, byUser}: SpecEdit): string =>
		issues.map(id => `${id} (${oneLine(groups.find(group => group.id === id)?.title ?? id)})`).join(', ') ||
		(byUser ? 'your own' : 'no issue');
	return [
		'## Edits',
		'',
		...edits.map((edit, place) => {
			const proposed = edit.proposed ? ` Numbers that nobody voted on: ${edit.proposed.join(', ')}.` : '';
			const unread = edit.unread ? ' It came of the last round: no agent has read its words.' : '';
			return `- Line ${lines[place] ?? 1}, ${took.includes(place) ? 'accepted' : 'not accepted'}, for ${titled(edit)}: ${oneLine(edit.reason)}${proposed}${unread}`;
		}),
		'',
	];
}

function conflictList({records}: Pick<DebateState, 'records'>): string[] {
	const conflicts = records.flatMap(record => (record.type === 'spec-refinement' ? (record.conflicts ?? []) : []));
	return conflicts.length === 0
		? []
		: [
				'## Issues in conflict',
				'',
				...conflicts.map(({issues, reason}) => `- ${issues.join(', ')}: ${oneLine(reason)}`),
				'',
			];
}

/** What each agent, in its latest critique, still held against the text. */
function objectionList({records}: Pick<DebateState, 'records'>): string[] {
	const latest = new Map(
		records.flatMap(record =>
			record.type === 'spec-critique' && record.strongestObjection !== undefined
				? [[record.agent, record.strongestObjection] as const]
				: [],
		),
	);
	return latest.size === 0
		? []
		: [
				'## The strongest objections that remain',
				'',
				...[...latest].map(([agent, words]) => `- ${agent}: ${oneLine(words)}`),
				'',
			];
}

const part = (state: SpecState, took: readonly number[], heading: string, groups: readonly SpecGroup[]): string[] =>
	groups.length === 0 ? [] : [`## ${heading}`, '', ...groups.flatMap(group => entry(state, took, group))];

function entry(
	state: SpecState,
	took: readonly number[],
	{id, title, severity, raised, votes, support, changeRejected, forAuthor}: SpecGroup,
): string[] {
	const [first] = raised;
	const place = first?.issue.lines
		? `, line ${lineWith(state, took, lineInOriginal(state, first.issue.lines.from))}`
		: '';
	return [
		`### ${id}: ${oneLine(title)} (${severity}${place}, support ${Math.round(support * 100)} %)`,
		'',
		...(forAuthor
			? [
					`For you to decide: ${oneLine(forAuthor.why)}${numbered(forAuthor.options ?? [])} (${forAuthor.options ? `--decide ${id}=1, =2 … takes one` : `--decide ${id}=take or ${id}=drop`})`,
					'',
				]
			: []),
		...(changeRejected ? ['The fault is agreed, and the change that was suggested is rejected.', ''] : []),
		...raised.flatMap(({agent, issue}) => [
			`- ${agent}: ${oneLine(issue.claim)} Evidence: ${oneLine(issue.evidence)} Suggested: ${oneLine(issue.suggestedChange)}`,
		]),
		...votes.map(voteLine),
		'',
	];
}

const voteWords = {agree: 'agrees', disagree: 'disagrees', abstain: 'abstains'} as const;
const changeWords = {accept: 'accepts the change', amend: 'amends the change', reject: 'rejects the change'} as const;

function voteLine({agent, vote, reason, void: lack, change, amendment, breaks, contradicts}: CountedVote): string {
	const parts = [
		`- ${agent} ${voteWords[vote]}`,
		...(lack === undefined ? [] : [` (an agreement that does not count: its critique ${lack})`]),
		...(change ? [`, ${changeWords[change]}`] : []),
		`: ${oneLine(reason)}`,
		...(amendment === undefined ? [] : [` Amendment: ${oneLine(amendment)}`]),
		...(breaks === undefined ? [] : [` Breaks: ${oneLine(breaks)}`]),
		...(contradicts === undefined ? [] : [` Contradicts: ${contradicts.join(', ')}.`]),
	];
	return parts.join('');
}

/** A user's answer to a review, as JSON. `changes` are indexes into the review's list, from 0. */
export const ReviewChoice = z.discriminatedUnion('do', [
	z.object({do: z.literal('accept'), changes: z.union([z.literal('all'), z.array(z.int().nonnegative())])}),
	/** A text of the user's own takes the place of the refined one, if it validates. */
	z.object({do: z.literal('edit'), text: z.string()}),
	/** Settles a contested issue: worked into the text, whatever it changes, or dropped. */
	z.object({
		do: z.literal('decide'),
		issue: z.string(),
		take: z.boolean(),
		/** Of an author's choice, the number of the option, from 1. */
		option: z.int().positive().optional(),
	}),
	/** More rounds, with the same agents or those that have taken their seats meanwhile. */
	z.object({do: z.literal('again')}),
	/** Back to the original, with nothing raised. */
	z.object({do: z.literal('reset')}),
	z.object({do: z.literal('leave')}),
]);
export type ReviewChoice = z.infer<typeof ReviewChoice>;

export const earlyChoiceNotice =
	'The spec is still being refined: it can be accepted when the debate has come to its review.';

/** Rejects answers to a review that is not open, with a notice. */
export function refuseEarlyChoices(state: SpecState, floor: Floor): void {
	floor.on('choose', async ({question}, own) => {
		if (question === state.openReview) return;
		await own.record({type: 'notice', level: 'warning', text: earlyChoiceNotice});
	});
}

/** Repeats until the user is done, then saves what was accepted. Returns `again` if the user wants more rounds. */
export async function review(state: SpecState, floor: Floor, round: number): Promise<'done' | 'again'> {
	await decideAsTold(state, floor, round);
	let faults: SpecFault[] = [];
	for (let nth = 1; ; nth++) {
		const choice = await askForChoice(state, floor, {question: `review-${round}-${nth}`, round, faults});
		faults = [];
		switch (choice.do) {
			case 'again':
				return 'again';
			case 'leave':
				return conclude(state, floor, []);
			case 'reset':
				resetState(state);
				break;
			case 'edit':
				faults = await check(state, floor, choice.text);
				if (faults.length === 0) applyEdits(state, editsByUser(state.text, choice.text));
				break;
			case 'decide':
				await decide(state, floor, choice, round);
				break;
			case 'accept': {
				const {changes} = choice;
				const took = [...state.edits.keys()].filter(place => changes === 'all' || changes.includes(place));
				faults = await check(state, floor, withEdits(state.original, chosen(state, took)));
				if (faults.length === 0) return conclude(state, floor, took);
				break;
			}
			default:
				return choice satisfies never;
		}
	}
}

const chosen = ({edits}: SpecState, took: readonly number[]): SpecEdit[] => took.flatMap(place => edits[place] ?? []);

async function askForChoice(
	state: SpecState,
	floor: Floor,
	{question, round, faults}: {readonly question: string; readonly round: number; readonly faults: SpecFault[]},
): Promise<ReviewChoice> {
	const {edits, original, config} = state;
	const named = new Set(edits.flatMap(({issues}) => issues));
	await floor.record({
		type: 'spec-review',
		round,
		question,
		changes: changesOf(original, edits),
		contested: contestedGroups(state),
		faults,
		edits,
		answered: state.groups.filter(({id}) => named.has(id)),
		...(config.file !== undefined && config.fileHash !== undefined && {file: config.file}),
	});
	state.openReview = question;
	const held = new Set(withheldEdits(state));
	const headless: ReviewChoice =
		config.accept === 'all'
			? {do: 'accept', changes: [...edits.keys()].filter(place => !held.has(place))}
			: {do: 'leave'};
	const answer = await floor.choose(
		{id: question, text: 'Which changes do you accept?', options: []},
		JSON.stringify(headless),
	);
	state.openReview = undefined;
	return ReviewChoice.parse(JSON.parse(answer));
}

/** The faults of a text, the first of which is told. */
async function check(state: SpecState, floor: Floor, text: string): Promise<SpecFault[]> {
	const faults = state.faultsOf(text);
	const [fault] = faults;
	if (fault) await floor.record({type: 'notice', level: 'error', text: validationMessage(fault)});
	return faults;
}

/** What the author takes may change goals and scope, and is worked in although its change was voted down. */
async function decide(
	state: SpecState,
	floor: Floor,
	{issue, take, option}: Extract<ReviewChoice, {do: 'decide'}>,
	round: number,
): Promise<void> {
	const chosen = state.groups.find(({id}) => id === issue)?.forAuthor;
	const choice = option === undefined ? chosen?.options && leftToThem : chosen?.options?.[option - 1];
	state.groups = state.groups.map(group => {
		if (group.id !== issue) return group;
		const {changeRejected: _rejected, forAuthor: _author, ...rest} = group;
		return {...rest, standing: take ? 'agreed' : 'rejected'};
	});
	if (!take) return;
	state.approved.add(issue);
	await refine(state, floor, round, {issue, ...(chosen && choice !== undefined && {question: chosen.why, choice})});
}

/** What an author says who takes an issue and none of its options. */
const leftToThem = 'The one that serves the goals that the text states best; the author leaves it to you.';

/** What the user decided before the rounds began: done where the issue is open, and said where it is not. */
async function decideAsTold(state: SpecState, floor: Floor, round: number): Promise<void> {
	for (const {issue, how} of state.told.splice(0)) {
		const group = contestedGroups(state).find(({id}) => id === issue);
		const options = group?.forAuthor?.options ?? [];
		const option = typeof how === 'number' ? how : undefined;
		if (group && (option === undefined || option <= options.length)) {
			await decide(
				state,
				floor,
				{do: 'decide', issue, take: how !== 'drop', ...(option !== undefined && {option})},
				round,
			);
			continue;
		}
		const open = contestedGroups(state).map(
			({id, title, forAuthor}) => `${id} (${title}${numbered(forAuthor?.options ?? [])})`,
		);
		await floor.record({
			type: 'notice',
			level: 'warning',
			text: `--decide ${issue}=${how} decides nothing: ${group ? `${issue} has ${options.length} options` : 'there is no such open issue'}. Open: ${open.join('; ') || 'none'}.`,
		});
	}
}

/** An author's options, by the numbers that choose them. */
const numbered = (options: readonly string[]): string =>
	options.map((option, at) => ` [${at + 1}] ${oneLine(option)}`).join('');

/** Writes the refined text and the report to the debate's folder, and only the accepted edits to the user's file. */
async function conclude(state: SpecState, floor: Floor, took: readonly number[]): Promise<'done'> {
	const {refined} = await writeFiles(floor, {refined: state.text, report: reportOf(state, took, floor.heard)});
	const outcome = await save(state, floor, took, refined);
	await floor.record(outcome);
	await floor.record({
		type: 'notice',
		level: took.length > 0 && !outcome.saved ? 'error' : 'info',
		text: outcome.note,
	});
	return 'done';
}

async function save(state: SpecState, floor: Floor, took: readonly number[], refined: string): Promise<SpecOutcome> {
	const {edits, original} = state;
	const stands = standingCriticals(state, took);
	const about = {
		type: 'spec-outcome' as const,
		accepted: took.length,
		of: edits.length,
		took: [...took],
		refined,
		...(stands.length > 0 && {
			stands: stands.map(({id}) => id),
			withheld: withheldEdits(state).filter(place => !took.includes(place)),
		}),
	};
	if (edits.length === 0) return {...about, saved: false, note: 'There is nothing to change: the original stands.'};
	if (took.length === 0)
		return {
			...about,
			saved: false,
			note: `Nothing was accepted: the original stands, and the refined text is in ${refined}.`,
		};
	const saved = await saveSpec(floor, {original, text: withEdits(original, chosen(state, took))});
	if (!saved.saved)
		return {
			...about,
			saved: false,
			...(state.config.file !== undefined && {refused: true as const}),
			note: `${saved.why} The refined text is in ${refined}.`,
		};
	return {
		...about,
		saved: true,
		file: saved.file,
		kept: saved.kept,
		note: `${tookText(took.length, edits.length)} in ${saved.file}; the version before is kept in ${saved.kept}.`,
	};
}

function tookText(took: number, of: number): string {
	if (took < of) return `${took} of ${of} changes are`;
	return of === 1 ? 'The change is' : `All ${of} changes are`;
}
