/**
 * Signs a journal's head. The hash chain alone shows that nothing was changed by accident: whoever can write the file
 * can also compute it anew. A signature shows who vouches for it.
 */
import {
	createHash,
	createPrivateKey,
	createPublicKey,
	generateKeyPairSync,
	sign,
	verify,
	type KeyObject,
} from 'node:crypto';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join} from 'node:path';
import {execa} from 'execa';
import {z} from 'zod';
import type {JournalEvent} from '../../debate/events.ts';
import {writeOnce, writeWhole} from '../../engine/host/write-whole.ts';
import {readJournal} from '../../engine/journal/journal.ts';
import {reasonOf} from '../../debate/text/words.ts';
import {readRegularBytes, readRegularFile} from '../../engine/host/regular-file.ts';

type SignChoice = 'off' | 'on' | 'ssh';

/** What lies beside a journal: `key` is the public key (DER in base64), or empty where `signature` is OpenSSH's own. */
const JournalSignature = z.object({
	v: z.literal(1),
	by: z.enum(['ed25519', 'ssh']),
	debateId: z.string(),
	events: z.int(),
	head: z.string().regex(/^[0-9a-f]{64}$/u),
	key: z.string(),
	signature: z.string(),
});
type JournalSignature = z.infer<typeof JournalSignature>;

type Head = Pick<JournalSignature, 'debateId' | 'events' | 'head'>;

export const signatureFile = (journal: string): string => `${journal}.sig`;
const keyFile = (home: string): string => join(home, 'signing-key.pem');
/** What is signed: one line a field. */
const textOf = ({debateId, events, head}: Head): string => `rostrum-journal-v1\n${debateId}\n${events}\n${head}\n`;

/** The last hash of a journal, which stands for all before it; undefined where it has no sound beginning. */
export function headOf(events: readonly JournalEvent[]): Head | undefined {
	const [first, last] = [events[0], events.at(-1)];
	return first?.type === 'debate-start' && last
		? {debateId: first.debateId, events: events.length, head: last.hash}
		: undefined;
}

/** Writes the signature beside the journal; gives why it could not be signed, if it could not. */
export async function signJournal(journal: string, choice: SignChoice, home: string): Promise<string | undefined> {
	const head = choice === 'off' ? undefined : headOf(readJournal(journal).events);
	if (!head) return undefined;
	try {
		const signed = choice === 'ssh' ? await signedBySsh(head) : signedByKey(head, home);
		writeWhole(signatureFile(journal), `${JSON.stringify({v: 1, ...head, ...signed}, undefined, '\t')}\n`);
		return undefined;
	} catch (error) {
		return `The debate could not be signed: ${reasonOf(error).split('\n')[0]}`;
	}
}

function signedByKey(head: Head, home: string): Pick<JournalSignature, 'by' | 'key' | 'signature'> {
	const key = ownKey(home);
	return {
		by: 'ed25519',
		key: publicText(key),
		signature: sign(null, Buffer.from(textOf(head)), key).toString('base64'),
	};
}

/** The user's own key, made when it is first wanted, readable by nobody else. */
function ownKey(home: string): KeyObject {
	const file = keyFile(home);
	if (!existsSync(file)) {
		const {privateKey} = generateKeyPairSync('ed25519');
		writeOnce(file, privateKey.export({type: 'pkcs8', format: 'pem'}));
	}
	return createPrivateKey(readRegularBytes(file));
}

const publicText = (key: KeyObject): string =>
	createPublicKey(key).export({type: 'spki', format: 'der'}).toString('base64');

const namespace = 'rostrum';

async function signedBySsh(head: Head): Promise<Pick<JournalSignature, 'by' | 'key' | 'signature'>> {
	const names = ['id_ed25519', 'id_ecdsa', 'id_rsa'].map(name => join(homedir(), '.ssh', name));
	const key = names.find(path => existsSync(`${path}.pub`));
	if (key === undefined) throw new Error(`there is no SSH key in ${join(homedir(), '.ssh')}`);
	const {stdout} = await execa('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', namespace], {input: textOf(head)});
	return {by: 'ssh', key: '', signature: stdout};
}

/** What a signature says of a journal with this head: who signed it, or what is wrong. */
type SignatureCheck = {readonly by: string} | {readonly fault: string};

/** Checks the signature beside a journal, if there is one; with `home`, the user's own key is called so. */
export async function checkSignature(journal: string, head: Head, home?: string): Promise<SignatureCheck | undefined> {
	const file = signatureFile(journal);
	if (!existsSync(file)) return undefined;
	const parsed = JournalSignature.safeParse(jsonIn(file));
	if (!parsed.success) return {fault: 'the signature beside it cannot be read'};
	const {by, key, signature, ...signed} = parsed.data;
	if (signed.head !== head.head || signed.events !== head.events || signed.debateId !== head.debateId)
		return {fault: `the signature beside it is of another record: ${signed.events} events with head ${signed.head}`};
	return by === 'ssh' ? checkSsh(signed, signature) : checkKey(signed, {key, signature}, home);
}

function jsonIn(file: string): unknown {
	try {
		const json: unknown = JSON.parse(readRegularFile(file));
		return json;
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}

const wrong: SignatureCheck = {fault: 'the signature beside it is not valid'};

function checkKey(
	head: Head,
	{key, signature}: Pick<JournalSignature, 'key' | 'signature'>,
	home: string | undefined,
): SignatureCheck {
	try {
		const der = Buffer.from(key, 'base64');
		const publicKey = createPublicKey({key: der, type: 'spki', format: 'der'});
		if (publicKey.asymmetricKeyType !== 'ed25519') return wrong;
		if (!verify(null, Buffer.from(textOf(head)), publicKey, Buffer.from(signature, 'base64'))) return wrong;
		const ownKeyFile = home === undefined ? undefined : keyFile(home);
		const own =
			ownKeyFile !== undefined &&
			existsSync(ownKeyFile) &&
			publicText(createPrivateKey(readRegularBytes(ownKeyFile))) === key;
		const print = createHash('sha256').update(der).digest('base64').replace(/=+$/u, '');
		return {by: `${own ? 'your key ' : ''}SHA256:${print}`};
	} catch (error) {
		if (error instanceof Error && 'code' in error) return wrong;
		throw error;
	}
}

/** OpenSSH itself says whose key it was; whether that is somebody's to trust, the reader knows. */
async function checkSsh(head: Head, signature: string): Promise<SignatureCheck> {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-signature-'));
	const own = join(folder, 'signature');
	writeFileSync(own, signature);
	try {
		const args = ['-Y', 'check-novalidate', '-n', namespace, '-s', own];
		const {stdout, exitCode} = await execa('ssh-keygen', args, {input: textOf(head), reject: false});
		if (exitCode === undefined) return {fault: 'the signature beside it needs ssh-keygen, which was not found'};
		const print = /with (?<key>\S+ key SHA256:\S+)/u.exec(stdout)?.groups?.['key'];
		return exitCode === 0 && print !== undefined ? {by: `the SSH ${print}`} : wrong;
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}
