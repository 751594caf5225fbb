import {describe, expect, it} from 'vitest';
import {corpusOf} from '../../../src/debate/citations/journal-corpus.ts';
import {isQuotation, quotedPlaces, standingOf, type QuotationFinding} from '../../../src/debate/citations/standing.ts';
import {languageOfText} from '../../../src/languages/find.ts';

const passages = [
	{
		id: 'S1.1',
		place: 'lines 1–3',
		text: 'Advertised rents fell by a third in two years, from 12.40 to 8.30 crowns. The number of homes to let did not rise. Nobody had expected that.',
	},
	{
		id: 'S1.2',
		place: 'lines 5–7',
		text: 'Complaints about damp rose from 310 to 540. We do not know how much of the fall is due to the cap. Rents may have fallen without any cap at all.',
	},
	{
		id: 'S1.3',
		place: 'lines 9–11',
		text: 'The Council’s plan was “half a promise”, as the **Tenants’ Union** wrote. A cap without building—and without land—is a promise that costs nothing.',
	},
	{
		id: 'S1.4',
		place: 'lines 13–15',
		text: 'Most landlords agree that repairs suffer. It is not true that the reform worked for everyone. The roof cost 41,000 crowns and 2.5 % more each year.',
	},
	{
		id: 'S1.5',
		place: 'lines 17–19',
		text: 'The inter-\nnational agency praised the long-\nterm plan. The field is 12 m² large, and a grain of it weighs 10⁻³ grams. It was −4 degrees.',
	},
	{
		id: 'S2.1',
		place: 'lines 1–3',
		text: 'In most studies, controls without an exception for new homes are followed by less building. Upkeep suffers where a landlord cannot earn a repair back.',
	},
	{
		id: 'S3.1',
		place: 'Zeilen 1–3',
		text: 'Der Deckel in Harlen hat die Mieten in alten Häusern gesenkt. Er hat aber keine einzige Wohnung geschaffen. Wer eine Wohnung hat, bleibt.',
	},
	{id: 'S4.1', place: '第1行', text: '租金在两年内下降了三分之一。待租房屋的数量没有增加。市议会没有建造新的住房。'},
	{
		id: 'S6.1',
		place: 'line 1',
		text: 'The town paid for the bridge across the river with the money of its old harbour and with its credit.',
	},
	{
		id: 'S7.1',
		place: 'page 12',
		text: 'When a researcher found flaws in the lock [26], the plan died [27] [28]. It had cost 40 crowns [3, 9].',
	},
	{id: 'S5.1', place: 'rows 1–2', text: 'year,rent,permits\n2020,12.40,102\n2021,10.10,95'},
];
const corpus = corpusOf(passages, text => languageOfText(text, 2));

type Wanted = {
	readonly standing: QuotationFinding['standing'];
	readonly passage?: string | undefined;
	readonly sense?: QuotationFinding['sense'] | undefined;
};
type Case = readonly [what: string, quote: string, ids: string, wanted: Wanted, before?: string];
const verified = (passage: string): Wanted => ({standing: 'verified', passage});
const misplaced = (passage: string): Wanted => ({standing: 'misplaced', passage});
const altered = (passage: string): Wanted => ({standing: 'altered', passage, sense: undefined});
const inSense = (sense: QuotationFinding['sense'], passage = 'S1.1'): Wanted => ({standing: 'altered', sense, passage});
const halved = (passage: string, sense?: QuotationFinding['sense']): Wanted => ({standing: 'halved', passage, sense});
const absent: Wanted = {standing: 'absent', sense: undefined};
const unseen: Wanted = {standing: 'unseen', passage: undefined};

