import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {pronunciationsIn, spokenText} from '../../../src/exports/ear.ts';

const english = (text: string): string => spokenText(text, {language: 'en'});

describe('what is written for the eye is said for the ear', () => {
	it.each([
		['**We** must *vote*, `now`.', 'We must vote, now.'],
		['# A heading\nand text', 'A heading.\n\nand text'],
		['- first\n- second!\n- third', 'first.\n\nsecond!\n\nthird.'],
		['1. Do this\n2. Do that', 'First: Do this.\n\nSecond: Do that.'],
		['| what | how |\n|---|---|\n| walls | thick |', 'what: walls; how: thick.'],
		['See [the report](http://example.org/x) [1][^2].', 'See the report.'],
		['It is at https://www.example.org/a?b=c.', 'It is at example.org.'],
		['As shown (Rawls, 1971, p. 12).', 'As shown.'],
		[
			'Kant, e.g., or Mill, i.e. others vs. them etc. Then 5 % & more.',
			'Kant, for example or Mill, that is others versus them and so on. Then 5 percent and more.',
		],
		['```js\ncode\n```', 'A piece of code stands here, which is in the transcript.'],
		['P1 [major]: The limit is off by one.', 'Point 1, major: The limit is off by one.'],
		['`entry.index !== index`', 'entry dot index is not index'],
		[
			'The border in `if (index >= entries.length - 1 && entries[index].end > start) return` decides.',
			'The border in the code in the transcript decides.',
		],
		['See `src/server.js:7`, and src/rate-limit.js:22.', 'See server.js, line 7, and rate-limit.js, line 22.'],
		['Q1: why?\nA1: that. In Q3 2026, P2.', 'Question 1: why?\n\nAnswer 1: that. In quarter 3 2026, point 2.'],
		[
			'It took 60.6 s at 100 km/h and 20 °C.',
			'It took 60.6 seconds at 100 kilometres per hour and 20 degrees Celsius.',
		],
		['$1.2bn, €5, 60_000, 10k, 3x, -3', '1.2 billion dollars, 5 euros, 60,000, 10 thousand, 3 times, minus 3'],
		['5–10 on 2026-11-22', '5 to 10 on 22 November 2026'],
		['x ≤ 5, 2^10 = 1024', 'x at most 5, 2 to the power of 10 equals 1024'],
		['Done 🎉 → next', 'Done, next'],
		['One ends.\nAnother begins.', 'One ends.\n\nAnother begins.'],
		['a line that was wrapped\nin the middle', 'a line that was wrapped in the middle'],
		['<b>bold</b> <script>alert(1)</script>', 'bold alert(1)'],
		['<script>alert(1)</script>', ''],
		['Call 555-1234-22 in 1987.', 'Call 555-1234-22 in 1987.'],
	])('%j', (written, said) => {
		expect(english(written)).toBe(said);
	});

	// What is spoken does not change what was said.
	it.each([
		['Q3 revenue rose; in Q1 2025 and Q4.', 'Quarter 3 revenue rose; in quarter 1 2025 and quarter 4.'],
		['Orders doubled between Q1 and Q2.', 'Orders doubled between quarter 1 and quarter 2.'],
		['By March, Q2 was lost.', 'By March, quarter 2 was lost.'],
		['See Q3; Q5 may wait.', 'See Q 3; Q 5 may wait.'],
		['Q2: who pays?\n\nNobody answers Q2.', 'Question 2: who pays?\n\nNobody answers question 2.'],
		['Call (555) 010-4477 or +49 30 1234-56.', 'Call (555) 010-4477 or plus 49 30 1234-56.'],
		['Llama-3.1-8B beats 8B others.', 'Llama-3.1-8B beats 8 billion others.'],
		['Section §5 and § 6 hold.', 'Section 5 and section 6 hold.'],
		['On Mon. and Tues. Art. 5 lit. b holds.', 'On Monday and Tuesday Article 5 letter b holds.'],
		['Henry Ⅷ and Ramses II met in act Ⅳ.', 'Henry the Eighth and Ramses the Second met in act 4.'],
		['John Smith Jr., and Ada Smith Sr. too', 'John Smith Junior, and Ada Smith Senior too'],
		[
			'Fix: `const all = await Promise.all(items.map(async item => fetchAll(item, {retries})));`',
			'Fix: the code in the transcript',
		],
		['Date.now`()`now`at`` line 3', 'Date.now now at line 3'],
	])('%j is heard as it was meant', (written, said) => {
		expect(english(written)).toBe(said);
	});

	it('is said in the language of the debate', () => {
		expect(spokenText('1. Januar ist der Stichtag.', {language: 'de'})).toBe('1. Januar ist der Stichtag.');
		expect(spokenText('1. Mailand zahlt.', {language: 'de'})).toBe('Erstens: Mailand zahlt.');
		expect(spokenText('Das sind z.B. 3,5 % bzw. 1.200 km/h.', {language: 'de'})).toBe(
			'Das sind zum Beispiel 3,5 Prozent beziehungsweise 1.200 Stundenkilometer.',
		);
		expect(spokenText('Z. B. Nr. 5, § 3 Abs. 2: 2,5 Mio. € im 19. Jh. in der Hauptstr. 5.', {language: 'de'})).toBe(
			'Zum Beispiel Nummer 5, Paragraf 3 Absatz 2: 2,5 Millionen Euro im neunzehnten Jahrhundert in der Hauptstraße 5.',
		);
		expect(spokenText('See No. 5, p. 12 and Fig. 3: $5 million.', {language: 'en'})).toBe(
			'See number 5, page 12 and figure 3: 5 million dollars.',
		);
		expect(spokenText('Voir n° 5, p. 12 : 2 millions €.', {language: 'fr'})).toBe(
			'Voir numéro 5, page 12: 2 millions d’euros.',
		);
		expect(spokenText('Il fait 20 °C, p. ex. ici.', {language: 'fr'})).toBe(
			'Il fait 20 degrés Celsius, par exemple ici.',
		);
		expect(spokenText('**これは** 100 km です。', {language: 'ja'})).toBe('これは 100 km です。');
	});

	it('says what the list of pronunciations has, whole words only and as it stands there', () => {
		const pronunciations = pronunciationsIn('# names\nGPT-4o = G P T four oh\nnginx = engine x\n100 km = a long way\n');
		const say = (text: string) => spokenText(text, {language: 'en', pronunciations});
		expect(say('GPT-4o runs on NGINX, 100 km away.')).toBe('G P T four oh runs on engine x, a long way away.');
		expect(say('GPT-4omni and nginxes')).toBe('GPT-4omni and nginxes');
	});

	it('refuses a list with a line that says nothing, and names the line', () => {
		expect(() => pronunciationsIn('# names\n\nGPT-4o: G P T four oh\n', 'names.txt')).toThrow(
			/"GPT-4o: G P T four oh" \(from names\.txt, line 3\)/u,
		);
		expect(() => pronunciationsIn(' = engine x')).toThrow(/line 1/u);
	});

	it('loses no word after any number of marks, in time that grows with the text', () => {
		for (const mark of [
			'*a ',
			'[',
			'`',
			'**',
			'- ',
			'![a](',
			'\n- a',
			'> ',
			'<',
			'| ',
			'<!--',
			'_a_',
			'a@b',
			'1. ',
			'~~',
		])
			expect(english(`${mark.repeat(20_000 / mark.length)}\n\nThe end.`)).toMatch(/The end\.$/u);
	});

	it('leaves no control character, and keeps every plain word, whatever is around it', () => {
		const noise = fc.constantFrom('**', '`', '# ', '> ', '[1]', '\u001B[2J', '\u202E', '-->', '<i>', '\n', ' — ', '|');
		fc.assert(
			fc.property(fc.array(fc.oneof(noise, fc.constant(' word ')), {maxLength: 12}), parts => {
				const said = english(`First ${parts.join('')} last`);
				expect(said).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202A-\u202E]/u);
				expect(said).toMatch(/^First/u);
			}),
		);
	});
});

