/** The young generation of V8's heap while a debate runs. */
import {setFlagsFromString} from 'node:v8';

/**
 * Keeps what V8 gives to young objects at the size that it has by now. Words arrive and are soon forgotten: left to grow,
 * it grows to 150 MB and more, which a fast stream fills; 5 % of the processor's time are the price. V8 reads this
 * flag at each growth; a limit of its size is only read at the start.
 */
export function keepYoungHeapSmall(): void {
	setFlagsFromString('--semi-space-growth-factor=1');
}
