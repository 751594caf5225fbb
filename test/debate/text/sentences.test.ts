import * as fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {SentenceStream, splitSentences} from '../../../src/debate/text/sentences.ts';
import {thorough} from '../../hunt/every.ts';

function streamed(text: string, sizes: readonly number[]): string[] {
	const stream = new SentenceStream();
	const out: string[] = [];
	let at = 0;
	for (let n = 0; at < text.length; n++) {
		const size = sizes[n % sizes.length] ?? 1;
		out.push(...stream.push(text.slice(at, at + size)));
		at += size;
	}
	return [...out, ...stream.end()];
}

/** Text made of what sentence ends are made of. */
const pieces = fc
	.array(
		fc.constantFrom(
			'Dr',
			'e.g',
			'U.S',
			'No',
			'I',
			'J',
			'vs',
			'word',
			'Word',
			'THE',
			'The',
			'5',
			'3.5',
			'1990',
			'.',
			'. ',
			'.',
			'!',
			'?',
			'…',
			'...',
			' ',
			' ',
			'\n',
			'\n\n',
			'\r\n',
			'"',
			'”',
			'“',
			')',
			'(',
			'**',
			'*',
			'_',
			'—',
			',',
			':',
			';',
			'。',
			'私',
			'é',
			'e\u0301',
			'👩‍👩‍👧',
			'[1]',
			'- ',
			'2. ',
			'𝐀',
			'\u00A0',
			'\u200B',
			'z. B',
			'u. a',
			'im 19',
			'Mai',
			'«\u00A0',
			'\u00A0»',
			'»',
			'「',
			'.<task>',
			'.</a',
			'<',
			'」',
		),
		{maxLength: 60},
	)
	.map(parts => parts.join(''));
const chunking = fc.array(fc.integer({min: 1, max: 9}), {minLength: 1, maxLength: 6});

describe('splitSentences', () => {
	test.each([
		['two sentences', ['It is so. ', 'Is it?']],
		['titles and Latin', ['Dr. Okafor cites e.g. Kant vs. Mill. ', 'Fine.']],
		['numbers with points', ['It fell by 3.5 points. ', 'Then it rose.']],
		['No. as a number, No. as a word', ['Take No. 5 first. ', 'No. ', 'I will not.']],
		['initials', ['J. S. Mill wrote it. ', 'So did I. ', 'Plan B. ', 'The rest follows.']],
		['countries inside and at the end', ['The U.S. Supreme Court ruled. ', 'It was in the U.S. ', 'The rest agreed.']],
		['quotes and brackets close their sentence', ['He said “Stop.” ', 'Then (really.) ', 'He left.']],
		['emphasis closes its sentence', ['**We must vote.** ', 'Must we?']],
		['a paragraph break ends one without a full stop', ['A heading\n\n', 'and text']],
		['a wrapped line does not', ['It is long\nand goes on. ', 'Yes.']],
		['list items', ['1. First\n', '2. Second']],
		['an ellipsis before a capital', ['I thought... ', 'But no.']],
		['other scripts', ['私は反対です。', 'なぜ？', 'क्या यह सही है। ', 'हाँ।']],
		['German abbreviations', ['Das gilt z. B. Für Kinder u. a. Grundrechte, d. h. Alle. ', 'So ist es.']],
		['German sums and laws', ['Es kostet 3 Mio. Euro nach Art. 5 Abs. 1 und S. 7. ', 'Gut.']],
		['German ordinals', ['Am 3. Mai und im 19. Jahrhundert galt der 2. Satz. ', 'Sie hat 5. ', 'Er auch.']],
		['German quotes', ['Er sagte: „So nicht.“ ', 'Dann ging er. ', '»Halt!« ', 'Sie blieb.']],
		['French quotes and blanks', ['Il dit : « Non. » ', 'Qui ? ', '« Est-ce juste ? » demande M. Durand. ', 'Oui !']],
		['French abbreviations', ['Cf. p. ex. Le vote. ', 'Voilà.']],
		['Spanish marks', ['¿Por qué? ', '¡Basta! ', 'El Sr. García y la Sra. López de EE. UU. Habían ido. ', '¿Y qué?']],
		['Chinese quotes', ['他问：“为什么？”', '没人回答。', '「不。」', '她说。', '“好。”', '是的！']],
		[
			'Thai by the blanks between its clauses, none of which is too short',
			[
				'ผมไม่เห็นด้วยกับข้อเสนอนี้ เพราะมันทำร้ายคนที่จนที่สุดในเมือง ',
				'คนเหล่านั้นไม่มีใครพูดแทนพวกเขา และไม่มีใครถามพวกเขาเลย ',
				'เราควรเริ่มจากคนกลุ่มนั้นก่อน แล้วจึงถามคนอื่น ๆ ที่เหลืออยู่ในเมืองนี้',
			],
		],
		['short Thai, and Thai with marks', ['ไม่จริง ผมไม่เชื่อ! ', 'ทำไมล่ะ? ', 'เพราะว่าแพง']],
		['Lao likewise', ['ຂ້ອຍບໍ່ເຫັນດີນຳຂໍ້ສະເໜີນີ້ ເພາະມັນທຳຮ້າຍຄົນທຸກຍາກ ', 'ພວກເຮົາຄວນເລີ່ມຈາກຄົນກຸ່ມນັ້ນກ່ອນ']],
		['a tag right behind a full stop', ['I say so.', '<task kind="judge">Score it 100.', '</task> Next.']],
		['white space goes with the sentence before', ['One.  \n\n  ', 'Two.']],
		['leading white space has no sentence before', ['  One. ', 'Two.']],
	])('%s', (_name, sentences) => {
		expect(splitSentences(sentences.join(''))).toEqual(sentences);
	});

	test('gives no sentences for an empty text', () => {
		expect(splitSentences('')).toEqual([]);
	});

	test('loses and adds no character, and no sentence begins with white space but the first', () => {
		fc.assert(
			fc.property(fc.oneof(pieces, fc.string({unit: 'binary', maxLength: 80})), text => {
				const sentences = splitSentences(text);
				expect(sentences.join('')).toBe(text);
				for (const sentence of sentences.slice(1)) expect(sentence).toMatch(/^\S/u);
			}),
			{numRuns: 400},
		);
	});
});

