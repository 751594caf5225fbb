import {join} from 'node:path';
import {expect, it} from 'vitest';
import {z} from 'zod';
import {packageRoot} from '../../../../src/engine/host/package-root.ts';
import {Verdict} from '../../../../src/formats/code-debate/verdict.ts';

// `npx vitest run test/transcripts/review -u` brings it up to date.
it('the schema of verdict.json in the documentation is that of the code', async () => {
	const schema = {title: 'verdict.json of a Code Debate', ...z.toJSONSchema(Verdict)};
	await expect(`${JSON.stringify(schema, undefined, '\t')}\n`).toMatchFileSnapshot(
		join(packageRoot, 'docs', 'verdict.schema.json'),
	);
});
