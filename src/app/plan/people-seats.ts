/** Where people may sit. What cannot be is refused before anything begins. */
import type {Participant} from '../../debate/events.ts';
import type {Protocol} from '../../debate/protocol.ts';
import {isPerson} from '../../debate/seats.ts';
import {UsageError} from '../../debate/usage-error.ts';

type Company = {readonly participants: readonly Participant[]};
type Debate = {
	readonly protocol: Pick<Protocol, 'name' | 'humanSeats'>;
	readonly config: unknown;
	readonly interactive: boolean;
	/** Where the seats were filled, for a debate that goes on. */ readonly from?: string;
};

/** Throws `UsageError` for a person in a seat that is asked for more than turns, and for one whom nobody can ask. */
export function refusePeople({participants}: Company, {protocol, config, interactive, from}: Debate): void {
	const people = participants.filter(isPerson);
	const free = protocol.humanSeats?.(config) ?? [];
	const misplaced = people.find(({id}) => !free.includes(id));
	if (misplaced) {
		const where =
			free.length === 0
				? `In ${protocol.name} every seat is asked for structured answers: name a model or rehearsal.`
				: `In ${protocol.name} people may sit as ${free.join(', ')}; the others are asked for structured answers.`;
		throw new UsageError({
			what: `A person cannot sit as ${misplaced.id}`,
			value: misplaced.voice,
			from: from ?? `the voice for ${misplaced.id}`,
			todo: where,
		});
	}
	const [first] = people;
	if (!first || interactive) return;
	throw new UsageError({
		what: `Without a screen nobody can type the turns of ${first.name}`,
		value: `${first.id}=${first.voice}`,
		from: from ?? 'the choice of voices',
		todo: 'Run it on a terminal and without --headless or --json, or seat a model or rehearsal there.',
	});
}
