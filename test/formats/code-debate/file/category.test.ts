/** How an answer may put it that it agrees, disagrees or agrees in part, in the languages that a file may be in. */
import {describe, expect, it} from 'vitest';
import {categoryIn} from '../../../../src/formats/code-debate/category.ts';
import {parseDebate, writeDebate} from '../../../../src/formats/code-debate/file.ts';
import {ledgerOf} from '../../../../src/formats/code-debate/points.ts';

type Wordings = {
	readonly disagreed: readonly string[];
	readonly agreed: readonly string[];
	readonly partly: readonly string[];
};

const wordings: Readonly<Record<string, Wordings>> = {
	English: {
		disagreed: [
			'Disagreed',
			'Not agreed',
			'I disagree',
			'We do not agree',
			"I don't agree with this at all",
			'Cannot be agreed',
			'This cannot be agreed as it stands',
			'I can hardly agree',
			'Never agreed, and never will be',
			'By no means agreed',
			'Far from agreed',
			'No agreement here',
			'Nothing in this can be agreed',
			'Unable to agree',
			'I fail to agree',
			'I refuse to agree',
			'Let us agree to disagree',
			'Agreed? No.',
			'This is wrong',
			'Rejected: the caller closes it',
		],
		agreed: [
			'Agreed',
			'I agree',
			'Fully agreed',
			'I do not disagree',
			'No objection',
			'I cannot disagree with that',
			'Agreed without reservation',
			"I couldn't agree more",
			'Undisputed',
			'Confirmed, line 3 does it',
			'I can only agree',
			'There is no reason not to agree',
		],
		partly: [
			'Partially agreed',
			'Not fully agreed',
			'Agreed, except for the second line',
			'I agree, but not with the fix',
			'Agreed in part',
			'Agreed only if the limit stays',
			'Agreed on the fault, disagreed on the fix',
		],
	},
	German: {
		disagreed: [
			'Nicht einverstanden',
			'Ich stimme nicht zu',
			'Dem stimme ich keineswegs zu',
			'Ich bin damit ganz und gar nicht einverstanden',
			'Einverstanden bin ich nicht',
			'Abgelehnt',
			'Das lehne ich ab',
			'Ich widerspreche',
			'Widerspruch: der Aufrufer schließt sie',
			'Keine Zustimmung',
			'Zustimmung verweigert',
			'Ich kann dem nicht zustimmen',
			'Dem kann ich kaum zustimmen',
			'Wir sind uns nicht einig',
			'Das ist falsch',
			'Das stimmt nicht',
			'Bestritten',
			'Einverstanden? Nein.',
			'Ich weise das zurück',
			'Das trifft nicht zu',
		],
		agreed: [
			'Einverstanden',
			'Ich stimme zu',
			'Zugestimmt',
			'Dem stimme ich voll und ganz zu',
			'Kein Widerspruch',
			'Kein Einwand',
			'Das bestreite ich nicht',
			'Ohne Einschränkung einverstanden',
			'Dem kann ich nur zustimmen',
			'Das ist richtig',
			'Ich lehne das nicht ab',
			'Unstrittig',
		],
		partly: [
			'Teilweise einverstanden',
			'Nicht ganz einverstanden',
			'Einverstanden, außer bei Zeile 3',
			'Ich stimme zu, aber nicht der Behebung',
			'Ich stimme dem nicht in allem zu',
			'Mit Vorbehalt einverstanden',
		],
	},
	French: {
		disagreed: [
			"Pas d'accord",
			"Je ne suis pas d'accord",
			"Je ne suis pas du tout d'accord",
			'Désaccord',
			'Je suis en désaccord',
			'Rejeté',
			'Je rejette ce point',
			'Je conteste ce point',
			'Refusé',
			"Je refuse d'approuver cela",
			'Je ne peux approuver cela',
			"Impossible d'être d'accord",
			"D'accord ? Non.",
			'Aucun accord',
			"Nullement d'accord",
			"Je ne saurais être d'accord",
			"C'est faux",
			"Ce n'est pas exact",
			'Je désapprouve',
			"Loin d'être d'accord",
		],
		agreed: [
			"D'accord",
			"Je suis d'accord",
			"Entièrement d'accord",
			"Tout à fait d'accord",
			'Approuvé',
			'Aucune objection',
			'Sans objection',
			'Je ne conteste pas ce point',
			"D'accord sans réserve",
			'Je ne suis pas en désaccord',
			"C'est exact",
			"Je ne peux qu'être d'accord",
		],
		partly: [
			"Partiellement d'accord",
			"Pas entièrement d'accord",
			"D'accord, sauf pour la ligne 3",
			"Je suis d'accord, mais pas avec la correction",
			"Je ne suis pas tout à fait d'accord",
			"D'accord sous réserve d'un test",
		],
	},
	Spanish: {
		disagreed: [
			'No estoy de acuerdo',
			'En desacuerdo',
			'Desacuerdo total',
			'No de acuerdo',
			'Rechazado',
			'Rechazo este punto',
			'Discrepo',
			'No puedo estar de acuerdo',
			'Nunca de acuerdo',
			'No estoy en absoluto de acuerdo',
			'De ningún modo de acuerdo',
			'No coincido',
			'Me niego a estar de acuerdo',
			'¿De acuerdo? No.',
			'De acuerdo no estoy',
			'Me opongo',
			'Es falso',
			'Esto no es correcto',
			'Imposible estar de acuerdo',
			'Ningún acuerdo',
		],
		agreed: [
			'De acuerdo',
			'Estoy de acuerdo',
			'Totalmente de acuerdo',
			'Acordado',
			'Sin objeciones',
			'No discrepo',
			'No hay objeción',
			'De acuerdo sin reservas',
			'Coincido',
			'No lo rechazo',
			'Es correcto',
			'No puedo sino estar de acuerdo',
		],
		partly: [
			'Parcialmente de acuerdo',
			'No del todo de acuerdo',
			'De acuerdo, salvo en la línea 3',
			'Estoy de acuerdo, pero no con el arreglo',
			'De acuerdo en parte',
			'No estoy totalmente de acuerdo',
		],
	},
	Chinese: {
		disagreed: [
			'不同意',
			'我不同意',
			'完全不同意',
			'反对',
			'我反对这一点',
			'无法同意',
			'不能同意',
			'不敢苟同',
			'拒绝',
			'不赞成',
			'不认同这个结论',
			'难以赞同',
			'同意吗？不。',
			'有异议',
			'未同意',
			'绝不同意',
			'没有同意',
			'这是错误的',
			'不成立',
			'我并不赞同',
		],
		agreed: [
			'同意',
			'我同意',
			'完全同意',
			'赞成',
			'没有异议',
			'我不反对',
			'无异议',
			'认可',
			'毫无保留地同意',
			'不得不同意',
			'并非不同意',
			'我无法否认',
		],
		partly: ['部分同意', '不完全同意', '同意，但修复不对', '基本同意', '除第三行外同意', '原则上同意'],
	},
};

