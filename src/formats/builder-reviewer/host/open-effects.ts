/** Opens the effects of a run of builder and reviewer. */
import {reasonOf} from '../../../debate/text/reason.ts';
import {openBuildEffects} from './effects.ts';
import {builderReviewerConfig} from '../config.ts';
import type {EffectHandlers, EffectContext} from '../../contract/effects.ts';

export async function openBuilderReviewerEffects({
	config: given,
	folder,
	resumed,
	sandbox: choice,
	programs,
	handedOn,
	interactive,
	decision,
}: EffectContext): Promise<EffectHandlers> {
	const config = builderReviewerConfig.parse(given);
	const person = {isThere: interactive ?? false, given: decision};
	const build = await openBuildEffects({
		config,
		debateFolder: folder,
		resumed,
		around: {choice, programs, handedOn},
		person,
	});
	return {
		...(config.side === 'both' ? {} : {realTime: true as const}),
		effects: build.effects,
		async close({outcome}) {
			// A suspended run is resumed in the same worktree.
			if (outcome === undefined) return undefined;
			try {
				const left = await build.close();
				return left === undefined ? undefined : `The run’s worktree was not removed: ${left}`;
			} catch (error) {
				return `The run’s worktree could not be removed: ${reasonOf(error)}`;
			}
		},
	};
}
