/** Where an Adversarial Spec debate keeps answers, and what it writes. */
import {openCache} from '../engine/cache.ts';
import {specEffects} from '../engine/spec-effects.ts';
import {homeFiles} from '../home-files.ts';
import {specConfig} from '../protocols/adversarial-spec/config.ts';
import {loadSettings} from '../settings.ts';
import type {Desk, DeskFor} from './extension.ts';

/** Opens the cache; `close` gives what was wrong with it, if anything was. */
export async function adversarialSpecDesk({config, folder}: DeskFor): Promise<Desk> {
	const {file, fileHash, agentQueryRateLimit} = specConfig.parse(config);
	const {home, redisUrl} = loadSettings({});
	let trouble: string | undefined;
	const cache = await openCache({file: homeFiles(home).answers, ...(redisUrl !== undefined && {redisUrl}), onTrouble: text => {
		trouble = text;
	}});
	return {
		effects: specEffects({cache, rate: agentQueryRateLimit, folder, ...(file !== undefined && fileHash !== undefined && {source: {file, hash: fileHash}})}),
		async close() {
			await cache.close();
			return trouble;
		},
	};
}
