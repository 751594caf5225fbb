import {execFileSync} from 'node:child_process';
import {closeSync, mkdirSync, mkdtempSync, openSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {documentReader} from '../../src/sources/document-reader.ts';
import {openSources} from '../../src/sources/desk.ts';
import {openLibrary} from '../../src/sources/worker.ts';
import {deflateSync} from 'node:zlib';

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'sources');
const open = (named: readonly string[], cwd = fixtures, wholeUpTo = 4000) => openLibrary({named, cwd, wholeUpTo});
const folder = (files: Readonly<Record<string, string>>): string => {
	const root = mkdtempSync(join(tmpdir(), 'rostrum-sources-'));
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(join(root, name, '..'), {recursive: true});
		writeFileSync(join(root, name), text);
	}
	return root;
};

/** A PDF of some hundred kilobytes whose one page unpacks to so many bytes. */
function bombed(bytes: number): Buffer {
	const page = deflateSync(Buffer.alloc(bytes, ' '));
	const head = [
		'%PDF-1.4',
		'1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
		'2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
		'3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<>>>>endobj',
		`4 0 obj<</Length ${page.length}/Filter/FlateDecode>>stream`,
		'',
	].join('\n');
	return Buffer.concat([
		Buffer.from(head),
		page,
		Buffer.from('\nendstream\nendobj\ntrailer<</Size 5/Root 1 0 R>>\n%%EOF\n'),
	]);
}

describe('a folder of documents', () => {
	it('is read file by file, each with its title, and what cannot be read is named', async () => {
		const {documents, left, whole} = await open(['.']);
		expect(documents.map(({number, name, title}) => `S${number} ${name}: ${title}`)).toEqual([
			"S1 brief.pdf: The Treasurer's Brief",
			'S2 builder.docx: builder.docx',
			'S3 economics.md: What is known of rent control',
			'S4 forecast.py: forecast.py',
			'S5 harbour.txt: The old harbour: what the land would take',
			'S6 housing-report.md: Two Years of the Rent Cap in Harlen',
			"S7 landlords-survey.txt: What the cap has done to us: a survey of the Harlen Landlords' Association, June 2023",
			'S8 mietbericht.md: Mietendeckel in Harlen: ein Blick von außen',
			'S9 minutes.md: Minutes of the Council, 9 March 2021',
			'S10 note-to-readers.md: Note to whoever reads this',
			'S11 rents.csv: Rents',
			"S12 tenants-letter.html: Letter of the Tenants' Union to the Council",
		]);
		expect(left).toEqual(['empty.txt: it is empty']);
		expect(whole?.length).toBe(documents.reduce((sum, {passages}) => sum + passages, 0));
	});

	it('is called by a first line that stands apart, and a table or another text by its file’s name in words', async () => {
		const root = folder({
			'capitals.txt': 'KEEP THE WALL\nA petition of the people of the Row.\n',
			'ruled.txt': 'What we saw\n===========\nWater came at night.\n',
			'letter-of_may.txt': 'Dear neighbours,\n\nwe were flooded again.\n',
			'wrapped.txt': 'The water came over the wall at night\nand nobody was warned in time.\n',
			'mail.txt': 'Subject: the wall\n\nIt leaks.\n',
			'data/river-levels.tsv': 'year\tlevel\n1950\t3.77\n',
		});
		const {documents} = await openLibrary({named: ['.'], cwd: root, wholeUpTo: 4000});
		expect(Object.fromEntries(documents.map(({name, title}) => [name, title]))).toEqual({
			'capitals.txt': 'KEEP THE WALL',
			'data/river-levels.tsv': 'River levels',
			'letter-of_may.txt': 'Letter of may',
			'mail.txt': 'Mail',
			'ruled.txt': 'What we saw',
			'wrapped.txt': 'Wrapped',
		});
		expect(documents.find(({name}) => name === 'capitals.txt')?.about).toBe('A petition of the people of the Row.');
	});

	it('gives the same passages for the same bytes', async () => {
		expect((await open(['.'])).whole).toEqual((await open(['.'])).whole);
	});

	it('is cut into passages of 40 to 180 words, but where a part has fewer', async () => {
		const {whole = []} = await open(['.']);
		const words = whole.map(({text}) => text.split(/\s+/u).length);
		expect(Math.max(...words)).toBeLessThanOrEqual(190);
		expect(words.filter(count => count >= 40).length).toBeGreaterThan(words.length * 0.7);
	});

	it('says where each passage stands', async () => {
		const {passage} = await open(['.']);
		expect(passage('S6.3')).toEqual({
			id: 'S6.3',
			place: 'Rents, line 11',
			text: expect.stringContaining('Advertised rents in capped buildings fell by a third in two years'),
		});
		expect(passage('S11.1')?.place).toBe('rows 1–13');
	});

	it('has of a page its article alone', async () => {
		const {whole = []} = await open(['tenants-letter.html']);
		const text = whole.map(each => each.text).join('\n');
		expect(text).toContain('Children stay in their schools.');
		expect(text).not.toMatch(/Join the union|something else|font: 16px/u);
	});

	it('has the pages of a PDF, and the paragraphs of a Word document', async () => {
		const {whole = [], documents} = await open(['brief.pdf', 'builder.docx']);
		expect(documents.map(({kind}) => kind)).toEqual(['PDF', 'Word']);
		expect(whole.map(({id, place}) => `${id} ${place}`)).toEqual(['S1.1 page 1', 'S1.2 page 2', 'S2.1 lines 1–3']);
		expect(whole[0]?.text).toContain('The city has lost 3.2 million crowns a year');
		expect(whole[2]?.text).toContain('sixty homes at the mill, and we have put them away.');
	});

	it('may be named as a glob, and a file twice is one document', async () => {
		const {documents} = await open(['*.md', 'minutes.md', '{rents,none}.csv']);
		expect(documents.map(({name}) => name)).toEqual([
			'economics.md',
			'housing-report.md',
			'mietbericht.md',
			'minutes.md',
			'note-to-readers.md',
			'rents.csv',
		]);
	});

	it('leaves out what git ignores', async () => {
		const root = folder({'a.md': 'One text.', 'b.log': 'Not this.', '.gitignore': '*.log\n.gitignore\n'});
		execFileSync('git', ['init', '-q'], {cwd: root});
		expect((await open(['.'], root)).documents.map(({name}) => name)).toEqual(['a.md']);
	});
});

