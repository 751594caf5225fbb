/**
 * Proposes a cheaper voice for judging and for the ledger of claims, where these are much of what a debate costs. It
 * changes nothing: what it says are the options that would.
 */
import {makerOf} from '../../debate/bench.ts';
import type {Participant} from '../../debate/events.ts';
import {arguingSeats, keeperRole, keeperSeat} from '../../debate/seats.ts';
import {shellQuote} from '../../debate/text/words.ts';
import type {Configuration} from '../../settings/settings.ts';
import {isForChat} from '../../voices/model-list.ts';
import {withUserProviders, type Provider} from '../../voices/providers.ts';
import {providerOf} from '../../voices/voice-spec.ts';
import {fitnessLabels, measuredJudges, type JudgeResult} from '../judging/judge-results.ts';
import {
	modelFacts,
	priceFinder,
	readKnownModels,
	readModelData,
	listKey,
	type ModelFacts,
} from '../voices/model-facts.ts';
import {estimate, type Estimate} from './estimate.ts';
import type {ResolvedPlan} from './resolve-plan.ts';

/** The least share of a debate's cost at which another voice is proposed, and the least dollars that it saves. */
const leastShare = 1 / 3;
const leastSaved = 0.05;
/** What the proposed voice may cost of the present one, a token. */
const mostOfPrice = 1 / 4;
/** Tokens that it must read at once: a whole debate. */
const leastContext = 32_000;
/** Models that are another's later answer, or made for something else than reading a debate. */
const notForReading = /^~|:(?:batch|free)$|\b(?:audio|code|codex|cyber|guard|image|search|vision)\b/iu;

type Proposing = Pick<Configuration, 'settings' | 'home'>;

/** The estimate of a debate, with the proposal where there is one. */
export function estimateWithProposal(plan: ResolvedPlan, configuration: Proposing): Estimate {
	const priceOf = priceFinder(configuration);
	const now = estimate(plan, priceOf);
	// The editor is apart: what judging costs is a share of the debate itself.
	const unedited = {...plan, edited: false};
	const proposal = proposeCheaper(unedited, configuration, {now: estimate(unedited, priceOf), priceOf});
	return {...now, ...(proposal !== undefined && {proposal})};
}

/** A sentence or two: what judging and the ledger cost, which voice would save how much, how well it judges. */
function proposeCheaper(
	plan: ResolvedPlan,
	configuration: Proposing,
	{now, priceOf}: {readonly now: Estimate; readonly priceOf: ReturnType<typeof priceFinder>},
): string | undefined {
	const host = plan.seated.find(({openSeat}) => openSeat.keepsLedger);
	if (!host || host.spec.provider === 'rehearsal') return undefined;
	if (!now.cost) return undefined;
	const judges = configuration.settings.judges.length > 0 ? [] : sharing(plan, host);
	const keeps = plan.participants.every(({role}) => role !== keeperRole);
	if (judges.length === 0 && !keeps) return undefined;
	const measured = measuredJudges(configuration.home);
	const found = cheaperThan(host, plan.participants, {configuration, measured, judges: judges.length > 0});
	if (!found) return undefined;
	const {voice, model} = found;
	const moved = plan.participants.map(seat => (judges.includes(seat.id) ? {...seat, voice, model} : seat));
	const keeper: Participant = {id: keeperSeat, role: keeperRole, name: voice, voice, model};
	const then = estimate({...plan, participants: keeps ? [...moved, keeper] : moved}, priceOf);
	if (then.cost === null) return undefined;
	const own = then.voices.find(one => one.voice === voice)?.cost ?? 0;
	const share = (now.cost - (then.cost - own)) / now.cost;
	const saved = now.cost - then.cost;
	if (share < leastShare || saved < leastSaved) return undefined;
	const flags = [...(judges.length > 0 ? ['--judge'] : []), ...(keeps ? ['--keeper'] : [])];
	const duty = flags.length > 1 ? 'Judging and the ledger of claims' : keeps ? 'The ledger of claims' : 'Judging';
	const options = flags.map(flag => `${flag} ${shellQuote(voice)}`).join(' ');
	return `${duty}: about ${Math.round(100 * share)} % of the cost. ${options} would save about $${saved.toFixed(2)}; ${checkedText(voice, measured.get(voice))}.`;
}

