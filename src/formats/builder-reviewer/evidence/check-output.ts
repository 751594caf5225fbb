/** Cuts a check's output to what a reader needs: the names of what failed, what was said of it, and the end. Pure. */

/** Warnings and progress of package managers and of Node itself. */
const noise =
	/^\s*(?:npm (?:warn|notice|info|http|timing|verb)\b|warning (?:package\.json|"?@?[\w/-]+ > )|\(node:\d+\) .*Warning|\(Use `node --trace-)/iu;
/** What a package manager says at the end of any script that failed. */
const epilogue =
	/^\s*(?:npm (?:error|ERR!)|ELIFECYCLE|error Command failed|info Visit https:\/\/yarnpkg|A complete log of)/iu;
const passed = /^\s*(?:✓|✔|√|PASS(?:ED)?\b|ok\b|\d+ passing\b)|\.\.\. ok\s*$|\bPASSED\b/u;
/** A line that names what failed, as test runners, compilers and linters write it. */
const failedName =
	/^\s*(?:not ok\b|FAIL(?:ED|URE)?\b|--- FAIL|✗|✘|✖|×|●|\[FAIL|\d+\) \S|ERROR collecting|test .* \.\.\. FAILED|---- .* stdout ----|error(?:\[\w+\])?(?: TS\d+)?: )|\berror TS\d+:|\.\.\. FAILED\s*$|::\S+ FAILED/u;
/** A line that says why. */
const reason =
	/(?:\b\w*(?:Error|Exception)\b|\bassert(?:ion)?\b|\bpanicked\b|\bTraceback\b|\bexpected\b|\breceived\b|\bactual\b|^E\s{2,}|\bfatal\b|\bmust be\b|\bcannot\b)/iu;

const longestLine = 600;
const around = {before: 2, behind: 12};
const leftOut = '…';

/**
 * At most `most` characters. What is short enough stays as it is, but for package managers' warnings; of what is
 * longer, the names of what failed come first, then what was said of each, then the end of the output.
 */
export function checkExcerpt(output: string, most: number): string {
	const lines = withoutNoise(output.split('\n'));
	const whole = lines.join('\n').trim();
	if (whole.length <= most) return whole;
	const names = [...new Set(lines.filter(isFailedName).map(line => line.trim()))];
	const head = within(names, Math.floor(most * 0.3));
	const room = most - head.length - 2 * (leftOut.length + 2);
	const tail = lastLines(lines, Math.floor(room * (names.length + reasonsIn(lines).length === 0 ? 1 : 0.25)));
	const detail = within(windows(lines), room - tail.length);
	return [head, detail, tail].filter(part => part !== '').join(`\n${leftOut}\n`);
}

/** The parts of an output that tell of failures, at most `most` characters. */
export const failuresIn = (output: string, most: number): string =>
	within(windows(withoutNoise(output.split('\n'))), most);

/** Paths of the repository that a text names, in the order in which it names them. */
export function filesNamedIn(text: string, paths: readonly string[]): string[] {
	const tokens = new Set(
		[...text.matchAll(/[\p{L}\p{N}_@.+~/\\-]+\.[\p{L}\p{N}]+/gu)]
			.map(([token]) => token.replaceAll('\\', '/').replace(/^(?:\.\/)+/u, ''))
			.filter(token => !token.includes('node_modules/')),
	);
	const byName = Map.groupBy(paths, path => path.slice(path.lastIndexOf('/') + 1));
	const named = [...tokens].flatMap(token => {
		const alike = byName.get(token.slice(token.lastIndexOf('/') + 1)) ?? [];
		const whole = alike.filter(path => token === path || token.endsWith(`/${path}`));
		if (whole.length > 0) return whole.toSorted((one, other) => other.length - one.length).slice(0, 1);
		// In a monorepo, paths are told from the package on.
		const below = alike.filter(path => path.endsWith(`/${token}`));
		return below.length === 1 ? below : [];
	});
	return [...new Set(named)];
}

const isFailedName = (line: string): boolean => failedName.test(line) && !passed.test(line) && !epilogue.test(line);
const isReason = (line: string): boolean => reason.test(line) && !passed.test(line) && !epilogue.test(line);
const reasonsIn = (lines: readonly string[]): string[] => lines.filter(isReason);

/** Without warnings, runs of blank lines, and the middle of lines that are too long. */
function withoutNoise(lines: readonly string[]): string[] {
	return lines
		.filter(line => !noise.test(line))
		.filter((line, place, all) => line.trim() !== '' || (all[place - 1] ?? '').trim() !== '')
		.map(line =>
			line.length <= longestLine
				? line
				: `${line.slice(0, longestLine / 2)} ${leftOut} ${line.slice(-longestLine / 2)}`,
		);
}

/** The lines around each failure, those that overlap as one, with a mark where something was left out. */
function windows(lines: readonly string[]): string[] {
	const wanted = new Set<number>();
	for (const [place, line] of lines.entries()) {
		if (!isFailedName(line) && !isReason(line)) continue;
		for (let at = place - around.before; at <= place + around.behind; at++) wanted.add(at);
	}
	const kept: string[] = [];
	let last = -1;
	for (const [place, line] of lines.entries()) {
		if (!wanted.has(place) || epilogue.test(line)) continue;
		if (last >= 0 && place > last + 1) kept.push(leftOut);
		kept.push(line);
		last = place;
	}
	return kept;
}

/** As many of the first lines as there is room for. */
function within(lines: readonly string[], room: number): string {
	const kept: string[] = [];
	let left = room;
	for (const line of lines) {
		left -= line.length + 1;
		if (left < 0) break;
		kept.push(line);
	}
	return kept.join('\n');
}

const lastLines = (lines: readonly string[], room: number): string =>
	within(lines.filter(line => line.trim() !== '' && !epilogue.test(line)).toReversed(), room)
		.split('\n')
		.toReversed()
		.join('\n');