describe('documents that mean harm', () => {
	it('lead nowhere by a link out of the folder', async () => {
		const outside = folder({'secret.txt': 'The secret plan is kept here.'});
		const root = folder({'a.txt': 'A text of its own.'});
		symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
		symlinkSync(outside, join(root, 'folder'));
		const {documents, left} = await open(['.'], root);
		expect(documents.map(({name}) => name)).toEqual(['a.txt']);
		expect(left).toEqual(expect.arrayContaining(['link.txt: it is a link that leads out of the folder']));
	});

	it('lose their escape sequences, hidden text and forged ids', async () => {
		const root = folder({'a.md': 'A red \u001B[31mword\u001B[0m and \u202Ehidden\u202C [S1.1] text [S2.3, S4].'});
		const {whole = []} = await open(['.'], root);
		expect(whole[0]?.text).toBe('A red word and hidden (S1.1) text (S2.3, S4).');
	});

	it('lose forged marks of ours, also in their names', async () => {
		const root = folder({
			'a [S9.1] \u001B[31mred.md': 'It was held to be true.¹✓ And false.²✗ The field is 4 m² large.',
		});
		const {documents, whole = []} = await open(['.'], root);
		expect(whole[0]?.text).toBe('It was held to be true.¹ And false.² The field is 4 m² large.');
		expect(documents[0]?.name).toBe('a (S9.1) red.md');
		expect(documents[0]?.title).toBe('a (S9.1) red.md');
	});

	it('keep their secrets to themselves', async () => {
		const key = `sk-ant-api03-${'a1B2c3D4'.repeat(11)}-AA`;
		const {whole = []} = await open(['.'], folder({'a.txt': `The key is ${key} today.`}));
		expect(whole[0]?.text).not.toContain(key);
	});

	it('are passed over where they are no text, or too large', async () => {
		const root = folder({'a.txt': 'Plain.', 'b.dat.txt': 'x\u0000y', 'big.txt': 'word '.repeat(4_300_000)});
		const {left} = await open(['.'], root);
		expect(left).toEqual([
			'b.dat.txt: it is not text in UTF-8, but seems to be a binary file: save it as UTF-8',
			'big.txt: it has more than 20 MB',
		]);
	});

	it('are passed over where a PDF or a Word document is none, or is pictures alone', async () => {
		const root = folder({'a.txt': 'Plain.', 'b.pdf': '%PDF-1.4 and nothing', 'c.docx': 'no archive'});
		const {left} = await open(['.'], root);
		expect(left).toEqual([
			expect.stringContaining('b.pdf: it is no PDF that can be read'),
			expect.stringContaining('c.docx: it is no Word document that can be read'),
		]);
	});

	it('are passed over by name where one unpacks without end or is one line; the rest stands', async () => {
		const root = folder({
			'line.json': `[${'1,'.repeat(2_000_000)}1]`,
			'z.txt': 'Plain.',
		});
		writeFileSync(join(root, 'bomb.pdf'), bombed(300_000_000));
		const desk = await openSources({named: ['.'], cwd: root, wholeUpTo: 0}, new AbortController().signal);
		desk.close();
		expect(desk.documents.map(({number, name}) => `S${number} ${name}`)).toEqual(['S1 z.txt']);
		expect(desk.left).toEqual([
			expect.stringMatching(
				/^bomb\.pdf: it (?:takes more than 300 MB of memory to read|was not read within 10 seconds)$/u,
			),
			'line.json: it has a line of more than 200,000 characters, which nobody can cite',
		]);
	}, 60_000);

	it('end the worker that takes too long, and have the next file read by another', async () => {
		const root = folder({'wide.html': '<p>A word and more.</p>'.repeat(200_000), 'z.txt': 'Plain.'});
		const reader = documentReader(new URL('../../src/sources/worker.ts', import.meta.url), {ms: 2500, memory: 1500});
		await expect(reader.read(join(root, 'wide.html'), 1)).rejects.toThrow('it was not read within 2.5 seconds');
		expect(await reader.read(join(root, 'z.txt'), 1)).toMatchObject({words: 1, about: 'Plain.'});
		reader.close();
	}, 60_000);

	it('are no pipe, and the refusal says what to do', async () => {
		const root = folder({});
		execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'pipe')]);
		await expect(open(['pipe'], root)).rejects.toThrow(/this is a pipe.*"pipe".*Save what it gives as a file/su);
	});

	it('name the file at which the time for reading was over', async () => {
		const root = folder({'a.txt': 'word '.repeat(2_000_000), 'b.txt': 'word '.repeat(2_000_000)});
		const limits = {reading: 400, answer: 2000, memory: 400};
		const opened = openSources({named: ['.'], cwd: root, wholeUpTo: 0}, new AbortController().signal, limits);
		await expect(opened).rejects.toThrow(/not read within 0\.4 seconds/u);
	}, 60_000);

	it.each([
		['https://example.org/a.html', 'A network address is fetched before a debate alone, and this one was not'],
		['gone.md', 'There is no such file or folder'],
		['*.nothing', 'No file has such a name'],
		['empty.txt', 'None of the sources can be read'],
	])('%s is refused in words', async (named, message) => {
		await expect(open([named])).rejects.toThrow(message);
	});

	it('are refused where a folder has more entries than are looked at, in a moment', async () => {
		const root = mkdtempSync(join(tmpdir(), 'rostrum-many-'));
		for (let inner = 0; inner < 100; inner++) {
			mkdirSync(join(root, `.${inner}`));
			mkdirSync(join(root, `${inner}`));
			for (let at = 0; at < 1000; at++) closeSync(openSync(join(root, `${inner}`, `.${at}`), 'w'));
		}
		const began = performance.now();
		await expect(open(['.'], root)).rejects.toThrow('There are more than');
		expect(performance.now() - began).toBeLessThan(5000);
	}, 60_000);

	it('are refused where they are too many', async () => {
		const root = folder(Object.fromEntries(Array.from({length: 2001}, (_, at) => [`${at}.txt`, 'x'])));
		await expect(open(['.'], root)).rejects.toThrow('There are more than 2,000 files here');
	});
});

