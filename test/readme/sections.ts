/** The parts of the README that the code knows better. They stand between `<!-- name -->` and `<!-- /name -->`. */
import type {CommandRow} from '../../src/commands/command.ts';
import {commands} from '../../src/commands/table.ts';
import {protocols} from '../../src/protocols/index.ts';
import {settingNames} from '../../src/settings.ts';
import {settingTexts, variableOf} from '../../src/settings-schema.ts';

/** Formats that are to come, with what they will be. */
const planned: Readonly<Record<string, string>> = {
	'model-duel': 'One model drafts, another attacks the draft point by point, the first revises and answers every point.',
	'code-debate': 'Two sides argue over a change or a design in one Markdown file.',
	'adversarial-spec': 'Personas attack a specification; findings become refinements that you accept or not.',
	'builder-reviewer': 'A builder and a reviewer work step by step until the reviewer approves.',
};

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n');

function commandSection({name, args, about, options}: CommandRow): string {
	const title = `\`rostrum ${name}${args === undefined ? '' : ` ${args}`}\`: ${about.charAt(0).toLowerCase()}${about.slice(1)}`;
	return options.length === 0 ? title : `${title}\n\n${table(['option', ''], options.map(option => [`\`${option.flags}\``, `${option.about}${option.repeat ? '; may be repeated' : ''}`]))}`;
}

const sections: Readonly<Record<string, () => string>> = {
	protocols: () => table(['id', 'what happens', ''], [
		...Object.values(protocols).map(({id, summary}) => [`\`${id}\``, summary, 'here']),
		...Object.entries(planned).filter(([id]) => !Object.hasOwn(protocols, id)).map(([id, summary]) => [`\`${id}\``, summary, 'planned']),
	]),
	'command line': () => commands.map(commandSection).join('\n\n'),
	settings: () => table(['setting', 'environment', 'what it does', 'what it may be'], settingNames.map(name => [`\`${name}\``, `\`${variableOf(name)}\``, settingTexts[name].about, settingTexts[name].may])),
};

/** The README with its generated parts as they are to be. Throws where a part has no place. */
export function withSections(readme: string): string {
	return Object.entries(sections).reduce((text, [name, make]) => {
		const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
		const [from, to] = [text.indexOf(start), text.indexOf(end)];
		if (from < 0 || to < from) throw new Error(`the README has no place for "${name}"`);
		return `${text.slice(0, from + start.length)}\n${make()}\n${text.slice(to)}`;
	}, readme);
}
