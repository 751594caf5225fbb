/** Keeps the ledger of claims beside a debate: no word waits for it. */
import type {Floor, Prompt} from '../protocol.ts';
import type {DebateState, Turn} from '../state.ts';
import {checkChanges, type TurnRead} from './check-changes.ts';
import {LedgerAnswer} from './ledger-answer.ts';
import type {LedgerEvent} from '../formats/claims/ledger-event.ts';

/** Turns are read one after the other; `told` once the user knows that one could not be. */
export type LedgerReading = {reading: Promise<void>; told: boolean};

export const newReading = (): LedgerReading => ({reading: Promise.resolve(), told: false});

export type LedgerKeeper = {
	readonly ledger: LedgerReading;
	/** The seat whose voice is asked. */
	readonly keeper: string;
	/** Ids in the order of their letters, and whose letter a speaker has: its own, or its side's. */
	readonly seats: readonly string[];
	readonly seatOf?: TurnRead['seatOf'];
	readonly promptFor: (heard: DebateState, parts: readonly Turn[]) => Prompt;
	/** Whether a turn is one whose prompt has the ledger. */
	readonly isTold: (turn: Turn) => boolean;
};

/**
 * Has a voice say what a turn changes, one turn after the other, and records what holds. `parts` are the turn and what
 * it was taken up with again. Where it fails, the ledger stands as it was, and the user is told so once.
 */
export function keepLedger(of: LedgerKeeper, floor: Floor, parts: readonly Turn[]): void {
	const [turn] = parts;
	if (!turn) return;
	const {ledger, keeper, seats, seatOf, promptFor} = of;
	const before = ledger.reading;
	const asked = floor.heard;
	const {promise, resolve} = Promise.withResolvers<void>();
	ledger.reading = promise;
	floor.background(`ledger ${turn.id}`, async own => {
		try {
			await before;
			// What is sent ends with the turn that is read, however far the debate has come meanwhile.
			const prompt = promptFor({...asked, formats: own.heard.formats}, parts);
			const answer = await own.ask(keeper, prompt, LedgerAnswer, {purpose: 'ledger'});
			const {heard} = own;
			const text = parts.map(part => part.text.trim()).join('\n\n');
			const changes = answer.ok
				? checkChanges(heard.formats.ledger, {speaker: turn.speaker, text, seats, seatOf}, answer.value)
				: {new: [], answered: [], conceded: [], withdrawn: [], reason: answer.reason};
			await own.record({
				type: 'ledger',
				turnId: turn.id,
				speaker: turn.speaker,
				...changes,
				...lateness(of, heard, parts),
			});
			if (!answer.ok) await tellOnce(of, own, answer.reason);
		} finally {
			resolve();
		}
	});
}

/** Whether a speaker has begun since: its prompt had the ledger as it stood. */
function lateness({isTold}: LedgerKeeper, {turns}: DebateState, parts: readonly Turn[]): Pick<LedgerEvent, 'late'> {
	const last = turns.findIndex(({id}) => id === parts.at(-1)?.id);
	return turns.slice(last + 1).some(isTold) ? {late: true} : {};
}

async function tellOnce({ledger, keeper}: LedgerKeeper, floor: Floor, reason: string): Promise<void> {
	if (ledger.told) return;
	ledger.told = true;
	await floor.record({
		type: 'notice',
		level: 'warning',
		participant: keeper,
		text: `The ledger of claims could not be kept: ${reason}. It stands as it was; what is missing is not told again.`,
	});
}