/** What is quoted, what is named, how it stands, and what the speaker says before it. */
const table: readonly Case[] = [
	['the exact words', 'Advertised rents fell by a third in two years', 'S1.1', verified('S1.1')],
	['a whole sentence with its stop', 'The number of homes to let did not rise.', 'S1.1', verified('S1.1')],
	['other capitals', 'advertised rents FELL by a third', 'S1.1', verified('S1.1')],
	['a comma left out', 'fell by a third in two years from 12.40 to 8.30 crowns', 'S1.1', verified('S1.1')],
	['straight marks for typographic ones', 'the Council\'s plan was "half a promise"', 'S1.3', verified('S1.3')],
	['typographic marks for straight ones', 'The Council’s plan was half a promise', 'S1.3', verified('S1.3')],
	['Markdown left out', 'as the Tenants’ Union wrote', 'S1.3', verified('S1.3')],
	['a dash for a dash', 'A cap without building – and without land – is a promise', 'S1.3', verified('S1.3')],
	['a comma for a dash', 'A cap without building, and without land, is a promise', 'S1.3', verified('S1.3')],
	['a soft hyphen', 'Adver\u00ADtised rents fell by a third', 'S1.1', verified('S1.1')],
	['full-width letters', 'Ａｄｖｅｒｔｉｓｅｄ rents fell by a third', 'S1.1', verified('S1.1')],
	['a word divided by a line end, whole', 'The international agency praised', 'S1.5', verified('S1.5')],
	['a hyphen at a line end that belongs to the word', 'praised the long-term plan', 'S1.5', verified('S1.5')],
	['the number with its decimal mark', 'from 12.40 to 8.30 crowns', 'S1.1', verified('S1.1')],
	['percent in letters', 'and 2.5 percent more each year', 'S1.4', verified('S1.4')],
	['a thousand with its mark', 'The roof cost 41,000 crowns', 'S1.4', verified('S1.4')],
	['a squared unit', 'The field is 12 m² large', 'S1.5', verified('S1.5')],
	['a minus of another kind', 'It was -4 degrees', 'S1.5', verified('S1.5')],
	[
		'an elision between words that say nothing',
		'Advertised rents fell … in two years',
		'S1.1',
		halved('S1.1', 'figure'),
	],
	[
		'an elision of plain words',
		'controls without an exception … are followed by less building',
		'S2.1',
		verified('S2.1'),
	],
	[
		'an elision in three dots',
		'controls without an exception ... are followed by less building',
		'S2.1',
		verified('S2.1'),
	],
	[
		'an elision in brackets',
		'controls without an exception [...] are followed by less building',
		'S2.1',
		verified('S2.1'),
	],
	[
		'an elision over a sentence end',
		'Complaints about damp rose from 310 to 540. … Rents may have fallen',
		'S1.2',
		verified('S1.2'),
	],
	['an elision into the neighbour', 'Nobody had expected that. … Complaints about damp rose', 'S1.1', verified('S1.1')],
	[
		'a bracketed insertion',
		'Upkeep suffers where [an owner] cannot earn a repair back',
		'S2.1',
		verified('S2.1'),
		'It holds, nobody denies:',
	],
	['a capital in brackets', '[u]pkeep suffers where a landlord cannot earn a repair back', 'S2.1', verified('S2.1')],
	[
		'numbers of a bibliography',
		'found flaws in the lock, the plan died. It had cost 40 crowns',
		'S7.1',
		verified('S7.1'),
	],
	['such numbers, said as they are printed', 'found flaws in the lock [26], the plan died', 'S7.1', verified('S7.1')],
	['a note of the speaker’s', 'Advertised rents fell [sic] by a third', 'S1.1', verified('S1.1')],
	[
		'words in the neighbour of the passage named',
		'Complaints about damp rose from 310 to 540',
		'S1.1',
		verified('S1.2'),
	],
	[
		'words over the border of two passages',
		'Nobody had expected that. Complaints about damp rose',
		'S1.2',
		verified('S1.1'),
	],
	['words two passages away', 'the Council’s plan was half a promise', 'S1.1', misplaced('S1.3')],
	['words two passages back', 'Complaints about damp rose', 'S1.4', misplaced('S1.2')],
	[
		'an insertion for eight words',
		'The town paid for the bridge [out of] old harbour and with',
		'S6.1',
		verified('S6.1'),
	],
	[
		'an insertion for nine words',
		'The town paid for the bridge [out of] harbour and with its',
		'S6.1',
		altered('S6.1'),
	],
	['words three passages away', 'The field is 12 m² large', 'S1.1', misplaced('S1.5')],
	['words of another document', 'Upkeep suffers where a landlord cannot earn', 'S1.2', misplaced('S2.1')],
	['words with a mistyped id', 'Complaints about damp rose from 310 to 540', 'S1.99', misplaced('S1.2')],
	['words with the id of no document', 'Complaints about damp rose from 310 to 540', 'S77.2', misplaced('S1.2')],
	['words with a document alone', 'Complaints about damp rose from 310 to 540', 'S1', verified('S1.2')],
	['a list of ids, the second right', 'Upkeep suffers where a landlord cannot earn', 'S1.1 S2.1', verified('S2.1')],
	['a list of ids, none right', 'Der Deckel in Harlen hat die Mieten gesenkt', 'S1.1 S2.1', altered('S3.1')],
	[
		'a changed figure',
		'Advertised rents fell by a third in three years, from 12.40 to 8.30 crowns',
		'S1.1',
		inSense('figure'),
	],
	['a changed decimal', 'rents fell by a third in two years, from 12.40 to 8.90 crowns', 'S1.1', inSense('figure')],
	['a figure without its sign', 'It was 4 degrees. The field', 'S1.5', absent],
	['a power without its sign', 'and a grain of it weighs 10³ grams', 'S1.5', inSense('figure', 'S1.5')],
	['a negation taken out', 'The number of homes to let did rise', 'S1.1', inSense('negation')],
	['a negation put in', 'Complaints about damp never rose from 310 to 540', 'S1.2', inSense('negation', 'S1.2')],
	['a hedge dropped', 'Rents have fallen without any cap at all', 'S1.2', inSense('hedge', 'S1.2')],
	['a hedge put in', 'Advertised rents perhaps fell by a third in two years', 'S1.1', inSense('hedge')],
	['a plain word changed', 'Advertised rents sank by a third in two years', 'S1.1', altered('S1.1')],
	['a plain word put in', 'Advertised rents then fell by a third in two years', 'S1.1', altered('S1.1')],
	[
		'two passages joined without a mark',
		'Advertised rents fell by a third and upkeep suffers where a landlord cannot',
		'S1.1',
		absent,
	],
	[
		'two documents joined by an ellipsis',
		'Advertised rents fell by a third … Upkeep suffers where a landlord',
		'S1.1',
		absent,
	],
	['parts in the wrong order', 'did not rise … Advertised rents fell by a third', 'S1.1', absent],
	['words picked out of a denial', 'the reform worked for everyone', 'S1.4', halved('S1.4')],
	[
		'the same with the denial in the speaker’s words',
		'the reform worked for everyone',
		'S1.4',
		verified('S1.4'),
		'Nobody may say that it was not so: it is not true that ',
	],
	['words without the hedge that stood before them', 'landlords agree that repairs suffer', 'S1.4', halved('S1.4')],
	['a negation elided', 'The number of homes to let … rise', 'S1.1', halved('S1.1', 'negation')],
	['a negation put into brackets', 'Advertised rents [never] fell by a third', 'S1.1', inSense('negation')],
	['a negation replaced by brackets', 'The number of homes to let [did] rise', 'S1.1', inSense('negation')],
	['a figure elided', 'The roof cost … crowns and', 'S1.4', halved('S1.4', 'figure')],
	['words that stand nowhere', 'every household has written to thank the council', 'S1.1', absent],
	['words that stand nowhere, and no such id', 'every household has written to thank the council', 'S9.9', unseen],
	['words that stand nowhere, and no id', 'every household has written to thank the council', '', unseen],
	['three words of many', 'fell by a', 'S1.1', verified('S1.1')],
	[
		'a translation',
		'the cap has lowered the rents in the old houses',
		'S3.1',
		{standing: 'translated', passage: 'S3.1'},
	],
	['the original in German', 'Er hat aber keine einzige Wohnung geschaffen', 'S3.1', verified('S3.1')],
	['German without its negation', 'Er hat aber eine einzige Wohnung geschaffen', 'S3.1', inSense('negation', 'S3.1')],
	['Chinese', '租金在两年内下降了三分之一', 'S4.1', verified('S4.1')],
	['Chinese without its negation', '待租房屋的数量有增加', 'S4.1', inSense('negation', 'S4.1')],
	['Chinese that stands nowhere', '市长昨天宣布辞职并离开城市', 'S4.1', absent],
	['a row of a table', '2021,10.10,95', 'S5.1', verified('S5.1')],
	['a row of a table with another figure', '2021,10.10,96', 'S5.1', absent],
];

