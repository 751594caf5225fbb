/** How the benches print: a row a figure, with the goal and the reference beside it. */

export const median = (numbers: readonly number[]): number =>
	numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

export const heading = (text: string): void =>
	void process.stdout.write(
		`\n${text}\n${'figure'.padEnd(72)}${'measured'.padStart(26)}${'goal'.padStart(12)}${'reference'.padStart(16)}\n`,
	);

export const row = (figure: string, measured: string, goal: string, reference = '–'): void =>
	void process.stdout.write(
		`${figure.padEnd(72)}${measured.padStart(26)}${goal.padStart(12)}${reference.padStart(16)}\n`,
	);
