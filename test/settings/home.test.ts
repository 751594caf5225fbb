import {mkdirSync, mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, it} from 'vitest';
import {rostrumHome} from '../../src/settings/home.ts';

const before = process.env['HOME'];
afterEach(() => {
	if (before === undefined) delete process.env['HOME'];
	else process.env['HOME'] = before;
});

it.skipIf(process.platform === 'win32')(
	'the home is where XDG says, unless ~/.rostrum is there or another is named',
	() => {
		const own = mkdtempSync(join(tmpdir(), 'rostrum-own-'));
		process.env['HOME'] = own;
		expect(rostrumHome({})).toBe(join(own, '.rostrum'));
		expect(rostrumHome({XDG_DATA_HOME: '/data', XDG_CONFIG_HOME: '/config'})).toBe('/data/rostrum');
		expect(rostrumHome({XDG_CONFIG_HOME: '/config'})).toBe('/config/rostrum');
		expect(rostrumHome({XDG_DATA_HOME: 'not/absolute'})).toBe(join(own, '.rostrum'));
		expect(rostrumHome({ROSTRUM_HOME: '/mine', XDG_DATA_HOME: '/data'})).toBe('/mine');
		mkdirSync(join(own, '.rostrum'));
		expect(rostrumHome({XDG_DATA_HOME: '/data'})).toBe(join(own, '.rostrum'));
	},
);
