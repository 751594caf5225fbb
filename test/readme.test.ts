import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {packageRoot} from '../src/engine/host/package-root.ts';
import {withSections} from './readme/sections.ts';

const file = join(packageRoot, 'README.md');

describe('the README', () => {
	// `npx vitest run test/readme.test.ts -u` brings it up to date.
	it('says of commands, settings and protocols what the code says', async () => {
		await expect(withSections(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
	});

	it('has a place for every part', () => {
		expect(() => withSections('# Rostrum')).toThrow(/no place for "protocols"/u);
	});
});
