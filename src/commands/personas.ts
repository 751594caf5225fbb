/** `rostrum personas`: protocols bring personas along; the ones built in so far bring none. */
import {exitCodes, type Run} from './command.ts';

export const run: Run = async ({options}, {stdout}) => {
	stdout.write(options['json'] === true ? '[]\n' : 'No protocol that is built in brings personas along. A chair of a Duelogic debate takes one of your own: --set chairs.0.persona="…".\n');
	return exitCodes.ok;
};
