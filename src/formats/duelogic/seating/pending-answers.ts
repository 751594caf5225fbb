/** What a chair still has to answer, computed from the debate as heard. */
import type {DebateState, Turn} from '../../../debate/state.ts';
import {isCaseTurn} from './seating.ts';

/** Words that a chair has to answer first, and who said them. */
export type PendingAnswer = {
	readonly by: 'arbiter' | 'listener';
	readonly speaker: string;
	readonly text: string;
};

/** Interjections at this chair since it last spoke, and those addressed to whoever speaks next. */
export function pendingAnswers(heard: DebateState, chair: string): PendingAnswer[] {
	const own = heard.turns.findLastIndex(turn => turn.speaker === chair && isCaseTurn(turn));
	const any = heard.turns.findLastIndex(isCaseTurn);
	return heard.turns.flatMap((turn, index) => {
		const to = targetOf(heard, turn);
		return index > (to === chair ? own : any) && (to === chair || to === undefined) ? asPendingAnswer(turn) : [];
	});
}

const targetOf = (heard: DebateState, {replyTo}: Turn): string | undefined =>
	heard.turns.find(({id}) => id === replyTo)?.speaker;

function asPendingAnswer({kind, segment, speaker, text}: Turn): PendingAnswer[] {
	if (text.trim() === '') return [];
	if (kind === 'barge-in') return [{by: 'listener', speaker, text}];
	return kind === 'interjection' || (kind === 'announcement' && segment !== 'introduction')
		? [{by: 'arbiter', speaker, text}]
		: [];
}

const savedPointPrefix = 'Too late to cut in; kept for the next turn: ';

/** The notice that saves a chair's late point about a turn; as part of the journal it survives a crash. */
export const savedPointNotice = (chair: string, turnId: string, point: string) =>
	({
		type: 'notice',
		level: 'info',
		participant: chair,
		about: turnId,
		text: `${savedPointPrefix}${point.replace(/\s+/gu, ' ').trim()}`,
	}) as const;

/** A point that a chair wanted to make while `speaker` spoke, if that is known. */
export type SavedPoint = {readonly speaker: string | undefined; readonly point: string};

/** Points saved for this chair since it last spoke. */
export function savedPoints(heard: DebateState, chair: string): SavedPoint[] {
	const since = heard.turns.findLast(turn => turn.speaker === chair && isCaseTurn(turn))?.startedAt ?? -1;
	return heard.notices
		.filter(({participant, text, at}) => participant === chair && at > since && text.startsWith(savedPointPrefix))
		.map(({about, text}) => ({
			speaker: heard.turns.find(({id}) => id === about)?.speaker,
			point: text.slice(savedPointPrefix.length),
		}));
}
