/** Serves a room of listeners over HTTP: the page, the stream of what is heard, and what listeners may do. */
import {randomBytes} from 'node:crypto';
import {createServer, type ServerResponse} from 'node:http';
import {type HttpBindings, getRequestListener} from '@hono/node-server';
import {RESPONSE_ALREADY_SENT} from '@hono/node-server/utils/response';
import {type Context, Hono, type Next} from 'hono';
import {bodyLimit} from 'hono/body-limit';
import {getCookie, setCookie} from 'hono/cookie';
import {acts, type ListenerAct, type AudienceRoom} from './room.ts';

/** What the server bears: connections, bytes and haste. */
const bounds = {
	listeners: 1_000,
	/** Streams of one browser, such as its tabs. */
	streamsEach: 6,
	bodyBytes: 2_048,
	headerBytes: 8_192,
	/** Sent at once to a page that has much to catch up with; no more than this waits for a page that does not read. */
	chunkBytes: 32_768,
	/** Milliseconds after which a page that does not read is let go: it resumes where it was. */
	unreadMs: 30_000,
	/** Milliseconds between two signs of life, and between two counts of questions and listeners. */
	aliveMs: 15_000,
	countedMs: 1_000,
	/** Requests that a browser may make at once, and how many more each second. */
	burst: 30,
	perSecond: 2,
} as const;
export type ServerBounds = {readonly [K in keyof typeof bounds]: number};

/** A page with the sources of scripts that it may run. */
export type ServedPage = {readonly html: string; readonly policy: string};

type RoomServing = {
	readonly room: AudienceRoom;
	/** The address that it listens at, and the names and addresses by which browsers may ask for it. */
	readonly host: string;
	readonly names: readonly string[];
	/** 0 picks a free one. */
	readonly port: number;
	/** The first part of each path: whoever does not know it gets nothing. */
	readonly path: string;
	readonly page: () => Promise<ServedPage>;
	/** Called when somebody comes or leaves. */
	readonly onListening?: () => void;
	readonly bounds?: Partial<ServerBounds>;
};

export type AudienceServer = {
	readonly port: number;
	readonly listening: () => number;
	/** Bytes that wait in this process for listeners to read. */
	readonly unread: () => number;
	readonly close: () => Promise<void>;
};

type Env = {Bindings: HttpBindings};

const cookieName = 'rostrum_listener';
const isToken = (text: string | undefined): text is string => text !== undefined && /^[0-9a-f]{32}$/u.test(text);

