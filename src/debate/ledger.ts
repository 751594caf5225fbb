/** Keeps the ledger of claims beside a debate: no word waits for it. */
import {z} from 'zod';
import {memoizeRecent} from './fold.ts';
import {leastShared, numberedSentences, phraseFault, takenUp, whatIsSaid, wordsOf} from './judged-text.ts';
import {isClaimOf, placesIn, speakersIn} from './attribution.ts';
import type {Claim, ClaimLedger, LedgerEvent} from './claims.ts';
import {findingOf} from './evaluation.ts';
import {ledgerLookPrompt, LedgerLooks, ledgerQuestions, lookedAt} from './ledger-look.ts';
import {firstWords, tokensIn} from './text/words.ts';
import type {Floor, Prompt} from './protocol.ts';
import type {DebateState, Turn} from './state.ts';
import {fence, tag} from './prompt.ts';
import type {Seat} from './seats.ts';

// What the arbiter answers about a turn for the ledger of claims: changes alone. Nothing of it is believed yet.

/** The first words of a sentence of the turn, or all of it. */
const sentence = z.coerce.string();
const settling = z.object({claim: z.string(), sentence});
const claims = z.array(z.object({sentence, claim: z.string(), against: z.string().nullish()}));

const LedgerAnswer = z.object({
	new: claims,
	answered: z.array(settling.extend({granted: z.boolean().nullish()})),
	conceded: z.array(settling),
	withdrawn: z.array(settling),
	narrowed: z.array(settling.extend({to: z.string().nullish()})).optional(),
});
type LedgerAnswer = z.infer<typeof LedgerAnswer>;

/** The same as it is asked for, with one list for all that became of claims. */
const OneList = z.object({
	new: claims,
	settled: z.array(
		settling.extend({
			as: z.enum(['answered', 'granted', 'conceded', 'withdrawn', 'narrowed']),
			/** Of one that is narrowed: what is left of it. */
			to: z.string().nullish(),
		}),
	),
});

/** Journals of earlier versions have four lists. */
const AskedAnswer = z.preprocess((value): unknown => {
	const {data} = LedgerAnswer.safeParse(value);
	if (!data) return value;
	const as = (kind: string) => (each: object) => ({...each, as: kind});
	return {
		new: data.new,
		settled: [
			...data.answered.map(each => as(each.granted === true ? 'granted' : 'answered')(each)),
			...data.conceded.map(as('conceded')),
			...data.withdrawn.map(as('withdrawn')),
			...(data.narrowed ?? []).map(as('narrowed')),
		],
	};
}, OneList);

function inLists({new: made, settled}: z.infer<typeof OneList>): LedgerAnswer {
	const named = (kind: string) => settled.filter(({as}) => as === kind);
	return {
		new: made,
		answered: settled
			.filter(({as}) => as === 'answered' || as === 'granted')
			.map(each => ({...each, granted: each.as === 'granted'})),
		conceded: named('conceded'),
		withdrawn: named('withdrawn'),
		narrowed: named('narrowed'),
	};
}

// Which of the changes that the arbiter names hold: pure. A change needs a sentence of the turn; a chair answers the
// claims of others, and gives up or takes back its own.

/**
 * The turn that was read: `seats` are ids in the order of their letters. Those who speak for one side share its letter
 * and its claims: `seatOf` then says whose a speaker has.
 */
type TurnRead = {
	readonly speaker: string;
	readonly text: string;
	readonly seats: readonly string[];
	readonly seatOf?: ((speaker: string) => string) | undefined;
	/** Sentences of it that bring no claim. */
	readonly ruledOut?: readonly string[];
	/** Numbers of the claims that the keeper was shown; all, where this is left out. */
	readonly shown?: ReadonlySet<string>;
};

const isShown = ({shown}: TurnRead, {id}: Claim): boolean => shown?.has(id) ?? true;

