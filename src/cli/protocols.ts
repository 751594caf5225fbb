/** `rostrum protocols`: the ways to debate that are built in. */
import {exitCodes} from '../formats/contract.ts';
import {protocols} from '../formats/protocols.ts';
import type {Run} from './command.ts';
import {writeListing} from '../app/library/listing.ts';

export const run: Run = async ({options}, context) => {
	const data = Object.values(protocols).map(({id, name, summary, version}) => ({id, name, summary, version}));
	writeListing(context, options, {data, rows: data.map(({id, name, summary}) => [id, name, summary])});
	return exitCodes.ok;
};
