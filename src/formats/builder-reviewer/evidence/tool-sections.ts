/** Settings of tools that stand in sections of a file beside other things, such as `pyproject.toml`. Pure. */

/** Sections of test runners, type checkers and linters, of a TOML or INI file. */
const toolSection =
	/^\[{1,2}\s*(?:tool[.:])?["']?(?:pytest|coverage|mypy|pyright|ruff|flake8|pylint|tox|nox|black|isort|bandit|pycodestyle)\b[^\]]*\]/u;

/** The file as it is now, with its tools' sections of before; undefined where they are the same. */
export function withToolsOf(before: string | undefined, after: string | undefined): string | undefined {
	const [was, is] = [sectionsOf(before ?? ''), sectionsOf(after ?? '')];
	const tools = was.filter(section => toolSection.test(section)).map(ended);
	if (
		after !== undefined &&
		sameLines(
			tools,
			is.filter(section => toolSection.test(section)),
		)
	)
		return undefined;
	const own = after === undefined ? was : is;
	return [...own.filter(section => !toolSection.test(section)).map(ended), ...tools].join('');
}

/** A text cut before each line that begins a section. */
const sectionsOf = (text: string): string[] => text.split(/^(?=\[{1,2}[^\n[\]]+\]{1,2}\s*(?:[#;].*)?$)/mu);
const ended = (section: string): string => (section === '' || section.endsWith('\n') ? section : `${section}\n`);
const sameLines = (one: readonly string[], other: readonly string[]): boolean => linesIn(one) === linesIn(other);
const linesIn = (sections: readonly string[]): string =>
	sections
		.map(section => section.trim())
		.toSorted()
		.join('\n');
