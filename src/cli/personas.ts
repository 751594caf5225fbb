/** `rostrum personas`: those that can criticise a specification, built in and the user's own. */
import {exitCodes} from '../formats/contract.ts';
import {homeFiles, rostrumHome} from '../settings/home.ts';
import {builtInPersonas} from '../formats/adversarial-spec/config.ts';
import type {Run} from './command.ts';
import {writeListing} from '../app/library/listing.ts';
import {ownPersonas} from '../formats/adversarial-spec/options.ts';

export const run: Run = async ({options}, context) => {
	const own = ownPersonas(homeFiles(rostrumHome(context.env)).personas);
	const data = Object.entries({...builtInPersonas, ...own}).map(([id, persona]) => ({
		id,
		...persona,
		own: Object.hasOwn(own, id),
	}));
	writeListing(context, options, {data, rows: data.map(({id, name, reads}) => [id, name, reads])});
	return exitCodes.ok;
};
