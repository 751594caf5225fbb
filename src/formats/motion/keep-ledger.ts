/** Has the moderator keep the ledger of claims: what is contested, what answers it, and what nobody has met. */
import {keepLedger} from '../../debate/claims/keep-ledger.ts';
import type {Floor} from '../../debate/protocol.ts';
import type {Turn} from '../../debate/state.ts';
import {ledgerPrompt} from './prompts/ledger-prompt.ts';
import {isArguing, isOut, ledgerSeat, ledgerSeats, type MotionDebate} from './seating/seating.ts';

/** `parts` are a speech and what it was taken up with after points of information. */
export function readForLedger(debate: MotionDebate, floor: Floor, parts: readonly Turn[]): void {
	const said = parts.filter(({text}) => text.trim() !== '');
	const keeper = debate.moderator.id;
	if (said.length === 0 || floor.stopping || isOut(floor.heard, keeper)) return;
	keepLedger(
		{
			ledger: debate.ledger,
			keeper,
			seats: ledgerSeats,
			seatOf: ledgerSeat,
			promptFor: (heard, read) => ledgerPrompt(debate, heard, read),
			isTold: isArguing,
		},
		floor,
		said,
	);
}
