/** What models write and nobody says: stage directions, tokens of templates, and the signs that set a formula. */

/** What people do in a play, in the third person or as a noun: enough in brackets of any kind. */
const acts = [
	// English
	'(?:clears?|clearing) (?:his|her|their|its|my|the)? ?throat',
	'laugh(?:s|ing|ter)?|chuckl(?:es?|ing)|giggl(?:es?|ing)|sigh(?:s|ing)?|smil(?:es|ing)|grin(?:s|ning)|smirk(?:s|ing)?|snort(?:s|ing)?|scoff(?:s|ing)?',
	'paus(?:es?|ing)|beat|silence|hesitat(?:es|ing)|nod(?:s|ding)?|shrug(?:s|ging)?|frown(?:s|ing)?|wink(?:s|ing)?|gasp(?:s|ing)?|cough(?:s|ing)?|groan(?:s|ing)?',
	'whisper(?:s|ing)?|mutter(?:s|ing)?|murmur(?:s|ing)?|exhal(?:es|ing)|inhal(?:es|ing)|yawn(?:s|ing)?|sniff(?:s|ing)?|gestur(?:es|ing)|bow(?:s|ing)?',
	'applau(?:se|ds|ding)|claps|clapping|cheers|cheering|crosstalk|inaudible|music(?: (?:plays|fades|swells))?|audience (?:laughs|laughter|applauds|applause|murmurs|gasps)',
	'shak(?:es|ing) (?:his|her|their|its|my)? ?head|lean(?:s|ing) (?:in|back|forward|over|closer|into)|rais(?:es|ing) (?:an?|his|her|their|its|both|one)? ?(?:eyebrows?|hands?|fingers?|glass)',
	'tak(?:es|ing) (?:an? )?(?:\\w+ )?(?:breath|sip|pause|moment|bow)|turn(?:s|ing) (?:to|towards?|around|back)|look(?:s|ing) (?:at|around|down|up|away|over|into|directly)',
	'adjust(?:s|ing) (?:his|her|their|its|the)|gaz(?:es|ing)|glanc(?:es|ing)|point(?:s|ing) (?:at|to|towards?) (?:the|his|her|an?)|steps? (?:forward|back|up)|stand(?:s|ing) up|sits? (?:down|back)',
	'roll(?:s|ing) (?:his|her|their)? ?eyes|fold(?:s|ing) (?:his|her|their)? ?(?:arms|hands)|tap(?:s|ping) (?:the|on)|slam(?:s|ming) (?:the|his|her|on)|wav(?:es|ing) (?:a|his|her|at)',
	// German, French, Spanish
	'lacht|lachend|kichert|schmunzelt|seufzt|lächelt|nickt|hustet|zögert|räuspert sich|sich räuspernd|pause|applaus|beifall|gelächter|schüttelt den kopf|schweigt|stille',
	'rit|rires?|riant|soupire?|sourit|sourire|hésite|tousse|se racle la gorge|applaudissements|hoche la tête|secoue la tête',
	'ríe|ríen|risas?|suspira|suspiro|sonríe|pausa|tose|carraspea|aplausos|asiente|niega con la cabeza|se aclara la garganta',
].join('|');
const manner = String.raw`(?:(?:an? |the )?(?:\p{L}+ly|long|short|brief|slight|dramatic|thoughtful|nervous|quiet|dry|soft|gentle|warm|kurze|lange|leise|courte|longue|breve|larga) ){0,2}`;
/** A direction goes on for a few words, without an end of a sentence. */
const rest = String.raw`(?:[,;]? [^\s()[\]*_.!?:]+){0,6}`;
const isDirection = new RegExp(String.raw`^${manner}(?:${acts})(?![\p{L}-])${rest}\.{0,3}…?$`, 'iu');
const isChinese =
	/^(?:轻|微|苦|大|冷)?(?:笑|笑声|叹气|停顿|沉默|掌声|鼓掌|清嗓子|咳嗽|微笑|点头|摇头)(?:了?一?[下声])?$/u;

