import {render} from 'ink-testing-library';
import {setTimeout as wait} from 'node:timers/promises';
import {expect, it} from 'vitest';
import {TextField} from '../../../src/ui/kit/text-field.tsx';

it('shows what is typed, and submits it on Enter without the space around it', async () => {
	const submitted: string[] = [];
	const app = render(
		<TextField width={40} height={2} placeholder="your words" onSubmit={text => void submitted.push(text)} />,
	);
	expect(app.lastFrame()).toContain('your words');
	for (const key of [' ', 'f', 'a', 'i', 'r', '\u007F', '\r']) {
		app.stdin.write(key);
		await wait(15);
	}
	expect(app.lastFrame()).toContain('fai');
	expect(submitted).toEqual(['fai']);
	app.unmount();
});

it('submits nothing where nothing was said', async () => {
	const submitted: string[] = [];
	const app = render(
		<TextField width={40} height={2} placeholder="your words" onSubmit={text => void submitted.push(text)} />,
	);
	await wait(15);
	app.stdin.write('\r');
	await wait(15);
	expect(submitted).toEqual([]);
	app.unmount();
});
