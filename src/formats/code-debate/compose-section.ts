/** A side’s next sections: the model’s answer, validated, sent back once if invalid, as Markdown. */
import type {z} from 'zod';
import {
	optionalTextField,
	textField,
	choiceField,
	type Choice,
	type Field,
	type Filling,
	type Form,
	type Reading,
} from '../../debate/form.ts';
import {countWords} from '../../debate/text/words.ts';
import {minReasonWords} from './rules.ts';
import {categories, marks, isSame} from './entries.ts';
import {
	type ReplyTask,
	evidencePrompt,
	openingPrompt,
	replyPrompt,
	reviewPrompt,
	type OwnFinding,
	type RejectedAnswer,
	type SubjectBrief,
} from './prompts.ts';
import {lesserCoverage, severities, type Evidence, type PointSeverity} from '../../debate/formats/code-debate.ts';
import {replaces, sessionText, whyNotRun, type GivenEvidence} from './evidence.ts';
import {
	answerByRun,
	depthTold,
	foundByBoth,
	isAsked,
	isQuick,
	setAside,
	unshown,
	type TriedPoint,
} from './evidence-first.ts';
import {isPerson} from '../../debate/seats.ts';
import {answerByCode, isByCode, withHiddenPoints, withoutLabel} from './hidden-points.ts';
import {
	DebateReply,
	mostInDispute,
	evidenceFaults,
	EvidenceReply,
	OpeningReply,
	type RaisedPoint,
	ReviewReply,
	raisedFaults,
	replyFaults,
} from './answers.ts';
import {otherRole, appendedText, headingOf, parseDebate, type DebateFile, turnStateOf, roundsIn} from './file.ts';
import {locationFault, type KnownFile, type SubjectKind} from './subject.ts';
import type {Answer, Floor, Prompt} from '../../debate/protocol.ts';
import {runEvidence, type CodeDebateConfig, type Append} from './config.ts';
import {ledgerOf, pointsToAnswer, unfinished, unresolved, type DebatePoint, type Ledger} from './points.ts';
import {consensusBody, openingBody, replyBody, type ListedFinding} from './section-text.ts';
import {quotationFaults} from './quotations.ts';
import {coverageText} from './coverage.ts';
import {seatOf} from './narration.ts';

// Forms with which a person writes a section, point by point. Input that would be sent back to a model is asked for
// again at once.

/** More than these a section may not have. */
const maxFindings = 12;

/** Agent A's first word. */
export const openingForm = (most: number, files: readonly KnownFile[]): Form =>
	function* (): Filling<OpeningReply> {
		const summary = yield* textField({label: 'summary', about: 'What do you make of it? Two to four sentences.'});
		return {summary, points: yield* askPoints(most, files)};
	};

/** What Agent B finds by itself. */
const reviewForm = (most: number, files: readonly KnownFile[]): Form =>
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

const readingNames: Readonly<Record<SubjectKind, string>> = {
	commit: 'diff',
	diff: 'diff',
	'pull-request': 'diff',
	files: 'files',
	review: 'review',
	text: 'subject',
};

/** What a person in this seat has to read. */
const readingOf = ({kind, text}: SubjectBrief): Reading => ({name: readingNames[kind], text});

/** Sections to append, or why there are none. */
export type ComposedSections =
	{readonly ok: true; readonly sections: Append['sections']} | {readonly ok: false; readonly reason: string};

type SideContext = {
	readonly config: CodeDebateConfig;
	readonly matter: SubjectBrief;
	readonly file: DebateFile;
	/** What this side found before it read the other. */
	readonly own: readonly TriedPoint[];
};

/** Composes what is due from this side. */
export async function composeSections(side: SideContext, floor: Floor): Promise<ComposedSections> {
	const standing = turnStateOf(side.file);
	const {role} = side.config;
	if (standing.is !== 'turn' || standing.role !== role)
		return {ok: false, reason: `protocol violation: Agent ${role} was to write when it was not its turn`};
	if (standing.heading === headingOf('opening')) return composeOpening(side, floor);
	const ledger = ledgerOf(side.file);
	if (role === 'A' && (unfinished(ledger).length === 0 || standing.heading === headingOf('consensus')))
		return {ok: true, sections: composeConsensus(side, ledger)};
	return composeReply(side, floor, {heading: standing.heading, ledger});
}

