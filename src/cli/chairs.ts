/** `rostrum chairs`: the frameworks that a chair can argue from, built in and the user's own. */
import {exitCodes} from '../formats/contract.ts';
import {frameworks} from '../formats/duelogic/frameworks.ts';
import {homeFiles, rostrumHome} from '../settings/home.ts';
import type {Run} from './command.ts';
import {writeListing} from '../app/library/listing.ts';
import {ownFrameworks} from '../formats/duelogic/options.ts';

export const run: Run = async ({options}, context) => {
	const own = ownFrameworks(homeFiles(rostrumHome(context.env)).frameworks);
	const data = Object.entries({...frameworks, ...own}).map(([id, framework]) => ({
		id,
		...framework,
		own: Object.hasOwn(own, id),
	}));
	writeListing(context, options, {data, rows: data.map(({id, name, coreQuestion}) => [id, name, coreQuestion])});
	return exitCodes.ok;
};