const isSameSeat = ({speaker, seatOf = id => id}: TurnRead, holder: string): boolean =>
	seatOf(holder) === seatOf(speaker);

type SettledClaim = LedgerChanges['conceded'][number];
type NewClaim = LedgerChanges['new'][number];
/** Keeps a change that holds, and notes why another one does not. */
type Keep = <T extends object>(change: string, result: T | ClaimRefusal) => T[];

type LedgerChanges = Pick<LedgerEvent, 'new' | 'answered' | 'conceded' | 'withdrawn' | 'narrowed' | 'refused'>;

/** Words of a claim, and how many new ones a turn can bring: more would fill the prompts with one turn. */
const longestClaim = 20;
const mostNew = 3;
/** Refusals that are recorded; more say nothing more. */
const mostRefused = 12;

/** The letter of a seat in the numbers of claims, `A` for the first chair. */
export const letterOf = (seats: readonly string[], chair: string): string =>
	String.fromCharCode('A'.charCodeAt(0) + Math.max(0, seats.indexOf(chair)));

/** Why a change cannot be. */
type ClaimRefusal = {readonly because: string};

export function checkChanges({claims}: ClaimLedger, turn: TurnRead, answer: LedgerAnswer): LedgerChanges {
	const refused: NonNullable<LedgerChanges['refused']> = [];
	const settled = new Set<string>();
	const keep: Keep = (change, result) => {
		if (!('because' in result)) return [result];
		if (refused.length < mostRefused) refused.push({change, because: result.because});
		return [];
	};
	const settle = (
		entry: {claim: string; sentence: string},
		mayBe: (claim: Claim) => string | undefined,
		grants = false,
	): SettledClaim | ClaimRefusal => {
		const claim = claims.find(({id}) => id === entry.claim.trim().toUpperCase());
		if (!claim) return {because: 'there is no such claim'};
		const fault = mayBe(claim);
		if (fault !== undefined) return {because: fault};
		const own = isSameSeat(turn, claim.holder);
		const answered = claim.status === 'answered';
		const stands = claim.status === 'open' || (answered && (own || (grants && claim.settled?.granted !== true)));
		if (!stands || settled.has(claim.id)) return {because: 'it is settled already'};
		if (!isShown(turn, claim)) return {because: 'its number was not among those to change'};
		const sentence = sentenceIn(turn.text, entry.sentence);
		if (sentence === undefined) return {because: 'the sentence is not in the turn'};
		settled.add(claim.id);
		return {claim: claim.id, sentence};
	};
	const own = ({holder}: Claim) => (isSameSeat(turn, holder) ? undefined : 'it is not the speaker’s own claim');
	const anothers = ({holder}: Claim) => (isSameSeat(turn, holder) ? 'it is the speaker’s own claim' : undefined);
	return {
		// What is given up goes first: a claim that was refuted is not also taken back.
		conceded: answer.conceded.flatMap(entry => keep(`conceded ${clip(entry.claim)}`, settle(entry, own))),
		withdrawn: answer.withdrawn.flatMap(entry => keep(`withdrawn ${clip(entry.claim)}`, settle(entry, own))),
		answered: answer.answered.flatMap(entry =>
			keep(`answered ${clip(entry.claim)}`, settle(entry, anothers, entry.granted === true)).map(change => ({
				...change,
				...(entry.granted === true ? {granted: true as const} : {}),
			})),
		),
		...narrowings(answer, (entry, mayBe) => keep(`narrowed ${clip(entry.claim)}`, settle(entry, mayBe)), own),
		new: newClaims(claims, turn, answer, keep),
		...(refused.length > 0 ? {refused} : {}),
	};
}

