/** From what a user calls a protocol to the protocol. */
import type {Protocol} from '../../debate/protocol.ts';
import {protocols} from '../../formats/protocols.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** The protocol that is meant. Throws `UsageError` listing those there are. */
export function findProtocol(id: string): Protocol {
	const found = Object.values(protocols).find(protocol => protocol.id === id);
	if (found) return found;
	throw new UsageError({
		what: 'There is no such protocol',
		value: id,
		from: 'the command line',
		todo: `Protocols are ${Object.values(protocols)
			.map(protocol => protocol.id)
			.join(', ')}.`,
	});
}
