/** Turns sections of the file into turns and events of the debate. */
import {lesserCoverage, outcomeOf, type SectionEvent} from '../../debate/formats/code-debate.ts';
import {cleanCode, cleanText} from '../../debate/text/intake.ts';
import type {Ending, Floor} from '../../debate/protocol.ts';
import {isPerson, personLabel, type Holder} from '../../debate/seats.ts';
import {type DebateFile, type Section, type Role, turnStateOf, violationIn} from './file.ts';
import {changedPoints, ledgerOf, plain, roleOf, withSection, type Ledger, type DebatePoint} from './points.ts';
import {conclusionOf, consensusTold, quickTold} from './section-text.ts';
import {unreadWords} from './coverage.ts';
import {withPassageIds} from './quotations.ts';

export const seatOf = (role: Role): string => role.toLowerCase();

const isComplete = ({kind, signature}: Section): boolean => kind === 'consensus' || signature !== undefined;

/**
 * Narrates the complete sections after the first `heard`, and returns how many have been narrated in total. Where
 * `holds` is set, what they quote of the code is held against it.
 */
export async function narrateSections(
	floor: Floor,
	{sections}: DebateFile,
	heard: number,
	holds = false,
): Promise<number> {
	const ready = sections.slice(
		0,
		Math.max(
			0,
			sections.findIndex(section => !isComplete(section)) < 0
				? sections.length
				: sections.findIndex(section => !isComplete(section)),
		),
	);
	let ledger: Ledger = ready.slice(0, heard).reduce(withSection, []);
	for (const section of ready.slice(heard)) {
		const after = withSection(ledger, section);
		const told = ready.map(({coverage}) => coverage).reduce(lesserCoverage, undefined);
		const body =
			section.kind === 'consensus'
				? consensusTold(section.body, {ledger: after, coverage: told, progress: progressOf(after)})
				: section.body;
		await narrateSection(floor, {...section, body}, changedPoints(ledger, after), holds);
		ledger = after;
	}
	return Math.max(heard, ready.length);
}

async function narrateSection(
	floor: Floor,
	section: Section,
	points: readonly DebatePoint[],
	holds: boolean,
): Promise<void> {
	const {kind, number, heading, line, signature, body, coverage} = section;
	const quick = quickTold(body);
	const role = roleOf(section);
	await floor.segment(kind, number === undefined || number < 1 ? undefined : number);
	const by = writerIn(floor, role, signature?.tool);
	const said = cleanText(body) || '(nothing)';
	const text = holds ? await withPassageIds(floor, said) : said;
	const turn = await floor.say(seatOf(role), text, {kind, ...(by && {by})});
	await floor.record({
		type: 'section',
		turnId: turn.id,
		heading: cleanText(heading),
		line,
		role,
		...(signature?.tool === undefined ? {} : {tool: cleanText(signature.tool)}),
		...(signature === undefined ? {} : {signedAt: signature.at}),
		...(coverage && {coverage}),
		...(kind === 'consensus' && quick !== undefined && {depth: {level: 'quick' as const, told: cleanText(quick)}}),
		points: points.map(point => recorded(point)),
	});
}

function recorded({id, title, by, place, state, why, ...point}: DebatePoint): SectionEvent['points'][number] {
	return {
		id,
		title: cleanText(title),
		by,
		...(place === undefined ? {} : {place: cleanText(place)}),
		state,
		...(why === '' ? {} : {why: cleanText(why)}),
		...(point.severity && {severity: point.severity}),
		...(point.old && {old: true}),
		...(point.evidence && {evidence: {...point.evidence, text: cleanCode(point.evidence.text)}}),
		...(point.withdrawn && {withdrawn: true}),
		...(point.aside && {aside: true}),
		...(point.resolution === undefined ? {} : {resolution: cleanText(point.resolution)}),
		...((point.unconfirmed || point.confirm !== undefined) && {unconfirmed: true}),
	};
}

/** The name for a section's signature. */
export function toolOf(holder: Pick<Holder, 'name' | 'voice'>): string {
	if (isPerson(holder)) return `${holder.name}, ${personLabel}`;
	return holder.voice === 'rehearsal' ? `${holder.name}, no model` : holder.name;
}

/** Who wrote a section, if the seat has changed hands since: the signature says. */
function writerIn({heard}: Floor, role: Role, tool: string | undefined): Holder | undefined {
	const seat = heard.seats.find(({id}) => id === seatOf(role));
	if (!seat || tool === undefined || toolOf(seat) === tool) return undefined;
	return seat.formerly.findLast(holder => toolOf(holder) === tool);
}

/** How the debate ended, by the consensus in the file. */
export function endingOf(file: DebateFile): Ending {
	const standing = turnStateOf(file);
	if (standing.is !== 'over') return {outcome: 'failed', reason: 'the file holds no consensus'};
	const violation = violationIn(file);
	if (violation !== undefined) return {outcome: 'failed', reason: `protocol violation: ${cleanText(violation)}`};
	const ledger = ledgerOf(file);
	const unread = unreadWords(file.sections.map(section => section.coverage).reduce(lesserCoverage, undefined));
	const score = [progressOf(ledger), ...(unread === undefined ? [] : [unread])].join('; ');
	const conclusion = conclusionOf(standing.section.body, ledger);
	if (conclusion === 'time-out')
		return {outcome: 'failed', reason: `time-out: Agent ${roleOf(standing.section)} waited in vain; ${score}`};
	if (file.sections.every(({kind}) => kind !== 'response'))
		return {outcome: 'failed', reason: `the debate was ended before Agent B had responded; ${score}`};
	return {outcome: conclusion, reason: score};
}

/** `5 of 8 points agreed, 1 withdrawn`. */
function progressOf(ledger: Ledger): string {
	if (ledger.length === 0) return 'no points were raised';
	const [agreed = 0, ...others] = (['upheld', 'withdrawn', 'noted'] as const).map(
		outcome => ledger.filter(point => outcomeOf(plain(point)) === outcome).length,
	);
	const more = ['withdrawn', 'noted'].flatMap((name, at) => (others[at] ? [`, ${others[at]} ${name}`] : []));
	return `${agreed} of ${ledger.length} points agreed${more.join('')}`;
}
