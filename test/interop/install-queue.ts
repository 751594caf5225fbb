/** Installs BullMQ as a user would; tests that start Rostrum otherwise hand on nothing of the environment. */
import {rostrum} from '../run-cli.ts';

/** Whether npm could install it into the home, which has a batch `b.json`. */
export async function installQueue(home: string): Promise<boolean> {
	const wanted = /^(?:HOME|npm_config_.*|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE)$/iu;
	const env = Object.fromEntries(
		Object.entries(process.env).flatMap(([name, value]) =>
			wanted.test(name) && value !== undefined ? [[name, value]] : [],
		),
	);
	const args = ['batch', 'b.json', '--dry-run', '--install', '--redis', 'redis://127.0.0.1:1'];
	return (await rostrum(args, {home, env})).code === 0;
}
