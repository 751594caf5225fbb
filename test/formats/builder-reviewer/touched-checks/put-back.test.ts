import {describe, expect, it} from 'vitest';
import {restored, touchedBy, type FileChange} from '../../../../src/formats/builder-reviewer/touched-checks.ts';

const base = {command: 'npm test', manifests: {}, paths: ['package.json', 'src/a.ts', 'packages/old/index.js']};
const change = (path: string, before: string | undefined, after: string | undefined): FileChange => ({
	path,
	modes: {before: '100644', after: '100644'},
	before,
	after,
});
const back = (...changes: FileChange[]) => restored(changes, base);
const stays = 'and not put back for the check with the tests of the base';

describe('for the check with the tests of the base', () => {
	it('settings of compilers, linters, bundlers and CI are as they were', () => {
		for (const path of [
			'tsconfig.json',
			'.eslintrc.cjs',
			'eslint.config.js',
			'.eslintignore',
			'vite.config.ts',
			'mypy.ini',
		])
			expect(back(change(path, 'strict', 'loose')), path).toEqual({[path]: 'base'});
		expect(back(change('.github/workflows/ci.yml', 'test', undefined))).toEqual({'.github/workflows/ci.yml': 'base'});
	});

	it('new settings beside old files are gone, and those of a new package stay', () => {
		expect(back(change('.eslintrc.json', undefined, '{}'))).toEqual({'.eslintrc.json': 'deleted'});
		expect(back(change('packages/old/tsconfig.json', undefined, '{}'))).toEqual({
			'packages/old/tsconfig.json': 'deleted',
		});
		expect(back(change('packages/new/tsconfig.json', undefined, '{}'))).toEqual({});
	});

	it('of a manifest, scripts and tools’ settings are as they were, and dependencies as they are', () => {
		const was = '{"dependencies": {}, "eslintConfig": {"rules": {"no-eval": 2}}}';
		const is = '{"dependencies": {"left-pad": "1"}, "eslintConfig": {}}';
		const {'package.json': put} = back(change('package.json', was, is));
		expect(typeof put === 'object' && JSON.parse(put.text)).toEqual({
			dependencies: {'left-pad': '1'},
			eslintConfig: {rules: {'no-eval': 2}},
		});
		expect(touchedBy([change('package.json', was, is)], base)).toEqual([
			{kind: 'check', path: 'package.json', what: 'field “eslintConfig” changed'},
		]);
	});

	it('of pyproject.toml, the tools’ sections are as they were, and the rest as it is', () => {
		const was = '[project]\nname = "a"\n\n[tool.mypy]\nstrict = true\n';
		const is =
			'[project]\nname = "a"\ndependencies = [\n"x",\n]\n\n[tool.mypy]\nstrict = false\n\n[tool.pytest.ini_options]\naddopts = "-k none"\n';
		expect(back(change('pyproject.toml', was, is))).toEqual({
			'pyproject.toml': {
				text: '[project]\nname = "a"\ndependencies = [\n"x",\n]\n\n[tool.mypy]\nstrict = true\n',
			},
		});
		const moreNeeded = was.replace('"a"\n', '"a"\ndependencies = ["x"]\n');
		expect(back(change('pyproject.toml', was, moreNeeded))).toEqual({});
		expect(touchedBy([change('pyproject.toml', was, moreNeeded)], base)).toEqual([
			{kind: 'check', path: 'pyproject.toml', what: `changed beside the tools’ settings, ${stays}`},
		]);
	});

	it('what says what is built stays as it is, which is said', () => {
		for (const path of ['pom.xml', 'build.gradle.kts', 'CMakeLists.txt', '.npmrc']) {
			expect(back(change(path, 'a', 'b')), path).toEqual({});
			expect(touchedBy([change(path, 'a', 'b')], base)).toEqual([{kind: 'check', path, what: `changed, ${stays}`}]);
		}
		expect(back(change('package-lock.json', 'a', 'b'), change('dist/a.js', 'a', 'b'))).toEqual({});
	});
});
