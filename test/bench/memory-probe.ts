/** Loaded into the measured program: at SIGUSR2, collects and writes down the megabytes that are in use after it. */
import {writeFileSync} from 'node:fs';

process.on('SIGUSR2', () => {
	globalThis.gc?.();
	const {heapUsed, external} = process.memoryUsage();
	writeFileSync(process.env['ROSTRUM_BENCH_IN_USE'] ?? '', String((heapUsed + external) / 1e6));
});