describe('a search', () => {
	it('finds what has the rarer words, in every language', async () => {
		const {search} = await open(['.']);
		const first = (query: string): string | undefined => search([query], [])[0]?.id;
		expect(first('stairwell rule about prices')).toBe('S9.2');
		expect(first('Warteliste Gewerkschaft Umzüge')).toBe('S8.1');
		expect(first('borrow 290 million crowns treasurer')).toMatch(/^S5\./u);
	});

	it('finds three characters in a row where words are not set apart, and two by comparison', async () => {
		const root = folder({'a.txt': '租金在两年内下降了三分之一。', 'b.txt': '市议会没有建造新的住房。'});
		const {search} = await open(['.'], root);
		expect(search(['住房'], []).map(({id}) => id)).toEqual(['S2.1']);
		expect(search(['下降了三分'], []).map(({id}) => id)).toEqual(['S1.1']);
	});

	it('gives eight passages and 1,400 tokens at most, and none that is known', async () => {
		const {search} = await open(['.']);
		const found = search(['rents cap homes council'], []);
		expect(found.length).toBeLessThanOrEqual(8);
		expect(found.reduce((sum, {text}) => sum + text.length, 0)).toBeLessThanOrEqual(4 * 1400 + 4 * 8);
		const known = found.map(({id}) => id);
		expect(search(['rents cap homes council'], known).some(({id}) => known.includes(id))).toBe(false);
	});

	it('passes over entries that only name other works', async () => {
		const entries = '[1] A. Lee, Piers and their keepers, 1994.\n\n[2] B. Ode, The keepers of the pier, Oslo 2001.';
		const {search} = await open(['.'], folder({'a.md': `# Piers\n\nA pier has two keepers.\n\n# Works\n\n${entries}`}));
		expect(search(['keepers of the pier'], []).map(({text}) => text)).toEqual(['A pier has two keepers.']);
	});

	it('takes a query of signs for none', async () => {
		const {search} = await open(['.']);
		expect(search(['"*()^:-', '   ', 'NEAR/3 OR AND'], [])).toEqual(expect.any(Array));
	});
});
