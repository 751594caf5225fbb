/** French. */
import type {DebateLanguage} from './language.ts';

export const fr: DebateLanguage = {
	code: 'fr',
	name: 'French',
	tokensAWord: 1.6,
	frequent: new Set(
		'le la les des du de un une et est pas ne que qui dans pour sur avec par au aux ce cette il elle on nous doit doivent devrait faut être plus ou leur leurs sont quand même interdire mais vous ils se ont'.split(
			' ',
		),
	),
	and: ' et ',
	comma: ', ',
	announcements: {
		introduction:
			'Annonce, à la place de l’arbitre : la proposition est la suivante : {proposition} En débattent {chairs}. Les règles : {rules}. {first} commence.',
		chair: '{name} ({framework})',
		chairFrom: '{name} de {provider} ({framework})',
		steelMan: 'avant d’objecter, chacun rend justice à la thèse adverse',
		selfCritique: 'chacun dit où son propre point de vue est en défaut',
		framework: 'chacun argumente depuis son propre point de vue',
		closing:
			'Annonce, à la place de l’arbitre : le débat est terminé. {names} se sont exprimés sur cette question : {proposition} La réponse vous appartient.',
		show: ' C’était {show}.',
		interjection: 'Annonce, à la place de l’arbitre : {name}, {reason} Merci d’y répondre à votre prochain tour.',
		whoeverIsNext: 'à qui parlera ensuite',
	},
	openers: {
		factual_correction: [
			'Je dois corriger ce point :',
			'Ce n’est pas ainsi :',
			'Les faits sont autres :',
			'Non, c’est inexact :',
		],
		straw_man_detected: [
			'Je n’ai jamais dit cela :',
			'Ce n’est pas mon argument :',
			'Vous combattez quelqu’un d’autre :',
			'Ce ne sont pas mes mots :',
		],
		direct_challenge: [
			'Je dois vous arrêter là :',
			'Là, je ne vous suis plus :',
			'Cela ne peut rester sans réponse :',
			'C’est cela même que je conteste :',
		],
		clarification_needed: [
			'Pardon, que voulez-vous dire :',
			'Avant de poursuivre, dites-nous :',
			'J’ai besoin de comprendre :',
			'Lequel des deux, au juste :',
		],
		strong_agreement: [
			'Oui, et plus encore :',
			'Là-dessus, nous sommes d’accord :',
			'Vous avez raison, et j’ajoute :',
			'Je tiens à le souligner :',
		],
		pivotal_point: [
			'Tout se joue là :',
			'Arrêtons-nous, c’est le nœud :',
			'C’est ici que nous divergeons :',
			'Restons un instant là-dessus :',
		],
	},
};