/** What the responder finds by itself, asked for before anything of the opener's is read; or why there is no answer. */
export async function reviewAlone(
	{config, matter}: Pick<SideContext, 'config' | 'matter'>,
	floor: Floor,
): Promise<Answer<{readonly findings: readonly TriedPoint[]}>> {
	const replies = await ofParts(matter, floor, async (own, piece) =>
		askChecked(own, {
			seat: seatOf(config.role),
			schema: ReviewReply,
			purpose: 'review',
			form: reviewForm(config.points, config.files),
			reading: readingOf(matter),
			prompt: rejected => reviewPrompt(matter, {...config, piece}, rejected),
			faults: value => raisedFaults(value.findings, config.files),
			quoting: config.quotes ? value => value.findings.map(({claim}) => claim) : undefined,
		}),
	);
	if (!replies.ok) return replies;
	const found = await gravest(
		floor,
		config,
		replies.value.flatMap(({findings}) => findings),
	);
	const findings = await withRuns(floor, config, found);
	return {ok: true, value: {findings: gravestFirst(withHiddenPoints(findings, config.hidden))}};
}

/** Asks about each part of a subject that does not fit as one; without an answer to one of them there is none. */
async function ofParts<T>(
	{parts}: SubjectBrief,
	floor: Floor,
	ask: (floor: Floor, piece?: {readonly name: string; readonly text: string}) => Promise<Answer<T>>,
): Promise<Answer<readonly T[]>> {
	if (parts.length === 0) {
		const only = await ask(floor);
		return only.ok ? {ok: true, value: [only.value]} : only;
	}
	const answers = await floor.together(
		Object.fromEntries(
			parts.map((text, at) => {
				const name = `${at + 1} of ${parts.length}`;
				return [`part ${at + 1}`, async (own: Floor) => ask(own, {name, text})];
			}),
		),
	);
	const failed = answers.find(answer => !answer.ok);
	return failed && !failed.ok
		? failed
		: {ok: true, value: answers.flatMap(answer => (answer.ok ? [answer.value] : []))};
}

/** As many points as a debate can hold; what many parts have beyond that is told. */
async function gravest(
	floor: Floor,
	{role}: CodeDebateConfig,
	points: readonly RaisedPoint[],
): Promise<readonly RaisedPoint[]> {
	if (points.length <= mostInDispute) return points;
	const grave = points.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity));
	const left = grave.slice(mostInDispute).map(({title, file, line}) => `${title} (${file ?? ''}:${line ?? ''})`);
	await floor.record({
		type: 'notice',
		level: 'warning',
		participant: seatOf(role),
		text: `A debate holds ${mostInDispute} points of a side. Not raised are the slightest: ${left.join('; ')}.`,
	});
	return grave.slice(0, mostInDispute);
}

type Shown<P> = Omit<P, 'evidence'> & {readonly evidence?: Evidence | null};

/** The points with what came of their evidence, which is run all at once; where nothing is run, all is claimed. */
async function withRuns<P extends {readonly evidence?: GivenEvidence | null | undefined}>(
	floor: Floor,
	{evidence: mode, tried}: CodeDebateConfig,
	points: readonly P[],
): Promise<Shown<P>[]> {
	if (mode === 'off' || !tried) return points.map(point => ({...point, evidence: asClaimed(point.evidence)}));
	const given = points.flatMap(({evidence}) => (evidence && whyNotRun(evidence) === undefined ? [evidence] : []));
	const came = given.length === 0 ? [] : await runEvidence(floor, {evidence: given});
	return points.map(point => {
		const {evidence} = point;
		return {...point, evidence: (evidence && came[given.indexOf(evidence)]) ?? asClaimed(evidence, whyNotRun)};
	});
}

