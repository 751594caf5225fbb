/** The first two parts of a council: answers that are given blind, and what of them is one position. */
import type {CouncilAnswerEvent, CouncilGroup, Crux} from '../../debate/formats/council.ts';
import type {Answer, Floor} from '../../debate/protocol.ts';
import {searchFor} from '../research.ts';
import {clerkOf, isOpen, isOut, optionsOf, voterOf, type CouncilDebate} from './config.ts';
import {none, isAgreed} from './counting.ts';
import {answerForm} from './forms.ts';
import {answerPrompt, clerkPrompt} from './prompts.ts';
import {answerReply, clerkFault, clerkReply, usableCruxes, type AnswerReply} from './replies.ts';

/** A seat that gave no answer, and why. */
export type LostSeat = {readonly seat: string; readonly why: string};

const alphabet = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

/** Letters by lot, so that none of them says who it is. */
function letters(debate: CouncilDebate, floor: Floor): ReadonlyMap<string, string> {
	const left = alphabet.slice(0, debate.seats.length);
	return new Map(
		debate.seats.map(({id}) => [id, left.splice(Math.floor(floor.random() * left.length), 1)[0] ?? id] as const),
	);
}

/** All at once; each answer is heard when all are there, so that none is written with another in sight. */
export async function askBlind(debate: CouncilDebate, floor: Floor): Promise<LostSeat[]> {
	const {seats, config} = debate;
	const letterOf = letters(debate, floor);
	if (debate.sources && !debate.sources.whole)
		for (const {id} of seats) await searchFor(floor, id, [debate.subject.text, ...(config.options ?? [])]);
	const schema = answerReply(config);
	const {heard} = floor;
	const asked = await floor.together(
		Object.fromEntries(
			seats.map(({id}) => [
				`answer:${id}`,
				(own: Floor): Promise<Answer<AnswerReply>> =>
					own.ask(id, answerPrompt({debate, heard, seat: id}, letterOf.get(id) ?? id), schema, {
						purpose: 'answer',
						form: answerForm(debate),
					}),
			]),
		),
	);
	const lost: LostSeat[] = [];
	for (const [place, {id}] of seats.entries()) {
		const answer = asked[place];
		if (answer?.ok) await recordAnswer(floor, id, letterOf.get(id) ?? id, answer.value);
		else {
			const why = answer?.reason ?? 'gave no answer';
			lost.push({seat: id, why});
			await floor.record({type: 'notice', level: 'warning', participant: id, text: `No answer of this seat: ${why}`});
		}
	}
	return lost;
}

async function recordAnswer(floor: Floor, seat: string, letter: string, given: AnswerReply): Promise<void> {
	const turn = await floor.say(seat, given.answer, {kind: 'blind-answer'});
	const {sources} = floor.heard;
	const event: CouncilAnswerEvent = {
		type: 'council-answer',
		seat,
		letter,
		turnId: turn.id,
		position: given.position,
		reasons: given.reasons.slice(0, 3).map(({claim, rests, cites}, place) => ({
			id: `${letter}${place + 1}`,
			claim,
			rests,
			cites: cites.map(id => id.replaceAll(/[[\]]/gu, '')).filter(id => sources?.passages[id] !== undefined),
		})),
		confidence: given.confidence,
		change: given.change,
		...voterOf(floor.heard, seat),
	};
	await floor.record(event);
}

/** Records which answers are one position, and what lies between them. */
export async function group(debate: CouncilDebate, floor: Floor): Promise<void> {
	const open = isOpen(debate.config);
	const byCode = open ? undefined : groupsByCode(debate, floor.heard.formats.council.answers);
	if (byCode) {
		const {answers} = floor.heard.formats.council;
		const state = {...floor.heard.formats.council, groups: byCode};
		if (answers.length < 2 || isAgreed(state, debate.kind)) return record(floor, byCode, [], {});
	}
	const clerk = clerkOf(debate, floor.heard);
	if (clerk === undefined)
		return record(floor, byCode ?? apart(floor.heard.formats.council.answers), [], {note: 'nobody could be the clerk'});
	const {groups, cruxes, fault, note = fault} = await askClerk(debate, floor, clerk);
	const found = byCode ?? groups;
	return record(floor, found, found.length > 1 ? cruxes : [], {clerk, ...(note !== undefined && {note})});
}

