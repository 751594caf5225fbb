import {expect, test} from 'vitest';
import {PickList} from '../../../src/ui/kit/pick-list.tsx';
import {renderSized} from '../support/render-sized.tsx';

test('a list without entries takes any key, and chooses nothing', async () => {
	const chosen: number[] = [];
	const list = (...labels: readonly string[]) => (
		<PickList
			entries={labels.map(label => ({label, note: 'note'}))}
			width={40}
			height={5}
			focused
			onChoose={index => void chosen.push(index)}
		/>
	);
	const app = renderSized(list());
	await app.press('\r1\u001B[B\r');
	expect(chosen).toEqual([]);
	app.rerender(list('first', 'second'));
	await app.settle();
	expect(app.text().split('\n')).toEqual([`❯ first${' '.repeat(28)}note`, `  second${' '.repeat(27)}note`]);
	await app.press('\r');
	expect(chosen).toEqual([0]);
	app.unmount();
});
