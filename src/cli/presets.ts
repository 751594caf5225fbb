/** `rostrum presets`: what can be started as it is. */
import {exitCodes} from '../formats/contract.ts';
import {readPresets} from '../app/plan/presets.ts';
import {homeFiles, rostrumHome} from '../settings/home.ts';
import type {Run} from './command.ts';
import {writeListing} from '../app/library/listing.ts';

export const run: Run = async ({options}, context) => {
	const data = readPresets(homeFiles(rostrumHome(context.env)).presets, undefined, ({fault}) => {
		context.stderr.write(`${fault.message}\n`);
	});
	writeListing(context, options, {
		data,
		rows: data.map(({protocol, id, name, description}) => [protocol, id, name, description]),
	});
	return exitCodes.ok;
};
