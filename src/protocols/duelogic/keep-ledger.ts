/** Keeps the ledger of claims beside the debate: no word waits for it. */
import type {LedgerEvent} from '../../debate/formats/duelogic/ledger-event.ts';
import type {Floor} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {isCaseTurn, type DuelogicDebate} from './seating/seating.ts';
import {checkChanges} from './ledger/check-changes.ts';
import {LedgerAnswer} from './ledger/ledger-answer.ts';
import {ledgerPrompt} from './prompts/ledger-prompt.ts';

/**
 * Has the arbiter's voice say what a turn changes, one turn after the other, and records what holds. Where it fails,
 * the ledger stands as it was, and the user is told so once.
 */
export function keepLedger(debate: DuelogicDebate, floor: Floor, turn: Turn, resumption?: Turn): void {
	const parts = [turn, ...(resumption ? [resumption] : [])];
	const before = debate.ledger.reading;
	const asked = floor.heard;
	const {promise, resolve} = Promise.withResolvers<void>();
	debate.ledger.reading = promise;
	floor.background(`ledger ${turn.id}`, async floor => {
		try {
			await before;
			// What is sent ends with the turn that is read, however far the debate has come meanwhile.
			const prompt = ledgerPrompt(debate, {...asked, formats: floor.heard.formats}, parts);
			const answer = await floor.ask(debate.arbiter.id, prompt, LedgerAnswer, {purpose: 'ledger'});
			const {heard} = floor;
			const changes = answer.ok
				? checkChanges(heard.formats.duelogic, readingOf(debate, parts), answer.value)
				: {new: [], answered: [], conceded: [], withdrawn: [], reason: answer.reason};
			await floor.record({
				type: 'ledger',
				turnId: turn.id,
				speaker: turn.speaker,
				...changes,
				...lateness(heard, parts),
			});
			if (!answer.ok) await tellOnce(debate, floor, answer.reason);
		} finally {
			resolve();
		}
	});
}

const readingOf = ({chairs}: DuelogicDebate, parts: readonly Turn[]) => ({
	speaker: parts[0]?.speaker ?? '',
	text: parts.map(({text}) => text.trim()).join('\n\n'),
	seats: chairs.map(({id}) => id),
});

/** Whether a chair has begun since: its prompt had the ledger as it stood. */
function lateness({turns}: DebateState, parts: readonly Turn[]): Pick<LedgerEvent, 'late'> {
	const last = turns.findIndex(({id}) => id === parts.at(-1)?.id);
	return turns.slice(last + 1).some(isCaseTurn) ? {late: true} : {};
}

async function tellOnce(debate: DuelogicDebate, floor: Floor, reason: string): Promise<void> {
	if (debate.ledger.told) return;
	debate.ledger.told = true;
	await floor.record({
		type: 'notice',
		level: 'warning',
		participant: debate.arbiter.id,
		text: `The ledger of claims could not be kept: ${reason}. It stands as it was; what is missing is not told again.`,
	});
}
