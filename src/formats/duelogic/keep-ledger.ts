/** Has the arbiter keep the ledger of claims. */
import {keepLedger} from '../../debate/claims/keep-ledger.ts';
import type {Floor} from '../../debate/protocol.ts';
import type {Turn} from '../../debate/state.ts';
import {ledgerPrompt} from './prompts/ledger-prompt.ts';
import {isCaseTurn, type DuelogicDebate} from './seating/seating.ts';

export function readForLedger(debate: DuelogicDebate, floor: Floor, turn: Turn, resumption?: Turn): void {
	keepLedger(
		{
			ledger: debate.ledger,
			keeper: debate.arbiter.id,
			seats: debate.chairs.map(({id}) => id),
			promptFor: (heard, parts) => ledgerPrompt(debate, heard, parts),
			isTold: isCaseTurn,
		},
		floor,
		[turn, ...(resumption ? [resumption] : [])],
	);
}
