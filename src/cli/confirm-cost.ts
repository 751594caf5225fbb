/** Where voices cost money, starting takes one more key. */
import {Interrupted, type CliContext} from '../app/context.ts';
import {createInterface} from 'node:readline/promises';
import {estimate, type Estimate} from '../app/plan/estimate.ts';
import type {ReadyPlan} from '../app/plan/attach-voices.ts';
import type {Priced} from '../app/voices/model-facts.ts';

type PaidPlan = Pick<ReadyPlan, 'protocol' | 'config' | 'subject' | 'participants' | 'pace' | 'voices' | 'search'>;

/**
 * Shows the estimate, with a cheaper voice where one is proposed, and what is searched for during the debate, and waits
 * for Enter; at once where nothing is to pay or to be searched for.
 * Rejects with `Interrupted`.
 */
export async function confirmCost(
	plan: PaidPlan,
	{stdin, stderr, signal}: CliContext,
	proposal?: string,
): Promise<void> {
	const expected = costInWords(plan);
	const told = [
		...(expected === undefined ? [] : [expected, proposal ?? []].flat()),
		...(plan.search?.during ? [plan.search.told] : []),
	];
	if (told.length === 0) return;
	const lines = createInterface({input: stdin, output: stderr, terminal: false});
	try {
		await lines.question(`${told.join(' ')} Enter starts it, Ctrl-C leaves. `, {signal});
	} catch (error) {
		throw signal.aborted ? new Interrupted() : error;
	} finally {
		lines.close();
	}
}

/** Shows what a debate that somebody else wrote would do, and takes a written yes. Rejects with `Interrupted`. */
export const askAtKeyboard =
	({stdin, stderr, signal}: CliContext) =>
	async (about: readonly string[]): Promise<boolean> => {
		stderr.write(
			`Your Rostrum did not write this debate, or it was changed since. If it goes on, it does what its journal says:\n${about.map(each => `  ${each.replaceAll('\n', ' ')}\n`).join('')}`,
		);
		const lines = createInterface({input: stdin, output: stderr, terminal: false});
		try {
			const said = await lines.question('Write "yes" to go on with it: ', {signal});
			if (said.trim().toLowerCase() === 'yes') return true;
		} catch (error) {
			throw signal.aborted ? new Interrupted() : error;
		} finally {
			lines.close();
		}
		stderr.write('Not started; nothing was spent.\n');
		throw new Interrupted('not started');
	};

/** What it will come to, in a few sentences; undefined where nothing is to pay. */
export function costInWords(plan: PaidPlan): string | undefined {
	const voices = [...plan.voices.values()];
	if (voices.every(({price}) => price?.input === 0 && price.output === 0)) return undefined;
	return inWords(
		estimate(plan, (written): Priced => {
			const voice = voices.find(({id}) => id === written);
			return {...(voice?.price && {price: voice.price}), caches: voice?.cacheFrom !== undefined};
		}),
	);
}

const dollars = (cost: number): string => `$${cost.toFixed(cost < 0.01 ? 4 : 2)}`;

function inWords({minutes, tokens, cost, voices, prices}: Estimate): string {
	const each = voices
		.map(({name, cost: own}) => `${name} ${own === null ? 'of unknown price' : dollars(own)}`)
		.join(', ');
	const sum = cost === null ? 'What it costs is not known' : `About ${dollars(cost)}`;
	const debate = minutes === 0 ? 'about' : `about ${Math.max(1, Math.round(minutes))} minutes of debate and`;
	return `These voices cost money: ${debate} ${tokens.toLocaleString('en')} tokens, many of them repeated. ${sum} (${each})${prices === '' ? '' : `, by the prices of ${prices}`}.`;
}