/** Judges that have the host's voice because nobody named another. */
const sharing = ({seated}: ResolvedPlan, host: ResolvedPlan['seated'][number]): string[] =>
	seated
		.filter(
			({openSeat, voice}) => openSeat.role === 'judge' && openSeat.like === host.openSeat.id && voice === host.voice,
		)
		.map(({openSeat}) => openSeat.id);

const checkedText = (voice: string, result: JudgeResult | undefined): string =>
	result ? `judge-check: ${fitnessLabels[result.fitness]}` : `not checked: rostrum judge-check ${shellQuote(voice)}`;

type CheaperModel = {readonly voice: string; readonly model: string};
type CheaperSearch = {
	readonly configuration: Proposing;
	readonly measured: ReadonlyMap<string, JudgeResult>;
	/** Whether it is to judge as well. */ readonly judges: boolean;
};

/**
 * A model behind the same key: one that was found fit before others, then one of the same maker, then the dearest, as
 * the likeliest to be up to it. None that was found unfit, or whose maker debates where the present judge's does not.
 */
function cheaperThan(
	{spec, voice: present}: ResolvedPlan['seated'][number],
	participants: readonly Participant[],
	{configuration, measured, judges}: CheaperSearch,
): CheaperModel | undefined {
	const {settings, home} = configuration;
	const row = providerOf(spec, withUserProviders(settings.providers));
	if (!row || spec.model === undefined) return undefined;
	const factsOf = modelFacts(home);
	const {price: dear, thinks} = factsOf(row, spec.model);
	if (!dear || dear.input === 0) return undefined;
	const makers = new Set(arguingSeats(participants).map(({voice}) => makerOf(voice)));
	const isKin = (voice: string): boolean => judges && !makers.has(makerOf(present)) && makers.has(makerOf(voice));
	const seated = new Set(participants.map(({voice}) => voice));
	const rank = ({voice}: CheaperModel): number => {
		const fitness = measured.get(voice)?.fitness;
		return (fitness === 'fit' ? 0 : fitness === 'with_second' ? 2 : 4) + Number(makerOf(voice) !== makerOf(present));
	};
	const reads = ({price, contextTokens = leastContext, ...facts}: ModelFacts): boolean =>
		price !== undefined &&
		price.input <= dear.input * mostOfPrice &&
		price.output <= dear.output * mostOfPrice &&
		contextTokens >= leastContext &&
		// What it thinks is in no estimate.
		!(facts.thinks && !thinks);
	const priceOf = ({model}: CheaperModel): number => {
		const {price} = factsOf(row, model);
		return (price?.input ?? 0) + (price?.output ?? 0);
	};
	return modelsBehind(row, home)
		.filter(model => isForChat({id: model}) && !notForReading.test(model) && reads(factsOf(row, model)))
		.map((model): CheaperModel => ({model, voice: `${row.id}:${model}`}))
		.filter(({voice}) => !seated.has(voice) && !isKin(voice) && measured.get(voice)?.fitness !== 'unfit')
		.toSorted(
			(one, other) =>
				rank(one) - rank(other) || priceOf(other) - priceOf(one) || other.model.localeCompare(one.model, 'en'),
		)[0];
}

/** Ids of a provider's models: as its server listed them, or else the public ones. */
function modelsBehind(row: Provider, home: string): readonly string[] {
	const listed = readKnownModels(home)[listKey(row)];
	if (listed?.baseUrl === row.baseUrl) return listed.models.filter(isForChat).map(({id}) => id);
	return Object.keys(readModelData(home).models[row.id] ?? {});
}
