import {mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {openSeal} from '../../../src/app/files/origin.ts';
import {openJournal, parseJournal} from '../../../src/engine/journal/journal.ts';
import {discardDebate, newestUnfinished} from '../../../src/app/session/resume.ts';

const sample = readFileSync('transcripts/sample-liberty-vs-community/debate.jsonl', 'utf8');
const lines = sample.split('\n');
const home = mkdtempSync(path.join(tmpdir(), 'rostrum-home-'));

/** So many lines of the sample, as this user's Rostrum would have written them. */
function ownLines(count: number): string {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'rostrum-own-')), 'debate.jsonl');
	const seal = openSeal(home);
	const journal = openJournal(file, '', undefined, 'line' in seal ? seal.line : undefined);
	for (const {hash: _hash, ...event} of parseJournal(sample).events.slice(0, count)) journal.append(event);
	journal.close();
	return readFileSync(file, 'utf8');
}

function debates(journals: Readonly<Record<string, string>>): (name: string) => string {
	const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-unfinished-'));
	for (const [name, text] of Object.entries(journals)) {
		mkdirSync(path.join(folder, name));
		writeFileSync(path.join(folder, name, 'debate.jsonl'), text);
	}
	return name => (name === '' ? folder : path.join(folder, name, 'debate.jsonl'));
}

describe('the newest unfinished debate', () => {
	it('is none of somebody else’s', () => {
		const at = debates({'1-half': `${lines.slice(0, 20).join('\n')}\n`});
		expect(() => newestUnfinished(at(''), home)).toThrow(/No unfinished debate of yours/u);
	});

	it('is none whose first line never came to the disk, or is damaged', () => {
		const at = debates({
			'1-half': ownLines(20),
			'2-whole': sample,
			'3-empty': '',
			'4-torn': lines[0]?.slice(0, 100) ?? '',
			'5-no-journal': 'hello\n',
		});
		expect(newestUnfinished(at(''), home)).toBe(at('1-half'));
	});

	it('is missed in words where there is none', () => {
		const at = debates({'3-empty': ''});
		expect(() => newestUnfinished(at(''), home)).toThrow(/No unfinished debate/u);
	});
});

it.each([
	['empty', ''],
	['torn', lines[0]?.slice(0, 100) ?? ''],
	['a newline', '\n'],
	['zeros', '\0\0\0\n\0\n'],
])('a debate whose first line is %s can be discarded', async (name, text) => {
	const at = debates({[name]: text});
	await discardDebate(at(name), home);
	expect(readFileSync(at(name), 'utf8')).toBe(text);
});
