/** Spanish. */
import type {DebateLanguage} from './language.ts';

export const es: DebateLanguage = {
	code: 'es',
	name: 'Spanish',
	tokensAWord: 1.5,
	frequent: new Set(
		'el la los las de del un una y es no que en para con por al se lo su sus debe deben debería deberían cuando como más o sin ser hay son está todos siempre nunca aunque prohibir pero este esta muy sobre también'.split(
			' ',
		),
	),
	and: ' y ',
	comma: ', ',
	announcements: {
		introduction:
			'Anuncio, en lugar del árbitro: la proposición es: {proposition} Debaten {chairs}. Las reglas: {rules}. Empieza {first}.',
		chair: '{name} ({framework})',
		chairFrom: '{name} de {provider} ({framework})',
		steelMan: 'antes de objetar, cada parte expone con justicia la tesis contraria',
		selfCritique: 'cada una dice dónde falla su propio punto de vista',
		framework: 'cada una argumenta desde su propio punto de vista',
		closing:
			'Anuncio, en lugar del árbitro: el debate ha terminado. {names} han hablado sobre esta cuestión: {proposition} La respuesta es suya.',
		show: ' Esto fue {show}.',
		interjection: 'Anuncio, en lugar del árbitro: {name}, {reason} Por favor, respóndalo en su próximo turno.',
		whoeverIsNext: 'a quien hable a continuación',
	},
	openers: {
		factual_correction: ['Debo corregir eso:', 'No es así:', 'Los hechos son otros:', 'No, esa parte es falsa:'],
		straw_man_detected: [
			'Yo nunca dije eso:',
			'Ese no es mi argumento:',
			'Usted combate a otra persona:',
			'Esas no son mis palabras:',
		],
		direct_challenge: [
			'Debo detenerlo ahí:',
			'Ahí no puedo seguirle:',
			'Eso no puede quedar sin respuesta:',
			'Justamente eso lo discuto:',
		],
		clarification_needed: [
			'Perdón, ¿qué significa eso?',
			'Antes de seguir, díganos:',
			'Necesito entender esto:',
			'¿Cuál de las dos cosas es?',
		],
		strong_agreement: [
			'Sí, y más que eso:',
			'Ahí coincidimos del todo:',
			'Tiene razón, y añado:',
			'Quiero subrayarlo:',
		],
		pivotal_point: [
			'De esto depende todo:',
			'Alto, aquí está el nudo:',
			'Justo aquí nos separamos:',
			'Quedémonos un momento en esto:',
		],
	},
};