/** Rejects with the system's error where the port is taken. */
export async function serveAudience(options: RoomServing): Promise<AudienceServer> {
	const limits: ServerBounds = {...bounds, ...options.bounds};
	const streams = new Streams(options.room, limits, options.onListening);
	const app = appOf(options, limits, streams);
	const slowest = {headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 5_000};
	const answer = getRequestListener(app.fetch, {overrideGlobalObjects: false});
	const server = createServer({...slowest, maxHeaderSize: limits.headerBytes}, (incoming, outgoing) => {
		void answer(incoming, outgoing);
	});
	server.maxConnections = limits.listeners + Math.ceil(limits.listeners / 4);
	await new Promise<void>((resolve, reject) =>
		server.once('error', reject).listen(options.port, options.host, () => resolve()),
	);
	const address = server.address();
	return {
		port: address !== null && typeof address === 'object' ? address.port : 0,
		listening: () => streams.count,
		unread: () => streams.unread,
		close: () =>
			new Promise(resolve => {
				streams.close();
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

function appOf({room, names, path, page}: RoomServing, limits: ServerBounds, streams: Streams): Hono<Env> {
	const app = new Hono<Env>();
	const haste = hasteLimit(limits);
	app.use(guard(names));
	app.get(`/${path}`, context => context.redirect(`/${path}/`, 308));
	app.get(`/${path}/`, async context => {
		if (!isToken(getCookie(context, cookieName)))
			setCookie(context, cookieName, randomBytes(16).toString('hex'), {
				httpOnly: true,
				sameSite: 'Strict',
				path: `/${path}/`,
				maxAge: 86_400,
			});
		const {html, policy} = await page();
		context.header('Content-Security-Policy', policy);
		return context.html(html);
	});
	app.get(`/${path}/events`, context => {
		const token = getCookie(context, cookieName);
		const asked = context.req.header('last-event-id') ?? context.req.query('after') ?? '0';
		const after = /^\d{1,12}$/u.test(asked) ? Number(asked) : 0;
		if (!streams.add(context.env.outgoing, isToken(token) ? token : undefined, after))
			return context.text('There is no room for more listeners.', 503, {'Retry-After': '30'});
		return RESPONSE_ALREADY_SENT;
	});
	app.post(
		`/${path}/do/:act`,
		bodyLimit({maxSize: limits.bodyBytes, onError: context => context.json({says: 'That is too long.'}, 413)}),
		async context => {
			const what = context.req.param('act');
			const token = getCookie(context, cookieName);
			if (!isAct(what)) return context.notFound();
			if (!isToken(token)) return context.json({says: 'Open the page first, with cookies allowed.'}, 403);
			if (!haste(token)) return context.json({says: 'Slower, please.'}, 429);
			const {status, says} = await room.act(what, token, await jsonOf(context));
			return context.json(says === undefined ? {} : {says}, status);
		},
	);
	app.notFound(context => context.text('There is nothing here.', 404));
	app.onError((_, context) => context.text('That went wrong.', 500));
	return app;
}

const isAct = (what: string): what is ListenerAct => Object.hasOwn(acts, what);

async function jsonOf(context: Context<Env>): Promise<unknown> {
	const text = await context.req.text();
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

/**
 * Lets in who asks this server by a name of its own, from its own page. A page elsewhere whose name was made to lead
 * here (DNS rebinding) still asks for that name; one that asks from elsewhere says so.
 */
const guard = (names: readonly string[]) => async (context: Context<Env>, next: Next) => {
	const {req} = context;
	const host = req.header('host') ?? '';
	const origin = req.header('origin');
	const site = req.header('sec-fetch-site');
	const isOurs = names.includes(host.replace(/:\d+$/u, '').toLowerCase());
	const isFromHere = origin === undefined ? req.method === 'GET' : origin === `http://${host}`;
	const isOpened = site === undefined || site === 'same-origin' || req.header('sec-fetch-mode') === 'navigate';
	const isSaid = req.method !== 'POST' || req.header('content-type')?.split(';')[0] === 'application/json';
	if (!isOurs || !isFromHere || !isOpened) return context.text('This is not for you.', 403);
	if (!isSaid) return context.text('Only JSON is taken.', 415);
	if (req.method !== 'GET' && req.method !== 'POST') return context.text('Only GET and POST are taken.', 405);
	for (const [name, value] of Object.entries(closed)) context.header(name, value);
	return next();
};

const closed = {
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'Referrer-Policy': 'same-origin',
	'Cross-Origin-Resource-Policy': 'same-origin',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Cache-Control': 'no-store',
} as const;

/** Whether a browser may make one more request now; those that were quiet for a while are forgotten. */
function hasteLimit({burst, perSecond}: ServerBounds): (token: string) => boolean {
	const left = new Map<string, {tokens: number; at: number}>();
	return token => {
		const now = performance.now();
		const known = left.get(token) ?? {tokens: burst, at: now};
		const tokens = Math.min(burst, known.tokens + ((now - known.at) / 1_000) * perSecond);
		left.delete(token);
		for (const [other, {at}] of left) {
			if (now - at < (burst / perSecond) * 1_000) break;
			left.delete(other);
		}
		left.set(token, {tokens: Math.max(0, tokens - 1), at: now});
		return tokens >= 1;
	};
}

type Listener = {
	readonly out: ServerResponse;
	readonly token: string | undefined;
	/** The place of the next frame that it gets. */
	next: number;
	/** Since when it has not read; undefined while it does. */
	unreadSince: number | undefined;
	/** Whether a snapshot is due, once it reads. */
	due: boolean;
};

/**
 * The open streams. All share the room's frames, and each has but a place in them: who reads slowly gets them later,
 * and who does not read holds one chunk.
 */
class Streams {
	readonly #room: AudienceRoom;
	readonly #limits: ServerBounds;
	readonly #onListening: () => void;
	readonly #listeners = new Set<Listener>();
	readonly #unsubscribe: () => void;
	readonly #alive: NodeJS.Timeout;
	#counting: NodeJS.Timeout | undefined;
	#last: Buffer = Buffer.alloc(0);

	constructor(room: AudienceRoom, limits: ServerBounds, onListening = () => {}) {
		this.#room = room;
		this.#onListening = onListening;
		this.#limits = limits;
		this.#unsubscribe = room.subscribe(heard => {
			if (heard) for (const listener of this.#listeners) this.#send(listener);
			this.#countSoon();
		});
		this.#alive = setInterval(() => this.#count(true), limits.aliveMs);
		this.#alive.unref();
	}

	get count(): number {
		return this.#listeners.size;
	}

	get unread(): number {
		return [...this.#listeners].reduce((sum, {out}) => sum + out.writableLength, 0);
	}

	/** False where there is no room. */
	add(out: ServerResponse, token: string | undefined, after: number): boolean {
		const own = [...this.#listeners].filter(each => token !== undefined && each.token === token);
		if (this.#listeners.size >= this.#limits.listeners || own.length >= this.#limits.streamsEach) return false;
		const listener: Listener = {
			out,
			token,
			next: this.#room.placeAfter(after),
			unreadSince: undefined,
			due: true,
		};
		out.writeHead(200, {
			'Content-Type': 'text/event-stream',
			'Cache-Control': 'no-store',
			'X-Content-Type-Options': 'nosniff',
			'X-Accel-Buffering': 'no',
		});
		out.flushHeaders();
		if (token !== undefined) out.write(this.#room.own(token));
		this.#listeners.add(listener);
		this.#onListening();
		out.on('close', () => {
			this.#listeners.delete(listener);
			this.#onListening();
			this.#countSoon();
		});
		out.on('drain', () => {
			listener.unreadSince = undefined;
			this.#send(listener);
		});
		this.#send(listener);
		this.#countSoon();
		return true;
	}

	close(): void {
		clearInterval(this.#alive);
		clearTimeout(this.#counting);
		this.#unsubscribe();
		for (const {out} of this.#listeners) out.end();
	}

	/** Sends what is there until the listener has as much as it reads. */
	#send(listener: Listener): void {
		const {frames} = this.#room;
		while (listener.unreadSince === undefined && listener.next < frames.length) {
			const chunk: Buffer[] = [];
			for (let size = 0; size < this.#limits.chunkBytes && listener.next < frames.length; listener.next++) {
				const bytes = frames[listener.next]?.bytes ?? Buffer.alloc(0);
				chunk.push(bytes);
				size += bytes.length;
			}
			this.#write(listener, chunk.length === 1 && chunk[0] ? chunk[0] : Buffer.concat(chunk));
		}
		if (listener.due && listener.unreadSince === undefined) {
			listener.due = false;
			this.#write(listener, this.#room.snapshot(this.count));
		}
	}

	#write(listener: Listener, bytes: Buffer): void {
		if (!listener.out.write(bytes)) listener.unreadSince = performance.now();
	}

	#countSoon(): void {
		this.#counting ??= setTimeout(() => this.#count(), this.#limits.countedMs);
		this.#counting.unref();
	}

	/** What changes beside the debate, and a sign of life; lets go of who has not read for long. */
	#count(isDue = false): void {
		clearTimeout(this.#counting);
		this.#counting = undefined;
		const snapshot = this.#room.snapshot(this.count);
		const now = performance.now();
		const isNew = !snapshot.equals(this.#last);
		this.#last = snapshot;
		for (const listener of this.#listeners) {
			const {unreadSince, out} = listener;
			if (unreadSince === undefined && (isNew || isDue)) this.#write(listener, snapshot);
			else if (now - (unreadSince ?? now) > this.#limits.unreadMs) out.destroy();
			else if (unreadSince !== undefined) listener.due = true;
		}
	}
}
