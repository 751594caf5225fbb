/** What a cap on spending needs to know of the voices. */
import type {Budget} from '../../debate/events.ts';
import {UsageError} from '../../debate/usage-error.ts';
import type {Voice} from '../../voices/voice.ts';
import type {VoiceFactory} from '../voices/create-voices.ts';

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