const asClaimed = (
	given: GivenEvidence | null | undefined,
	reason: (given: GivenEvidence) => string | undefined = () => undefined,
): Evidence | null => {
	if (!given) return null;
	const why = reason(given);
	return {kind: given.kind, text: sessionText(given, undefined), ...(why !== undefined && {why})};
};

/** Those of one severity stay in their order. */
const gravestFirst = (points: readonly TriedPoint[]): TriedPoint[] =>
	points.toSorted((one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity));

async function composeOpening({config, matter}: SideContext, floor: Floor): Promise<ComposedSections> {
	const replies = await ofParts(matter, floor, async (own, piece) =>
		askChecked(own, {
			seat: seatOf(config.role),
			schema: OpeningReply,
			purpose: 'opening',
			form: openingForm(config.points, config.files),
			reading: readingOf(matter),
			prompt: rejected => openingPrompt(matter, {...config, piece}, rejected),
			faults: value => raisedFaults(value.points, config.files),
			quoting: config.quotes ? ({summary, points}) => [summary, ...points.map(({claim}) => claim)] : undefined,
		}),
	);
	if (!replies.ok) return {ok: false, reason: `Agent ${config.role} gave no opening: ${replies.reason}`};
	const isOne = matter.parts.length === 0;
	const summary = replies.value
		.map((each, at) => (isOne ? each.summary : `Part ${at + 1} of ${matter.parts.length}: ${each.summary}`))
		.join('\n\n');
	const said = replies.value.flatMap(({points}) => points.slice(0, config.points));
	const raised = await withRuns(floor, config, await gravest(floor, config, said));
	const shown = await withAsked(floor, {config, matter}, raised);
	const points = withHiddenPoints(setAside(shown, config), config.hidden);
	return {
		ok: true,
		sections: [
			{
				heading: headingOf('opening'),
				...toldBy(config),
				body: openingBody({summary, points: gravestFirst(points)}, config.files),
			},
		],
	};
}

/** What a side was shown: it begins its first section with that. */
const toldBy = ({coverage}: CodeDebateConfig): {coverage?: string} =>
	coverage ? {coverage: coverageText(coverage)} : {};

type SectionTurn = {readonly heading: string; readonly ledger: Ledger};

const nothingToAnswer = 'No point is left that waits for an answer from this side.';

async function composeReply(
	side: SideContext,
	floor: Floor,
	{heading, ledger}: SectionTurn,
): Promise<ComposedSections> {
	const {config, matter, file} = side;
	const {role, files} = config;
	const isFirst = heading === headingOf('response', 1);
	const own = isFirst ? await shownFindings(side, floor, ledger) : [];
	const told = isFirst ? toldBy(config) : {};
	const {known, due} = questionsFor(side, ledger, own);
	const ends = (body: string): ComposedSections => {
		if (role === 'B') return {ok: true, sections: [{heading, ...told, body: body || nothingToAnswer}]};
		if (body === '' && isQuick(config)) return {ok: true, sections: composeConsensus(side, ledger)};
		return composeFollowUp(side, heading, body || nothingToAnswer);
	};
	if (due.length === 0) {
		const found = placed(own, {points: []}, config);
		const answers = [...known, ...agreedAlone(found, ledger, known)];
		return ends(replyBody(answers, found, ledger, files));
	}
	const toMark = isQuick(config) ? [] : own.filter(({found}) => !isByCode(found));
	const reply = await askChecked(floor, {
		seat: seatOf(role),
		schema: DebateReply,
		purpose: heading.startsWith('R') ? 'response' : 'follow-up',
		form: replyForm({role, due, ledger}, files),
		reading: readingOf(matter),
		prompt: rejected =>
			replyPrompt(matter, file, {role, heading, ledger, due, own: toMark, depth: config.depth}, rejected),
		faults: value => replyFaults(value, {role, due, known: ledger, files}),
		quoting: config.quotes ? textsOf : undefined,
	});
	if (!reply.ok) return {ok: false, reason: `Agent ${role} gave no ${heading}: ${reply.reason}`};
	const answered = answersToDuePoints(reply.value, due);
	if (answered.length === 0)
		return {ok: false, reason: `Agent ${role} answered no point in ${heading}, also when it was asked again`};
	const found = (reply.value.findings ?? []).map(withoutLabel);
	const shown = await withRuns(
		floor,
		config,
		[...answered, ...found].map(({evidence}) => ({evidence})),
	);
	const withShown = <P>(each: P, at: number): P => ({...each, evidence: shown[at]?.evidence});
	const points = answered.map(withShown).map(point => withOwnEvidence(point, own, reply.value));
	const listing = placed(own, reply.value, config);
	const answers = [...known, ...points];
	return ends(
		replyBody(
			[...answers, ...agreedAlone(listing, ledger, answers)],
			[...listing, ...found.map((each, at) => withShown(each, answered.length + at))],
			ledger,
			files,
		),
	);
}

