/** The edition that lies beside a journal, as `rostrum edit` made it: whoever shows the debate shows that one. */
import {existsSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {z} from 'zod';
import type {EditionEvent} from '../../debate/edition.ts';
import type {DebateState} from '../../debate/state.ts';
import {nameBeside} from '../files/debate-name.ts';
import {readJournal} from '../../engine/journal/journal.ts';

export const editionsFolder = (journal: string): string => join(dirname(journal), 'editions');

/** Of what a file beside a journal says that it is made: other debates are not its own. */
const Made = z.object({debate: z.string()});

/** The debate with the newest edition, and the name, that lie beside its journal; as it is where there are none. */
export function withEdition(state: DebateState, journal: string): DebateState {
	const edition = editionBeside(journal, state.start?.debateId);
	const named = nameBeside(journal);
	return edition || named !== undefined
		? {...state, ...(edition && {edition}), ...(named !== undefined && {named})}
		: state;
}

/** The same for whoever shows a debate as it goes by: its files are looked at once. */
export function editionKeeper(journal: string): (state: DebateState) => DebateState {
	let found: {readonly edition: EditionEvent | undefined} | undefined;
	return state => {
		if (!state.start) return state;
		found ??= {edition: editionBeside(journal, state.start.debateId)};
		return found.edition && state.edition !== found.edition ? {...state, edition: found.edition} : state;
	};
}

function editionBeside(journal: string, debateId: string | undefined): EditionEvent | undefined {
	const folder = editionsFolder(journal);
	if (!existsSync(folder)) return undefined;
	const files = readdirSync(folder).filter(name => name.endsWith('.jsonl'));
	for (const name of files.toSorted().toReversed()) {
		const {events} = readJournal(join(folder, name));
		const made = events.find(event => event.type === 'debate-start');
		const edition = events.findLast(event => event.type === 'edition');
		const isOwn = Made.safeParse(made?.config).data?.debate === debateId;
		if (edition && isOwn && edition.reason === undefined) return edition;
	}
	return undefined;
}
