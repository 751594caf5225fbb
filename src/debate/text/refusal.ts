/**
 * Whether a model said nothing but that it will not speak: every sentence refuses, apologises, names what it is or its
 * rules, or offers something else, and one of them refuses. A turn that goes on to argue is none.
 */
import {countWords} from './words.ts';
import {splitSentences} from './sentences.ts';

/** Holds the words of a turn back while they may be nothing but a refusal, and says at the end whether they were. */
export function refusalGate() {
	let held = '';
	let open = false;
	return {
		/** What may be heard now. */
		push(piece: string): string {
			if (open) return piece;
			held += piece;
			if (mayBeRefusal(held)) return '';
			open = true;
			const text = held;
			held = '';
			return text;
		},
		/** What was held back and is no refusal; or the refusal, which is not heard. */
		end(): {readonly text: string; readonly refused?: string} {
			const [text, mayBe] = [held, !open];
			[held, open] = ['', true];
			return mayBe && isRefusal(text) ? {text: '', refused: text.trim()} : {text};
		},
	};
}

/** Longer texts are about something. */
const mostWords = 80;

type RefusalWords = {
	/** How a refusal may begin, in lower case; nothing else is held back while it comes. */
	readonly openings: readonly string[];
	readonly refuses: RegExp;
	/** Sentences that stand beside one: apologies, what it is, its rules, offers. */
	readonly beside: RegExp;
};

const wordsOf: readonly RefusalWords[] = [
	{
		openings: [
			'i can’t',
			'i cannot',
			'i can not',
			'i won’t',
			'i will not',
			'i’m sorry',
			'i am sorry',
			'sorry',
			'i’m not able',
			'i am not able',
			'i’m unable',
			'i am unable',
			'i must decline',
			'i have to decline',
			'i decline',
			'i’m afraid',
			'i am afraid',
			'i apologi',
			'unfortunately',
			'as an ai',
			'as a language model',
			'as an assistant',
		],
		refuses:
			/\bi(?:’m| am| must| have to|’ll| will)? ?(?:can’t|cannot|can not|won’t|not able to|unable to|not comfortable|not going to|decline|not)\b.{0,60}\b(?:help(?! but\b)(?: you| with| out|$|[.!])|assist|provide (?:that|this|such|content|an? )|continue (?:with )?(?:this|that)|participate|take part|engage (?:in|with) (?:this|that|such)|comply|fulfil|complete (?:this|that|your)|write (?:this|that|such|content)|create (?:this|that|such|content)|generate|discuss (?:this|that|such)|role-?play|do (?:that|this)|answer (?:this|that)|respond to (?:this|that)|(?:this|that|your|the) request)|\bi(?: must| have to)? decline\b/iu,
		beside:
			/\bsorry\b|apologi[sz]e|\b(?:as|i’m|i am) an? (?:ai|artificial|large language|language model|assistant)|\b(?:my|our|the) (?:\w+ )?(?:guidelines|polic(?:y|ies)|programming)\b|\b(?:happy|glad) to (?:help|assist|discuss)|let me know|feel free|(?:anything|something) else|what else/iu,
	},
	{
		openings: [
			'ich kann',
			'es tut mir leid',
			'tut mir leid',
			'leider',
			'entschuldigung',
			'als ki',
			'als sprachmodell',
			'ich möchte',
		],
		refuses:
			/\b(?:ich (?:kann|möchte|darf|werde)|(?:kann|möchte|darf|werde) ich)\b.{0,60}\bnicht\b.{0,40}\b(?:helfen|weiterhelfen|unterstützen|mitmachen|teilnehmen|beantworten|erfüllen|nachkommen|behilflich)|\bich (?:muss|möchte)\b.{0,40}\bablehnen\b/iu,
		beside:
			/tut mir leid|entschuldig|\bals (?:ki|sprachmodell|assistent)|\b(?:meine|meinen|unsere) (?:richtlinien|regeln|vorgaben)|\bgerne? (?:helfe|unterstütze|bei)|lass(?:en sie)? (?:es )?mich wissen|etwas anderes/iu,
	},
	{
		openings: [
			'je ne peux',
			'je ne suis pas',
			'je suis désolé',
			'désolé',
			'je regrette',
			'malheureusement',
			'en tant qu',
			'je dois décliner',
			'je m’excuse',
		],
		refuses:
			/\bje (?:ne (?:peux|suis) pas|regrette).{0,60}\b(?:aider|assister|participer|répondre à cette|satisfaire|donner suite|en mesure|capable)|\bje (?:dois|préfère) (?:décliner|refuser)/iu,
		beside:
			/désolée?|excuse|regrette|en tant qu’(?:ia|intelligence|assistant|un modèle)|\bmes (?:règles|directives|principes)|avec plaisir|autre chose|n’hésitez pas/iu,
	},
	{
		openings: [
			'no puedo',
			'lo siento',
			'lamento',
			'lamentablemente',
			'perdón',
			'disculpa',
			'como ia',
			'como modelo',
			'como una ia',
			'debo declinar',
		],
		refuses:
			/\bno puedo\b.{0,60}\b(?:ayudar|asistir|participar|cumplir|responder a es|atender|continuar con es)|\bdebo (?:declinar|rechazar)/iu,
		beside:
			/lo siento|lamento|perdón|disculp|\bcomo (?:una? )?(?:ia|inteligencia|modelo|asistente)|\bmis (?:normas|directrices|políticas)|con gusto|otra cosa|hágamelo saber|házmelo saber/iu,
	},
	{
		openings: ['抱歉', '对不起', '很抱歉', '我不能', '我无法', '作为', '非常抱歉', '我很抱歉'],
		refuses:
			/我?(?:不能|无法|不便|拒绝).{0,20}(?:帮助|协助|提供|参与|回答(?:这|该)|满足|继续(?:这|该)|完成(?:这|该)|讨论(?:这|该))/u,
		beside:
			/抱歉|对不起|作为(?:一个|一名)?(?:人工智能|ai|语言模型|助手)|(?:我的|相关)(?:准则|规定|政策)|乐意|其他(?:问题|话题)|请告诉我/iu,
	},
];

const plain = (text: string): string => text.replaceAll("'", '’').replaceAll(/\s+/gu, ' ').trim();

/** Whether a text, from its first words on, may still turn out to be one. */
function mayBeRefusal(soFar: string): boolean {
	const text = plain(soFar);
	const low = text.toLowerCase();
	const begins = wordsOf.filter(({openings}) =>
		openings.some(opening => opening.startsWith(low) || low.startsWith(opening)),
	);
	if (begins.length === 0 || countWords(text) > mostWords) return false;
	const whole = splitSentences(text).filter(sentence => /[.!?。!?]["'”’»)\]]*\s*$/u.test(sentence));
	return whole.length === 0 || begins.some(words => whole.every(sentence => belongs(sentence, words)));
}

function isRefusal(said: string): boolean {
	const text = plain(said);
	if (text === '' || countWords(text) > mostWords) return false;
	const sentences = splitSentences(text).filter(sentence => sentence.trim() !== '');
	return wordsOf.some(
		words =>
			sentences.every(sentence => belongs(sentence, words)) && sentences.some(sentence => words.refuses.test(sentence)),
	);
}

const belongs = (sentence: string, {refuses, beside}: RefusalWords): boolean =>
	refuses.test(sentence) || beside.test(sentence);
