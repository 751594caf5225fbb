/**
 * Characters that are made of several, as this terminal draws them: an emoji joined from others is one picture in
 * some terminals and a row of them in others. What a terminal does not draw as one is taken apart before it is
 * measured and drawn.
 */
import stringWidth from 'string-width';

/**
 * What terminals draw differently, with a sample to measure and the columns that it takes where it is drawn as
 * one.
 */
export const samples = {
	/** Joined by ZERO WIDTH JOINER. */
	joined: {text: '👩\u200D🔬', columns: 2},
	/** With a skin tone. */
	toned: {text: '👍🏽', columns: 2},
	/** A sign that a selector makes an emoji. */
	presented: {text: '⚖\uFE0F', columns: 2},
	keycap: {text: '1\uFE0F\u20E3', columns: 2},
	flag: {text: '🇩🇪', columns: 2},
	/** A letter with a combining mark. */
	marked: {text: 'q\u0303', columns: 1},
	/** Two letters that one sign joins, as in many scripts of India. */
	conjunct: {text: 'क्ष', columns: 1},
	/** A vowel of Thai and Lao that stands behind its letter and belongs to it. */
	vowel: {text: 'กำ', columns: 1},
	emoji: {text: '👩', columns: 2},
	/** What a terminal set up for East Asia draws in two columns: our own signs are such. */
	sign: {text: '●', columns: 1},
} as const;

export type SampleKind = keyof typeof samples;
/** Columns that each sample took. */
export type MeasuredSamples = ReadonlyMap<SampleKind, number>;

/** What can be taken apart, the kinds that hold others first. */
const clusterKinds = ['joined', 'toned', 'keycap', 'presented', 'flag', 'marked'] as const;
type ClusterKind = (typeof clusterKinds)[number];
/** What is drawn as it is, in a column more for each further letter where the terminal does not join them. */
const letterKinds = ['conjunct', 'vowel'] as const;
type LetterKind = (typeof letterKinds)[number];
export const sampleKinds = [...clusterKinds, ...letterKinds, 'emoji', 'sign'] as const satisfies readonly SampleKind[];

/** Which kinds have to be taken apart. */
const none: ReadonlySet<ClusterKind> = new Set();
const unknown: ReadonlySet<ClusterKind> = new Set(['joined', 'toned', 'presented', 'keycap', 'flag']);
let apart = none;
const joined: ReadonlySet<LetterKind> = new Set();
let letters = joined;
let version = 0;

/** Changes whenever widths of characters do: what was wrapped before is to be wrapped again. */
export const widthsVersion = (): number => version;

/**
 * Tells how the terminal draws: as it was measured; `unknown` until then, so that nothing is drawn that could be
 * wider than we think;
 * `whole` where nothing draws, or everything as one.
 */
export function drawClusters(how: MeasuredSamples | 'unknown' | 'whole'): void {
	apart =
		how === 'whole' ? none : how === 'unknown' ? unknown : new Set(clusterKinds.filter(kind => !isWhole(how, kind)));
	letters =
		how === 'whole'
			? joined
			: new Set(letterKinds.filter(kind => how === 'unknown' || how.get(kind) !== samples[kind].columns));
	version++;
}

/** Two halves of one column each are no picture of two. */
function isWhole(measured: MeasuredSamples, kind: ClusterKind): boolean {
	const halves = (kind === 'joined' || kind === 'toned') && measured.get('emoji') !== samples.emoji.columns;
	return measured.get(kind) === samples[kind].columns && !halves;
}

const regional = 0x1f1e6;
const asLetter = (indicator: string): string =>
	String.fromCodePoint((indicator.codePointAt(0) ?? regional) - regional + 'A'.charCodeAt(0));

/** How each kind is taken apart. */
const takings: Readonly<Record<ClusterKind, (text: string) => string>> = {
	joined: text =>
		text.replaceAll(
			/(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gu,
			'',
		),
	toned: text => text.replaceAll(/(?<=\p{Emoji_Modifier_Base}\uFE0F?)\p{Emoji_Modifier}/gu, ''),
	keycap: text => text.replaceAll(/([#*0-9])\uFE0F?\u20E3/gu, '$1'),
	presented: text => text.replaceAll(/(?<!\p{Emoji_Presentation})\uFE0F/gu, ''),
	flag: text => text.replaceAll(/\p{Regional_Indicator}/gu, asLetter),
	marked: text => text.replaceAll(/\p{Mn}+/gu, ''),
};

const simple = /^[\n -~\u00A0-\u02FF\u0370-\u0482\u048A-\u058F\u2010-\u2027\u2190-\u21FF\u2500-\u25FF]*$/u;

/** A text as it is to be drawn: what this terminal does not draw as one is taken apart. */
export function asDrawn(text: string): string {
	if (apart.size === 0 || simple.test(text)) return text;
	return clusterKinds.reduce((drawn, kind) => (apart.has(kind) ? takings[kind](drawn) : drawn), text);
}

/** Columns of a user-perceived character. */
export function drawnWidth(grapheme: string): number {
	const drawn = asDrawn(grapheme);
	return stringWidth(drawn) + furtherColumns(drawn);
}

const furtherLetters: Readonly<Record<LetterKind, RegExp>> = {
	conjunct: /(?<=\p{M}\u200D?)(?![\u0E33\u0EB3])\p{Lo}/gu,
	vowel: /(?<!^)[\u0E33\u0EB3]/gu,
};

/** Columns that the letters of a user-perceived character take beyond what its width as one says. */
export const furtherColumns = (grapheme: string): number =>
	simple.test(grapheme)
		? 0
		: letterKinds.reduce(
				(sum, kind) => sum + (letters.has(kind) ? (grapheme.match(furtherLetters[kind])?.length ?? 0) : 0),
				0,
			);
