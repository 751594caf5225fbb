/**
 * Forms with which a person writes a section, point by point. Input that would be sent back to a model is asked for
 * again at once.
 */
import {
	optionalTextField,
	textField,
	choiceField,
	type Choice,
	type Field,
	type Filling,
	type Form,
} from '../../debate/form.ts';
import {countWords, minReasonWords} from './rules.ts';
import {categories, marks} from './entries.ts';
import type {ReplyTask} from './prompts.ts';
import type {PointSeverity} from '../../debate/formats/code-debate.ts';
import type {ClosingReply, DebateReply, OpeningReply, RaisedPoint, ReviewReply} from './answers.ts';
import {otherRole} from './file.ts';
import {locationFault, type KnownFile} from './subject.ts';

/** As many as a section may have. */
const maxFindings = 12;
const maxActions = 20;

/** Agent A's first word. */
export const openingForm = (most: number, files: readonly KnownFile[]): Form =>
	function* (): Filling<OpeningReply> {
		const summary = yield* textField({label: 'summary', about: 'What do you make of it? Two to four sentences.'});
		return {summary, points: yield* askPoints(most, files)};
	};

/** What Agent B finds by itself. */
export const reviewForm = (most: number, files: readonly KnownFile[]): Form =>
	function* (): Filling<ReviewReply> {
		return {findings: yield* askPoints(most, files)};
	};

function* askPoints(most: number, files: readonly KnownFile[]): Filling<RaisedPoint[]> {
	const points: RaisedPoint[] = [];
	while (points.length < most) {
		const label = `point ${points.length + 1}`;
		const title = yield* optionalTextField({
			label,
			about: `${points.length === 0 ? 'The gravest point' : 'The next one'}, in a few words. Nothing${points.length === 0 ? ' should be changed' : ' more'}: enter.`,
		});
		if (title === undefined) break;
		const claim = yield* textField({
			label: `${label}: ${title}`,
			key: `${label}, claim`,
			about: 'What is wrong, and in which case does it show?',
		});
		const severity = yield* askChoice({label: `${label}, severity`}, severityChoices);
		const place = yield* askLocation(label, files, false);
		const resolution = yield* optionalTextField({
			label: `${label}, resolution`,
			about: 'What should be done? One sentence, or enter.',
		});
		points.push({title, claim, severity, ...place, ...(resolution !== undefined && {resolution})});
	}
	return points;
}

const severityChoices: readonly (Choice & {readonly value: PointSeverity})[] = [
	{value: 'blocker', label: 'blocker · must not be merged'},
	{value: 'major', label: 'major · wrong in a case that will happen'},
	{value: 'minor', label: 'minor · a rare case, easily mended'},
	{value: 'note', label: 'note · nothing need be done'},
];

type ReplyCategory = DebateReply['points'][number]['category'];

const categoryLabels: Readonly<Record<ReplyCategory, string>> = {
	agreed: categories.agreed,
	partially_agreed: categories.partly,
	disagreed: categories.disagreed,
};
const categoryChoices: readonly (Choice & {readonly value: ReplyCategory})[] = (
	['agreed', 'partially_agreed', 'disagreed'] as const
).map(value => ({value, label: categoryLabels[value]}));

