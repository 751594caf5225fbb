import {expect, it} from 'vitest';
import {typingLine} from '../../../../src/formats/code-debate/host/open-effects.ts';

const wanted = {type: 'turn-wanted', call: 'turn a 1', participant: 'a', kind: 'opening'} as const;

it('hands on what a side wants typed, to those who listen now and later, and what is typed back to that side', () => {
	const sent: unknown[] = [];
	const heard: unknown[] = [];
	const line = typingLine((seat, text) => void sent.push([seat, JSON.parse(text)]));
	line.hear(JSON.stringify(wanted));
	const stop = line.listen(one => void heard.push(one.call));
	line.hear(JSON.stringify({...wanted, call: 'turn a 2'}));
	line.tell({action: 'say', participant: 'a', call: 'turn a 2', text: 'Yes.'});
	expect([heard, sent]).toEqual([
		['turn a 1', 'turn a 2'],
		[['a', {action: 'say', participant: 'a', call: 'turn a 2', text: 'Yes.'}]],
	]);
	stop();
	line.hear(JSON.stringify({...wanted, call: 'turn a 3'}));
	expect(heard).toHaveLength(2);
});

it('passes over a line that the end of its side has cut short, and one that wants nothing', () => {
	const heard: unknown[] = [];
	const line = typingLine(() => undefined);
	line.listen(one => void heard.push(one.call));
	for (const cut of [JSON.stringify(wanted).slice(0, 30), '', 'null', '{"type":"notice"}']) line.hear(cut);
	expect(heard).toEqual([]);
});
