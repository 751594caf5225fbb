/** Has the ledger of claims kept, by the arbiter where nobody else was named. */
import type {Claim} from '../../debate/claims.ts';
import {takenUp} from '../../debate/judged-text.ts';
import {fence, tag, turnName, promptOf} from '../../debate/prompt.ts';
import type {Floor} from '../../debate/protocol.ts';
import type {DebateState, Turn} from '../../debate/state.ts';
import {ledgerMessages} from './arbiter-prompts.ts';
import {hasForm} from '../../languages/language.ts';
import {demandsOf, type DuelogicDebate, isCaseTurn} from './seats.ts';
import {answeredAgain, changeableLines, keepLedger, letterOf, type LedgerPrompt} from '../../debate/ledger.ts';

// Asks the keeper's voice what a turn changes in the ledger of claims. It reads the turn and the open claims alone,
// behind a short system message of its own; where one model keeps one prompt, it reads what the chairs read.

const answerTokens = 500;
/** Open claims of others that the keeper is shown, of the speaker's own, and answered ones that are taken up again. */
const [mostClaims, mostOwn, mostAgain] = [14, 10, 3];

/** `parts` are the turn and, where it was cut off and taken up again, what came after. */
function ledgerPrompt(debate: DuelogicDebate, heard: DebateState, parts: readonly Turn[]): LedgerPrompt {
	const [turn] = parts;
	const speaker = turn?.speaker ?? '';
	const seats = debate.chairs.map(({id}) => id);
	const shown = claimsToChange(debate, heard, parts);
	const task = tag(
		'task',
		{
			kind: 'ledger',
			speaker: debate.keeper.id,
			turn: parts.map(({id}) => turnName(id)).join(' '),
			seat: letterOf(seats, speaker),
		},
		[
			...hostAsked(heard, speaker, parts).map(text => `The host had asked: ${fence(text)}`),
			...changeableLines(shown),
		].join('\n'),
	);
	const prompt = promptOf(ledgerMessages(debate, heard, parts), task, {
		maxTokens: answerTokens,
		temperature: 0,
	});
	return {prompt, shown};
}

/** Open claims that a turn can have changed: those whose words it takes up, the newest, then its own. */
function claimsToChange({subject}: DuelogicDebate, heard: DebateState, parts: readonly Turn[]): readonly Claim[] {
	const said = parts.map(({text}) => text).join(' ');
	const speaker = parts[0]?.speaker;
	const open = heard.formats.ledger.claims.filter(({status}) => status === 'open').toReversed();
	const worded = open.map(claim => ({claim, text: claim.sentence}));
	const touched = takenUp(said, worded, subject.text, mostClaims).map(({from: {claim}}) => claim);
	const again = answeredAgain(heard.formats.ledger, said, subject.text, mostAgain);
	const [own, others] = [open.filter(({holder}) => holder === speaker), open.filter(({holder}) => holder !== speaker)];
	const standing = [...new Set([...touched.filter(({holder}) => holder !== speaker), ...others])];
	return [...standing.slice(0, mostClaims), ...own.slice(0, mostOwn), ...again];
}

/** What the host had asked this speaker just before, word for word. */
const hostAsked = ({turns}: DebateState, speaker: string, [first]: readonly Turn[]): readonly string[] => {
	const earlier = turns.slice(
		0,
		turns.findIndex(({id}) => id === first?.id),
	);
	const since = earlier.slice(earlier.findLastIndex(turn => turn.speaker === speaker && isCaseTurn(turn)) + 1);
	const asksSpeaker = ({replyTo}: Turn) => turns.find(({id}) => id === replyTo)?.speaker === speaker;
	return since.flatMap(turn => {
		if (!asksSpeaker(turn)) return [];
		return turn.kind === 'question' ? [turn.text.trim()] : turn.kind === 'interjection' ? demandsOf(turn) : [];
	});
};

export function readForLedger(debate: DuelogicDebate, floor: Floor, turn: Turn, resumption?: Turn): void {
	keepLedger(
		{
			ledger: debate.ledger,
			protocol: 'duelogic',
			keeper: debate.keeper.id,
			seats: debate.chairs.map(({id}) => id),
			promptFor: (heard, parts) => ledgerPrompt(debate, heard, parts),
			takesBack: sentence => hasForm(debate.language.words.takesBack, sentence),
			isTold: isCaseTurn,
		},
		floor,
		[turn, ...(resumption ? [resumption] : [])],
	);
}
