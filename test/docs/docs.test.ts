import {existsSync, globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {packageRoot} from '../../src/engine/host/package-root.ts';
import {manPage} from './man-page.ts';
import {sectionNames, withSection, type SectionName} from './sections.ts';

const places: Readonly<Record<SectionName, string>> = {
	protocols: 'README.md',
	keys: 'docs/keys.md',
	settings: 'docs/settings.md',
	'command line': 'docs/cli.md',
	events: 'docs/journal.md',
	dataset: 'docs/dataset.md',
	rubric: 'docs/protocols/duelogic.md',
};

describe('the documentation', () => {
	// `npm run docs` brings it up to date.
	it.each(sectionNames)('lists the %s that the code has', async name => {
		const file = join(packageRoot, places[name]);
		await expect(withSection(readFileSync(file, 'utf8'), name)).toMatchFileSnapshot(file);
	});

	it.each(globSync('{*.md,docs/**/*.md}', {cwd: packageRoot}))('names no file that is not there: %s', page => {
		const text = readFileSync(join(packageRoot, page), 'utf8');
		const named = [...text.matchAll(/`((?:src|test|build|presets|data)\/[\w./-]+)`/gu)].map(([, file = '']) => file);
		const recordings = [...text.matchAll(/\bsample-[a-z-]+[a-z]/gu)].map(([name]) => join('transcripts', name));
		expect([...named, ...recordings].filter(file => !existsSync(join(packageRoot, file)))).toEqual([]);
	});

	it('names no file in its walks through the code that is not there', () => {
		const text = readFileSync(join(packageRoot, 'docs/architecture.md'), 'utf8');
		const files = globSync('{src,test}/**/*.{ts,tsx}', {cwd: packageRoot}).map(
			file => `/${file.replaceAll('\\', '/')}`,
		);
		const named = [...text.matchAll(/`([\w/.-]+\.tsx?)`/gu)].map(([, file = '']) => file);
		expect(named.length).toBeGreaterThan(20);
		expect(named.filter(name => !files.some(file => file.endsWith(`/${name}`)))).toEqual([]);
	});

	it('has a manual page of all commands', async () => {
		await expect(manPage()).toMatchFileSnapshot(join(packageRoot, 'docs', 'rostrum.1'));
	});

	it('refuses a page without a place for its section', () => {
		expect(() => withSection('# Rostrum', 'protocols')).toThrow(/no place for "protocols"/u);
	});
});