describe('a category', () => {
	for (const [language, {disagreed, agreed, partly}] of Object.entries(wordings)) {
		it.each(disagreed)(`is disagreed in ${language}: %s`, wording =>
			expect(readings(wording)).toEqual(all('disagreed')),
		);
		it.each(agreed)(`is agreed in ${language}: %s`, wording => expect(readings(wording)).toEqual(all('agreed')));
		it.each(partly)(`is partly agreed in ${language}: %s`, wording => expect(readings(wording)).toEqual(all('partly')));
		it(`is tried in twenty wordings of disagreement and twelve of agreement in ${language}`, () =>
			expect([disagreed.length, agreed.length]).toEqual([20, 12]));
	}

	it.each([
		'Let me look at this again',
		'Whether this is to be agreed, others may say',
		'Agreed?',
		'No, agreed',
		'Neither agreed nor disagreed',
		'Noted',
		'Vamos a verlo',
		'是否同意再说',
		'Schauen wir mal',
		'À voir',
	])('is none, and never agreed, for wording that fits nothing: %s', wording =>
		expect(readings(wording)).toEqual(all(undefined)),
	);

	it.each<[string, string | undefined]>([
		['P1 — **Agreed**: No retry is ever made, but twice', 'agreed'],
		['P1 — **Disagreed**: Nothing is refused (`a.js:1`)', 'disagreed'],
		['No ceiling — **Agreed**', 'agreed'],
		['I do **not** agree', 'disagreed'],
		['**Not** **agreed**', 'disagreed'],
		['I agree that the loop does not stop', 'agreed'],
		['I agree that it does not stop, but the fix is wrong', 'partly'],
		['Not a big thing, but agreed', 'agreed'],
		['The parser accepts what it should reject', undefined],
		['Ich stimme zu, dass das nicht hält', 'agreed'],
		['No, I disagree', 'disagreed'],
		['It does not leak, I disagree', 'disagreed'],
		['Das ist nicht sicher genug und wird abgelehnt', 'disagreed'],
		['not reproduced / disagreed', 'disagreed'],
		['Nothing to object, but the fix is wrong', 'partly'],
		['Ne tient pas, désaccord', 'disagreed'],
		['Este caso no existe, rechazado', 'disagreed'],
		['没有泄漏，反对', 'disagreed'],
	])('is read by its grammar: %s', (wording, category) => expect(categoryIn(wording)).toBe(category));

	it('is not that which is quoted from the other side', () => {
		expect(categoryIn('> **Agreed**\n\n**Disagreed**, the limit holds')).toBe('disagreed');
	});

	it('decides what becomes of a point, and a point that is not answered stays open', () => {
		const state = (reply: string) =>
			ledgerOf(
				parseDebate(
					writeDebate('x', [
						{
							heading: 'Opening',
							role: 'A',
							at: '2026-01-01T12:00:00Z',
							body: '### P1 [blocker]: No ceiling\n\nFor ever.',
						},
						{
							heading: 'Response 1',
							role: 'B',
							at: '2026-01-01T12:01:00Z',
							body: `### P1: ${reply}\n\nLine 3 holds it.`,
						},
					]),
				),
			).map(point => (point.withdrawn ? 'withdrawn' : point.state));
		expect(['Not agreed', 'Agreed', 'Noted', 'withdrawn'].flatMap(state)).toEqual([
			'disagreed',
			'agreed',
			'open',
			'open',
		]);
	});
});

/** As it stands alone, in bold, and behind the name of its point. */
const readings = (wording: string) => [categoryIn(wording), categoryIn(`**${wording}**`), categoryIn(`P1: ${wording}`)];
const all = (category: string | undefined) => [category, category, category];
