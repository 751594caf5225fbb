/** How far a long command is, on stderr: one line that is written over on a terminal, else one at each tenth. */
export type ProgressLine = {
	readonly show: (done: number, all: number) => void;
	/** Ends the line. */
	readonly done: () => void;
};

export function progressLine(stderr: NodeJS.WriteStream, name: string): ProgressLine {
	let tenth = 0;
	let open = false;
	return {
		show(done, all) {
			if (stderr.isTTY) {
				stderr.write(`\r${name}: ${done} of ${all}`);
				open = true;
				return;
			}
			const now = Math.floor((10 * done) / all);
			if (now > tenth) stderr.write(`${name}: ${done} of ${all}\n`);
			tenth = Math.max(tenth, now);
		},
		done() {
			if (open) stderr.write('\n');
			open = false;
		},
	};
}
