/** `rostrum presets`: what can be started as it is. */
import {readPresets} from '../presets.ts';
import {homeFiles, rostrumHome} from '../home-files.ts';
import {exitCodes, type Run} from './command.ts';
import {writeListing} from './listing.ts';

export const run: Run = async ({options}, around) => {
	const data = readPresets(homeFiles(rostrumHome(around.env)).presets);
	writeListing(around, options, {
		data,
		rows: data.map(({protocol, id, name, description}) => [protocol, id, name, description]),
	});
	return exitCodes.ok;
};
