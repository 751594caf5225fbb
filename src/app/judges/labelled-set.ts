/** The labelled turns that ship with Rostrum. */
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {sha256} from '../../engine/host/hash.ts';
import {packageRoot} from '../../engine/host/package-root.ts';
import {LabelledTurn} from '../../formats/duelogic/figures.ts';
import {readRegularFile} from '../../engine/host/regular-file.ts';

/** `hash` is the beginning of the SHA-256 of its files: figures of another set cannot be compared. */
export type LabelledSet = {readonly turns: readonly LabelledTurn[]; readonly hash: string};

const ours = join(packageRoot, 'data', 'labelled-turns');

/** All turns, file by file in alphabetical order. Throws where a line is not a labelled turn. */
export function readLabelledSet(folder: string = ours): LabelledSet {
	const texts = textsIn(folder);
	const lines = texts.flatMap(text => text.split('\n').filter(line => line.trim() !== ''));
	return {turns: lines.map(line => LabelledTurn.parse(JSON.parse(line))), hash: hashOf(texts)};
}

/** The hash alone, without parsing. */
export const labelledSetHash = (folder: string = ours): string => hashOf(textsIn(folder));

const textsIn = (folder: string): string[] =>
	readdirSync(folder)
		.filter(name => name.endsWith('.jsonl'))
		.toSorted()
		.map(name => readRegularFile(join(folder, name)));

const hashOf = (texts: readonly string[]): string => sha256(...texts).slice(0, 12);
