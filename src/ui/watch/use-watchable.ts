import {useEffect, useState} from 'react';
import type {WatchableDebate} from '../../app/screens/running-debates.ts';
import type {RostrumPort} from '../../app/screens/home-port.ts';
import {reasonOf} from '../../debate/text/words.ts';

/** Milliseconds between two looks. */
const EVERY = 2000;

/** `debates` are undefined until they are known; `failed` is why they could not be looked for. */
type FoundDebates = {readonly debates?: readonly WatchableDebate[]; readonly failed?: string};

const none: FoundDebates = {debates: []};

/** What can be watched, looked for again every two seconds. */
export function useWatchable({watchable}: RostrumPort): FoundDebates {
	const [found, set] = useState<FoundDebates>({});
	useEffect(() => {
		if (!watchable) return undefined;
		let timer: NodeJS.Timeout | undefined;
		let left = false;
		const look = async () => {
			const looked = await watchable().then(
				debates => ({debates}),
				(error: unknown) => ({debates: [], failed: reasonOf(error)}),
			);
			if (left) return;
			set(looked);
			timer = setTimeout(() => void look(), EVERY);
		};
		void look();
		return () => {
			left = true;
			clearTimeout(timer);
		};
	}, [watchable]);
	return watchable ? found : none;
}