/** The points that wait for this side: those that code or a run answers, and those that its model is asked about. */
function questionsFor({config}: SideContext, ledger: Ledger, own: readonly OwnFinding[]) {
	const {role, hidden} = config;
	const waiting = pointsToAnswer(ledger, role);
	// A foreign side may have spoken to a point without saying what it makes of it.
	const open =
		waiting.length > 0 ? waiting : unfinished(ledger).filter(({by, state}) => by !== role || state !== 'open');
	const isFound = ({id}: DebatePoint): boolean => isQuick(config) && own.some(({point}) => point?.id === id);
	const known = open.flatMap(point => answerByCode(point, role, hidden) ?? answerByRun(point, config) ?? []);
	const due = open.filter(point => known.every(({id}) => id !== point.id) && !isFound(point) && isAsked(point, config));
	return {known, due};
}

/** A quick debate has one round: what evidence leaves open is answered once. */
const mostRounds = (config: CodeDebateConfig): number => (isQuick(config) ? 1 : config.rounds);

/** What both sides found by themselves is agreed where nothing else was said of it, and nobody waits for a reply. */
const agreedAlone = (found: readonly ListedFinding[], ledger: Ledger, answers: readonly {readonly id: string}[]) =>
	ledger
		.filter(
			({id}) =>
				answers.every(answer => answer.id !== id) &&
				found.some(({mark, point}) => mark === 'same as other agent' && point === id),
		)
		.map(({id}) => ({
			id,
			category: 'agreed' as const,
			tried: 'This side had found it by itself, at the same place, before it read the other.',
			why: '',
			evidence: found.find(({mark, point}) => mark === 'same as other agent' && point === id)?.evidence,
		}));

/** The findings of this side's own, each with the point of the other's that it repeats. */
async function shownFindings({config, matter, own}: SideContext, floor: Floor, ledger: Ledger): Promise<OwnFinding[]> {
	if (!isQuick(config)) return ownFindings(own, ledger);
	const same = foundByBoth(own, ledger);
	const alone = own.filter(found => !same.has(found));
	const asked = await withAsked(floor, {config, matter}, alone);
	const findings = gravestFirst([...same.keys(), ...setAside(asked, config)]);
	return findings.map((found, at) => ({id: `F${at + 1}`, found, point: same.get(found)}));
}

