/** Debates of the library in words, for its screen and the command line. */
import {isRehearsal} from '../../debate/seats.ts';
import {formatName} from '../../formats/index.ts';
import {formatCount, humanize, plural, rehearsalLabel, spentText} from '../../languages/wording.ts';
import type {LibraryEntry} from '../../app/library/library-port.ts';
import type {FoundPassage} from '../../library/find.ts';

const whenText = (ms: number): string =>
	new Date(ms).toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'});

/** The debate's subject, or the file if it cannot be read. */
export const topicOf = ({topic, path}: LibraryEntry): string => topic?.replaceAll(/\s+/gu, ' ') ?? path;

/** The status of a debate: its outcome if it has one, else its journal's state. */
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
	isAllRehearsal(entry) ? rehearsalLabel : entry.cost === null ? 'cost not known' : spentText(entry.cost);

/** Date, protocol, status and length, most important first. */
export function aboutText(entry: LibraryEntry): string {
	const {startedAt, protocol, title, topic, turns = 0, words = 0} = entry;
	if (protocol === undefined || startedAt === undefined) return stateText(entry);
	const own = title === undefined || title === topic ? [] : [title.replaceAll(/\s+/gu, ' ')];
	return [
		whenText(startedAt),
		stateText(entry),
		...own,
		formatName(protocol),
		`${plural(turns, 'turn')}, ${formatCount(words)} words`,
		costText(entry),
	].join(' · ');
}

/** The speakers and what they argued from: `Grok 3 (libertarian)`. Rehearsal voices are marked if others took part. */
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

/** The speaker of a passage, and where in the debate it was said. */
export const whereText = ({turn, name, segment, round}: FoundPassage): string =>
	turn === undefined ? 'topic' : `${name} · ${humanize(segment)}${round === undefined ? '' : ` ${round}`}`;

/** A turn's score; `null`, for an unusable judgement, is "not scored". */
export const scoreText = (score: number | null | undefined): string =>
	score === undefined ? '' : score === null ? 'not scored' : String(score);