/**
 * What stands in brackets, or alone between stars: stressed words of a sentence look the same there, and end within it.
 */
const aside =
	/[*_]{0,3}(?:\(([^()\n]{1,80})\)|\[([^[\]\n]{1,80})\](?!\()|（([^（）\n]{1,20})）|【([^【】\n]{1,20})】)[*_]{0,3}|(?<=^|\n[ \t]*|[.!?…:"”’)\]*_][ \t]+)(?:\*{1,2}([^*\n]{1,80})\*{1,2}|_([^_\n]{1,80})_)(?=[ \t]*(?:$|\n|["“„([*_\p{Lu}\p{Lo}]))/gmu;

const withoutDirections = (text: string): string =>
	text.replaceAll(aside, (whole: string, ...found: readonly unknown[]) => {
		const said = found.slice(0, 6).find(each => typeof each === 'string');
		return typeof said === 'string' && (isDirection.test(said) || isChinese.test(said)) ? '' : whole;
	});

const templateTokens = /<[|｜][^<>|｜\n]{1,40}[|｜]>|<\/?s>|<(?:start|end)_of_turn>|\[\/?INST\]|<<\/?SYS>>/gu;

/** Between dollars that stand close to it, and that are no sums of money; or as LaTeX has it otherwise. */
const formula =
	/\$\$([^$]{1,600})\$\$|\\\[([^]{1,600}?)\\\]|\\\(([^]{1,300}?)\\\)|(?<![\p{L}\d$\\])\$(?=[^\s$\d])([^$\n]{0,160}[^\s$\\])\$(?![\d\p{L}])|(?<![\p{L}\d$\\])\$(?=\d)([^$\n]{0,160}?[=^\\_{}+<>][^$\n]{0,160}[^\s$\\])\$(?![\d\p{L}])/gu;

const signs: Readonly<Record<string, string>> = {
	cdot: ' × ',
	times: ' × ',
	div: ' / ',
	le: ' ≤ ',
	leq: ' ≤ ',
	ge: ' ≥ ',
	geq: ' ≥ ',
	ne: ' ≠ ',
	neq: ' ≠ ',
	approx: ' ≈ ',
	to: ' → ',
	rightarrow: ' → ',
	pm: ' ± ',
	sum: ' ∑ ',
	sqrt: '√',
	quad: ' ',
	left: '',
	right: '',
	ldots: '…',
	dots: '…',
	percent: '%',
};

/** A formula as plain signs. */
const plainFormula = (latex: string): string =>
	latex
		.replaceAll(/\\(?:text|mathrm|mathbf|mathit|operatorname|mbox)\s*\{([^{}]*)\}/gu, '$1')
		.replaceAll(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/gu, '$1 / $2')
		.replaceAll(/\\sqrt\s*\{([^{}]*)\}/gu, '√$1')
		.replaceAll(/\\([A-Za-z]+)\*?/gu, (_all, name: string) => signs[name] ?? ` ${name} `)
		.replaceAll(/\\([%$&#_{}])/gu, '$1')
		.replaceAll(/\\[,;:!\s\\]/gu, ' ')
		.replaceAll(/[{}]/gu, '')
		.replaceAll(/(?<=[\p{L}\d)])_(?=[\p{L}\d])/gu, ' ')
		.replaceAll(/\s*=\s*/gu, ' = ')
		.replaceAll(/[ \t]+/gu, ' ')
		.trim();

/** Code stays as it is: it is told in a way of its own. */
const code = /(```[^]*?(?:```|$)|`[^`\n]*`)/u;

/** A text in Markdown without what is not said. */
export const withoutUnspoken = (text: string): string =>
	text
		.split(code)
		.map((part, place) =>
			place % 2 === 1
				? part
				: withoutDirections(part.replaceAll(templateTokens, ''))
						.replaceAll(formula, (_all, ...found: readonly unknown[]) =>
							plainFormula(String(found.slice(0, 5).find(each => typeof each === 'string'))),
						)
						.replaceAll(/[ \t]+(?=[,.;:!?](?:\s|$))/gu, ''),
		)
		.join('');
