import {describe, expect, it} from 'vitest';
import {languageCode, languageName, languageOfText} from '../../src/languages/find.ts';

describe('the language of a text', () => {
	it.each([
		['We should have what they would not give to the others.', 'en'],
		['Wir sollten nicht vergessen, dass die Stadt den Menschen gehört.', 'de'],
		['Nous ne pouvons pas dire que la ville est pour les autres.', 'fr'],
		['No se puede decir que la ciudad es de los otros.', 'es'],
		['学校应当禁止智能手机。', 'zh'],
		['学校はスマートフォンを禁止すべきだ。', 'ja'],
		['Школы должны запретить телефоны.', 'ru'],
		['Should an AI be able to refuse an order?', 'en'],
		['Wählen sollte Pflicht sein.', 'de'],
		['Faut-il interdire les voitures en ville ?', 'fr'],
		['El voto debería ser obligatorio.', 'es'],
		['Geld ist Macht.', 'de'],
		['El aborto es un derecho.', 'es'],
	])('%j is %s', (text, code) => {
		expect(languageOfText(text)).toBe(code);
	});

	it.each([
		'',
		'42',
		'Tabs versus spaces',
		'Tesla',
		'x y z',
		'Sin taxes work',
		'Man versus machine',
		'No homework',
		'Las Vegas, Los Angeles',
	])('%j does not tell', text => {
		expect(languageOfText(text)).toBeUndefined();
	});
});

it.each([
	['de', 'de', 'German'],
	['de-AT', 'de', 'German'],
	['Deutsch', 'de', 'German'],
	[' french ', 'fr', 'French'],
	['sv', 'sv', 'Swedish'],
	['Bavarian', undefined, 'Bavarian'],
])('%j is the language %s, called %s', (given, code, name) => {
	expect(languageCode(given)).toBe(code);
	expect(languageName(given)).toBe(name);
});
