/** Opens an Adversarial Spec debate's effects, with its cache of answers and its telemetry. */
import type {EffectHandlers, EffectContext} from '../../contract/effects.ts';
import {openCache} from './cache.ts';
import {readJournal} from '../../../engine/journal/journal.ts';
import {specEffects} from './effects.ts';
import {exportTelemetry} from './telemetry.ts';
import {specConfig} from '../config/config.ts';

/** `close` returns what went wrong with the cache or the telemetry, in words for the user. */
export async function openSpecEffects({
	config,
	folder,
	resumed,
	journal,
	answersFile,
	redisUrl,
	collector,
}: EffectContext): Promise<EffectHandlers> {
	const {file, fileHash, agentQueryRateLimit} = specConfig.parse(config);
	let trouble: string | undefined;
	const cache = await openCache({
		file: answersFile,
		...(redisUrl !== undefined && {redisUrl}),
		onTrouble: text => {
			trouble = text;
		},
	});
	return {
		effects: specEffects({
			cache,
			rate: agentQueryRateLimit,
			folder,
			past: resumed ? readJournal(journal).events : [],
			...(file !== undefined && fileHash !== undefined && {source: {file, hash: fileHash}}),
		}),
		async close() {
			await cache.close();
			const silence = collector && (await exportTelemetry(readJournal(journal).events, collector));
			return [trouble, silence].filter(text => text !== undefined).join(' ') || undefined;
		},
	};
}
