/** A debate that is ready to start: its plan with voices. */
import {z} from 'zod';
import type {Input} from '../../formats/options.ts';
import type {Configuration} from '../../settings/settings.ts';
import type {Voice} from '../../voices/voice.ts';
import {resolvePlan, type ResolvedPlan, type PlanContext} from './resolve-plan.ts';
import {voiceFactory, createVoices, type VoiceFactory} from '../voices/create-voices.ts';
import type {Budget} from '../../debate/events.ts';
import {UsageError} from '../../debate/usage-error.ts';

export type ReadyPlan = Omit<ResolvedPlan, 'seated'> & {
	/** The seats by which the voices were found, to check them again. */ readonly seated?: ResolvedPlan['seated'];
	readonly voices: ReadonlyMap<string, Voice>;
	readonly findVoice: VoiceFactory;
};

/** Throws `UsageError`. */
export const planWithVoices = (input: Input, configuration: Configuration, context: PlanContext): ReadyPlan =>
	attachVoices(resolvePlan(input, configuration, context), configuration);

/** Makes the voices of a debate; `client` is an MCP client's model. Throws `UsageError` where one lacks a key. */
export function attachVoices(arranged: ResolvedPlan, configuration: Configuration, client?: Voice): ReadyPlan {
	const findVoice = voiceFactory(configuration, undefined, client);
	const voices = createVoices(arranged.seated, findVoice);
	const told = checkBudget(arranged.budget, voices.values());
	const {config, notices} = withinContext(arranged, [...voices.values()]);
	return {
		...arranged,
		config,
		participants: arranged.participants.map(one => {
			const prices = voices.get(one.id)?.price?.from;
			return prices ? {...one, prices} : one;
		}),
		notices: [...notices, ...told],
		findVoice: withinBudget(findVoice, arranged.budget),
		voices,
	};
}

const Wanting = z.looseObject({contextTokens: z.number()});

/** A protocol that shortens what it sends is told of the smallest model at the table. */
function withinContext(
	{protocol, config, notices}: ResolvedPlan,
	voices: readonly Voice[],
): Pick<ReadyPlan, 'config' | 'notices'> {
	const [smallest] = voices
		.filter(({contextTokens}) => contextTokens !== undefined)
		.toSorted((one, other) => (one.contextTokens ?? 0) - (other.contextTokens ?? 0));
	const wanting = Wanting.safeParse(config);
	if (smallest?.contextTokens === undefined || !wanting.success || wanting.data.contextTokens <= smallest.contextTokens)
		return {config, notices};
	const within = protocol.config.safeParse({...wanting.data, contextTokens: smallest.contextTokens});
	const takes = `${smallest.id} takes ${smallest.contextTokens.toLocaleString('en')} tokens at once`;
	if (!within.success)
		return {
			config,
			notices: [
				...notices,
				`${takes}, fewer than this format can do with: its turns will fail. Give it more where it is started, or seat another model.`,
			],
		};
	return {
		config: within.data,
		notices: [
			...notices,
			`${takes}: when the debate comes near that, its earlier part is sent to everyone as a digest.`,
		],
	};
}

// What a cap on spending needs to know of the voices.

/** Notices for the user. Throws `UsageError` if a cap in dollars is set and the price of a voice is not known. */
export function checkBudget(budget: Budget | undefined, voices: Iterable<Voice>): readonly string[] {
	if (!budget) return [];
	const all = [...voices];
	for (const voice of all) refuseUnpriced(budget, voice);
	const agents = [...new Set(all.filter(({reportsUsage}) => reportsUsage).map(({name}) => name))];
	return agents.length === 0
		? []
		: [
				`${agents.join(' and ')} ${agents.length === 1 ? 'counts against the budget by what it reports' : 'count against the budget by what they report'}, which comes when a request is over: the cap may be passed by one request.`,
			];
}

/** Refuses a voice that is put in a seat later in the same way. */
export const withinBudget =
	(find: VoiceFactory, budget: Budget | undefined): VoiceFactory =>
	(written, named) => {
		const voice = find(written, named);
		if (budget) refuseUnpriced(budget, voice);
		return voice;
	};

function refuseUnpriced({usd}: Budget, {id, price, deterministic, person, reportsUsage}: Voice): void {
	if (usd === undefined || price || deterministic || person || reportsUsage) return;
	throw new UsageError({
		what: `What this voice costs is not known, so a budget of $${usd} cannot be kept`,
		value: id,
		from: '--budget, or the setting "budget"',
		todo: 'Set the budget in tokens, such as 200000tok, or ask its server and public lists for prices with "rostrum models --refresh" first.',
	});
}
