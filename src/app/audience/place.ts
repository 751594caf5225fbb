/** Where the page of listeners is served, and who can reach it there. */
import {randomBytes, randomInt} from 'node:crypto';
import {existsSync} from 'node:fs';
import {networkInterfaces} from 'node:os';
import {join} from 'node:path';
import {z} from 'zod';
import type {Input} from '../../formats/options.ts';
import {UsageError} from '../../debate/usage-error.ts';
import {parseJsonIfValid} from '../../debate/text/json.ts';
import {readText} from '../../engine/host/read-text.ts';
import {writeWhole} from '../../engine/host/write-whole.ts';

export type AudiencePlace = {
	readonly host: string;
	/** By what names browsers may ask for it. */
	readonly names: readonly string[];
	/** Who can reach it, in a sentence. */
	readonly reach: string;
};

type Addresses = ReturnType<typeof networkInterfaces>;

export const loopbackPlace: AudiencePlace = {
	host: '127.0.0.1',
	names: ['127.0.0.1', 'localhost'],
	reach: 'Only this machine can reach it.',
};

/**
 * The place that `--audience` names: this machine alone, `lan` for its first address in a local network, or one of its
 * addresses. Throws `UsageError`.
 */
export function audiencePlace(named: string | true, interfaces: Addresses = networkInterfaces()): AudiencePlace {
	if (named === true || named === 'loopback') return loopbackPlace;
	const own = Object.entries(interfaces).flatMap(([name, all = []]) =>
		all.flatMap(({family, internal, address, cidr}) =>
			family === 'IPv4' && !internal ? [{name, address, network: networkOf(cidr ?? address)}] : [],
		),
	);
	const found = own.find(({address}) => named === 'lan' || address === named);
	if (found)
		return {
			host: found.address,
			names: [found.address],
			reach: `Everybody in the network ${found.network} (${found.name}) who is given this address can reach it, unencrypted.`,
		};
	const those = own.length === 0 ? '' : ` or one of ${own.map(({address}) => address).join(', ')}`;
	throw new UsageError({
		what: named === 'lan' ? 'This machine is in no local network' : 'That is no address of this machine',
		value: named,
		from: '--audience',
		todo: `Give nothing for this machine alone${own.length === 0 ? '.' : `, lan${those}.`}`,
	});
}

/** What `--audience` asks for, if it is given. Throws `UsageError`. */
export function audienceIn({audience}: Input['options']): AudiencePlace | undefined {
	return typeof audience === 'string' || audience === true ? audiencePlace(audience) : undefined;
}

/** The first address of a network, such as 192.168.1.0/24 of 192.168.1.7/24. */
function networkOf(cidr: string): string {
	const [address = '', bits] = cidr.split('/');
	if (bits === undefined) return address;
	const size = 2 ** (32 - Number(bits));
	const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
	const first = Math.floor(number / size) * size;
	return `${[24, 16, 8, 0].map(shift => Math.floor(first / 2 ** shift) % 256).join('.')}/${bits}`;
}

/** What gives a debate the same address again when it is resumed, and a browser the same vote. */
const Kept = z.object({
	port: z.int().min(0).max(65_535),
	path: z.string().regex(/^[a-z2-9]{12}$/u),
	secret: z.string().regex(/^[0-9a-f]{64}$/u),
});
type Kept = z.infer<typeof Kept>;

const fileOf = (folder: string): string => join(folder, 'audience.json');

/** What lies beside the journal, or else a new path and secret; a file that says something else is replaced. */
export function keptIn(folder: string | undefined): Kept {
	const file = folder === undefined ? '' : fileOf(folder);
	const known =
		file !== '' && existsSync(file)
			? Kept.safeParse(parseJsonIfValid(readText(file, 'the address of the audience')))
			: undefined;
	return known?.data ?? {port: 0, path: randomPath(), secret: randomBytes(32).toString('hex')};
}

/** For its owner alone: the secret tells whose vote is whose. Throws the file system's error. */
export const keepIn = (folder: string, kept: Kept): void => writeWhole(fileOf(folder), `${JSON.stringify(kept)}\n`);

/** Nobody mistakes one of these letters for another. */
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Sixty bits. */
const randomPath = (): string => Array.from({length: 12}, () => letters.charAt(randomInt(letters.length))).join('');
