/** What a bench gives: a row a figure, printed as it comes, and with `--write` kept in docs/numbers.md. */
import {z} from 'zod';

/**
 * The number that the goal is about comes first in `measured`. A row without a goal (`detail`) is printed only; a goal of
 * “–” is none, but the page has the row.
 */
export const Row = z.object({
	figure: z.string(),
	measured: z.string(),
	goal: z.string().optional(),
	reference: z.string(),
});
export type Row = Readonly<z.infer<typeof Row>>;

export const row = (figure: string, measured: string, goal: string, reference = '–'): Row => ({
	figure,
	measured,
	goal,
	reference,
});

/** A figure that is printed and not kept. */
export const detail = (figure: string, measured: string, reference = '–'): Row => ({figure, measured, reference});

export const median = (numbers: readonly number[]): number =>
	numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

export const heading = (text: string): void =>
	void process.stdout.write(
		`\n${text}\n${'figure'.padEnd(72)}${'measured'.padStart(26)}${'goal'.padStart(12)}${'reference'.padStart(16)}\n`,
	);

export const print = ({figure, measured, goal = 'reported', reference}: Row): void =>
	void process.stdout.write(
		`${figure.length > 72 ? `${figure}\n${' '.repeat(72)}` : figure.padEnd(72)}${measured.padStart(26)}${goal.padStart(12)} ${reference.padStart(15)}\n`,
	);

const numberIn = (text: string): number => Number(/-?[\d,]+(?:\.\d+)?/u.exec(text)?.[0].replaceAll(',', ''));

/** Whether the first number lies beyond the goal: over `≤ 3` or `< 3`, under `≥ 3`. */
export function misses({measured, goal = ''}: Row): boolean {
	const [value, limit] = [numberIn(measured), numberIn(goal)];
	if (goal.startsWith('≤')) return value > limit;
	if (goal.startsWith('<')) return value >= limit;
	return goal.startsWith('≥') && value < limit;
}

/** The page with a bench's rows in the place of those that it had of it, or as its last lines; missed goals in bold. */
export function withRows(page: string, bench: string, rows: readonly Row[]): string {
	const command = `| \`bench ${bench}\` |`;
	const lines = page.trimEnd().split('\n');
	const written = rows
		.filter(({goal}) => goal !== undefined)
		.map(one => {
			const measured = misses(one) ? `**${one.measured}**` : one.measured;
			return `| ${one.figure} | ${one.goal} | ${measured} | ${one.reference} ${command}`;
		});
	if (written.length === 0) return page;
	const others = lines.filter(line => !line.endsWith(command));
	const place = lines.findIndex(line => line.endsWith(command));
	return `${others.toSpliced(place < 0 ? others.length : place, 0, ...written).join('\n')}\n`;
}
