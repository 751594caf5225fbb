import {describe, expect, it} from 'vitest';
import {maxSpecBytes} from '../../../../src/formats/adversarial-spec/document.ts';
import {validate, validationMessage, validatorFor} from '../../../../src/formats/adversarial-spec/validation.ts';

const sound = [
	'---',
	'title: Login',
	'tags: [a, b]',
	'---',
	'# Login',
	'',
	'## Goals',
	'',
	'See [limits](#limits-and-sizes).',
	'',
	'## Limits and sizes',
	'',
	'```json',
	'{"most": 5}',
	'```',
	'',
	'```yaml',
	'most: 5',
	'```',
	'',
];
const at = (line: number, ...lines: string[]): string => sound.toSpliced(line - 1, 0, ...lines).join('\n');
const rulesOf = (text: string) => validate(text).map(({line, rule}) => `${line} ${rule}`);

describe('validation', () => {
	it('finds nothing in a sound text', () => {
		expect(validate(sound.join('\n'))).toEqual([]);
		expect(validate('')).toEqual([]);
	});

	it.each<[string, string, string[]]>([
		[
			'conflict markers',
			at(10, '<<<<<<< ours', 'a', '=======', 'b', '>>>>>>> theirs'),
			['10 conflict', '12 conflict', '14 conflict'],
		],
		['an underlined heading is no conflict', at(10, 'Sub', '=======', '', 'Text.'), []],
		['TODO', at(10, 'TODO: say more'), ['10 placeholder']],
		['a placeholder in brackets', at(10, 'The limit is [insert limit here].'), ['10 placeholder']],
		['a template’s hole', at(10, 'The limit is {{limit}}.'), ['10 placeholder']],
		['the rest left out', at(10, '[... rest of the section unchanged ...]'), ['10 placeholder']],
		['an ellipsis alone', at(10, '...'), ['10 placeholder']],
		['a link is no placeholder', at(10, 'See [add a user](https://example.com).'), []],
		['code may say TODO', at(10, '`TODO` is refused.', '', '    '), []],
		['a fence that is not closed before another', at(13, '```sh', 'ls'), ['13 fence']],
		['a fence that is never closed', at(20, '```', 'ls'), ['20 fence']],
		['a fence closed by another', at(10, '~~~', '```', '~~~'), []],
		['a longer fence around a shorter', at(10, '````', '```', '````'), []],
		['an open comment', at(20, '<!-- never ends'), ['20 comment']],
		['front matter', ['---', 'a: [1', '---', '# T', '', 'Text.'].join('\n'), ['2 front-matter']],
		['JSON', at(10, '```json', '{', '"a": 1,', '}', '```'), ['13 json']],
		['JSON that ends too soon', at(10, '```json', '{"a": [1,', '```'), ['11 json']],
		['YAML', at(10, '```yaml', 'a: 1', 'b: "x', '```'), ['12 yaml']],
		['YAML with a name that nothing has', at(10, '```yml', 'a: *nobody', '```'), ['11 yaml']],
		['several YAML documents', at(10, '```yaml', 'a: 1', '---', 'b: 2', '```'), []],
		['an empty section', at(10, '## Errors', ''), ['10 empty-section']],
		['a section of only a comment', at(10, '## Errors', '', '<!-- later -->', ''), ['10 empty-section']],
		['a section with a deeper one', at(10, '## Errors', '', '### Codes', '', 'None.', ''), []],
		['a heading in code is none', at(10, '```sh', '# comment', '```'), []],
		['a dead anchor', at(10, 'See [errors](#errors).'), ['10 anchor']],
		['an anchor of the same heading again', at(10, 'See [it](#goals-1).', '', '## Goals', '', 'More.'), []],
		['an anchor made by hand', at(10, '<a id="Here"></a> [it](#here)'), []],
		['a dead anchor in a definition', at(10, '[e]: #errors'), ['10 anchor']],
		['a link in code leads nowhere by right', at(10, '`[errors](#errors)`'), []],
	])('%s', (_, text, faults) => {
		expect(rulesOf(text)).toEqual(faults);
	});

	it('holds a text to its size, in bytes', () => {
		expect(rulesOf('a'.repeat(maxSpecBytes))).toEqual([]);
		expect(validate('é'.repeat(maxSpecBytes / 2 + 1))).toEqual([
			{line: 1, rule: 'size', what: 'The text has 1,048,578 bytes; at most 1,048,576 (1 MB) are taken.'},
		]);
	});

	// Each of these once took minutes, for some pattern looked at it again from every place in it.
	it.each([
		['backticks', '` `` ', []],
		['blanks', ' ', []],
		['unclosed brackets', '[insert ', []],
		['unclosed braces', '{{ ', []],
		['tags', '<a id ', []],
		['marks of quotations', '> ', []],
		['marks of a heading', '# ', ['1 empty-section']],
	])('is done with a long line of %s in a moment', (_, piece, rules) => {
		expect(rulesOf(piece.repeat(Math.floor(120_000 / piece.length)))).toEqual(rules);
	});

	it('tells the first faults of a text that is full of them', () => {
		const faults = validatorFor('# T\n\na\n')('# T\n\n'.concat('[a](#b) '.repeat(50_000)));
		expect(faults).toHaveLength(200);
		expect(faults[0]).toEqual({line: 3, rule: 'anchor', what: 'The link to "#b" leads nowhere.'});
	});

	it('bears a text of nothing but headings', () => {
		const text = '# a\n\nb\n'.repeat(60_000);
		expect(validatorFor(text)(text.slice(7))).toEqual([
			{line: 179_995, rule: 'sections', what: 'The section "a" (line 179998 of the original) is missing.'},
		]);
	});

	it('takes code for code only between runs of backticks of one length', () => {
		expect(rulesOf('`TODO` ``a ` TODO`` ``` TODO')).toEqual(['1 placeholder']);
		expect(rulesOf('`TODO` ``a ` TODO``')).toEqual([]);
	});

	it('says line and fault, and what to do', () => {
		const [fault] = validate(at(10, '```json', '{"a" 1}', '```'));
		expect(fault && validationMessage(fault)).toBe(
			"Validation failed on line 11: The JSON block does not parse: Expected ':' after property name. Please correct the error and retry validation.",
		);
	});
});

describe('validation against the original', () => {
	it('misses sections at the top level, and only these', () => {
		const faults = validatorFor('# T\n\n## One\n\na\n\n### Deep\n\nb\n\n## Two\n\nc\n');
		expect(faults('# T\n\n## One\n\na\n\n## Two\n\nc\n')).toEqual([]);
		expect(faults('# T\n\n## One\n\na\n')).toEqual([
			{line: 3, rule: 'sections', what: 'The section "Two" (line 11 of the original) is missing.'},
		]);
		expect(faults('# T\n\n## Two\n\nc\n\n## one\n\na\n')).toEqual([]);
	});

	it('counts sections that are called the same', () => {
		const faults = validatorFor('## One\n\na\n\n## One\n\nb\n');
		expect(faults('## One\n\na\n').map(({rule}) => rule)).toEqual(['sections']);
	});

	it('leaves the faults of the original to its author, but no more of them', () => {
		const faults = validatorFor('# T\n\nTODO: one\n\n## One\n\na\n');
		expect(faults('# T\n\nMore.\n\nTODO: one\n\n## One\n\na\n')).toEqual([]);
		expect(faults('# T\n\nTODO: one\n\nTODO: one\n\n## One\n\na\n').map(({line, rule}) => `${line} ${rule}`)).toEqual([
			'5 placeholder',
		]);
	});
});
