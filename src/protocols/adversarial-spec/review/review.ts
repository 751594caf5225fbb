/** The final review: the user accepts changes, edits the text, decides contested issues, or asks for more rounds. */
import {z} from 'zod';
import type {SpecChange, SpecFault, SpecOutcome} from '../../../debate/formats/adversarial-spec/events.ts';
import type {Floor} from '../../../debate/protocol.ts';
import {saveSpec, writeFiles} from '../queries/effects.ts';
import {changesBetween, withChanges} from '../document/lines.ts';
import {refine} from '../refinement/refine.ts';
import {reportOf} from './report.ts';
import {replaceText, undecidedGroups, type SpecState} from '../state/spec-state.ts';
import {validationMessage} from '../document/validation.ts';

/** A user's answer to a review, as JSON. `changes` are indexes into the review's list, from 0. */
export const ReviewChoice = z.discriminatedUnion('do', [
	z.object({do: z.literal('accept'), changes: z.union([z.literal('all'), z.array(z.int().nonnegative())])}),
	/** A text of the user's own takes the place of the refined one, if it validates. */
	z.object({do: z.literal('edit'), text: z.string()}),
	/** Settles a contested issue: worked into the text, or dropped. */
	z.object({do: z.literal('decide'), issue: z.string(), take: z.boolean()}),
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
	let text = state.text;
	let faults: SpecFault[] = [];
	for (let nth = 1; ; nth++) {
		const changes = changesBetween(state.original, text);
		const choice = await askForChoice(state, floor, {question: `review-${round}-${nth}`, round, changes, faults});
		faults = [];
		switch (choice.do) {
			case 'again':
				return 'again';
			case 'leave':
				return conclude(state, floor, {text, accepted: [], changes});
			case 'reset':
				text = startOver(state);
				break;
			case 'edit':
				({text, faults} = await check(state, floor, choice.text, text));
				break;
			case 'decide':
				await decide(state, floor, choice, round);
				({text} = state);
				break;
			case 'accept': {
				const accepted =
					choice.changes === 'all'
						? changes
						: changes.filter((_, place) => choice.changes !== 'all' && choice.changes.includes(place));
				const checked = await check(state, floor, withChanges(state.original, accepted), text);
				if (checked.faults.length === 0) return conclude(state, floor, {text, accepted, changes});
				({faults} = checked);
				break;
			}
			default:
				return choice satisfies never;
		}
	}
}

async function askForChoice(
	state: SpecState,
	floor: Floor,
	{
		question,
		round,
		changes,
		faults,
	}: {readonly question: string; readonly round: number; readonly changes: SpecChange[]; readonly faults: SpecFault[]},
): Promise<ReviewChoice> {
	await floor.record({type: 'spec-review', round, question, changes, contested: undecidedGroups(state), faults});
	state.openReview = question;
	const headless: ReviewChoice = state.config.accept === 'all' ? {do: 'accept', changes: 'all'} : {do: 'leave'};
	const answer = await floor.choose(
		{id: question, text: 'Which changes do you accept?', options: []},
		JSON.stringify(headless),
	);
	state.openReview = undefined;
	return ReviewChoice.parse(JSON.parse(answer));
}

/** Returns the text if it validates; otherwise reports the fault and returns `before`. */
async function check(
	state: SpecState,
	floor: Floor,
	text: string,
	before: string,
): Promise<{text: string; faults: SpecFault[]}> {
	const faults = state.faultsOf(text);
	const [fault] = faults;
	if (!fault) return {text, faults};
	await floor.record({type: 'notice', level: 'error', text: validationMessage(fault)});
	return {text: before, faults};
}

function startOver(state: SpecState): string {
	replaceText(state, state.original);
	state.groups = [];
	state.mergedIds.clear();
	return state.original;
}

async function decide(
	state: SpecState,
	floor: Floor,
	{issue, take}: Extract<ReviewChoice, {do: 'decide'}>,
	round: number,
): Promise<void> {
	state.groups = state.groups.map(group =>
		group.id === issue ? {...group, standing: take ? 'agreed' : 'rejected'} : group,
	);
	if (take) await refine(state, floor, round);
}

type ReviewResult = {
	readonly text: string;
	readonly accepted: readonly SpecChange[];
	readonly changes: readonly SpecChange[];
};

/** Writes the refined text and the report to the debate's folder, and only the accepted changes to the user's file. */
async function conclude(state: SpecState, floor: Floor, {text, accepted, changes}: ReviewResult): Promise<'done'> {
	const {refined} = await writeFiles(floor, {refined: text, report: reportOf(state, text)});
	const outcome = await save(state, floor, {text, accepted, changes}, refined);
	await floor.record(outcome);
	await floor.record({
		type: 'notice',
		level: accepted.length > 0 && !outcome.saved ? 'error' : 'info',
		text: outcome.note,
	});
	return 'done';
}

async function save(
	state: SpecState,
	floor: Floor,
	{accepted, changes}: ReviewResult,
	refined: string,
): Promise<SpecOutcome> {
	const about = {type: 'spec-outcome' as const, accepted: accepted.length, of: changes.length, refined};
	if (changes.length === 0) return {...about, saved: false, note: 'There is nothing to change: the original stands.'};
	if (accepted.length === 0)
		return {
			...about,
			saved: false,
			note: `Nothing was accepted: the original stands, and the refined text is in ${refined}.`,
		};
	const saved = await saveSpec(floor, {original: state.original, text: withChanges(state.original, accepted)});
	if (!saved.saved) return {...about, saved: false, note: `${saved.why} The refined text is in ${refined}.`};
	return {
		...about,
		saved: true,
		file: saved.file,
		kept: saved.kept,
		note: `${accepted.length} of ${changes.length} changes are in ${saved.file}; the version before is kept in ${saved.kept}.`,
	};
}
