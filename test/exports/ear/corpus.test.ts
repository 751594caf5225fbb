import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {spokenText} from '../../../src/exports/ear.ts';

/** Lines `written => spoken`; those that begin with `#` are headings. */
const pairsOf = (language: string): (readonly [written: string, spoken: string])[] =>
	readFileSync(new URL(`corpus/${language}.txt`, import.meta.url), 'utf8')
		.split('\n')
		.filter(line => line !== '' && !line.startsWith('#'))
		.map(line => {
			const [written = '', spoken = ''] = line.split(' => ');
			return [written, spoken];
		});

describe.each(['en', 'de', 'fr', 'es', 'zh'])('what a speaker of %s says', language => {
	const pairs = pairsOf(language);

	it('is written down for at least 60 cases', () => {
		expect(pairs.length).toBeGreaterThanOrEqual(60);
	});

	it.each(pairs)('%s', (written, spoken) => {
		expect(spokenText(written, {language})).toBe(spoken);
	});
});
