// The licences of what a bundle is made of, as one page.
import {existsSync} from 'node:fs';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';

/**
 * A page with name, version and licence text of every package that these files are from, by name. Throws where a package
 * says nothing of its licence.
 * @param {readonly string[]} inputs paths as esbuild's metafile has them, from `root`
 * @param {string} root
 */
export async function licencesOf(inputs, root) {
	const folders = [...new Set(inputs.flatMap(input => packageFolder(input) ?? []))];
	const packages = await Promise.all(folders.map(folder => licenceOf(path.resolve(root, folder))));
	const sorted = packages.toSorted((one, other) => one.title.localeCompare(other.title));
	return ['# Licences of what is bundled', ...sorted.map(({title, text}) => `## ${title}\n\n${text}`)]
		.join('\n\n')
		.concat('\n');
}

/** @param {string} input */
function packageFolder(input) {
	const parts = input.split(/[\\/]/u);
	const at = parts.lastIndexOf('node_modules');
	if (at < 0) return undefined;
	return parts.slice(0, at + (parts[at + 1]?.startsWith('@') ? 3 : 2)).join('/');
}

/** @param {string} folder */
async function licenceOf(folder) {
	const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
	const {name, version, author} = manifest;
	// Older packages have a list of them.
	const license = manifest.license ?? manifest.licenses?.map((/** @type {{type: string}} */ {type}) => type).join(', ');
	if (typeof license !== 'string') throw new Error(`${folder} does not say under which licence it is.`);
	const file = (await readdir(folder)).find(each => /^licen[cs]e/iu.test(each));
	const text =
		file !== undefined && existsSync(path.join(folder, file)) ? await readFile(path.join(folder, file), 'utf8') : '';
	return {
		title: `${name} ${version} (${license})`,
		text:
			text === ''
				? `It brings no text of its licence, ${license}. Its author is ${typeof author === 'string' ? author : (author?.name ?? 'not named')}.`
				: `\`\`\`text\n${text.trim()}\n\`\`\``,
	};
}
