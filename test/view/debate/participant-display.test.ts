import {expect, test} from 'vitest';
import {printable} from '../../../src/ui/kit/lines.tsx';
import {displayOf} from '../../../src/view/participants.ts';

const seat = {
	id: 'chair_1',
	role: 'chair',
	name: 'Rehearsal A',
	voice: 'http://127.0.0.1:9/v1#rehearsal',
	model: 'rehearsal',
	out: undefined,
	formerly: [],
	since: 0,
};

test('a rehearsal voice is told for what it is also where a server speaks for it', () => {
	expect(displayOf({seats: [seat]}, 'chair_1').rehearsal).toBe(true);
	expect(displayOf({seats: [{...seat, model: 'qwen3', voice: 'ollama:qwen3'}]}, 'chair_1').rehearsal).toBe(false);
});

test('what would steer a terminal or turn the direction of writing is not drawn, whatever a file is called', () => {
	expect(printable('a\u001B[2Jb\u202Etxt.exe\u2066 שלום')).toBe('a[2Jbtxt.exe שלום');
});
