/** Asks the moderator's voice what a speech changes in the ledger of claims, and tells speakers what concerns them. */
import {letterOf} from '../../../debate/claims/check-changes.ts';
import {concededClaims, type Claim} from '../../../debate/formats/claims/ledger.ts';
import {claimLine, ledgerLines} from '../../../debate/claims/ledger-lines.ts';
import {tag, turnName} from '../../../debate/prompt.ts';
import type {Prompt} from '../../../debate/protocol.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {ledgerSeat, ledgerSeats, sideOf, type MotionDebate} from '../seating/seating.ts';
import {promptOf, sharedMessages} from './shared-prefix.ts';

const answerTokens = 500;
/** Open claims that are shown of each side: the newest ones. */
const mostOfOther = 7;
const mostOwn = 3;

/** `parts` are the speech and what it was taken up with again. */
export function ledgerPrompt(debate: MotionDebate, heard: DebateState, parts: readonly Turn[]): Prompt {
	const speaker = parts[0]?.speaker ?? '';
	const open = heard.formats.ledger.claims.filter(({status}) => status === 'open').toReversed();
	const isOwn = ({holder}: Claim): boolean => sideOf(holder) === sideOf(speaker);
	const shown = [...open.filter(claim => !isOwn(claim)).slice(0, mostOfOther), ...open.filter(isOwn).slice(0, mostOwn)];
	const task = tag(
		'task',
		{
			kind: 'ledger',
			speaker: debate.moderator.id,
			turn: parts.map(({id}) => turnName(id)).join(' '),
			target: speaker,
			seat: letterOf(ledgerSeats, ledgerSeat(speaker)),
		},
		[...ledgerRules, shown.length === 0 ? 'No claim is open.' : 'Open:', ...shown.map(claimLine)].join('\n'),
	);
	return promptOf(sharedMessages(debate, heard), `You keep the ledger of claims.\n${task}`, {
		maxTokens: answerTokens,
		temperature: 0,
	});
}

const ledgerRules = [
	'Say what the turns named above change in the ledger of claims, often nothing: A1 is the first claim for the motion, B3 the third against it.',
	'- new: at most three claims that carry the speech and are not there in other words, in as few words as can be, 20 at most; against: the number attacked, or null.',
	'- answered: an open claim of the other side that the speech meets with a reason; granted if it accepts it.',
	'- conceded, withdrawn: a claim of its own side given up as refuted, or taken back.',
	'- sentence: the first eight words of the sentence that does it, copied.',
];

/** What of the ledger concerns a side; numbers are never said aloud. */
export function claimsFor({formats: {ledger}}: DebateState, speaker: string): string[] {
	const open = ledger.claims.filter(({status}) => status === 'open').toReversed();
	const own = ({holder}: Claim): boolean => sideOf(holder) === sideOf(speaker);
	return ledgerLines([
		{title: 'Open against you (numbers are never said):', claims: open.filter(claim => !own(claim))},
		{title: 'Yours, not answered yet:', claims: open.filter(own)},
		{title: 'Conceded:', claims: concededClaims(ledger)},
	]);
}
