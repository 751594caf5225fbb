/** What a chair looks for before its turn, and which research a prompt is made with. */
import {fence} from '../../debate/prompt.ts';
import type {Floor} from '../../debate/protocol.ts';
import type {DebateState} from '../../debate/state.ts';
import {claimsAgainst, openClaimsOf} from '../../debate/claims.ts';
import {ledgerLines} from '../../debate/ledger.ts';
import {beginResearch, searchFor, type ResearchTask} from '../research.ts';
import {languageRule} from './config.ts';
import {isCaseTurn, type ChairSeat, type DuelogicDebate} from './seats.ts';

/** Begins a chair’s research beside what is being heard. */
export function research(debate: DuelogicDebate, floor: Floor, chair: ChairSeat, name: string): void {
	const rules = {protocol: 'duelogic', languageRule: languageRule(debate.language)};
	beginResearch(debate, floor, chair.id, {name, rules, task: () => taskOf(floor.heard, chair)});
}

/** What the openings stand on: found by the words of the proposition and of each framework, before anybody is asked. */
export async function firstResearch(debate: DuelogicDebate, floor: Floor): Promise<void> {
	if (!debate.sources || debate.sources.whole) return;
	for (const chair of debate.chairs) {
		const {text} = debate.subject;
		await searchFor(floor, chair.id, [text, `${text} ${chair.frameworkProfile.coreQuestion}`]);
	}
}

function taskOf(heard: DebateState, chair: ChairSeat): ResearchTask {
	const {ledger} = heard.formats;
	const last = heard.turns.findLast(turn => isCaseTurn(turn) && turn.speaker !== chair.id && turn.text.trim() !== '');
	const hasOpened = heard.turns.some(turn => isCaseTurn(turn) && turn.speaker === chair.id);
	const {name, coreQuestion} = chair.frameworkProfile;
	return {
		seat: chair.id,
		who: `You are ${fence(chair.name)}, ${fence(name)}: ${fence(coreQuestion)}`,
		wanted: last
			? 'Find what answers the claims against you, what bears yours out, and what an opponent’s source leaves out.'
			: hasOpened
				? 'Find what bears your claims out, and what will be said against them.'
				: 'Find the facts and the case that your opening will stand on.',
		last,
		ledger: ledgerLines([
			{title: 'Open against you:', claims: claimsAgainst(ledger, chair.id)},
			{title: 'Yours, still open:', claims: openClaimsOf(ledger, chair.id)},
		]),
	};
}

// Which research a prompt is made with. What is prepared while a turn is heard must be the very prompt that is asked
// for behind it, so that what was found meanwhile waits for the chair’s next turn.

/** To be called where a prompt is foreseen: from now on to the end of the turn, no later research counts. */
export function pinResearch(debate: DuelogicDebate, {sources}: DebateState): void {
	if (debate.sources && !debate.sources.whole) debate.research.pinned ??= sources?.research.length ?? 0;
}

/** Settles it for the turn that is asked for now: as it was foreseen, else as it stands. */
export async function settleResearch(debate: DuelogicDebate, floor: Floor): Promise<void> {
	if (!debate.sources || debate.sources.whole) return;
	const count = await floor.observe('research', () =>
		String(debate.research.pinned ?? floor.heard.sources?.research.length ?? 0),
	);
	debate.research.pinned = Number(count ?? 0);
}

/** To be called once the prompt is made. */
export function releaseResearch(debate: DuelogicDebate): void {
	debate.research.pinned = undefined;
}
