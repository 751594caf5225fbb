/** Tells what BullMQ reports beside the calls that are made of it: nobody would wait for it otherwise. */
import {reasonOf} from '../../../debate/text/words.ts';
import {errorCode} from '../../../debate/usage-error.ts';

/** The Redis client tells of these itself, and waits for the server; BullMQ passes them on. */
const ofTheConnection = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/u;
const closed = 'Connection is closed.';

/** A listener for errors. Each kind is told once, whatever job it names; the batch goes on. */
export function queueTrouble(told: (text: string) => void): (error: unknown) => void {
	const known = new Set<string>();
	return error => {
		const message = reasonOf(error);
		if (message === closed || ofTheConnection.test(errorCode(error) ?? '')) return;
		const kind = message.replaceAll(/\S*\d\S*/gu, '…');
		if (known.has(kind)) return;
		known.add(kind);
		told(`The queue reports: ${message}. The batch goes on`);
	};
}
