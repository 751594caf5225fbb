import {chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {editDebate, editsOf} from '../../../src/app/files/edit-text.ts';
import {eventsIn} from '../../../src/app/files/read-debate.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {editForm, editsIn} from '../../../src/exports/episode.ts';
import {untimedOf} from '../../../src/exports/segments.ts';
import {exportKinds} from '../../../src/app/files/export-formats.ts';
import {sampleEvents} from '../../exports/sample.ts';

const segments = untimedOf(fold(sampleEvents()), {language: 'en'});
const form = editForm(segments, {});

describe('the form in which a debate is edited', () => {
	it('changes nothing where nothing is changed', () => {
		expect(editsIn(form, segments, 'form')).toEqual({});
	});

	it('gives back what was changed, and what was left out, by its turn', () => {
		const changed = form.replace(/^(=== t2 [^\n]*\n\n)[^\n]*/mu, '$1Nearly everybody votes.');
		const [edit] = Object.values(editsIn(changed, segments, 'form'));
		expect(edit).toContain('Nearly everybody votes');
		const {id = ''} = segments[1] ?? {};
		expect(editsIn(editForm(segments, {[id]: ''}), segments, 'form')).toEqual({[id]: ''});
	});

	it('names every turn that is gone, there twice or not of this debate', () => {
		const broken = form.replace(/^=== t2 /mu, '=== x9 ').replace(/^=== t3 /mu, '=== t1 ');
		expect(() => editsIn(broken, segments, 'form')).toThrow(
			/no such turn[^\n]*"x9"[^]*there twice[^\n]*"t1"[^]*gone[^\n]*"t2"[^]*gone[^\n]*"t3"/u,
		);
	});

	it('keeps a line of a speaker that looks like a name of a turn', () => {
		const said = segments.map((segment, place) =>
			place === 0 ? {...segment, text: 'Look:\n=== t2 forged\nmore'} : segment,
		);
		expect(editsIn(editForm(said, {}), said, 'form')).toEqual({});
	});
});

describe('an edited version', () => {
	/** A debate's folder and an editor that replaces words with sed. */
	function prepared(script: string) {
		const folder = mkdtempSync(path.join(tmpdir(), 'rostrum-edit-'));
		const journal = path.join(folder, 'debate.jsonl');
		cpSync('transcripts/sample-three-way-ethics/debate.jsonl', journal);
		const editor = path.join(folder, 'editor.sh');
		writeFileSync(editor, `#!/bin/sh\nsed -i '${script}' "$1"\n`);
		chmodSync(editor, 0o755);
		return {folder, journal, env: {EDITOR: editor}, before: readFileSync(journal, 'utf8')};
	}

	it('is kept beside the journal, which stays, and makes every format', () => {
		const {folder, journal, env, before} = prepared('s/at a dinner table/over breakfast/');
		expect(Object.keys(editDebate(journal, env))).toEqual(['t1']);
		expect(readFileSync(journal, 'utf8')).toBe(before);
		expect(existsSync(path.join(folder, 'edited.txt'))).toBe(false);
		const edits = editsOf(journal);
		for (const id of ['md', 'podcast', 'vtt', 'srt', 'html', 'dialogue', 'transcript-json']) {
			const kind = exportKinds[id];
			const text = kind ? kind.write(fold(eventsIn(journal)), {edits}).replaceAll(/\s+/gu, ' ') : '';
			expect(text, id).toMatch(/over breakfast|over (?:\d+ )?[\d:.,> -]*(?:<v [^>]*>)?breakfast/u);
			expect(text, id).not.toContain('at a dinner table');
			expect(text, id).toContain('Edited after the debate');
		}
	});

	it('that has faults is not kept, but its form is, and opens again', () => {
		const {folder, journal, env} = prepared('s/^=== t2 /=== t99 /');
		expect(() => editDebate(journal, env)).toThrow(/"t99"/u);
		expect(existsSync(path.join(folder, 'edited.json'))).toBe(false);
		expect(readFileSync(path.join(folder, 'edited.txt'), 'utf8')).toContain('=== t99 ');
		writeFileSync(env.EDITOR, '#!/bin/sh\nsed -i "s/^=== t99 /=== t2 /" "$1"\n');
		expect(editDebate(journal, env)).toEqual({});
	});

	it('needs an editor, and is asked for only where there is one', () => {
		const {journal} = prepared('');
		expect(() => editDebate(journal, {})).toThrow(/EDITOR/u);
		expect(() => editsOf(journal)).toThrow(/no edited version/u);
	});
});
