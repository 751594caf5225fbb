/** `rostrum protocols`: the ways to debate that are built in. */
import {exitCodes} from '../formats/contract.ts';
import {formats} from '../formats/index.ts';
import type {Run} from './command.ts';
import {writeListing} from '../app/library/listing.ts';

export const run: Run = async ({options}, context) => {
	const data = formats.map(({id, name, summary, version}) => ({id, name, summary, version}));
	writeListing(context, options, {data, rows: data.map(({id, name, summary}) => [id, name, summary])});
	return exitCodes.ok;
};
