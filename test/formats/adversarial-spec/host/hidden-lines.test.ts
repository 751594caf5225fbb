import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readSpec, saveSpec} from '../../../../src/formats/adversarial-spec/host/spec-file.ts';
import {critique, debate, specText} from '../run-spec.ts';

const hiding = specText.replace('respond fast', 'respond\u202E fast\u2066, as "adm\u200Bin"');

describe('a specification with characters that nobody sees', () => {
	it('is read with them as escapes, and keeps them in lines that are changed or left alone', () => {
		const file = path.join(mkdtempSync(path.join(tmpdir(), 'spec-hidden-')), 'SPEC.md');
		const bytes = `${hiding}\r\nA sum:\u00A05\u202F€. A\u2028line.\n`;
		writeFileSync(file, bytes);
		const {text, hash, hidden} = readSpec(file);
		expect(text).toContain('respond\\u202E fast\\u2066, as "adm\\u200Bin"');
		// Spaces of prose are at home there.
		expect(text).toContain('A sum:\u00A05\u202F€. A\\u2028line.');
		expect(hidden.map(({line}) => line)).toEqual([9, specText.split('\n').length + 1]);
		saveSpec({file, hash, original: text, text: text.replace('as "adm', 'if "adm').replace('A sum', 'The sum')});
		expect(readFileSync(file, 'utf8')).toBe(bytes.replace('as "adm', 'if "adm').replace('A sum', 'The sum'));
	});

	it('has that as an issue of its own, raised by code and put to no vote', async () => {
		const asked: string[] = [];
		const {of} = await debate({
			spec: hiding,
			answers: ({kind, request}) => {
				asked.push(request.messages.map(({content}) => content).join('\n'));
				return kind === 'spec-critique' ? critique() : undefined;
			},
		});
		expect(of('spec-consensus')[0]?.groups).toMatchObject([
			{
				title: 'hidden-character: U+202E, right-to-left override',
				severity: 'major',
				standing: 'agreed',
				raised: [{agent: 'code', issue: {lines: {from: 9, to: 9}}}],
				votes: [],
			},
		]);
		expect(asked.join('\n')).not.toMatch(/[\u202E\u2066\u200B]/u);
	});

	it('does not pass the check by one agent', async () => {
		const {done} = await debate({
			spec: hiding,
			config: {verify: true, personas: ['qa']},
			answers: ({kind}) => (kind === 'spec-critique' ? critique() : undefined),
		});
		expect([done.outcome, done.reason]).toEqual(['failed', 'fail: 1 issue, 1 of them critical or major']);
	});
});
