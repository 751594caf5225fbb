/** `rostrum chairs`: the frameworks that a chair can argue from, built in and the user's own. */
import {frameworks} from '../protocols/duelogic/config/frameworks.ts';
import {rostrumHome} from '../settings/home.ts';
import {exitCodes, type Run} from './cli/command.ts';
import {writeListing} from '../app/library/listing.ts';
import {ownFrameworks} from '../hosts/duelogic/own-frameworks.ts';

export const run: Run = async ({options}, around) => {
	const own = ownFrameworks(rostrumHome(around.env));
	const data = Object.entries({...frameworks, ...own}).map(([id, framework]) => ({
		id,
		...framework,
		own: Object.hasOwn(own, id),
	}));
	writeListing(around, options, {data, rows: data.map(({id, name, coreQuestion}) => [id, name, coreQuestion])});
	return exitCodes.ok;
};
