import {existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {moveToTrash} from '../../../src/app/library/library-port.ts';
import {takeJournalLock} from '../../../src/engine/replay/resume.ts';
import {writeJournal} from '../../library/journals.ts';
import {freshFolder} from '../../run-in-process.ts';

/** A folder with one debate, and a trash folder. */
function shelf(name = '20261120-120000-voting') {
	const folders = join(freshFolder(), 'transcripts');
	const folder = join(folders, name);
	writeJournal(join(folder, 'debate.jsonl'));
	return {
		folder,
		journal: join(folder, 'debate.jsonl'),
		bin: {trash: join(freshFolder(), 'trash'), folders: [folders]},
	};
}

describe('a debate that is deleted', () => {
	it('is moved with its whole folder, next to one of the same name', async () => {
		const [one, other] = [shelf(), shelf()];
		writeFileSync(join(one.folder, 'debate.md'), 'words');
		mkdirSync(join(one.folder, 'runs', 'run'), {recursive: true});
		expect(await moveToTrash(one.journal, one.bin)).toBe(join(one.bin.trash, '20261120-120000-voting'));
		expect(await moveToTrash(other.journal, {...other.bin, trash: one.bin.trash})).toBe(
			join(one.bin.trash, '20261120-120000-voting-2'),
		);
		expect(existsSync(one.folder)).toBe(false);
		expect(readdirSync(join(one.bin.trash, '20261120-120000-voting')).sort()).toEqual([
			'debate.jsonl',
			'debate.md',
			'runs',
		]);
	});

	it('is not moved while it is running', async () => {
		const {folder, journal, bin} = shelf();
		const {release} = await takeJournalLock(journal);
		await expect(moveToTrash(journal, bin)).rejects.toThrow(/being written by another process/u);
		release();
		expect(readdirSync(folder)).toEqual(['debate.jsonl']);
		expect(existsSync(bin.trash)).toBe(false);
	});

	it.each([
		['a folder that somebody else made', shelf('my-notes'), /made or renamed by somebody else/u],
		[
			'a folder that holds other debates',
			(({bin, ...rest}) => ({...rest, bin: {...bin, folders: [join(rest.folder, 'transcripts')]}}))(shelf()),
			/other debates are kept in it/u,
		],
		[
			'the folder of debates itself',
			(({bin, ...rest}) => ({...rest, bin: {...bin, folders: [rest.folder]}}))(shelf()),
			/other debates are kept in it/u,
		],
		[
			'a journal of another name',
			(({journal, ...rest}) => ({...rest, journal: journal.replace('debate.jsonl', 'side.jsonl')}))(shelf()),
			/does not contain a debate journal/u,
		],
	])('is never %s', async (_what, {folder, journal, bin}, why) => {
		await expect(moveToTrash(journal, bin)).rejects.toThrow(why);
		expect(existsSync(join(folder, 'debate.jsonl'))).toBe(true);
	});

	it('is never the target of a link', async () => {
		const {folder, bin} = shelf();
		const link = join(freshFolder(), '20261120-120000-link');
		symlinkSync(folder, link);
		await expect(moveToTrash(join(link, 'debate.jsonl'), bin)).rejects.toThrow(/link to another folder/u);
		expect(existsSync(join(folder, 'debate.jsonl'))).toBe(true);
	});
});
