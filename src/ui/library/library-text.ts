/** How the library's debates are told in words, on its screen and on the command line. */
import {clock, formatCount, humanize, isRehearsal, money, plural, rehearsalLabel} from '../../transcripts/wording.ts';
import type {LibraryEntry, LibraryPassage} from '../ports/library-port.ts';

/** Day and time as a reader says it. */
const whenText = (ms: number): string =>
	new Date(ms).toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'});

/** What a debate was about, or the file where that cannot be read. */
export const topicOf = ({topic, path}: LibraryEntry): string => topic?.replaceAll(/\s+/gu, ' ') ?? path;

/** How it stands with a debate: its outcome, or what became of it otherwise. */
function stateText({state, outcome}: LibraryEntry): string {
	switch (state) {
		case 'finished':
			return outcome ?? state;
		case 'unfinished':
			return 'unfinished';
		case 'damaged':
			return 'damaged';
		case 'unreadable':
			return 'not readable';
		default:
			return state satisfies never;
	}
}

const rehearses = ({model}: LibraryEntry['seats'][number]): boolean => isRehearsal({voice: model});
const isAllRehearsal = ({seats}: LibraryEntry): boolean => seats.length > 0 && seats.every(rehearses);

const costText = (entry: LibraryEntry): string =>
	isAllRehearsal(entry) ? rehearsalLabel : entry.cost === null ? 'cost not known' : money(entry.cost);

/** When, under which protocol, to which end, how long: in the order in which it matters. */
export function aboutText(entry: LibraryEntry): string {
	const {startedAt, protocol, title, topic, turns = 0, words = 0, ms = 0} = entry;
	if (protocol === undefined || startedAt === undefined) return stateText(entry);
	const own = title === undefined || title === topic ? [] : [title.replaceAll(/\s+/gu, ' ')];
	return [
		whenText(startedAt),
		stateText(entry),
		...own,
		protocol,
		`${plural(turns, 'turn')}, ${formatCount(words)} words`,
		clock(ms),
		costText(entry),
	].join(' · ');
}

/** Who argued, from what: `Grok 3 (libertarian)`; who is no model among models, too. */
export const sidesText = (entry: LibraryEntry): string =>
	entry.seats
		.filter(({argues}) => argues)
		.map(seat => {
			const {name, framework, persona, role} = seat;
			const part = framework ?? persona ?? (role === 'chair' || role === 'agent' ? undefined : role);
			const about = [
				...(part === undefined ? [] : [humanize(part)]),
				...(rehearses(seat) && !isAllRehearsal(entry) ? [rehearsalLabel] : []),
			];
			return about.length === 0 ? name : `${name} (${about.join(', ')})`;
		})
		.join(' · ');

/** Where in a debate something was said, and by whom. */
export const whereText = ({turn, name, segment, round}: LibraryPassage): string =>
	turn === undefined ? 'topic' : `${name} · ${humanize(segment)}${round === undefined ? '' : ` ${round}`}`;

/** A score as it stands beside a turn; a judgement that was of no use is said to be none. */
export const scoreText = (score: number | null | undefined): string =>
	score === undefined ? '' : score === null ? 'not scored' : String(score);
