import {describe, expect, it} from 'vitest';
import {filesFailing} from '../../../../src/formats/builder-reviewer/check-output.ts';
import {importsOf} from '../../../../src/formats/builder-reviewer/imports.ts';

describe('what a failing test brings in', () => {
	it.each([
		['test/sum.test.ts', "import {add} from '../src/sum.js';\nimport x from 'vitest';", ['src/sum.ts']],
		['test/all.js', "const {parse} = require('..');\nconst y = require('../lib/env');", ['index.js', 'lib/env.js']],
		['web/page.spec.tsx', "import {Page} from '@/web/page';", ['web/page.tsx']],
		[
			'tests/test_read.py',
			'from pkg.reader import Reader, read\nimport pkg.limits\n',
			['pkg/reader.py', 'pkg/limits.py'],
		],
		[
			'pkg/tests/test_deep.py',
			'from ..limits import most\nfrom . import tools\n',
			['pkg/limits.py', 'pkg/tests/tools.py'],
		],
		['limits/limits_test.go', 'package limits\n', ['limits/limits.go']],
		['src/test/java/a/ParserTest.java', 'import a.b.C;\n', ['src/main/java/a/Parser.java']],
		['tests/parse.c', '#include "parse.h"\n#include <stdio.h>\n', ['src/parse.c', 'include/parse.h']],
		['tests/decode.rs', 'use mine::codec::decode;\n', ['src/codec.rs']],
		['spec/user_spec.rb', "require_relative '../app/user'\n", ['app/user.rb']],
		['test/none.test.js', "import assert from 'node:assert';\n", []],
	])('%s', (path, text, expected) => {
		const known =
			`src/sum.ts index.js lib/env.js web/page.tsx pkg/reader.py pkg/limits.py pkg/tests/tools.py limits/limits.go
			limits/other.go src/main/java/a/Parser.java src/parse.c include/parse.h src/codec.rs app/user.rb README.md package.json ${path}`.split(
				/\s+/u,
			);
		expect(importsOf(path, text, known)).toEqual(expected);
	});

	it('is looked for in what failed, and not in what passed beside it', () => {
		const output = ['PASS test/easy.test.js', 'FAIL test/hard.test.js', '  ● adds', '    Error: expected 3'].join('\n');
		expect(filesFailing(output, ['test/easy.test.js', 'test/hard.test.js'], 4000)).toEqual(['test/hard.test.js']);
	});
});