/** A response or a follow-up: each point that waits for an answer, and what was found beside them. */
export const replyForm = (
	{role, due, ledger}: Pick<ReplyTask, 'role' | 'due' | 'ledger'>,
	files: readonly KnownFile[],
): Form =>
	function* (): Filling<DebateReply> {
		const points: DebateReply['points'] = [];
		for (const {id, title, why, confirm, resolution} of due) {
			const changed = confirm === role ? ` The resolution is now: ${resolution}` : '';
			const category = yield* askChoice(
				{label: `${id}, ${title}. Agent ${otherRole(role)}: ${why.replaceAll(/\s+/gu, ' ')}${changed}`},
				categoryChoices,
			);
			const label = `${id}, ${categoryLabels[category].toLowerCase()}`;
			const parts =
				category === 'partially_agreed'
					? {
							agreed_part: yield* textField({label, about: 'Which part of it do you accept?'}),
							disputed_part: yield* textField({label, about: 'Which part do you not?'}),
						}
					: {};
			points.push({
				id,
				category,
				why: yield* textField(
					{
						label,
						...(category === 'agreed'
							? {key: `${id}, why agreed`, about: 'What did you try, or what convinced you?'}
							: {key: `${id}, why not`, about: 'Why? Name the file and line that decide it.'}),
					},
					reason,
				),
				...parts,
			});
		}
		const findings: NonNullable<DebateReply['findings']> = [];
		while (findings.length < maxFindings) {
			const label = `finding ${findings.length + 1}`;
			const text = yield* optionalTextField({
				label,
				about: `What ${findings.length === 0 ? '' : 'else '}have you found yourself? Nothing: enter.`,
			});
			if (text === undefined) break;
			const where = yield* askLocation(label, files, files.length > 0);
			const mark = yield* askChoice({label: `${label}: ${text}`, key: `${label}, mark`}, markChoices);
			findings.push({
				text,
				mark,
				...(mark === 'new finding' && {severity: yield* askChoice({label: `${label}, severity`}, severityChoices)}),
				...where,
				...(mark !== 'new finding' && {
					point: yield* choiceField(
						{label: `${label} is about`},
						ledger.map(({id, title}) => ({value: id, label: `${id}, ${title}`})),
					),
				}),
			});
		}
		return {points, findings};
	};

const markChoices = (
	[
		'new finding',
		'same as other agent',
		'not reproduced / disagreed',
	] as const satisfies readonly (typeof marks)[number][]
).map(value => ({value, label: value}));

/** Agent A's last word. */
export function* closingForm(): Filling<ClosingReply> {
	const summary = yield* textField({label: 'what came out of it', about: 'One to three sentences.'});
	const actions: ClosingReply['actions'] = [];
	while (actions.length < maxActions) {
		const action = yield* optionalTextField({
			label: `action ${actions.length + 1}`,
			about: `What is to be done${actions.length === 0 ? '' : ' beside that'}? Nothing: enter.`,
		});
		if (action === undefined) break;
		actions.push({action});
	}
	return {summary, actions};
}

const reason = (text: string): string | undefined =>
	countWords(text) < minReasonWords ? `A reason has ${minReasonWords} words at least.` : undefined;

function* askChoice<T extends string>(
	field: Pick<Field, 'label' | 'key'>,
	choices: readonly (Choice & {readonly value: T})[],
): Filling<T> {
	const value = yield* choiceField(field, choices);
	return choices.find(choice => choice.value === value)?.value ?? (yield* askChoice(field, choices));
}

type EnteredLocation = {readonly file: string | null; readonly line: number | null};

/** `src/retry.ts:42`, where the subject has such a place; `needed` wants one, with its line. */
function* askLocation(label: string, files: readonly KnownFile[], needed: boolean): Filling<EnteredLocation> {
	const check = (text: string): string | undefined => {
		const {file, line} = parseLocation(text);
		return needed && line === null
			? 'A finding names its file and line, such as src/retry.ts:42.'
			: locationFault(files, file, line);
	};
	const field = {
		label: `${label}, place`,
		about: needed
			? 'Where? A file and a line, such as src/retry.ts:42.'
			: 'Where? Such as src/retry.ts:42. Nowhere in particular: enter.',
	};
	return parseLocation((yield* needed ? textField(field, check) : optionalTextField(field, check)) ?? '');
}

function parseLocation(text: string): EnteredLocation {
	const {file, line} = /^(?<file>.*?)(?::(?<line>[1-9]\d{0,8}))?$/su.exec(text.trim())?.groups ?? {};
	return {file: file || null, line: line === undefined ? null : Number(line)};
}