/** Claims of the speaker's own that are held in part from then on, with what is left of each. */
function narrowings(
	{narrowed = []}: LedgerAnswer,
	keep: (entry: SettledClaim, mayBe: (claim: Claim) => string | undefined) => readonly SettledClaim[],
	own: (claim: Claim) => string | undefined,
): Pick<LedgerChanges, 'narrowed'> {
	const held = narrowed.flatMap(entry => {
		const to = firstWords((entry.to ?? '').replaceAll(/\s+/gu, ' ').trim(), longestClaim);
		return plain(to) === '' ? [] : keep(entry, own).map(change => ({...change, to}));
	});
	return held.length > 0 ? {narrowed: held} : {};
}

function newClaims(claims: readonly Claim[], turn: TurnRead, answer: LedgerAnswer, keep: Keep): LedgerChanges['new'] {
	const {speaker, seats, text, seatOf = id => id, ruledOut = []} = turn;
	const held = claims.filter(({holder}) => isSameSeat(turn, holder));
	const known = new Set(held.map(({claim}) => plain(claim)));
	let next = held.length;
	let taken = 0;
	const check = ({claim: wording, sentence: start, against}: LedgerAnswer['new'][number]): NewClaim | ClaimRefusal => {
		const claim = firstWords(wording.replaceAll(/\s+/gu, ' ').trim(), longestClaim);
		if (plain(claim) === '') return {because: 'it says nothing'};
		if (known.has(plain(claim))) return {because: 'it stands there already'};
		if (taken >= mostNew) return {because: `a turn adds ${mostNew} at most`};
		const sentence = sentenceIn(text, start);
		if (sentence === undefined) return {because: 'the sentence is not in the turn'};
		if (ruledOut.includes(sentence)) return {because: 'it was ruled out as new'};
		known.add(plain(claim));
		taken += 1;
		next += 1;
		const target = targetOf(claims, turn, against ?? '');
		return {id: `${letterOf(seats, seatOf(speaker))}${next}`, claim, sentence, ...(target && {against: target})};
	};
	return answer.new.flatMap(entry => keep(`new “${clip(entry.claim)}”`, check(entry)));
}

/** The claim or the chair that a new claim is made against: one of another chair. */
function targetOf(claims: readonly Claim[], turn: TurnRead, against: string): string | undefined {
	const {speaker, seats, seatOf = id => id} = turn;
	const named = against.trim().toUpperCase();
	const claim = claims.find(({id}) => id === named);
	if (claim) return isSameSeat(turn, claim.holder) || !isShown(turn, claim) ? undefined : claim.id;
	const chair = seats.find(id => letterOf(seats, id) === named || id.toUpperCase() === named);
	return chair === seatOf(speaker) ? undefined : chair;
}

/** The whole sentence that these words stand in, or begin where they go on beyond it; undefined where there is none. */
export function sentenceIn(text: string, words: string): string | undefined {
	const first = numberedSentences(words)[0]?.text ?? '';
	const found = numberedSentences(text);
	const of = (phrase: string) => found.find(({text: sentence}) => phraseFault(phrase, sentence) === undefined)?.text;
	return of(words.replace(/(?:…|\.\.\.)\s*$/u, '')) ?? of(first);
}

const plain = (text: string): string => wordsOf(text).join(' ');
const clip = (text: string): string => text.slice(0, 60);

/** Turns are read one after the other; `told` once the user knows that one could not be. */
export type LedgerReading = {reading: Promise<void>; told: boolean};

export const newReading = (): LedgerReading => ({reading: Promise.resolve(), told: false});

/** What the keeper is asked, and the claims whose numbers it is shown. */
export type LedgerPrompt = {readonly prompt: Prompt; readonly shown: readonly Claim[]};

