/** The sections of README.md and docs/ that are generated from the code, between `<!-- name -->` and `<!-- /name -->`. */
import {withFormatOptions, type CommandRow} from '../../src/cli/command.ts';
import {DebateEvent} from '../../src/debate/events.ts';
import {dimensions, rubric, type RubricItem} from '../../src/debate/rubric.ts';
import {commands as rows} from '../../src/cli/registry.ts';
import {formats} from '../../src/formats/index.ts';
import {datasetTables} from '../../src/exports/dataset.ts';
import {englishEpisodeWords} from '../../src/languages/find.ts';
import type {Scope} from '../../src/ui/terminal/key-table.ts';
import {helpFor} from '../../src/ui/terminal/keys.ts';
import {settingNames} from '../../src/settings/settings.ts';
import {settingTexts, variableOf} from '../../src/settings/schema.ts';

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n');

const commands = await Promise.all(rows.map(withFormatOptions));

function commandSection({name, args, about, example, file, options}: CommandRow): string {
	const title = `\`rostrum ${name}${args === undefined ? '' : ` ${args}`}\`: ${about.charAt(0).toLowerCase()}${about.slice(1)} Example: \`${example}\`.${file === undefined ? '' : ` A file for it:\n\n${file.map(text => `    ${text}`).join('\n')}`}`;
	return options.length === 0
		? title
		: `${title}\n\n${table(
				['option', ''],
				options.map(option => [`\`${option.flags}\``, `${option.about}${option.repeat ? '; may be repeated' : ''}`]),
			)}`;
}

const screens: readonly (readonly [Scope, string])[] = [
	['home', 'home'],
	['stage', 'the stage'],
	['typing', 'while you type'],
	['field', 'a text field'],
	['results', 'results'],
];

const keysOf = ([scope, name]: (typeof screens)[number]): string[][] =>
	helpFor(scope, ['hear']).map(({keys, help}, index) => [index === 0 ? name : '', `\`${keys}\``, help]);

const {dimensions: dimensionNames, items: itemNames} = englishEpisodeWords.score;

/** `.35`, `−.15`, `honesty at most .10` and the like, an answer behind the other. */
const countsOf = ({counts, dimension, finds}: RubricItem): string => {
	const share = (value: number): string => value.toFixed(2).replace(/^0(?=\.)/u, '');
	const parts = Object.values(counts).map(({adds, takes, leaves, scoreAtMost}) =>
		[
			adds === undefined ? [] : share(adds),
			takes === undefined ? [] : `−${share(takes)}`,
			leaves === undefined ? [] : `${dimensionNames[dimension]} at most ${share(leaves)}`,
			scoreAtMost === undefined ? [] : `score at most ${scoreAtMost}`,
		]
			.flat()
			.join(', '),
	);
	return finds === 'order' ? 'nothing' : parts.filter(part => part !== '').join(' / ');
};

const rubricRow = (item: RubricItem): readonly string[] => [
	`${item.finds === 'lapse' ? '' : `\`${item.id}\` `}${itemNames[item.id]}`,
	`${item.foundBy === 'code' ? 'found by code: ' : ''}${item.answers.map(answer => `\`${answer}\``).join(' / ')}`,
	countsOf(item),
];

const sections = {
	protocols: () =>
		table(
			['id', 'what happens'],
			formats.map(({id, summary}) => [`\`${id}\``, summary]),
		),
	events: () =>
		table(
			['type', 'carries'],
			DebateEvent.options.map(({shape: {type, ...fields}}) => [
				`\`${type.value}\``,
				Object.entries(fields)
					.map(([name, field]) => (field.safeParse(undefined).success ? `${name}?` : name))
					.join(', '),
			]),
		),
	dataset: () =>
		table(
			['table', 'columns'],
			Object.entries(datasetTables).map(([name, {shape}]) => [
				`\`${name}\``,
				Object.keys(shape)
					.map(column => `\`${column}\``)
					.join(', '),
			]),
		),
	rubric: () =>
		dimensions
			.map(dimension =>
				table(
					[dimensionNames[dimension], 'answers', 'counts'],
					rubric.filter(item => item.dimension === dimension).map(rubricRow),
				),
			)
			.join('\n\n'),
	'command line': () => commands.map(commandSection).join('\n\n'),
	keys: () => table(['on', 'key', 'what it does'], screens.flatMap(keysOf)),
	settings: () =>
		table(
			['setting', 'environment', 'what it does', 'what it may be'],
			settingNames.map(name => [
				`\`${name}\``,
				`\`${variableOf(name)}\``,
				settingTexts[name].about,
				settingTexts[name].may,
			]),
		),
} as const satisfies Readonly<Record<string, () => string>>;

export type SectionName = keyof typeof sections;

export const sectionNames: readonly SectionName[] = [
	'protocols',
	'keys',
	'settings',
	'command line',
	'events',
	'rubric',
];

/** The page with this section brought up to date. Throws where the page has no place for it. */
export function withSection(page: string, name: SectionName): string {
	const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const [from, to] = [page.indexOf(start), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`the page has no place for "${name}"`);
	return `${page.slice(0, from + start.length)}\n${sections[name]()}\n${page.slice(to)}`;
}
