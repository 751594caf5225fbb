import {execFileSync} from 'node:child_process';
import {build} from 'esbuild';
import {expect, test} from 'vitest';
import {bundling, plugins} from '../../build/bundling.js';

/** What a program says that is bundled as the app is. */
async function said(source: string): Promise<{readonly text: string; readonly bundle: string}> {
	const {outputFiles} = await build({
		...bundling,
		plugins,
		splitting: false,
		write: false,
		stdin: {contents: source, resolveDir: bundling.absWorkingDir},
	});
	const bundle = outputFiles[0]?.text ?? '';
	return {text: execFileSync(process.execPath, ['--input-type=module'], {input: bundle, encoding: 'utf8'}), bundle};
}

test('schemas complain in English, and in no other language', async () => {
	const {text, bundle} = await said(
		"import {z} from 'zod'; console.log(z.object({pace: z.number().max(9)}).safeParse({pace: 'fast'}).error.issues[0].message, '/', z.string().min(3).safeParse('a').error.issues[0].message);",
	);
	expect(text).toBe(
		'Invalid input: expected number, received string / Too small: expected string to have >=3 characters\n',
	);
	expect(bundle).not.toContain('Ungültige Eingabe');
});

test('a layout is made without the HTTP client', async () => {
	const {text} = await said(
		"globalThis.fetch = () => { throw new Error('nothing is to be fetched'); }; const {default: yoga} = await import('yoga-layout'); const node = yoga.Node.create(); node.setWidth(7); node.calculateLayout(); console.log(node.getComputedWidth());",
	);
	expect(text).toBe('7\n');
});