const record = (
	floor: Floor,
	groups: readonly CouncilGroup[],
	cruxes: readonly Crux[],
	more: {readonly clerk?: string; readonly note?: string},
): Promise<void> => floor.record({type: 'council-groups', groups: [...groups], cruxes: [...cruxes], ...more});

/** Options are their own groups, and numbers that are the same. */
function groupsByCode({config}: CouncilDebate, answers: readonly CouncilAnswerEvent[]): CouncilGroup[] {
	const options = new Map(optionsOf(config));
	return [...Map.groupBy(answers, ({position}) => position)].map(([id, own]) => ({
		id,
		position: id === none ? 'none of these' : (options.get(id) ?? id),
		seats: own.map(({seat}) => seat),
	}));
}

/** Where nobody can group them, only the same words are one position. */
const apart = (answers: readonly CouncilAnswerEvent[]): CouncilGroup[] =>
	[...Map.groupBy(answers, ({position}) => position.trim().toLowerCase())].map(([position, own], place) => ({
		id: position === none ? none : `p${place + 1}`,
		position: own[0]?.position ?? position,
		seats: own.map(({seat}) => seat),
	}));

/** Asks once more where an answer has a fault; what is faulty then is taken as it is. */
export async function askedTwice<T extends {readonly fault?: string | undefined}>(
	ask: (fault?: string) => Promise<T>,
): Promise<T> {
	const first = await ask();
	return first.fault === undefined ? first : ask(first.fault);
}

type Grouping = {
	readonly groups: CouncilGroup[];
	readonly cruxes: Crux[];
	readonly fault?: string | undefined;
	readonly note?: string;
};

async function askClerk(debate: CouncilDebate, floor: Floor, clerk: string): Promise<Grouping> {
	const {answers} = floor.heard.formats.council;
	const open = isOpen(debate.config);
	const shown = answers.filter(({position}) => !open || position !== none);
	const known = shown.map(({letter}) => letter);
	const reasons = shown.flatMap(each => each.reasons.map(({id}) => id));
	const nothing: Grouping = {groups: apart(answers), cruxes: []};
	const [own = nothing] = await floor.together({
		clerk: (scope: Floor) =>
			askedTwice(async (before): Promise<Grouping> => {
				const prompt = clerkPrompt({debate, heard: floor.heard, seat: clerk}, before);
				const reply = await scope.ask(clerk, prompt, clerkReply(open), {purpose: open ? 'grouping' : 'cruxes'});
				if (!reply.ok) return {...nothing, note: reply.reason};
				const {groups, cruxes} = reply.value;
				const fault = clerkFault(reply.value, known, reasons);
				if (clerkFault({groups, cruxes: []}, known, reasons) !== undefined) return {...nothing, fault};
				return {
					groups: groups ? groupsOf(groups, answers) : nothing.groups,
					cruxes: usableCruxes(cruxes, known, reasons),
					fault,
				};
			}),
	});
	return own;
}

function groupsOf(
	groups: readonly {position: string; letters: string[]}[],
	answers: readonly CouncilAnswerEvent[],
): CouncilGroup[] {
	const seatsOf = (chosen: (answer: CouncilAnswerEvent) => boolean) => answers.filter(chosen).map(({seat}) => seat);
	const without = seatsOf(({position}) => position === none);
	return [
		...groups
			.filter(({letters: own}) => own.length > 0)
			.map(({position, letters: own}, place) => ({
				id: `p${place + 1}`,
				position,
				seats: seatsOf(({letter}) => own.includes(letter)),
			})),
		...(without.length > 0 ? [{id: none, position: 'no answer can be given', seats: without}] : []),
	];
}

/** Those that can be asked: who answered, and is not out since. */
export const voters = (debate: CouncilDebate, floor: Floor): string[] =>
	floor.heard.formats.council.answers.map(({seat}) => seat).filter(seat => !isOut(floor.heard, seat));
