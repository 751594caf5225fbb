/** Opens a room of listeners on a debate: what was heard so far, its address, and its page. */
import {renderUnicodeCompact} from 'uqr';
import type {JournalEvent} from '../../debate/events.ts';
import {titleOf} from '../../exports/facts.ts';
import {findFormat} from '../files/export-formats.ts';
import {makeExport} from '../files/exports.ts';
import {languageOf} from '../../languages/find.ts';
import {livePage} from './live-page.ts';
import {keepIn, keptIn, type AudiencePlace} from './place.ts';
import {AudienceRoom, type WriteDown} from './room.ts';
import {serveAudience, type AudienceServer} from './serve.ts';

export type OpenRoom = {readonly room: AudienceRoom; readonly kept: ReturnType<typeof keptIn>};

/** `write` records what listeners do; without it they only listen. `past` is read at once. */
export function openRoom(
	folder: string | undefined,
	past: Iterable<JournalEvent>,
	trouble: (error: unknown) => void,
	write?: WriteDown,
): OpenRoom {
	const kept = keptIn(folder);
	const room = new AudienceRoom(kept.secret, trouble, write);
	for (const event of past) room.hear(event);
	return {room, kept};
}

export type ServedRoom = {
	readonly address: string;
	/** The address as rows of half blocks: what is dark is a space. */
	readonly qr: readonly string[];
	readonly server: AudienceServer;
};

/** Serves it at the address that the debate had before, where that is free. Rejects with the system's error. */
export async function serveRoom(
	{room, kept}: OpenRoom,
	place: AudiencePlace,
	{folder, journal}: {readonly folder?: string | undefined; readonly journal: () => string},
	onListening: () => void,
): Promise<ServedRoom> {
	let published: Promise<string> | undefined;
	// Afterwards the same address has the debate to read, play and link to.
	const page = async () => {
		if (!room.isOver) return livePage(titleOf(room.state), languageOf(room.state));
		published ??= makeExport(journal(), findFormat('html', 'the page of listeners'));
		// Its own head says what it may load.
		return {html: await published, policy: "frame-ancestors 'none'"};
	};
	const at = async (port: number) => serveAudience({room, ...place, path: kept.path, port, page, onListening});
	const server = await at(kept.port).catch(async (error: unknown) => {
		if (kept.port === 0) throw error;
		return at(0);
	});
	if (folder !== undefined) keepIn(folder, {...kept, port: server.port});
	const address = `http://${place.host}:${server.port}/${kept.path}/`;
	return {address, qr: qrRows(address), server};
}

/** With the quiet zone of four modules that its standard asks for. */
const qrRows = (text: string): readonly string[] => renderUnicodeCompact(text, {border: 4, ecc: 'L'}).split('\n');
