/** German. */
import type {DebateLanguage} from './language.ts';

export const de: DebateLanguage = {
	code: 'de',
	name: 'German',
	tokensAWord: 1.9,
	frequent: new Set(
		'der die das und ist nicht ein eine einen einem einer zu den dem des mit für auf von sich auch als soll sollte sollten wenn oder werden wird wir man kein keine darf dürfen muss müssen immer nur über nach bei es dass ihr sie aber wie noch haben hat sind'.split(
			' ',
		),
	),
	and: ' und ',
	comma: ', ',
	announcements: {
		introduction:
			'Ansage anstelle der Leitung: Die These lautet: {proposition} Es debattieren {chairs}. Die Regeln: {rules}. {first} beginnt.',
		chair: '{name} ({framework})',
		chairFrom: '{name} von {provider} ({framework})',
		steelMan: 'Wer widerspricht, gibt die andere Seite zuvor fair wieder',
		selfCritique: 'jede Seite sagt, wo ihre eigene Sicht zu kurz greift',
		framework: 'jede argumentiert aus ihrer eigenen Sicht',
		closing:
			'Ansage anstelle der Leitung: Die Debatte ist zu Ende. {names} haben zu dieser Frage gesprochen: {proposition} Die Antwort liegt bei Ihnen.',
		show: ' Das war {show}.',
		interjection: 'Ansage anstelle der Leitung: {name}, {reason} Bitte gehen Sie beim nächsten Mal darauf ein.',
		whoeverIsNext: 'an alle, die als Nächste sprechen',
	},
	openers: {
		factual_correction: [
			'Das muss ich berichtigen:',
			'So ist es nicht:',
			'Die Tatsachen sind andere:',
			'Nein, das stimmt nicht:',
		],
		straw_man_detected: [
			'Das habe ich nie gesagt:',
			'Das ist nicht mein Argument:',
			'Sie bekämpfen jemand anderen:',
			'Das sind nicht meine Worte:',
		],
		direct_challenge: [
			'Da muss ich Sie unterbrechen:',
			'Hier kann ich nicht folgen:',
			'Das darf so nicht stehen bleiben:',
			'Genau das bestreite ich:',
		],
		clarification_needed: [
			'Moment, was heißt das:',
			'Bevor Sie weitergehen:',
			'Das muss ich verstehen:',
			'Welches von beiden ist es:',
		],
		strong_agreement: [
			'Ja, und mehr als das:',
			'Da sind wir ganz einig:',
			'Sie haben recht, und weiter:',
			'Das möchte ich unterstreichen:',
		],
		pivotal_point: [
			'Daran hängt alles:',
			'Halt, hier liegt der Kern:',
			'Genau hier trennen wir uns:',
			'Bleiben wir dabei einen Augenblick:',
		],
	},
};
