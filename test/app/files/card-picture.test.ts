import {chmodSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {drawPicture} from '../../../src/app/files/card-picture.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"></svg>\n';

/** A folder with programs of these names, each a line of shell. */
function programs(lines: Readonly<Record<string, string>>): string {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-programs-'));
	for (const [name, line] of Object.entries(lines)) {
		const file = join(folder, name);
		writeFileSync(file, `#!/bin/sh\n${line}\n`);
		chmodSync(file, 0o755);
	}
	return folder;
}

const draws = String.raw`printf '\211PNG\r\n' > "$2"`;

test('where no program makes a PNG, that is said with the names of those that could', async () => {
	expect(await drawPicture(svg, {path: programs({})})).toEqual({
		missing: expect.stringMatching(/^no program that makes one is installed \(rsvg-convert, .+\)$/u),
	});
});

test.skipIf(process.platform === 'win32')(
	'the first that draws is taken; one that fails or draws nothing is passed over',
	async () => {
		const drawn = await drawPicture(svg, {path: programs({'rsvg-convert': 'exit 1', resvg: draws})});
		expect('png' in drawn && Buffer.from(drawn.png).toString('latin1', 1, 4)).toBe('PNG');
		const none = await drawPicture(svg, {path: programs({'rsvg-convert': 'exit 1', resvg: 'printf text > "$2"'})});
		expect(none).toEqual({missing: expect.stringMatching(/^rsvg-convert and resvg did not make one/u)});
		const slow = {path: programs({'rsvg-convert': 'exec sleep 30'}), signal: AbortSignal.abort(new Error('enough'))};
		await expect(drawPicture(svg, slow)).rejects.toThrow('enough');
	},
);
