import {expect, test} from 'vitest';
import {PickList} from '../../src/ui/components/pick-list.tsx';
import {renderSized} from './render-sized.tsx';

test('a list without entries takes any key, and chooses nothing', async () => {
	const chosen: number[] = [];
	const list = (labels: readonly string[]) => <PickList labels={labels} width={40} height={5} focused onMove={() => undefined} onChoose={index => void chosen.push(index)}/>;
	const app = renderSized(list([]));
	await app.press('\r1\u001B[B\r');
	expect(chosen).toEqual([]);
	app.rerender(list(['first\tnote', 'second']));
	await app.settle();
	await app.press('\r');
	expect(chosen).toEqual([0]);
	app.unmount();
});
