import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {assembleConfig} from '../../../src/app/plan/debate-config.ts';
import {findPreset, namedPreset, readPresets} from '../../../src/app/plan/presets.ts';
import {formatOf} from '../../../src/formats/index.ts';

const nowhere = join(tmpdir(), 'rostrum-no-such-folder');
const whole = {
	id: 'mine',
	name: 'Mine',
	description: 'A quarrel of my own',
	propositions: ['Tea is better.'],
	config: {tone: 'heated'},
};

function folderWith(name: string, content: unknown): string {
	const folder = mkdtempSync(join(tmpdir(), 'rostrum-presets-'));
	mkdirSync(join(folder, 'duelogic'));
	writeFileSync(join(folder, 'duelogic', name), typeof content === 'string' ? content : JSON.stringify(content));
	return folder;
}

describe('presets', () => {
	const ours = readPresets(nowhere);

	it('include each protocol’s own, the default one first', () => {
		expect(ours.filter(({protocol}) => protocol === 'duelogic').map(({id}) => id)).toEqual([
			'classic_clash',
			'battle_royale',
			'caution_vs_progress',
			'first_debate',
			'flood_wall',
			'global_vs_local',
			'liberty_vs_community',
			'rent_cap',
			'three_way_ethics',
		]);
	});

	it.each(ours.map(preset => [`${preset.protocol}/${preset.id}`, preset] as const))(
		'%s fits its protocol and suggests at least two topics',
		(_, preset) => {
			const protocol = formatOf(preset.protocol);
			if (!protocol) throw new Error(`there is no protocol ${preset.protocol}`);
			const config = assembleConfig(protocol, [{from: preset.file, config: preset.config}], []);
			expect(protocol.speakers(config).length).toBeGreaterThanOrEqual(protocol.minSpeakers);
			expect(new Set(preset.propositions).size).toBeGreaterThanOrEqual(2);
		},
	);

	it('include the user’s own, which replace built-in ones', () => {
		const added = readPresets(folderWith('mine.json', whole));
		expect(added).toHaveLength(ours.length + 1);
		expect(findPreset(added, 'duelogic', 'mine')).toMatchObject(whole);
		const replaced = readPresets(folderWith('classic_clash.json', {...whole, id: 'classic_clash'}));
		expect(replaced).toHaveLength(ours.length);
		expect(findPreset(replaced, 'duelogic', 'classic_clash').name).toBe('Mine');
	});

	it.each([
		['bad.json', '{"id": "bad"', /JSON/u],
		['bad.json', {...whole, id: 'bad', name: ''}, /name/u],
		['bad.json', {...whole, id: 'bad', colour: 'red'}, /colour/u],
		['bad.json', {...whole, id: 'good'}, /"good" is not the file’s name/u],
		['bad.json', [], /expected object/u],
	])('leave out %s, say its path and what is wrong, and keep the rest (%j)', (name, content, fault) => {
		const folder = folderWith(name, content);
		const broken: string[] = [];
		expect(readPresets(folder, undefined, each => broken.push(each.fault.message))).toEqual(ours);
		expect(broken).toEqual([expect.stringMatching(fault)]);
		expect(broken[0]).toContain(join(folder, 'duelogic', name));
		expect(() => namedPreset(folder, 'duelogic', 'bad')).toThrow(fault);
		expect(namedPreset(folder, 'duelogic', 'classic-clash').id).toBe('classic_clash');
	});

	it('are listed if one is not found', () => {
		expect(() => findPreset(ours, 'duelogic', 'clasic_clash')).toThrow(
			/"clasic_clash" \(from --preset\)\. Presets are classic_clash, /u,
		);
	});
});
