/**
 * What a test adds to its title where a program that it needs is not installed; it is also written to stderr, since a
 * test that is skipped is easily missed.
 */
export function absent(program: string, isThere: boolean, remedy: string): string {
	if (isThere) return '';
	process.stderr.write(`NOT TESTED: ${program} is absent; ${remedy}\n`);
	return ` (NOT TESTED: ${program} is absent)`;
}