/** Points of which nothing was shown are asked of their writer once; what it gives up was never raised, and is told. */
async function withAsked(
	floor: Floor,
	{config, matter}: Pick<SideContext, 'config' | 'matter'>,
	points: readonly TriedPoint[],
): Promise<readonly TriedPoint[]> {
	const asked = isQuick(config) ? unshown(points, config) : [];
	const seat = seatOf(config.role);
	const {role, depth} = config;
	// Nobody types a command that was not typed before.
	if (asked.length === 0 || floor.heard.seats.some(each => each.id === seat && isPerson(each))) return points;
	const ids = asked.map((_, at) => `F${at + 1}`);
	const reply = await askChecked(floor, {
		seat,
		schema: EvidenceReply,
		purpose: 'evidence',
		prompt: rejected => evidencePrompt(matter, {role, depth, asked}, rejected),
		faults: value => evidenceFaults(value, ids),
		quoting: undefined,
	});
	if (!reply.ok) return points;
	const said = asked.map((_, at) => reply.value.points.find(({id}) => id === ids[at]));
	const ran = await withRuns(
		floor,
		config,
		said.map(each => ({evidence: each?.evidence})),
	);
	const dropped = asked.filter((_, at) => said[at]?.withdrawn);
	for (const {title} of dropped)
		await floor.record({
			type: 'notice',
			level: 'info',
			participant: seat,
			text: `Not raised, for its writer gave it up when it was asked what shows it: “${title}”.`,
		});
	return points.flatMap(point => {
		const at = asked.indexOf(point);
		if (at < 0) return [point];
		if (said[at]?.withdrawn) return [];
		const evidence = ran[at]?.evidence ?? undefined;
		const before = point.evidence ?? undefined;
		return [
			{
				...point,
				severity: said[at]?.severity ?? point.severity,
				evidence: replaces(before, evidence) ? evidence : point.evidence,
			},
		];
	});
}

const textsOf = ({points, findings}: DebateReply) => [
	...points.flatMap(({tried, why, agreed_part: yes, disputed_part: no}) => [tried, why, yes, no]),
	...(findings ?? []).map(({text}) => text),
];

/** Findings two lines apart are taken for one, where the side does not say otherwise. */
const samePlace = 2;

const ownFindings = (own: readonly TriedPoint[], ledger: Ledger): OwnFinding[] =>
	own.map((found, at) => ({
		id: `F${at + 1}`,
		found,
		point: nearest(found, ledger),
	}));

/** The point at the same place, else the first one close by. */
function nearest({title, file, line}: TriedPoint, ledger: Ledger): DebatePoint | undefined {
	const at = `${file ?? ''}:${line ?? 0}`;
	const near = (apart: number) =>
		ledger.find(point => file && isByCode(point) === isByCode({title}) && isSame(point.place, at, apart));
	return near(0) ?? near(samePlace);
}

/** What a side found to show a point, before it read that the other had it too, goes with its agreement. */
function withOwnEvidence(
	answer: DebateReply['points'][number],
	own: readonly OwnFinding[],
	reply: DebateReply,
): DebateReply['points'][number] {
	if (answer.category !== 'agreed' || answer.evidence) return answer;
	const same = own.find(finding => {
		const {mark, point} = placedFinding(finding, reply);
		return mark === 'same as other agent' && point === answer.id && isSurelySame(finding, reply);
	});
	return same?.found.evidence ? {...answer, evidence: same.found.evidence} : answer;
}

/** What shows one fault shows no other two lines away: its side says that they are one, or they have the same place. */
const isSurelySame = ({id, found: {file, line}, point}: OwnFinding, {own}: DebateReply): boolean =>
	own?.some(({finding}) => finding === id) === true || isSame(point?.place, `${file ?? ''}:${line ?? 0}`);

/** A finding with its mark: as the side gives it, else by its place. None is left out. */
function placedFinding({id, found, point}: OwnFinding, {own}: DebateReply): ListedFinding {
	const said = own?.find(({finding}) => finding === id);
	const about = said?.point ?? point?.id;
	const mark = said ? said.mark : point ? 'same as other agent' : 'new finding';
	return listed(found, mark === 'new finding' || about === undefined ? {mark: 'new finding'} : {mark, point: about});
}

const placed = (own: readonly OwnFinding[], reply: DebateReply, config: CodeDebateConfig): ListedFinding[] =>
	own.map(finding => ({...placedFinding(finding, reply), ...(isQuick(config) && {isTold: true as const})}));

const listed = ({claim, ...found}: TriedPoint, as: Pick<ListedFinding, 'mark' | 'point'>): ListedFinding => ({
	...found,
	text: claim,
	...as,
});

