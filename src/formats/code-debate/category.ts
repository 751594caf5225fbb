/**
 * Which category the wording of an answer gives, by its grammar: the first word that agrees or disagrees, with its
 * negation and hedge, in English, German, French, Spanish and Chinese. What fits nothing gives none.
 */

export type Category = 'agreed' | 'partly' | 'disagreed';

/** A pattern of words in Latin script, which end at their letters, and of Chinese ones, which stand in a row. */
const pattern = (latin: readonly string[], chinese: readonly string[], flags = 'gu'): RegExp =>
	new RegExp(
		[
			...(latin.length > 0 ? [String.raw`(?<![\p{L}\p{N}])(?:${latin.join('|')})(?![\p{L}\p{N}])`] : []),
			...(chinese.length > 0 ? [chinese.join('|')] : []),
		].join('|'),
		flags,
	);

/** What stands between the parts of a German verb. */
const apart = String.raw`(?:voll und ganz|ganz und gar|(?!\b(?:dass|weil|und|aber)\b)[^.;:!?,])`;

/** Words that agree, wherever they stand. */
const agreeing = pattern(
	[
		String.raw`agree(?:d|s|ing|ment)?|concur(?:s|red)?|in agreement|undisputed|uncontested`,
		String.raw`einverstanden|einig|einigkeit|konsens|unstrittig|unbestritten|zustimm\p{L}*|zuzustimmen|zugestimmt`,
		String.raw`stimm(?:e|en|t|te|ten)\s${apart}{0,60}?\bzu|schlie(?:ß|ss)(?:e|en)\s${apart}{0,40}?\ban|anschlie(?:ß|ss)en|einverständnis|pflicht(?:e|en|et)\s${apart}{0,40}?\bbei|beizupflichten|beigepflichtet`,
		String.raw`(?:d' )?accord|approuv\p{L}*|approbation|incontesté\p{L}*|consens(?:us)?`,
		String.raw`(?:de )?acuerdo|acordad[oa]s?|acordamos|conforme|coincid\p{L}+|convenimos|convengo|consenso|aprob\p{L}+|aprueb\p{L}+`,
	],
	['同意', '赞同', '赞成', '认同', '认可', '意见一致', '看法一致', '达成一致', '达成共识', '苟同'],
);
/** Words that disagree, wherever they stand; negated, they agree. */
const disagreeing = pattern(
	[
		String.raw`disagree(?:d|s|ing|ment)?|object(?:ed|ions?)|dissent(?:s|ed)?|unagreed|withh(?:o|e)ld(?:s|ing)?|differ|(?<=(?:i|we|not|cannot|to) )object`,
		String.raw`uneinig|uneinigkeit|dissens|ablehn\p{L}*|abgelehnt|abzulehnen|lehn(?:e|en|t|te)\s${apart}{0,60}?\bab|widersprech\p{L}*|widersproch\p{L}*|widerspr(?:uch|icht)|bestr(?:eit|itt)\p{L}*|einw(?:a|ä)nd\p{L}*|zurückgewiesen|weis(?:e|en|t)\s${apart}{0,40}?\bzurück|strittig|einspruch|(?:sehe|sehen) (?:das|es|dies) anders|andere[rn] (?:meinung|ansicht)|weiger\p{L}*|verweiger\p{L}*`,
		String.raw`(?:en )?désaccord|désapprouv\p{L}*|rejet\p{L}*|refus\p{L}*|contest(?:e|é|ée|er|ons|ées|és)|réfut\p{L}*|objections?|d' un (?:autre avis|avis contraire)|oppos(?:e|é|ée|ons|ition)|m' oppose`,
		String.raw`(?:en )?desacuerdo|discrep\p{L}*|disient\p{L}*|disentimos|disconforme|inconforme|desaprueb\p{L}*|desaprob\p{L}*|rechaz\p{L}*|objeci(?:ón|ones)|objet(?:o|amos|ado)|me opongo|nos oponemos|opong\p{L}*|refut\p{L}*|rebat\p{L}*|niego|negamos|otra opinión|opinión contraria|difiero|diferimos`,
	],
	['反对', '异议', '分歧', '拒绝', '否认', '否定', '驳回', '反驳', '不敢苟同', '不以为然'],
);
/** Words that agree where nothing but small words stands before them: elsewhere they speak of the code. */
const affirming = pattern(
	[
		String.raw`accept(?:ed|able)?|conced(?:e|ed)|confirm(?:ed)?|grant(?:ed)?|acknowledged?|correct|right|true|valid|convinced|persuaded|upheld|support(?:ed)?|endorsed?|share this view`,
		String.raw`akzeptier\p{L}*|angenommen|anerkannt|bestätig(?:t|en)|bejaht|erkenn(?:e|en)\s${apart}{0,40}?\ban|(?:gebe|geben) (?:\p{L}+ )?recht|(?:hast|haben) recht|stimmt|richtig|korrekt|zutreffend|trifft\s${apart}{0,20}?zu|berechtigt|überzeugt|überzeugend|dafür|teile|teilen`,
		String.raw`accept\p{L}*|admis\p{L}*|admets|confirm\p{L}*|exacte?|correcte?|vraie?|juste|fondée?|convaincue?s?|partage|valide|souscri(?:s|t|vons|re)|recevable|(?:avez|as) raison`,
		String.raw`acept\p{L}*|admit(?:o|ido|ida|imos)|confirm\p{L}*|conced(?:o|ido)|correct[oa]|ciert[oa]|válid[oa]|convencid[oa]|convence|comparto|compartimos|procede|respaldo|suscribo|(?:tiene|tienes) razón`,
	],
	[
		'接受',
		'承认',
		'采纳',
		'确认',
		'正确',
		'属实',
		'成立',
		'没错',
		'不错',
		'有道理',
		'信服',
		'支持',
		'说得对',
		'确实如此',
	],
);
/** Words that disagree where nothing but small words stands before them. */
const denying = pattern(
	[
		String.raw`reject(?:ed|s)?|refuted?|disputed?|contested|den(?:y|ied)|declined?|oppose(?:d|s)?|wrong|incorrect|invalid|false|untrue|unfounded|mistaken|untenable|unconvinced|refuse[ds]?`,
		String.raw`falsch|unrichtig|unzutreffend|unberechtigt|unbegründet|verneint|dagegen|irrig|unhaltbar`,
		String.raw`faux|fausse|inexacte?|incorrecte?|infondée?|erronée?|irrecevable`,
		String.raw`incorrect[oa]|fals[oa]|errón?e[oa]|equivocad[oa]|infundad[oa]|improcedente|rechazable|discut(?:o|e|imos)`,
	],
	['错误', '有误', '错了', '质疑', '不对', '不是这样', '没有根据', '毫无根据'],
);
/** A bare yes or no counts where nothing else in the sentence gives a category. */
const answering = {
	yes: /^[\s"'([]*(?:(?:yes|yep|ja|oui|sí)(?!\p{L})|是的?(?=$|[，。,.!])|对的?(?=$|[，。,.!]))\s*(?:[.,;:!—–，。]|$)/u,
	no: /^[\s"'([]*(?:(?:no|nope|nein|non|(?:absolutely|certainly|definitely|of course) not|by no means|not at all|auf keinen fall|keineswegs|(?:ganz und )?gar nicht|überhaupt nicht|pas du tout|en aucun cas|en absoluto|para nada|de ninguna manera)(?!\p{L})|绝不|否(?=$|[，。,.!])|不是?(?=$|[，。,.!]))\s*(?:[.,;:!—–，。]|$)/u,
} as const;
const negating = pattern(
	[
		String.raw`not|\p{L}+n't|cannot|never|no|nor|neither|none|nothing|nobody|hardly|scarcely|barely|without|unable to|fail(?:s|ed)? to|far from|by no means|in no way|impossible|decline[ds]? to|refuse[ds]? to|unwilling`,
		String.raw`nicht|kein\p{L}*|nie|niemals|keineswegs|keinesfalls|keinerlei|mitnichten|kaum|ohne|weder|nichts|niemand|unmöglich|außerstande|schwerlich|fern davon|weit davon`,
		String.raw`pas|ne|n'|non|jamais|aucun|aucune|aucunement|nullement|guère|sans|rien|ni|loin|impossible|incapable`,
		String.raw`no|nunca|jamás|tampoco|ningún|ninguna|ninguno|nada|nadie|sin|ni|lejos|imposible|en absoluto|(?:en|de) (?:ningún )?modo alguno|en ningún caso|bajo ningún concepto|apenas`,
	],
	[
		'没有',
		'无法',
		'未能',
		'不',
		'没',
		'無',
		'无',
		'未',
		'并非',
		'难以',
		'很难',
		'难于',
		'并不',
		'岂能',
		'谈不上',
		'非',
	],
);
/** Behind a negation these make a hedge of it: "not fully agreed". */
const wholly = pattern(
	[
		String.raw`fully|entirely|completely|wholly|quite|totally|altogether|all|everything|every|in full|unconditionally|unreservedly`,
		String.raw`ganz|völlig|vollständig|vollkommen|voll|gänzlich|komplett|restlos|vorbehaltlos|uneingeschränkt|allem|allen|alles|jedem|jeder`,
		String.raw`entièrement|totalement|pleinement|complètement|tout à fait|tout|toute|tous|parfaitement|intégralement|sans réserve`,
		String.raw`totalmente|completamente|plenamente|del todo|enteramente|por completo|íntegramente|todo|toda|todos`,
	],
	['完全', '全部', '全然', '全', '彻底', '都', '尽'],
	'uy',
);
const hedging = pattern(
	[
		String.raw`partial(?:ly)?|partly|in part|in parts|mostly|largely|somewhat|half|broadly|conditionally|in principle|provisionally|nearly|almost|more or less|mainly|only|to (?:some|a certain) (?:extent|degree)|would|with (?:some |a |one )?(?:reservations?|exceptions?|caveats?)`,
		String.raw`teilweise|teils|zum teil|größtenteils|weitgehend|überwiegend|im prinzip|prinzipiell|grundsätzlich|bedingt|eingeschränkt|halb|im wesentlichen|im großen und ganzen|fast|nur|würde|(?:mit|unter) (?:\p{L}+ )?(?:einschränkung(?:en)?|vorbehalt(?:en)?|ausnahmen?)`,
		String.raw`partiel(?:le)?(?:ment)?|en partie|pour partie|à moitié|largement|en principe|globalement|presque|seulement|sous (?:réserve|condition)|avec (?:\p{L}+ )?réserves?|dans l' ensemble|serais`,
		String.raw`parcial(?:mente)?|en parte|a medias|en principio|mayormente|en gran parte|casi|sólo|solo|solamente|estaría|con (?:\p{L}+ )?(?:reservas?|matices|salvedades|reparos)|hasta cierto punto|en líneas generales`,
	],
	[
		'部分',
		'基本',
		'大体',
		'大致',
		'原则上',
		'有保留',
		'保留地',
		'有条件',
		'一定程度',
		'几乎',
		'一半',
		'只',
		'仅',
		'勉强',
		'除[^，。；]{1,20}?外',
	],
);
/** Words behind the category that take part of it back. */
const excepting = [
	String.raw`except(?:ing)?|apart from|aside from|save for|unless|provided|as long as|only (?:if|when|where|for|in)|but only|if|in part|in parts|partly|partially|to (?:some|a certain|a) (?:extent|degree)|up to a point|with (?:\p{L}+ )?(?:reservations?|exceptions?|caveats?)|subject to|on condition|minus|but not|in principle|for the most part|for the greater part`,
	String.raw`außer|ausgenommen|bis auf|mit ausnahme|sofern|falls|wenn|solange|teilweise|zum teil|nur (?:wenn|für|bei|in|zum)|(?:mit|unter) (?:\p{L}+ )?(?:einschränkung(?:en)?|vorbehalt(?:en)?|ausnahmen?|bedingung(?:en)?)|aber nicht|vorausgesetzt|im prinzip`,
	String.raw`sauf|excepté|hormis|à l' exception|à condition|sous réserve|avec (?:\p{L}+ )?réserves?|en partie|partiellement|si|uniquement|seulement|mais pas|hors|en principe`,
	String.raw`salvo|excepto|menos|a excepción|con (?:la )?excepción|a condición|siempre que|con (?:\p{L}+ )?(?:reservas?|matices|salvedades|reparos)|en parte|parcialmente|si|pero no|solo|sólo|en principio`,
];
const contrasting = [
	String.raw`but|however|though|although|yet|albeit|still|aber|jedoch|allerdings|doch|obwohl|obgleich|mais|cependant|toutefois|pourtant|quoique|pero|aunque|sin embargo|no obstante|sino`,
];
const chineseExcepting = [
	'但',
	'不过',
	'除了',
	'除',
	'然而',
	'只是',
	'可是',
	'如果',
	'前提',
	'有保留',
	'例外',
	'仅限',
	'只要',
	'原则上',
	'一部分',
	'大部分',
	'其中',
];
/** Behind any of these it is not said that somebody agrees. */
const unsure = pattern(
	[
		String.raw`whether|if|unless|until|to be|yet to be|pending|ob|wenn|falls|bevor|bis|si|avant|à discuter|hasta que|por decidir`,
	],
	['是否', '如果', '若', '假如', '待', '除非'],
);

/** What looks like a negation or a hedge and is none. */
const idioms = pattern(
	[
		String.raw`with(?:out|(?= no)) (?:any |a |no )?(?:\p{L}+ )?(?:reservations?|doubts?|exceptions?|hesitation|qualifications?|question|reserve|ifs)`,
		String.raw`no (?:doubts?|reservations?|questions?|problems?|ifs(?: or buts)?)|undoubtedly|not only|cannot help but|can't help but|cannot but|can't but|can only|no choice but to|no reason not to|nothing to add|no further`,
		String.raw`ohne (?:jeden |jede |jedes |weitere |weiteres |\p{L}+ )?(?:zweifel|einschränkung(?:en)?|vorbehalte?|ausnahmen?|zögern|abstriche|wenn und aber)|zweifellos|nicht nur|(?:kann|können)(?: \p{L}+){0,2} nur|nicht umhin|keinen grund, nicht|kein zweifel|keine frage|nichts hinzuzufügen`,
		String.raw`sans (?:aucune |aucun |la moindre |le moindre )?(?:réserves?|doute|exception|hésit(?:ation|er)|restriction|condition)|pas seulement|non seulement|ne (?:peux|puis|peut|pouvons) (?:que|qu')(?=\s)|aucun doute|aucune raison de ne pas|rien à ajouter`,
		String.raw`sin (?:ninguna |ningún |la menor |el menor )?(?:reservas?|duda|dudas|excepción|excepciones|vacilar|condiciones|reparos)|no solo|no sólo|no (?:puedo|podemos) (?:más que|sino)|ninguna duda|no hay duda|nada que añadir|ningún motivo para no`,
	],
	[
		'毫无保留地?|毫无疑问|毫不犹豫地?|毫无疑义|无条件|无保留|无疑|没有疑问|不容置疑|无可否认|不得不|不能不|不可不|无不|没有理由不|没有不|并非不|不是不|不会不|不仅|不但|不只|不光|无论|非常|没什么可补充|没有保留',
	],
);
/** The same where what is left says the contrary of what it seems to say, or says it without a word of its own. */
const agreedIdioms = pattern(
	[
		String.raw`could(?:n't| not) agree (?:with (?:\p{L}+ ){1,3})?more|nothing (?:to|i would) object|nichts entgegenzusetzen|^\s*(?:without reservations?|sin reparos|sin reservas|sans réserve|ohne (?:vorbehalte?|einschränkung))(?=\s*[.,;]?\s*$)|nichts (?:dagegen )?einzuwenden|nichts auszusetzen|rien à (?:redire|objecter)|nada que objetar`,
	],
	['没有意见', '没意见', '无话可说'],
	'u',
);

/** Sayings that disagree without a word of category. */
const disagreedIdioms = pattern(
	[
		String.raw`(?:do not|don't) (?:think|believe) so|not the case`,
		String.raw`(?:sehe|sehen) (?:ich |wir )?(?:das |es |dies )?nicht so|glaube (?:ich )?nicht|nicht der fall`,
		String.raw`n' est pas le cas|ne (?:le )?(?:crois|pense) pas`,
		String.raw`no (?:lo |la )?(?:veo|vemos) así|no lo creo|no es así`,
	],
	['不这么认为', '不这样认为', '不这么看', '并非如此'],
	'u',
);

/** Words that say nothing of their own: pronouns, auxiliaries, what a wording begins with. */
const small = pattern(
	[
		String.raw`i|we|me|us|it|this|that|these|the|a|an|my|our|your|point|finding|claim|objection|issue|is|are|am|was|be|been|being|do|does|did|have|has|had|can|could|will|would|must|may|to|with|on|at|as|in|so|of|well|also|still|here|there|very|strongly|simply|clearly|certainly|absolutely|definitely|really|firmly|even|both|and|you|your|agent|say|think|see|find|believe|remain|remains|any|more|now|reasons?|grounds|there|yes|one|raise|completely|wholly|entirely|fully|totally|on|all`,
		String.raw`ich|wir|mir|uns|es|das|dies|dieser|diese|diesem|dem|den|der|die|punkt|befund|einwand|ist|sind|bin|war|wird|werden|wurde|kann|können|konnte|muss|habe|haben|hat|hier|damit|darin|auch|noch|so|sehr|leider|klar|gar|überhaupt|absolut|entschieden|einfach|völlig|zu|in|mit|dazu|doch|davon|dich|ansicht|meinung|halte|halten|für|sehe|sehen|grund|gründe|ja|mich|diesen|sie|voll|ganz|vollkommen|vollständig|volle|habe|wird`,
		String.raw`je|j'|nous|on|il|elle|cela|ceci|ça|c'|c'est|ce|cette|cet|le|la|les|l'|point|remarque|constat|est|suis|sommes|sont|ai|avons|a|peux|puis|peut|pouvons|peu|en|y|à|de|du|d'|que|qu'|ici|très|bien|vraiment|absolument|aussi|être|me|m'|avec|avis|votre|ton|vous|tu|vois|raisons?|motif|oui|crois|pense|soit|total|totale|entièrement|tout|fait|pleinement|complètement|parfaitement`,
		String.raw`yo|nosotros|me|nos|se|lo|la|el|los|las|esto|este|esta|eso|ese|esa|punto|hallazgo|es|son|está|estoy|estamos|soy|he|hemos|ha|puedo|podemos|puede|quiero|ser|estar|con|en|de|a|que|aquí|muy|bien|realmente|absolutamente|también|su|tu|opinión|usted|hay|tengo|tenemos|veo|vemos|razón|razones|motivos?|sí|parece|creo|totalmente|completamente|plenamente|total|entera|del|todo`,
	],
	[
		'我们?',
		'本方',
		'你们?的?',
		'这一?[点条个]?',
		'此[点条]?',
		'予',
		'并',
		'是',
		'有',
		'我',
		'说',
		'个',
		'那',
		'本',
		'人',
		'非常',
		'十分',
		'毫',
		'无',
		'地',
		'反',
		'该',
		'问题',
		'意见',
		'观点',
		'结论',
		'说法',
		'[的地得是对于在也就都很能可以会要请]',
		'坚决',
		'明确',
		'坚定',
		'强烈',
		'实在',
		'表示',
		'持',
		'完全',
	],
);

type CategoryWord = {readonly at: number; readonly end: number; readonly agrees: boolean; readonly weak: boolean};

/** Ends of clauses. A comma is none in Latin script, where an aside may stand between a negation and its word. */
const clauseEnd =
	/[.;:!?\n…，。；：！？、|]|\s\/\s|\s[—–-]+\s|[—–]| {2,}|,?\s+(?:but|however|aber|jedoch|mais|pero|sino)\s/gu;

const lower = (text: string): string =>
	text
		.normalize('NFC')
		.toLowerCase()
		.replaceAll(/[’‘ʼ]/gu, "'")
		// French elides, and each of its words counts.
		.replaceAll(/(?<!\p{L})(?<elided>[cdjlmnst]|qu)'(?=\p{L})/gu, "$<elided>' ")
		.replaceAll(/`[^`\n]*`/gu, ' ');

const matches = (text: string, wanted: RegExp): {readonly at: number; readonly end: number}[] =>
	[...text.matchAll(wanted)].map(({0: found, index}) => ({at: index, end: index + found.length}));

const has = (text: string, wanted: RegExp): boolean => matches(text, wanted).length > 0;

/** Whether nothing stands here that says anything. */
const isSmall = (text: string): boolean =>
	!/\p{L}/u.test(
		[negating, hedging, small, pattern([String.raw`p\d+|points?|finding|#?\d+`], [])].reduce(
			(rest, words) => rest.replaceAll(words, ' '),
			text.replaceAll(new RegExp(wholly.source, 'gu'), ' '),
		),
	);

/** All words that give a category, in order; one that stands in another one is not a word of its own. */
function marksIn(text: string): CategoryWord[] {
	const found = [
		...matches(text, disagreeing).map(place => ({...place, agrees: false, weak: false})),
		...matches(text, agreeing).map(place => ({...place, agrees: true, weak: false})),
		...matches(text, denying).map(place => ({...place, agrees: false, weak: true})),
		...matches(text, affirming).map(place => ({...place, agrees: true, weak: true})),
	];
	return found
		.filter(({at, end, agrees}, place) =>
			found.every(
				(other, index) =>
					index === place ||
					end <= other.at ||
					at >= other.end ||
					end - at > other.end - other.at ||
					(end - at === other.end - other.at && (!agrees || other.agrees) && place < index),
			),
		)
		.filter(({at, weak}) => !weak || isSmall(text.slice(clauseStart(text, at), at)))
		.toSorted((one, other) => one.at - other.at);
}

const clauseStart = (text: string, at: number): number => matches(text.slice(0, at), clauseEnd).at(-1)?.end ?? 0;

const clauseEndAfter = (text: string, from: number): number => {
	const next = matches(text.slice(from), clauseEnd)[0];
	return next === undefined ? text.length : from + next.at;
};

/** How a stretch before a word changes it. */
function modifiersIn(stretch: string): {readonly negated: boolean; readonly hedged: boolean} {
	const text = stretch.replaceAll(/\s(?:at all|du tout)(?!\p{L})/gu, ' ');
	const isHedged = has(text, hedging);
	const found = matches(text, negating).map(({end}) => {
		const gap = /^(?:\s+(?:[\p{L}']+\s+){0,3}|\p{Script=Han}{0,2})/u.exec(text.slice(end))?.[0] ?? '';
		return placesIn(gap).some(skip => startsWith(text, end + skip, wholly)) ? 'hedge' : 'negation';
	});
	const hedged = isHedged || found.includes('hedge');
	// "Not fully" is one hedge, however many words of negation a language has for it.
	const both = hedged && !isHedged && found.includes('negation') && isOnlyPart(text);
	return {negated: found.includes('negation') && !both, hedged};
}

/** French and Spanish negate twice: "je ne suis pas entièrement d’accord" has one negation. */
const isOnlyPart = (text: string): boolean => /\b(?:ne|n')/u.test(text) && !/\b(?:sans|ni|jamais)\b/u.test(text);

const placesIn = (gap: string): number[] => Array.from({length: gap.length + 1}, (_, at) => at);

function startsWith(text: string, at: number, wanted: RegExp): boolean {
	const sticky = new RegExp(wanted.source, 'uy');
	sticky.lastIndex = at;
	return sticky.test(text);
}

/** What the rest of the clause does to a word: "einverstanden bin ich nicht", "agreed? no". */
const later = {
	negated:
		/^(?:\s+(?:it|this|i|we)\s+(?:is|am|are|do|can)?\s*(?:not|cannot)|\s+(?:to|with|on|by|in|con|en|por|avec|sur|par)?\s*(?:none|nothing|no part|nobody|no one|neither|nada|nadie|ningun\p{L}*|rien|personne|aucun\p{L}*)(?!\p{L})[^.;:!?\n]*|\s*,\s*(?:(?:i|we|it) (?:am|are|do|is) not|(?:je|nous) ne (?:l'|le)?\s*(?:suis|sommes) pas|(?:das )?(?:bin|sind) (?:ich|wir) (?:das )?nicht|no lo (?:estoy|estamos))|\s*(?:je |nous )?(?:ne |n')?\s*(?:le |la )?(?:suis|sommes|est|peux|puis)?\s*(?:pas|jamais|nullement|impossible)|\s+(?:no|nunca|jamás)(?:\s+(?:lo|estoy|estamos|es|hay|puedo)){0,2}|\s+(?:impossible|imposible|unmöglich|denied|withheld|missing|fehlt|denegad[oa])|\s*(?:是不可能的?|不了|不得|不能))\s*(?=$|[.;:!,—–?\n，。；！])/u,
	german:
		/^(?:(?!\s(?:dass|weil|denn|und|wenn)\s)[^.;:!?,—–\n])*?\s(?:nicht|nie|niemals|keineswegs|keinesfalls|kein\p{L}*|mitnichten)(?![\p{L}])/u,
	question: /^[^.;:!\n。；]{0,60}?(?:\?|？|吗)/u,
	no: /^[\s?？*"')]*(?:(?:no|not|never|nein|nicht|nie|keineswegs|non|pas|jamais|nunca|jamás)(?!\p{L})|不|没|否)/u,
	yes: /^[\s?？*"')]*(?:yes|ja|oui|sí|是|对)/u,
} as const;

const hedgedLater = new RegExp(
	[
		String.raw`^(?:(?!\s(?:that|dass|que|qu'|because|weil|car|porque)\b)[^,.;:!?—–\n，。；(]){0,80}?\s*[,;:—–(-]*\s*(?<![\p{L}])(?:${excepting.join('|')})(?![\p{L}])`,
		String.raw`^[^.;!?\n]{0,160}?[,;—–(]\s*(?:${[...excepting, ...contrasting].join('|')})(?![\p{L}])`,
		String.raw`^[^,.;:!?—–\n]{0,80}?\s(?:but|aber|mais|pero|though|although|obwohl|aunque)\s`,
		String.raw`^\s*[.!:]\s*(?:${contrasting.join('|')}|only|nur|seulement|solo|sólo|except|außer|sauf|salvo)(?![\p{L}])`,
		String.raw`^[^.!?\n。！？]{0,60}?(?:${chineseExcepting.join('|')})`,
	].join('|'),
	'u',
);
const exceptedLater = new RegExp(
	String.raw`^(?:[^,.;:!?—–\n]){0,60}?\s*[,;—–(-]*\s*(?<![\p{L}])(?:except|apart from|save for|außer|bis auf|mit ausnahme|ausgenommen|sauf|excepté|hormis|à l' exception|salvo|excepto|menos|a excepción|in part|partly|partially|teilweise|zum teil|en partie|partiellement|en parte|parcialmente)(?![\p{L}])|^[^.!?。]{0,20}?除`,
	'u',
);
/** What may stand behind a word that agrees without changing it: its end, or what it agrees with. */
const complement = new RegExp(
	[
		String.raw`^(?:\s*$|\s{2,}|\s*[^\p{L}\p{N}\s])`,
		String.raw`^\s+(?:with|to|on|upon|that|about|this|these|it|the|and|as|here|in|at|for|fully|completely|entirely|wholly|totally|wholeheartedly|because|since|too|also|now|there|lines?|points?|both|i|we|your|an?|p?\d+)(?!\p{L})`,
		String.raw`^\s+(?:mit|zu|dass|und|in|bei|hier|weil|da|voll|ganz|völlig|damit|dem|den|auch|jetzt|von|was|zeilen?|punkt|ich|wir|meinerseits|bin|sind|diese[rmns]?|das|ihre[rmn]?|deine[rmn]?)(?!\p{L})`,
		String.raw`^\s+(?:avec|sur|pour|que|qu'|et|ici|car|à|en|le|la|les|ce|cet|cette|votre|ton|aussi|total|complet|entier|là-dessus|lignes?|point)(?!\p{L})`,
		String.raw`^\s+(?:con|en|que|y|aquí|por|a|al|el|la|los|las|este|esta|esto|su|tu|también|total|completo|línea|punto)(?!\p{L})`,
		String.raw`^(?:该|此|这|那|你|您|对方|上述|以上|其|第|所|并|且|他|它|的?$|的?\p{P}|的?(?:结论|意见|观点|看法|说法))`,
	].join('|'),
	'u',
);
/** "Agreed: no", "agreed = false": an answer behind the word, and nothing behind that. */
const answeredNo =
	/^\s*[:=(,/?—–：（，-]+\s*(?:(?:no|not|false|never|wrong|nein|nicht|nie|falsch|non|faux|jamais|pas|nunca|falso|said nobody|says nobody|said no one)(?!\p{L})|否|不是?|没有)\s*(?=$|[).,;:!）。，；])/u;
/** Two words of category that are joined speak of two things; side by side, the one is said of the other. */
const joining =
	/[,;，；、]|\s(?:and|but|or|nor|und|aber|oder|noch|et|mais|ou|ni|y|pero|o|e|while|whereas|während|tandis que|mientras)\s|[和但而或也]/u;
const neither = /(?<![\p{L}])(?:neither|weder|ni)(?![\p{L}])|既不|既非/u;

/** The category that a wording gives: by its first word of one, unless another in the sentence says the contrary. */
function readWording(wording: string): Category | undefined {
	const raw = lower(wording);
	const idiom = agreedIdioms.exec(raw.split(/[.\n]/u, 1)[0] ?? '');
	if (idiom) return hedgedLater.test(raw.slice(idiom.index + idiom[0].length)) ? 'partly' : 'agreed';
	const text = raw.replaceAll(idioms, ' ');
	if (disagreedIdioms.test(raw.split(/[.,\n，。]/u, 1)[0] ?? '')) return 'disagreed';
	const marks = marksIn(text);
	const [first, ...others] = marks;
	if (!first) return bareAnswer(text);
	const own = sayingOf(text, first, clauseStart(text, first.at), others);
	const sentence = /[.:!?\n。！？]|\s[—–-]\s/u.exec(text.slice(first.end))?.index ?? text.length;
	const next = others.find(({at, weak}) => !weak && at < first.end + sentence);
	const between = next && text.slice(first.end, next.at);
	const infinitive = next && /^(?:zuzustimmen|beizupflichten|abzulehnen)/u.test(text.slice(next.at));
	if (!next || !between || infinitive || !joining.test(between) || own === undefined) return own;
	const from = first.end + between.search(joining);
	const second = sayingOf(text, next, Math.max(from, clauseStart(text, next.at)), []);
	if (second === undefined || second === own) return own;
	return neither.test(text.slice(0, next.at)) ? undefined : 'partly';
}

function bareAnswer(text: string): Category | undefined {
	if (answering.no.test(text)) return 'disagreed';
	const yes = answering.yes.exec(text)?.[0];
	if (yes === undefined) return undefined;
	return hedgedLater.test(`${yes.replaceAll(/\P{L}+$/gu, '')}, ${text.slice(yes.length).trimStart()}`)
		? 'partly'
		: 'agreed';
}

/** What one word says with its negation and hedges; `start` is where its clause begins. */
function sayingOf(
	text: string,
	word: CategoryWord,
	start: number,
	others: readonly CategoryWord[],
): Category | undefined {
	const before = text.slice(start, word.at);
	const rest = text.slice(word.end);
	const turn = turnBehind(rest, text.slice(word.end, clauseEndAfter(text, word.end)));
	if (turn === 'asked' || has(before, unsure) || isAnsweredNo(text.slice(start, word.end), word)) return undefined;
	const {denied, hedged} = changeBefore(text, word, start);
	const agrees = isContradicted(text, word, others)
		? denied && !word.agrees
		: (denied || turn === 'denied') !== word.agrees;
	if (!agrees) {
		const isPart = hedged && !word.agrees && !conditional.test(before);
		return isPart || exceptedLater.test(rest) ? 'partly' : 'disagreed';
	}
	if (hedged || hedgedLater.test(rest)) return 'partly';
	// A word that is not known may turn the sense: "I withhold my agreement".
	const known = isSmall(before.slice(before.search(/[^,，]*$/u)));
	return known && (!word.agrees || complement.test(rest)) ? 'agreed' : undefined;
}

/** Behind these a hedge takes nothing from a disagreement: "I would rather disagree", "I can only disagree". */
const conditional = /\b(?:would|würde|serais|estaría|only|nur)\b/u;
const leadingNo = /^\s*(?:no|nein|non|不|没有)\s*[,，]/u;
const behindNo = (scope: string): string => scope.replace(/^\s*\p{L}+\s*[,，]/u, '');

/** "No, agreed": the two say contrary things, unless another negation stands between. */
const isAnsweredNo = (scope: string, {agrees}: CategoryWord): boolean =>
	agrees && leadingNo.test(scope) && !has(behindNo(scope), negating);

/** How what stands before a word in its clause changes it. */
function changeBefore(text: string, word: CategoryWord, start: number): {denied: boolean; hedged: boolean} {
	const scope = text.slice(start, word.end);
	const {negated, hedged} = modifiersIn(leadingNo.test(scope) ? behindNo(scope) : multiword(scope, word, start));
	return {denied: negated && (word.agrees || isDirect(scope, word.at - start)), hedged};
}

/** How what stands behind a word changes it: it may deny it, or ask for it and answer nothing. */
function turnBehind(rest: string, clause: string): 'denied' | 'asked' | undefined {
	const question = later.question.exec(rest)?.[0];
	const answer = question === undefined ? undefined : rest.slice(question.length);
	if (later.negated.test(rest) || answeredNo.test(rest) || later.german.test(clause.split(',', 1)[0] ?? ''))
		return 'denied';
	if (answer === undefined) return undefined;
	if (later.no.test(answer)) return 'denied';
	return later.yes.test(answer) ? undefined : 'asked';
}

/** Whether the next word of category in the clause says the contrary of the same thing. */
function isContradicted(text: string, {agrees, end}: CategoryWord, others: readonly CategoryWord[]): boolean {
	const beside = others.find(({at, weak}) => !weak && at < clauseEndAfter(text, end));
	return beside !== undefined && beside.agrees !== agrees && !joining.test(text.slice(end, beside.at));
}

/**
 * Whether a negation belongs to a word that disagrees: it stands in it, or only small words stand between. "It does not
 * leak, I disagree" denies the leak.
 */
const isDirect = (scope: string, at: number): boolean =>
	matches(scope, negating).some(
		({end}) => end > at || (!/[,，]/u.test(scope.slice(end, at)) && isSmall(scope.slice(end, at))),
	);

/** The scope of a word: what stands in it counts only where it is of several words with others between. */
const multiword = (scope: string, {at, end}: CategoryWord, start: number): string =>
	/\s/u.test(scope.slice(at - start)) && end - at > 14 ? scope : scope.slice(0, at - start);

const ownHeading = /^P\d+ — \*\*(?<category>Agreed|Partially agreed|Disagreed)\*\*(?=$|:|, withdrawn|\s\(`)/u;
const ownCategories: Readonly<Record<string, Category>> = {
	Agreed: 'agreed',
	'Partially agreed': 'partly',
	Disagreed: 'disagreed',
};

/**
 * The category that a text gives: our own headings as they are written, else what is in bold, else how its first line
 * puts it. What is quoted from the other side does not count.
 */
export function categoryIn(text: string): Category | undefined {
	const own = ownCategories[ownHeading.exec(text)?.groups?.['category'] ?? ''];
	if (own !== undefined) return own;
	const lines = text.split('\n').filter(line => !/^\s*>/u.test(line));
	for (const line of lines) {
		for (const {0: whole, index, groups} of line.matchAll(/\*\*(?<inside>[^*]+)\*\*/gu)) {
			const inside = groups?.['inside'] ?? '';
			if (marksIn(lower(inside)).length === 0) continue;
			const before = line.slice(0, index).replaceAll('*', '');
			const start = clauseStart(before, before.length);
			const led = isSmall(lower(before.slice(start))) ? before.slice(start) : '';
			return readWording(`${led}${inside}${line.slice(index + whole.length).replaceAll(/[*_]/gu, '')}`);
		}
	}
	const [first = ''] = lines.filter(line => line.trim() !== '');
	return readWording(first.replace(/^[\s#\d.)*_-]*(?:P\d+\b)?/u, '').replaceAll(/[*_]/gu, ''));
}
