/** Ends the programs that a test left open in terminals. */
import {afterEach} from 'vitest';
import {killAll} from './rostrum.ts';

afterEach(killAll);