describe('figures in the languages of a debate', () => {
	it.each([
		['zh', '增长了30%，到2026-11-22达到1,234,567人。', '增长了百分之30，到2026年11月22日达到1234567人。'],
		['zh', '气温是-5°C，车速60km/h，成本$1.2bn。', '气温是负5摄氏度，车速60公里每小时，成本12亿美元。'],
		['zh', '5GB内存要5–10分钟，每年10k人。', '5吉字节内存要5到10分钟，每年1万人。'],
		['zh', '价格是3x，¥80亿，3.5%至5%。', '价格是3倍，80亿元，百分之3.5至百分之5。'],
		[
			'de',
			'1.234,56 € und 3,5 % von £3m, 12.000 Menschen.',
			'1.234,56 Euro und 3,5 Prozent von 3 Millionen Pfund, 12.000 Menschen.',
		],
		['fr', '3,2 M€, $5M et 10k €.', '3,2 millions d’euros, 5 millions de dollars et 10 mille euros.'],
		['es', 'Son 5M€, $3M y 10k €.', 'Son 5 millones de euros, 3 millones de dólares y 10 mil euros.'],
		['en', 'A £3m house, 5 m away; $1.2bn.', 'A 3 million pound house, 5 metres away; 1.2 billion dollars.'],
	])('%s: %s', (language, text, spoken) => {
		expect(spokenText(text, {language})).toBe(spoken);
	});

	it('a list in Chinese ends its items as Chinese does', () => {
		expect(spokenText('1. 代价\n2. 好处', {language: 'zh'})).toBe('第一: 代价。\n\n第二: 好处。');
	});
});

