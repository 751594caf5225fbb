/**
 * Asks the arbiter's voice what a turn changes in the ledger of claims. It reads what the chairs read, so that its
 * requests, the interjections and the closing share their prefix.
 */
import type {Claim} from '../../../debate/formats/duelogic/ledger.ts';
import {tag, turnName} from '../../../debate/prompt.ts';
import type {Message, Prompt} from '../../../debate/protocol.ts';
import type {DebateState, Turn} from '../../../debate/state.ts';
import {promptOf, sharedMessages, turnsAsMessages} from './shared-prefix.ts';
import type {DuelogicDebate} from '../seating/seating.ts';
import {letterOf} from '../ledger/check-changes.ts';
import {claimLine} from '../ledger/ledger-lines.ts';

const answerTokens = 500;
/** Claims that the arbiter is shown: those that the turn can have changed, the newest first. */
const mostClaims = 10;
/** Above this price of a cached token, as a share of a fresh one, the turn alone costs less than the whole debate. */
const dearestCache = 0.25;

/** `parts` are the turn and, where it was cut off and taken up again, what came after. */
export function ledgerPrompt(debate: DuelogicDebate, heard: DebateState, parts: readonly Turn[]): Prompt {
	const [turn] = parts;
	const speaker = turn?.speaker ?? '';
	const seats = debate.chairs.map(({id}) => id);
	const {claims} = heard.formats.duelogic;
	const open = claims.filter(({status}) => status === 'open').toReversed();
	const [own, others] = [open.filter(isOwn), open.filter(claim => !isOwn(claim))];
	const shown = [...others.slice(0, mostClaims - Math.min(own.length, 3)), ...own].slice(0, mostClaims);
	const task = tag(
		'task',
		{
			kind: 'ledger',
			speaker: debate.arbiter.id,
			turn: parts.map(({id}) => turnName(id)).join(' '),
			target: speaker,
			seat: letterOf(seats, speaker),
		},
		[shown.length === 0 ? 'No claim is open.' : 'Open:', ...shown.map(claimLine)].join('\n'),
	);
	return promptOf(shared(debate, heard, parts), `You keep the ledger.\n${task}`, {
		maxTokens: answerTokens,
		temperature: 0,
	});

	function isOwn({holder}: Claim): boolean {
		return holder === speaker;
	}
}

function shared(debate: DuelogicDebate, heard: DebateState, parts: readonly Turn[]): readonly Message[] {
	const whole = sharedMessages(debate, heard);
	return (debate.cachedShares[debate.arbiter.id] ?? 0) <= dearestCache
		? whole
		: [...whole.slice(0, 1), ...turnsAsMessages(debate, parts)];
}