describe('the standing of a quotation', () => {
	it.each(table.map(each => ({what: each[0], each})))('$what', ({each: [, quote, ids, wanted, before = '']}) => {
		const found = standingOf({quote, before, ids: ids.split(' ').filter(id => id !== '')}, corpus);
		expect({standing: found.standing, ...pick(found, wanted)}).toEqual(wanted);
	});

	it('is the same for sixty and more cases each time', () => {
		expect(table.length).toBeGreaterThanOrEqual(60);
	});

	it('is none for two words, or for four characters where words are not set apart', () => {
		expect(isQuotation('rent control')).toBe(false);
		expect(isQuotation('the rent control')).toBe(true);
		expect(isQuotation('租金下降')).toBe(false);
		expect(isQuotation('租金下降三成')).toBe(true);
	});

	it('marks its words in the passage', () => {
		const text = 'Most landlords agree that repairs suffer where nobody pays.';
		const marked = (quote: string) => quotedPlaces(text, quote).map(([start, end]) => text.slice(start, end));
		expect(marked('agree that repairs suffer')).toEqual(['agree that repairs suffer']);
		expect(marked('Most landlords … where nobody pays')).toEqual(['Most landlords', 'where nobody pays']);
		expect(marked('agree that repairs always suffer')).toEqual(['agree that repairs suffer']);
		expect(marked('something else')).toEqual([]);
	});

	const denied = {id: 'S1.1', place: 'line 1', text: 'It is not true that the reform worked for everyone in Harlen.'};
	const said = {id: 'S2.1', place: 'line 1', text: 'The reform worked for everyone in Harlen, the council says.'};
	const german = {id: 'S3.1', place: 'Zeile 1', text: 'Der Rat sagt, dass die Reform in Harlen allen genützt hat.'};
	const three = corpusOf([denied, said, german], text => languageOfText(text, 2));
	it.each([
		[['S1.1', 'S2.1'], 'verified', 'S2.1'],
		[['S2.1', 'S1.1'], 'verified', 'S2.1'],
		[['S1', 'S2'], 'verified', 'S2.1'],
		[['S1.1'], 'halved', 'S1.1'],
		[['S9.9'], 'misplaced', 'S2.1'],
		[[], 'misplaced', 'S2.1'],
	])('is that of all places named, whichever comes first: %j', (ids, standing, passage) => {
		expect(standingOf({quote: 'the reform worked for everyone', before: '', ids}, three)).toMatchObject({
			standing,
			passage,
		});
	});

	it.each([[['S3.1', 'S2.1']], [['S2.1', 'S3.1']]])('is a translation of any passage named: %j', ids => {
		const quote = 'The mayor says that the rules have helped the people of the town';
		expect(standingOf({quote, before: '', ids}, three)).toEqual({standing: 'translated', passage: 'S3.1'});
	});

	it.each([
		['In sixteen of forty towns, rents rose by 55.5 per cent', 'In 16 of 40 towns, rents rose by 55.5 %', 'verified'],
		['In 16 of 40 towns, rents rose by 55.5 %', 'in sixteen of forty towns, rents rose by 55.5 percent', 'verified'],
		['Training took 10²⁵ operations in all', 'Training took 10^25 operations', 'verified'],
		['Training took 10²⁵ operations in all', 'took ten to the 25th operations in all', 'verified'],
		['Training took 10^25 operations in all', 'Training took 1025 operations in all', 'altered'],
		[
			'The model has 7B parameters and cost $1.5M',
			'has seven billion parameters and cost 1.5 million dollars',
			'verified',
		],
		[
			'The model has 7B parameters and cost $1.5M',
			'has seven million parameters and cost 1.5 million dollars',
			'altered',
		],
		['It was signed on 3 May 2020 by the mayor', 'It was signed on May 3rd, 2020 by the mayor', 'verified'],
		['It was signed on 3 May 2020 by the mayor', 'It was signed on 5 March 2020 by the mayor', 'altered'],
		['It was signed on 3 May 2020 by the mayor', 'It was signed on 3 May', 'verified'],
		['הקרן ירדה ב-33 אחוזים בשנת 2025 ולא תוגדל עוד', 'קרן ירדה ב-33 אחוזים בשנת 2025', 'verified'],
		['It was signed on 3 May 2020 by the mayor', 'May 2020 by the mayor', 'verified'],
		['It cost $5 million in all', 'It cost 5 million', 'verified'],
		['The cap ends in March 2028 or later', 'The cap ends in March', 'verified'],
		['They own twelve hectares at the old harbour', 'hectares at the old harbour', 'verified'],
		['Die Stadt hat 1500 Wohnungen und 11 Parks', 'hat 1.500 Wohnungen und elf Parks', 'verified'],
		['Die Stadt hat 1.500 Wohnungen und elf Parks', 'Die Stadt hat 1500 Wohnungen und 11 Parks', 'verified'],
		['Die Stadt hat 1.500 Wohnungen und elf Parks', 'Die Stadt hat 1,5 Wohnungen und 11 Parks', 'altered'],
		['La ville a quatre-vingt-dix-sept parcs et les habitants', 'La ville a 97 parcs et les habitants', 'verified'],
		['La ciudad tiene once parques y mil quinientas casas', 'La ciudad tiene 11 parques y 1500 casas', 'verified'],
		['该市有三十五个公园和1.2万套住房', '该市有35个公园和12000套住房', 'verified'],
		['该市有三十五个公园和1.2万套住房', '该市有36个公园和12000套住房', 'altered'],
	])('takes equal values for equal: %s / %s is %s', (text, quote, standing) => {
		const source = corpusOf([{id: 'S1.1', place: 'line 1', text: `${text}.`}], each => languageOfText(each, 2));
		const found = standingOf({quote, before: '', ids: ['S1.1']}, source);
		expect(found).toMatchObject({standing, ...(standing === 'altered' && {sense: 'figure'})});
	});

	it('tells a difference of values as both write them', () => {
		const text = 'In sixteen of forty towns, rents rose by $1.5M.';
		const source = corpusOf([{id: 'S1.1', place: 'line 1', text}], () => undefined);
		const quote = 'In seventeen of 40 towns, rents rose by 1.5 million dollars';
		expect(standingOf({quote, before: '', ids: ['S1.1']}, source)).toEqual({
			standing: 'altered',
			passage: 'S1.1',
			sense: 'figure',
			differences: [{said: 'seventeen', stands: 'sixteen'}],
		});
		const marked = quotedPlaces(text, 'rents rose by 1.5 million dollars').map(([from, to]) => text.slice(from, to));
		expect(marked).toEqual(['rents rose by $1.5M']);
	});

	it('compares the signs of code in all places named', () => {
		const code = (number: number, text: string) => ({
			passage: {id: `S${number}.1`, place: 'line 1', text},
			document: {number, kind: 'code', title: '', name: '', bytes: 1, words: 1, hash: '', passages: 1, about: ''},
		});
		const both = [code(1, 'if (left < limit) return next;'), code(2, 'if (left <= limit) return next;')];
		const files = corpusOf(
			both.map(({passage}) => passage),
			() => undefined,
			both.map(({document}) => document),
		);
		const stands = (ids: readonly string[]) => standingOf({quote: 'if (left <= limit)', before: '', ids}, files);
		expect(stands(['S1.1', 'S2.1'])).toEqual({standing: 'verified', passage: 'S2.1'});
		expect(stands(['S7.1'])).toEqual({standing: 'misplaced', passage: 'S2.1'});
		expect(stands(['S1.1'])).toMatchObject({standing: 'altered', sense: 'sign', passage: 'S1.1'});
	});

	it('compares the signs and capitals of code, and lets comments go on over their marks', () => {
		const text = [
			'export function next(left: number): number {',
			'\t// What is left is never',
			'\t// less than nothing.',
			'\tif (left <= 0 && !isOver) throw new Error("over");',
			'\treturn spread(...left);',
			'}',
		].join('\n');
		const code = {number: 1, kind: 'code', title: '', name: '', bytes: 1, words: 1, hash: '', passages: 1, about: ''};
		const source = corpusOf([{id: 'S1.1', place: 'lines 1–6', text}], () => undefined, [code]);
		const said = (quote: string) => {
			const {standing, sense} = standingOf({quote, before: '', ids: ['S1.1']}, source);
			return sense === undefined ? standing : `${standing} by a ${sense}`;
		};
		expect(said('if (left <= 0 && !isOver)')).toBe('verified');
		expect(said('if (left<=0 && !isOver)')).toBe('verified');
		expect(said('return spread(...left);')).toBe('verified');
		expect(said('What is left is never less than nothing')).toBe('verified');
		expect(said('function next(left … throw new Error')).toBe('halved by a negation');
		expect(said('if (left < 0 && !isOver)')).toBe('altered by a sign');
		expect(said('if (left <= 0 && isOver)')).toBe('altered by a sign');
		expect(said('if (Left <= 0 && !isOver)')).toBe('altered by a sign');
		expect(said('if (left <= 1 && !isOver) throw new Error("over")')).toBe('altered by a figure');
		const {differences} = standingOf({quote: 'if (left < 0 && !isOver)', before: '', ids: ['S1.1']}, source);
		expect(differences).toEqual([{said: 'if (left < 0 && !isOver)', stands: 'if (left <= 0 && !isOver'}]);
	});

	it('keeps what differs, as it was said and as it stands', () => {
		const {differences} = standingOf(
			{quote: 'Advertised rents sank by a third in two years', before: '', ids: ['S1.1']},
			corpus,
		);
		expect(differences).toEqual([{said: 'sank', stands: 'fell'}]);
	});
});

const pick = ({passage, sense}: QuotationFinding, wanted: Wanted) => ({
	...('passage' in wanted && {passage}),
	...('sense' in wanted && {sense}),
});
