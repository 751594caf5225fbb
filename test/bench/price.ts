/**
 * What the anchored debate costs at one price for all seats, beside a naive script with one judge: everything counted,
 * with looks, schemas and answers as long as they are.
 */
import type {NotedRequest} from './anchored-debate.ts';
import {serialScript} from './peers/serial-script.ts';
import {countedIn, debateAt, type Counted} from './prompt-tokens.ts';
import {detail, row, type Row} from './report.ts';

/** Dollars a million tokens. */
const price = {input: 3, cached: 0.3, output: 15};
/** Voices that judge and keep the ledger at a tenth of that. */
const cheaper = 0.1;

/** Tokens of a turn, and of the naive script’s verdict. */
const [turnTokens, verdictTokens] = [220, 60];
const topic = 'A self-driving car should always minimise total deaths.';

export async function* prices(): AsyncGenerator<Row> {
	const naive = costOf(countedIn(await naiveRequests()), () => 1);
	const ours = countedIn(await debateAt({cached: price.cached / price.input, natural: true}));
	const whole = costOf(ours, () => 1);
	yield row(
		'price of a debate at 3 / 0.3 / 15 $ a million tokens, times a naive script with one judge',
		times(whole, naive),
		'≤ 2.1',
		'1',
	);
	yield row(
		'the same with judge and ledger at a tenth of it',
		times(
			costOf(ours, ({kind}) => (questions.has(kind) ? cheaper : 1)),
			naive,
		),
		'≤ 1.8',
		'1',
	);
	// Most providers keep no beginning that is shorter.
	yield detail(
		'the same where nothing under 1,024 tokens is kept',
		times(
			costOf(ours.map(withoutShort), () => 1),
			costOf(countedIn(await naiveRequests()).map(withoutShort), () => 1),
		),
	);
	yield detail('in dollars; the naive script', `$${whole.toFixed(3)}; $${naive.toFixed(3)}`);
	for (const [kind, of] of Map.groupBy(ours, each => each.kind)) {
		const sum = (tokens: (each: Counted) => number) => Math.round(of.reduce((all, each) => all + tokens(each), 0));
		yield detail(
			`  of it ${kind}: ${of.length} requests, ${sum(each => each.fresh)} new, ${sum(each => each.shared)} seen, ${sum(each => each.answer)} written`,
			`$${costOf(of, () => 1).toFixed(3)}`,
		);
	}
}

const withoutShort = (counted: Counted): Counted =>
	counted.shared >= 1024 ? counted : {...counted, shared: 0, fresh: counted.fresh + counted.shared};

const questions: ReadonlySet<string> = new Set(['judge', 'cross_check', 'closing_check', 'wish', 'ledger']);
const times = (one: number, other: number): string => (one / other).toFixed(2);

const costOf = (requests: readonly Counted[], factor: (request: Counted) => number): number =>
	requests.reduce(
		(sum, request) =>
			sum +
			(factor(request) *
				(request.fresh * price.input + request.shared * price.cached + request.answer * price.output)) /
				1_000_000,
		0,
	);

async function naiveRequests(): Promise<readonly NotedRequest[]> {
	const requests: NotedRequest[] = [];
	const words = 'word '.repeat((turnTokens * 4) / 5).trim();
	await serialScript(async (model, messages, json) => {
		const text = messages.map(({role, content}) => `${role}\n${content}\n`).join('');
		requests.push({model, purpose: json ? 'judge' : 'turn', text, answer: json ? verdictTokens : turnTokens});
		return json ? '{}' : words;
	}, topic);
	return requests;
}
