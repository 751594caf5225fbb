/** From what a user calls a protocol to the protocol. */
import type {Format} from '../../formats/contract.ts';
import {formatOf, formats} from '../../formats/index.ts';
import {UsageError} from '../../debate/usage-error.ts';

/** The protocol that is meant. Throws `UsageError` listing those there are. */
export function findProtocol(id: string): Format {
	const found = formatOf(id);
	if (found) return found;
	throw new UsageError({
		what: 'There is no such protocol',
		value: id,
		from: 'the command line',
		todo: `Protocols are ${formats.map(format => format.id).join(', ')}.`,
	});
}
