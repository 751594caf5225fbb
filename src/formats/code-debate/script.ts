/** The running order of a Code Debate: for a side that writes, and for a viewer that only reads. */
import type {Ending, Floor, Setup} from '../../debate/protocol.ts';
import {
	type CodeDebateConfig,
	append,
	waitForTurn,
	filesToRead,
	leave,
	nextSection,
	forwardToSide,
	type Append,
	type Seal,
} from './config.ts';
import {withoutRuns} from './entries.ts';
import {headingOf, parseDebate, type DebateFile, otherRole, type Role, turnStateOf} from './file.ts';
import {ledgerOf, roleOf} from './points.ts';
import type {SubjectBrief} from './prompts.ts';
import {partsOfSubject} from './subject.ts';
import {consensusBody, violationBody} from './section-text.ts';
import {endingOf, seatOf, narrateSections, toolOf} from './narration.ts';
import {composeSections, reviewAlone, type ComposedSections} from './compose-section.ts';

export function script(setup: Setup<CodeDebateConfig>, floor: Floor): Promise<Ending> {
	floor.on('stop', (_, own) => leave(own));
	return setup.config.part === 'side' ? writeSide(setup, floor) : watchFile(setup.config, floor);
}

/** The file, with what came of evidence as far as a side of ours says it: another program may write anything. */
function readFile({sides}: CodeDebateConfig, text: string): DebateFile {
	const file = parseDebate(text);
	if (sides === 'both') return file;
	const sections = file.sections.map(section =>
		roleOf(section).toLowerCase() === sides
			? section
			: {...section, body: withoutRuns(section.body), raw: withoutRuns(section.raw)},
	);
	return {...file, sections};
}

/** Writes whenever it is this side's turn, until the file has a consensus. Never writes for the other side. */
async function writeSide({config, subject}: Setup<CodeDebateConfig>, floor: Floor): Promise<Ending> {
	const {role, kind} = config;
	const matter: SubjectBrief = {
		title: subject.text,
		kind,
		text: subject.context ?? subject.text,
		parts: partsOfSubject(subject.context ?? subject.text, config.parts),
		...(config.reads && {folder: await filesToRead(floor)}),
	};
	// Before anything that the other side has written is read, so that it is not led by that.
	const review = role === 'B' ? await reviewAlone({config, matter}, floor) : undefined;
	if (review?.ok === false)
		return {outcome: 'failed', reason: `Agent ${role} gave no review of its own: ${review.reason}`};
	const own = review?.value.findings ?? [];
	let told = 0;
	let seal: Seal | null | undefined = null;
	for (;;) {
		const came = await waitForTurn(floor, {role, seal});
		const file = readFile(config, came.text);
		told = await narrateSections(floor, file, told);
		if (came.how === 'over') return endingOf(file);
		if (came.how === 'left')
			return {outcome: 'stopped', reason: 'this side was left; the other one waits until its time is out'};
		const writing =
			came.how === 'violation'
				? violationConsensus(config, came.why ?? 'the file is not as it was written')
				: came.how === 'timed-out'
					? timeOutConsensus(config, file)
					: await composeSections({config, matter, file, own}, floor);
		if (!writing.ok) return {outcome: 'failed', reason: writing.reason};
		const {checksum} = came;
		const appended = await append(floor, {
			role,
			...signedBy(floor, role),
			checksum,
			timedOut: came.how === 'timed-out',
			...(came.how === 'violation' && {violation: true as const}),
			sections: [...writing.sections],
		});
		if (!appended.done && appended.violation) return {outcome: 'failed', reason: `protocol violation: ${appended.why}`};
		if (!appended.done && writing.sections[0]?.heading === headingOf('opening'))
			return {outcome: 'failed', reason: `another debate was opened in the file: ${appended.why}`};
		if (!appended.done)
			await floor.record({
				type: 'notice',
				level: 'info',
				text: `Nothing was appended: ${appended.why}. Reading the file again.`,
			});
		else {
			seal = appended.seal;
			told = await narrateSections(floor, readFile(config, appended.text), told);
		}
	}
}

/** The tool name of whoever sits there now, for the signature. */
function signedBy({heard: {seats}}: Floor, role: Role): Pick<Append, 'tool'> {
	const seat = seats.find(({id}) => id === seatOf(role));
	return seat ? {tool: toolOf(seat)} : {};
}

/** The consensus written because a section was altered, removed or forged. */
const violationConsensus = ({role}: CodeDebateConfig, why: string): ComposedSections => ({
	ok: true,
	sections: [{heading: headingOf('consensus'), body: violationBody(`Agent ${role} reports: ${why}`)}],
});

/** The consensus written after the other side did not answer in time. */
function timeOutConsensus({role, timeoutSeconds}: CodeDebateConfig, file: DebateFile): ComposedSections {
	const standing = turnStateOf(file);
	const awaited = standing.is === 'turn' || standing.is === 'writing' ? ` "${standing.heading}"` : ' an answer';
	const why = `Timed out: Agent ${role} waited ${timeoutSeconds} s for${awaited} from Agent ${otherRole(role)}.`;
	const sections: Append['sections'] = [
		{heading: headingOf('consensus'), body: consensusBody({conclusion: 'time-out', why, ledger: ledgerOf(file)})},
	];
	return {ok: true, sections};
}

/** Whether there are files that a section may quote. */
const isAboutCode = ({request}: CodeDebateConfig): boolean => request !== undefined && request.kind !== 'text';

/** Narrates what others write, until the debate is over or no writer is left. */
async function watchFile(config: CodeDebateConfig, floor: Floor): Promise<Ending> {
	for (const action of ['take', 'give-back', 'replace'] as const)
		floor.on(action, (done, own) => forwardToSide(own, done));
	const calls: Record<string, number> = {};
	const notices: Record<string, number> = {};
	for (let told = 0; ;) {
		const came = await nextSection(floor, {seen: told, calls, notices});
		const file = readFile(config, came.text);
		for (const made of came.calls ?? []) {
			calls[made.participant] = (calls[made.participant] ?? 0) + 1;
			await floor.record(made);
		}
		for (const notice of came.notices ?? []) {
			notices[notice.participant] = (notices[notice.participant] ?? 0) + 1;
			await floor.record(notice);
		}
		told = await narrateSections(floor, file, told, isAboutCode(config));
		if (turnStateOf(file).is === 'over') return endingOf(file);
		if (came.how === 'ended')
			return {outcome: came.spent ? 'budget' : 'failed', reason: came.why ?? 'nobody is left to write'};
	}
}