type LedgerKeeper = {
	readonly ledger: LedgerReading;
	/** The seat whose voice is asked. */
	readonly keeper: string;
	/** Ids in the order of their letters, and whose letter a speaker has: its own, or its side's. */
	readonly seats: readonly string[];
	readonly seatOf?: TurnRead['seatOf'];
	readonly promptFor: (heard: DebateState, parts: readonly Turn[]) => LedgerPrompt;
	/** The sentences of a turn that were ruled out as new before it was read: they bring no claim. */
	readonly ruledOut?: (heard: DebateState, turn: Turn) => readonly string[];
	/** The debate's, as prompts name it. */
	readonly protocol: string;
	/** Whether a sentence sounds as if it took back what was said, in the debate's language. */
	readonly takesBack?: (sentence: string) => boolean;
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
	const {ledger, keeper, seats, seatOf, promptFor, ruledOut = () => []} = of;
	const before = ledger.reading;
	const asked = floor.heard;
	const {promise, resolve} = Promise.withResolvers<void>();
	ledger.reading = promise;
	floor.background(`ledger ${turn.id}`, async own => {
		try {
			await before;
			// What is sent ends with the turn that is read, however far the debate has come meanwhile.
			const {prompt, shown} = promptFor({...asked, formats: own.heard.formats}, parts);
			const answer = await own.ask(keeper, prompt, AskedAnswer, {purpose: 'ledger'});
			const {heard} = own;
			const text = parts.map(part => part.text.trim()).join('\n\n');
			const read: TurnRead = {
				speaker: turn.speaker,
				text,
				seats,
				seatOf,
				ruledOut: parts.flatMap(part => ruledOut(heard, part)),
				shown: new Set(shown.map(({id}) => id)),
			};
			const changes = answer.ok
				? await secondLook(of, own, read, checkChanges(heard.formats.ledger, read, inLists(answer.value)))
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

/** Asks again, in a request of its own, about what is given up; nothing is asked where nothing is. */
async function secondLook(
	{keeper, protocol, takesBack = () => false}: LedgerKeeper,
	own: Floor,
	read: TurnRead,
	changes: LedgerChanges,
): Promise<LedgerChanges> {
	const {claims} = own.heard.formats.ledger;
	const isOwn = ({holder}: Claim): boolean => isSameSeat(read, holder);
	const questions = ledgerQuestions(read.text, changes, claims, {own: isOwn, takesBack});
	if (questions.length === 0) return changes;
	const prompt = ledgerLookPrompt(protocol, keeper, read.text, questions);
	const answer = await own.ask(keeper, prompt, LedgerLooks, {purpose: 'ledger'});
	return lookedAt(changes, read.text, questions, answer.ok ? answer.value : undefined);
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

// Claims of the ledger as prompts write them: at most twelve, in at most 130 tokens.

const mostClaims = 12;
const mostTokens = 130;

/** One line a claim, as speakers and whoever keeps the ledger read it. */
const claimLine = ({id, claim}: Claim): string => `${id}: ${fence(claim)}`;

/** Of older claims the keeper is shown so many words, about 25 tokens; the latest are whole. */
const [shortWords, wholeClaims] = [14, 6];
const inShort = (claim: Claim, place: number): string =>
	claimLine(place < wholeClaims ? claim : {...claim, claim: firstWords(claim.claim, shortWords)});

/**
 * Answered claims that nobody granted and that a text takes up again, at most `most`: they may yet be given up or
 * granted. Words that stand in `common` (the motion) prove nothing.
 */
export const answeredAgain = ({claims}: ClaimLedger, said: string, common: string, most: number): readonly Claim[] =>
	takenUp(
		said,
		claims.filter(claim => standingOf(claim) === 'answered').map(claim => ({claim, text: claim.sentence})),
		common,
		most,
	).map(({from}) => from.claim);

/** The claims that whoever keeps the ledger may change, a line each, those that were answered behind the open ones. */
export function changeableLines(shown: readonly Claim[]): readonly string[] {
	const answered = shown.filter(({status}) => status === 'answered');
	return [
		shown.length === 0 ? 'No claim is open.' : 'Open, and no other can change:',
		...shown.filter(({status}) => status === 'open').map(inShort),
		...(answered.length === 0 ? [] : ['Answered, may yet be conceded or granted:']),
		...answered.map(inShort),
	];
}

/** Claims under the same heading. */
type ClaimGroup = {readonly title: string; readonly claims: readonly Claim[]};

/**
 * The claims of all groups, in their order, as far as they fit; or nothing. `passagesOf` says what was cited for one.
 */
export function ledgerLines(
	groups: readonly ClaimGroup[],
	passagesOf: (claim: Claim) => string | undefined = () => undefined,
): string[] {
	const lines: string[] = [];
	let shown = 0;
	for (const {title, claims} of groups) {
		const heading = [title];
		for (const claim of claims) {
			const cited = passagesOf(claim);
			const more = [...heading, `${claimLine(claim)}${cited === undefined ? '' : ` (${cited})`}`];
			if (shown >= mostClaims || tokensIn(tag('ledger', {}, [...lines, ...more].join('\n'))) > mostTokens) break;
			lines.push(...more);
			heading.length = 0;
			shown += 1;
		}
	}
	return lines.length === 0 ? [] : [tag('ledger', {}, lines.join('\n'))];
}

// What became of the claims of a debate, as exports and results show it.

/** A chair with its claims, in the order in which they were made. */
type ChairClaims = {readonly seat: Seat; readonly claims: readonly Claim[]};

/** By chair and by who spoke there, in seat order, without those that made no claim; none without a ledger. */
export const claimsByChair = (state: DebateState): readonly ChairClaims[] =>
	speakersIn(state, state.seats)
		.map(seat => ({seat, claims: state.formats.ledger.claims.filter(claim => isClaimOf(state, claim, seat))}))
		.filter(({claims}) => claims.length > 0);

/** Turns in which a speaker can meet what others said; openings are made blind, and last words only close. */
const meets: ReadonlySet<string> = new Set(['reply', 'resumption', 'rebuttal', 'answer', 'closing']);

/** A seat's side where seats have sides, else the seat. */
const sideOf = (seats: readonly Seat[], id: string): string => {
	const role = seats.find(seat => seat.id === id)?.role;
	return role === 'for' || role === 'against' ? role : id;
};

const isMeeting = ({kind, text}: Turn): boolean => meets.has(kind) && text.trim() !== '';

/** Whether the other side has argued since a claim was made: before that nobody could have met it. */
export function couldBeMet({turns, seats}: DebateState, {turnId, holder}: Claim): boolean {
	const own = sideOf(seats, holder);
	for (let place = (placesIn(turns).get(turnId) ?? -1) + 1; place < turns.length; place++) {
		const turn = turns[place];
		if (turn && isMeeting(turn) && sideOf(seats, turn.speaker) !== own) return true;
	}
	return false;
}

/** Whether a judge found the sentence in which it was made to be an admission: a doubt is no claim, and no debt. */
export const isDoubt = ({turns}: DebateState, {turnId, sentence}: Claim): boolean =>
	(turns[placesIn(turns).get(turnId) ?? -1]?.evaluation?.items ?? []).some(
		item => (item.id === 'C1' || item.id === 'C3') && findingOf(item) === 'found' && item.quote === sentence,
	);

/**
 * Whether somebody has come back to a claim: its holder narrowed it, another claim was made against it, a judge found
 * it restated, or a turn of the other side quotes it or comes close to it in its words. Of such a claim nobody says
 * that it was passed over, nor met.
 */
export const isTakenUp = ({turns, seats, start, formats}: DebateState, claim: Claim): boolean =>
	takenUpIn(turns, formats.ledger.claims, seats, start?.subject.text ?? '').has(claim);

/** All that were taken up, in one walk over the turns: a long debate has thousands of both. */
const takenUpIn = memoizeRecent(
	(turns: readonly Turn[], claims: readonly Claim[], seats: readonly Seat[], motion: string): ReadonlySet<Claim> => {
		const madeIn = Map.groupBy(claims, ({turnId}) => turnId);
		const opposed = new Set(claims.flatMap(({against}) => against ?? []));
		const cameBack = claims.filter(({id, narrowed}) => opposed.has(id) || narrowed !== undefined);
		const [taken, signs] = [new Set(cameBack), signsOfClaims(motion)];
		for (const turn of turns) {
			const side = sideOf(seats, turn.speaker);
			for (const claim of isMeeting(turn) ? signs.in(turn) : [])
				if (sideOf(seats, claim.holder) !== side) {
					taken.add(claim);
					signs.drop(claim);
				}
			for (const claim of madeIn.get(turn.id) ?? []) signs.add(claim);
		}
		return taken;
	},
);

/** Finds the claims that a turn comes back to, by what their sentences have of its words. */
function signsOfClaims(motion: string) {
	const [quoted, worded] = [new Map<string, Set<Claim>>(), new Map<string, Set<Claim>>()];
	const each = ({sentence}: Claim, change: (of: Map<string, Set<Claim>>, sign: string) => void): void => {
		const {runs, long} = whatIsSaid(sentence, motion);
		for (const run of [...runs, sentence]) change(quoted, run);
		for (const word of long) change(worded, word);
	};
	return {
		add: (claim: Claim): void =>
			each(claim, (of, sign) => void of.set(sign, (of.get(sign) ?? new Set<Claim>()).add(claim))),
		drop: (claim: Claim): void => each(claim, (of, sign) => void of.get(sign)?.delete(claim)),
		in({text, evaluation}: Turn): ReadonlySet<Claim> {
			const {runs, long} = whatIsSaid(text, motion);
			const restated = (evaluation?.items ?? []).flatMap(item =>
				item.id === 'S1' && findingOf(item) === 'found' ? (item.targetQuote ?? []) : [],
			);
			const found = new Set([...runs, ...restated].flatMap(sign => [...(quoted.get(sign) ?? [])]));
			const shared = new Map<Claim, number>();
			for (const word of long)
				for (const claim of worded.get(word) ?? []) {
					const words = (shared.get(claim) ?? 0) + 1;
					shared.set(claim, words);
					if (words === leastShared) found.add(claim);
				}
			return found;
		},
	};
}

/** Claims that nobody met although the other side had a turn for it, in the order in which they were made. */
export const unmetClaims = (state: DebateState): readonly Claim[] =>
	state.formats.ledger.claims.filter(
		claim => claim.status === 'open' && couldBeMet(state, claim) && !isDoubt(state, claim) && !isTakenUp(state, claim),
	);

/** What was claimed, before it was narrowed; the whole sentence where the ledger has only its beginning. */
export function claimText({claim, narrowed, sentence}: Claim): string {
	const made = narrowed?.[0]?.before ?? claim;
	return /(?:…|\.\.\.)$/u.test(made) && sentence !== '' ? sentence.trim().replace(/\s+/gu, ' ') : made;
}

export const claimStandings = ['open', 'answered', 'granted', 'noted', 'conceded', 'withdrawn'] as const;
type ClaimStanding = (typeof claimStandings)[number];

/** How a claim stands: one that another chair accepted is granted. */
export const standingOf = ({status, settled}: Claim): Exclude<ClaimStanding, 'noted'> =>
	status === 'answered' && settled?.granted === true ? 'granted' : status;

/** The same as it is told: a grant that nobody looked at twice is only noted. */
export function toldStanding(claim: Claim): ClaimStanding {
	const standing = standingOf(claim);
	return standing === 'granted' && claim.settled?.confirmed !== true ? 'noted' : standing;
}

/** How a claim stands, in a word or two. */
export const standingNames: Readonly<Record<ClaimStanding, string>> = {
	open: 'no answer on record',
	answered: 'replied to',
	granted: 'granted at least in part',
	noted: 'on the ledger as granted',
	conceded: 'given up at least in part',
	withdrawn: 'taken back at least in part',
};
