import {expect, it} from 'vitest';
import {fold} from '../../src/debate/reduce.ts';
import {markdown, podcast} from './written.ts';
import {Recording, start} from './sample.ts';

/** Grok speaks, a person takes its chair, and another model has it at the end. */
function changing() {
	const recording = new Recording();
	recording.emit(start);
	recording.emit({type: 'segment-start', segment: 'opening'});
	recording.say('chair_2', 'opening', 'I speak for habit.');
	recording.emit({type: 'user-action', data: {action: 'take', participant: 'chair_2', name: 'Bo'}});
	recording.say('chair_2', 'reply', 'I speak for myself.');
	recording.emit({
		type: 'user-action',
		data: {
			action: 'replace',
			participant: 'chair_2',
			voice: 'ollama:qwen3',
			name: 'Qwen3',
			model: 'qwen3',
			provider: 'Alibaba',
		},
	});
	recording.say('chair_2', 'reply', 'I speak for the server.');
	return fold(recording.events);
}

it('a transcript tells of every turn who spoke it, and which of them is a person', () => {
	const text = markdown(changing());
	for (const label of [
		/\*\*Grok 3\*\* · virtue ethics · \d:\d\d\n\nI speak for habit/u,
		/\*\*Bo\*\* · virtue ethics · \d:\d\d · \*a person\*\n\nI speak for myself/u,
		/\*\*Qwen3\*\* · virtue ethics · \d:\d\d\n\nI speak for the server/u,
	])
		expect(text).toMatch(label);
	expect(text).toContain(
		'| Grok 3 | chair | virtue ethics | x-ai/grok-3, xAI |\n| Bo | chair, later | virtue ethics | a person |\n| Qwen3 | chair, later | virtue ethics | qwen3, Alibaba |',
	);
});

it('so does a podcast, whose notes do not call a person a program', () => {
	const text = podcast(changing());
	expect(text).toContain('- BO: virtue ethics, a person');
	expect(text).toContain('- GROK 3: virtue ethics, xAI');
	expect(text).toContain('**BO:** I speak for myself.');
	expect(text).toContain('Bo is a person; all other speakers are AI.');
	expect(text).not.toContain('All speakers are AI');
});