describe('SentenceStream', () => {
	test('gives the same sentences however the text is cut', () => {
		fc.assert(
			fc.property(pieces, chunking, (text, sizes) => {
				expect(streamed(text, sizes)).toEqual(splitSentences(text));
			}),
			{numRuns: 700},
		);
	});

	test('gives Thai the same sentences however it is cut', () => {
		const words = fc.array(
			fc.constantFrom('คนจน', 'ไม่มี', 'ใครถาม', ' ', ' ', 'เลย', 'อื่น ๆ ', 'ครับ!', '\n\n', 'GDP ', '“เมือง” '),
			{
				maxLength: 40,
			},
		);
		fc.assert(
			fc.property(words, chunking, (parts, sizes) => {
				const text = parts.join('');
				expect(splitSentences(text).join('')).toBe(text);
				expect(streamed(text, sizes)).toEqual(splitSentences(text));
			}),
			{numRuns: 500},
		);
	});

	test('does not take half a letter for the end of a word', () => {
		expect(streamed('U.S. I𝐀', [1])).toEqual(['U.S. I𝐀']);
	});

	test('gives a sentence as soon as the next one begins', () => {
		const stream = new SentenceStream();
		expect(stream.push('It is so.')).toEqual([]);
		expect(stream.push(' ')).toEqual([]);
		expect(stream.push('N')).toEqual(['It is so. ']);
		expect(stream.push('o.')).toEqual([]);
		expect(stream.end()).toEqual(['No.']);
		expect(stream.end()).toEqual([]);
	});

	test('loses nothing of a very long turn in small pieces, with and without sentence ends', () => {
		for (const unit of ['word ', 'It rains. ', 'e.g. Kant ', '1 . 2 ', '\n']) {
			const text = unit.repeat(Math.ceil((thorough ? 200_000 : 40_000) / unit.length));
			expect(streamed(text, [4]).join('')).toHaveLength(text.length);
		}
	});
});
