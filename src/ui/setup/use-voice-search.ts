import {useEffect, useState} from 'react';
import type {SetupPort} from '../../app/session/session.ts';
import {reasonOf} from '../../debate/text/words.ts';

export type VoiceSearch = Awaited<ReturnType<SetupPort['voices']>> & {
	/** Seconds since servers were asked. */
	readonly seconds: number;
	readonly asking: boolean;
};

const started: VoiceSearch = {voices: [], troubles: [], seconds: 0, asking: true};

/** Asks for all voices, and counts the seconds until they have come. */
export function useVoiceSearch(port: SetupPort): VoiceSearch {
	const [search, set] = useState(started);
	useEffect(() => {
		let left = false;
		const ticking = setInterval(() => set(before => ({...before, seconds: before.seconds + 1})), 1000);
		const found = (next: Partial<VoiceSearch>) => {
			clearInterval(ticking);
			if (!left) set(before => ({...before, ...next, asking: false}));
		};
		port.voices().then(found, (error: unknown) => found({troubles: [reasonOf(error)]}));
		return () => {
			left = true;
			clearInterval(ticking);
		};
	}, [port]);
	return search;
}