/** Keeps one answer per point that waits for one, and drops the rest. */
const answersToDuePoints = ({points}: DebateReply, due: readonly DebatePoint[]): DebateReply['points'] =>
	points
		.filter(({id}, at) => due.some(point => point.id === id) && points.findIndex(one => one.id === id) === at)
		.map(point =>
			point.why.trim() === '' && point.category !== 'agreed' ? {...point, why: 'No reason was given.'} : point,
		);

/** Agent A’s follow-up; one that settles everything, or is the last, goes into the consensus. */
function composeFollowUp(side: SideContext, heading: string, body: string): ComposedSections {
	const after = parseDebate(fileAfter(side.file, heading, body));
	const ledger = ledgerOf(after);
	if (unfinished(ledger).length === 0) return {ok: true, sections: composeConsensus(side, ledger, body)};
	if (roundsIn(after.sections) < mostRounds(side.config)) return {ok: true, sections: [{heading, body}]};
	return {ok: true, sections: [{heading, body}, ...composeConsensus({...side, file: after}, ledger)]};
}

const fileAfter = (file: DebateFile, heading: string, body: string): string => {
	const text = file.preamble + file.sections.map(({raw}) => raw).join('');
	return text + appendedText(text, [{heading, body, role: 'A', at: '2000-01-01T00:00:00Z'}]);
};

/** What the points come to, which code says: no model has anything to add to it. */
function composeConsensus({config, file}: SideContext, ledger: Ledger, answers?: string): Append['sections'] {
	const left = unresolved(ledger).length;
	const told = file.sections.map(section => section.coverage);
	const body = consensusBody({
		conclusion: left === 0 ? 'consensus' : 'deadlock',
		why: progressSentence(ledger, left, mostRounds(config)),
		depth: depthTold(config, ledger),
		ledger,
		answers,
		coverage: [config.coverage, ...told].reduce(lesserCoverage, undefined),
	});
	return [{heading: headingOf('consensus'), body}];
}

/** How many points are settled, as a sentence. */
function progressSentence(ledger: Ledger, left: number, rounds: number): string {
	const points = ledger.length;
	if (points === 0) return 'Neither side raised a point.';
	const after = `after ${rounds} ${rounds === 1 ? 'round' : 'rounds'}`;
	if (points === 1) return left === 0 ? 'The one point is resolved.' : `The one point stays disputed ${after}.`;
	if (left === 0) return `All ${points} points are resolved.`;
	const settled = points - left;
	return `${settled} of ${points} points ${settled === 1 ? 'is' : 'are'} resolved, and ${left} ${left === 1 ? 'stays' : 'stay'} disputed ${after}.`;
}

type SectionQuestion<T> = {
	readonly seat: string;
	readonly schema: z.ZodType<T>;
	readonly purpose: string;
	readonly form?: Form;
	readonly reading?: Reading;
	readonly prompt: (rejected?: RejectedAnswer) => Prompt;
	readonly faults: (value: T) => readonly string[];
	/** The texts of an answer whose quotations of code are held against it; undefined where there is nothing to. */
	readonly quoting: ((value: T) => readonly (string | null | undefined)[]) | undefined;
};

/** Asks, and returns an answer with faults once, listing all of them. */
async function askChecked<T>(
	floor: Floor,
	{seat, schema, purpose, form, reading, prompt, faults, quoting}: SectionQuestion<T>,
): Promise<Answer<T>> {
	const asking = {purpose, ...(form && {form}), ...(reading && {reading})};
	const first = await floor.ask(seat, prompt(), schema, asking);
	if (!first.ok) return first;
	const wrong = [...faults(first.value), ...(quoting ? await quotationFaults(floor, quoting(first.value)) : [])];
	if (wrong.length === 0) return first;
	await floor.record({
		type: 'notice',
		level: 'info',
		participant: seat,
		text: `Sent back once: ${wrong.slice(0, 3).join('; ')}${wrong.length > 3 ? `; and ${wrong.length - 3} more` : ''}.`,
	});
	const second = await floor.ask(seat, prompt({answer: first.value, faults: wrong}), schema, asking);
	return second.ok ? second : first;
}