describe('what is not meant to be said is not spoken', () => {
	it.each([
		[
			'*clears throat* Good evening! (laughs) [pause] *chuckles softly* The cost is $5 and $E = mc^2$.<|im_end|>',
			'Good evening! The cost is 5 dollars and E equals mc squared.',
		],
		['(sighs) So be it.', 'So be it.'],
		['That is it. *nods slowly* And no more.', 'That is it. And no more.'],
		['_leans forward_ Listen.', 'Listen.'],
		['**[long pause]** Then this.', 'Then this.'],
		['*(takes a deep breath)* I begin.', 'I begin.'],
		['[applause] Thank you. [/INST]</s>', 'Thank you.'],
		['*shakes head, visibly tired* No.', 'No.'],
		['*lacht* Nun gut. (räuspert sich) Also.', 'Nun gut. Also.'],
		['*soupire* Bon. (rires) Voilà.', 'Bon. Voilà.'],
		['[risas] Bueno.', 'Bueno.'],
		['（笑）好。', '好。'],
		['<|im_start|>Yes.<｜end▁of▁sentence｜>', 'Yes.'],
		[
			'It costs $5 or $10, or $1.2bn; $3 here and $4 there.',
			'It costs 5 dollars or 10 dollars, or 1.2 billion dollars; 3 dollars here and 4 dollars there.',
		],
		['Let $x_1$ be $\\frac{a}{b}$, so \\(n \\leq 5\\).', 'Let x 1 be a / b, so n at most 5.'],
		['$$a = b$$', 'a equals b'],
	])('%j', (text, spoken) => expect(english(text)).toBe(spoken));

	it.each([
		['I *do* mean it, *really* mean it.', 'I do mean it, really mean it.'],
		['He (laughably) lost, and she (of all people) won.', 'He (laughably) lost, and she (of all people) won.'],
		['It (points 3 and 4) holds (look at it).', 'It (points 3 and 4) holds (look at it).'],
		['*Smiles are free* is its slogan.', 'Smiles are free is its slogan.'],
		['They *laugh* at us, and she *nods* to it.', 'They laugh at us, and she nods to it.'],
		['*Laugh* all you like.', 'Laugh all you like.'],
	])('but words in brackets and with stress are: %j', (text, spoken) => expect(english(text)).toBe(spoken));
});
