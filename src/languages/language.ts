/** What each language has to say, as data: in a debate, read aloud, and in an episode. */
import {z} from 'zod';
import type {InterruptionReason} from '../debate/events.ts';
import {dimensions, rubric, rubricAnswers} from '../debate/rubric.ts';
import {grounds} from '../debate/formats/motion.ts';
import {claimStandings} from '../debate/ledger.ts';

export type DebateLanguage = {
	/** ISO 639-1. */
	readonly code: string;
	/** In English, as prompts call it. */
	readonly name: string;
	/** Tokens that a word takes on average; in Chinese, that the characters said in the time of a word take. */
	readonly tokensAWord: number;
	/** Frequent small words, by which the language of a text is recognised. */
	readonly frequent: ReadonlySet<string>;
	/** Between the last two of a list. */
	readonly and: string;
	/** Between the others. */
	readonly comma: string;
	readonly announcements: Announcements;
	/** What somebody says who takes back what they said. */
	readonly takesBack: readonly string[];
	/** How somebody asks where a claim is from. */
	readonly asksForSource: readonly string[];
	/** What somebody says before words that they ascribe to another: signs of an attack. */
	readonly ascribes: readonly string[];
	/** Beginnings of the words by which somebody is said to have argued unfairly, by what is said of them. */
	readonly blames: Readonly<Record<Blame, readonly string[]>>;
	/** What stands before such a word where the fault is denied. */
	readonly denies: readonly string[];
	/** How a chair may begin when it cuts in, by its reason. */
	readonly openers: Readonly<Record<InterruptionReason, readonly string[]>>;
};

/** `passedOver` a question or a claim, `misstated` what an opponent said, or argued unfairly in another way. */
export type Blame = 'passedOver' | 'misstated' | 'unfair';

/** What is said in the arbiter's place, with slots such as `{names}`. */
type Announcements = {
	readonly introduction: string;
	readonly chair: string;
	/** Of a chair whose provider has a name. */
	readonly chairFrom: string;
	readonly steelMan: string;
	readonly selfCritique: string;
	readonly framework: string;
	readonly closing: string;
	readonly show: string;
	readonly interjection: string;
	readonly whoeverIsNext: string;
};

/** A text with its slots filled. */
export const fillSlots = (text: string, slots: Readonly<Record<string, string>>): string =>
	text.replaceAll(/\{(\w+)\}/gu, (_, name: string) => slots[name] ?? '');

/** The word for an id that a journal brings; undefined where there is none. */
export const wordFor = (words: Readonly<Record<string, string>>, id: string): string | undefined =>
	Object.hasOwn(words, id) ? words[id] : undefined;

/** A list as the language writes it. */
export const listIn = ({and, comma}: Pick<DebateLanguage, 'and' | 'comma'>, items: readonly string[]): string =>
	items.length < 2 ? items.join('') : `${items.slice(0, -1).join(comma)}${and}${items.at(-1) ?? ''}`;

// What speaking a text needs to know of a language, as data.

/** A pattern, or what makes it when a text is first spoken: most programs speak none, or one language. */
type SpokenPattern = RegExp | (() => RegExp);

/** What is written, and what is said for it; a function is given what `String.replace` gives. */
export type SpokenForm = readonly [
	SpokenPattern,
	string | ((all: string, ...groups: (string | undefined)[]) => string),
];

/** The text with these forms as they are said, one after the other. */
export const saidIn = (text: string, forms: readonly SpokenForm[]): string =>
	forms.reduce((said, [written, spoken]) => {
		const pattern = typeof written === 'function' ? written() : written;
		return typeof spoken === 'string' ? said.replace(pattern, spoken) : said.replace(pattern, spoken);
	}, text);

export type Language = {
	/** ISO 639-1. */
	readonly code: string;
	/** Whether it sets no blanks between words. */
	readonly isUnspaced?: true;
	/** Forms that stand for women and men, such as `Schüler*innen`, as both; of the text before it is unmarked. */
	readonly bothForms?: (text: string) => string;
	/** What only this language writes so: decades, ages, times, dates, rulers, fractions. */
	readonly figures: readonly SpokenForm[];
	/** The same for what stands there once figures are in words. */
	readonly figuresInWords?: readonly SpokenForm[];
	/** Numbers that take the singular, where it is not only 1. */
	readonly one?: RegExp;
	/** Multipliers by what they are called behind one. */
	readonly oneMany?: Readonly<Record<string, string>>;
	/** Hundredths of a currency, by its sign, and what links them to the whole. */
	readonly coins?: Readonly<Record<string, readonly [one: string, several: string]>>;
	readonly coinLink?: string;
	readonly chess: {
		readonly pieces: Readonly<Record<string, string>>;
		readonly takes: string;
		readonly check: string;
		readonly mate: string;
		readonly becomes: string;
		readonly castles: readonly [short: string, long: string];
	};
	/** Between millions and a currency, where that is not nothing: `de`. */
	readonly ofMoney?: string;
	/** Units that are said before their number. */
	readonly before?: Readonly<Record<string, string>>;
	readonly abbreviations: readonly SpokenForm[];
	/** Units by their symbol behind a number: what one and what several are called. */
	readonly units: Readonly<Record<string, readonly [one: string, several: string]>>;
	/** Currencies by their sign or code: what one and what several are called. */
	readonly currencies: Readonly<Record<string, readonly [one: string, several: string]>>;
	/** What multiplies a number when it stands right behind it, such as `k` or `bn`. */
	readonly multipliers: Readonly<Record<string, string>>;
	readonly decimal: '.' | ',';
	readonly group: '.' | ',' | ' ';
	readonly words: {
		readonly minus: string;
		readonly plus: string;
		readonly plusMinus: string;
		readonly by: string;
		readonly dividedBy: string;
		readonly ratio: string;
		readonly squared: string;
		readonly cubed: string;
		readonly version: string;
		/** Between the numbers of a version. */
		readonly versionPoint: string;
		readonly to: string;
		readonly times: string;
		readonly power: string;
		readonly percent: string;
		readonly per: string;
		readonly about: string;
		readonly equals: string;
		readonly differs: string;
		readonly less: string;
		readonly more: string;
		readonly atMost: string;
		readonly atLeast: string;
		readonly and: string;
		readonly or: string;
		readonly line: string;
		readonly dot: string;
		readonly section: string;
		readonly number: string;
		readonly question: string;
		readonly answer: string;
		readonly point: string;
		readonly quarter: string;
		/** Stands for code of several lines, as a sentence; and for long code within one. */
		readonly code: string;
		readonly someCode: string;
	};
	readonly ordinals: readonly string[];
	/** What a number with a full stop counts where it is no item of a list: `1. Januar`. */
	readonly counted?: RegExp;
};

const romanValues: Readonly<Record<string, number>> = {I: 1, V: 5, X: 10};
/** Roman numerals from 1 to 39, as part of a pattern, and what they are worth. */
export const romanNumber = String.raw`X{0,3}(?:IX|IV|V?I{0,3})(?<=[IVX])`;
export const fromRoman = (letters: string): number =>
	Array.from(letters, letter => romanValues[letter] ?? 0).reduce(
		(sum, value, place, all) => sum + (value < (all[place + 1] ?? 0) ? -value : value),
		0,
	);

/** Whole words only, whatever stands around them. */
export const whole = (pattern: string, flags = 'gu'): (() => RegExp) =>
	madeOnce(() => new RegExp(String.raw`(?<![\p{L}\p{N}.])${pattern}(?![\p{L}\p{N}])`, flags));

/** A whole word before a number, with the blank between them: `Nr. 5`. */
export const beforeNumber = (pattern: string): (() => RegExp) =>
	madeOnce(() => new RegExp(String.raw`(?<![\p{L}\p{N}.])${pattern}\s?(?=\d)`, 'gu'));

function madeOnce(make: () => RegExp): () => RegExp {
	let made: RegExp | undefined;
	return () => (made ??= make());
}

/** Multipliers that are written as they are said. */
export const same = (...words: readonly string[]): Readonly<Record<string, string>> =>
	Object.fromEntries(words.map(word => [word, word]));

// What an episode says of itself in the language of its debate, as data. Texts have slots such as `{name}`.

const text = z.string();
const liveTexts = [
	'live',
	'paused',
	'over',
	'listening',
	'whoSpeaks',
	'whatIsSaid',
	'script',
	'cutsIn',
	'lost',
	'objects',
	'stayed',
	'moved',
	'both',
	'before',
	'after',
	'put',
	'wantToo',
	'voted',
	'questioned',
	'supported',
	'failed',
	'offline',
	'youObject',
	'nothing',
	'note',
	'questions',
	'yourQuestion',
	'placeholder',
	'ask',
	'reconnects',
	'toLive',
	'again',
	'takePart',
	'object',
] as const;
/** The singular form, and the plural. */
const oneAndSeveral = z.tuple([text, text]);
const byId = z.record(z.string(), text);

/** How agreement is told, with slots; `agreed` has the others in `{chance}`. */
const AgreementWords = z.strictObject({agreed: text, alpha: text, few: text, same: text});

/** What the web page says of itself; `found`, `turns` and `words` count. */
const PageWords = z.strictObject({
	skip: text,
	cast: text,
	course: text,
	asTable: text,
	/** Heads of the course as a table: when, who, what happened. */
	courseHeads: z.tuple([text, text, text]),
	raised: text,
	/** What each shape of the course stands for. */
	legend: z.strictObject({number: text, cut: text, open: text, met: text, granted: text}),
	/** What a turn did to a claim, and how a link says so. */
	made: text,
	met: text,
	narrowed: text,
	inTurn: text,
	workings: text,
	total: text,
	sums: text,
	theme: text,
	replay: text,
	play: text,
	pause: text,
	position: text,
	of: text,
	speed: text,
	search: text,
	previous: text,
	next: text,
	hit: text,
	unheard: text,
	keys: text,
	keyList: text,
	outcome: text,
	settled: text,
	open: text,
	transcript: text,
	moments: text,
	sources: text,
	cutOff: text,
	linkTo: text,
	rehearsed: text,
	scores: text,
	caption: text,
	adherence: text,
	contested: text,
	notScored: text,
	cutIn: text,
	called: text,
	asked: text,
	/** Changes of mind, by their kind. */
	changes: byId,
	swayed: text,
	everyone: text,
	found: oneAndSeveral,
	turns: oneAndSeveral,
	words: oneAndSeveral,
	/** Headings of the table of scores. */
	heads: z.array(text),
	/** Turns by their kind, where that is worth saying; `goesOn` is one that others were heard amid. */
	kinds: byId,
	reasons: byId,
	violations: byId,
});

/** What the article says of a debate; `requests` and `interjections` count. */
const ArticleWords = z.strictObject({
	chair: text,
	mean: text,
	notScored: text,
	words: text,
	scored: text,
	shares: text,
	detail: text,
	speakers: text,
	speaker: text,
	contested: text,
	out: text,
	troubles: text,
	listenersVotes: text,
	listener: text,
	before: text,
	after: text,
	shift: text,
	scale: text,
	audience: z.object({
		title: text,
		listeners: text,
		sides: z.object({for: text, undecided: text, against: text}),
		both: text,
		nobody: text,
		open: text,
	}),
	noAnswer: text,
	judgesStances: text,
	judge: text,
	noScore: text,
	silent: text,
	broken: text,
	to: text,
	staged: text,
	times: text,
	sound: text,
	record: text,
	rehearsed: text,
	context: text,
	contents: text,
	later: text,
	held: text,
	unfinished: text,
	outcome: text,
	cached: text,
	saved: text,
	changesOfMind: oneAndSeveral,
	lengths: text,
	asked: text,
	made: text,
	requests: oneAndSeveral,
	interjections: oneAndSeveral,
	/** Heads of the table of seats: who, the seat, from where they argue, the voice. */
	staging: z.tuple([text, text, text, text]),
});

/**
 * What the article says of a motion's verdict, points and questions. `void` and `gaveNone` take a `{reason}`, which the
 * program gives in English, where the article is English.
 */
const MotionWords = z.strictObject({
	argued: text,
	/** How the judges’ own moves and the winner go together. */
	moves: z.object({with: text, away: text, none: text}),
	agreed: text,
	decided: text,
	reading: text,
	readAs: text,
	winner: text,
	margin: text,
	even: text,
	tie: text,
	void: text,
	points: text,
	point: text,
	taken: text,
	late: text,
	declined: text,
	evaded: text,
	evasion: text,
	newInClosing: text,
	tied: text,
	won: text,
	unusable: text,
	tooFew: text,
	gaveNone: text,
	flipped: text,
	sawTie: text,
	found: text,
	unjudged: text,
	/** By how many judges sit, and whether they are as independent as they should be. */
	panel: oneAndSeveral,
	notApart: oneAndSeveral,
	grounds: z.record(z.enum(grounds), text),
	/** Who flipped: the only judge, both, all or some. */
	flips: z.strictObject({one: text, both: text, all: text, some: text}),
});

/**
 * How a score comes about. Levels stand by their ids, and so does every item of the rubric and every answer to one. A
 * `{reason}` is the program's, in English, where the article is English.
 */
const ScoreWords = z.strictObject({
	notScored: text,
	heldDown: text,
	atMost: text,
	range: text,
	contested: text,
	ownModel: text,
	nothing: text,
	against: text,
	void: text,
	refused: text,
	setAside: text,
	unjudged: text,
	dimensions: z.record(z.enum(dimensions), text),
	levels: byId,
	items: z.record(z.enum(rubric.map(({id}) => id)), text),
	grades: z.record(z.enum([...rubricAnswers, 'na']), text),
});

/** The ledger of claims; `told` counts them. */
const LedgerWords = z.strictObject({
	told: oneAndSeveral,
	by: text,
	tooLate: text,
	doubt: text,
	takenUp: text,
	sourceFor: text,
	sourceAgainst: text,
});

export const EpisodeWords = z.strictObject({
	/** ISO 639-1. */
	code: text,
	/** Parts of a debate, roles and frameworks by their ids; the id in words where one is missing. */
	names: byId,
	quotes: z.tuple([text, text]),
	/** Before and behind what stands in brackets. */
	brackets: z.tuple([text, text]),
	/** Between the parts of a line, and between sentences. */
	comma: text,
	space: text,
	headings: z.strictObject({
		notes: text,
		script: text,
		takeaways: text,
		claims: text,
		chapters: text,
		guests: text,
		quotes: text,
		sources: text,
		links: text,
		figures: text,
		coldOpen: text,
	}),
	labels: z.strictObject({
		episode: text,
		person: text,
		rehearsal: text,
		/** Of a model that was asked by hand, in the recordings that come with the program. */
		played: text,
		listener: text,
		fromTheAudience: text,
		by: text,
		framework: text,
		chapter: text,
	}),
	cues: z.strictObject({
		coldOpen: text,
		musicIn: text,
		sting: text,
		musicOut: text,
		goesOn: text,
		pauses: text,
		stepsIn: text,
		takesBack: text,
		point: text,
		cutsIn: text,
		cutsInOver: text,
	}),
	page: PageWords,
	/** The page of listeners while a debate is held. */
	live: z.record(z.enum(liveTexts), text),
	/** Words of the article that Markdown and the page are. */
	article: ArticleWords,
	motion: MotionWords,
	score: ScoreWords,
	ledger: LedgerWords,
	/** Of the results card. */
	card: z.strictObject({
		spoken: text,
		of100: text,
		against: text,
		for: text,
		leftOpen: text,
		unfinished: text,
		completed: text,
		won: text,
		tie: text,
		noVerdict: text,
		between: text,
		adherence: text,
		moved: text,
		cuts: oneAndSeveral,
		listeners: oneAndSeveral,
		judges: oneAndSeveral,
	}),
	/** `times` is how long the talk is, `sound` how long its sound; `opening` is said where a cold open comes before. */
	script: z.strictObject({
		/** Who wrote what is not quoted, and that a line is not of the debate. */
		editedBy: text,
		hostLine: text,
		subjectLine: text,
		times: text,
		sound: text,
		opening: text,
		edited: text,
		journal: text,
	}),
	disclosure: z.strictObject({
		people: oneAndSeveral,
		otherPrograms: text,
		otherModels: text,
		programs: text,
		models: text,
		except: text,
		listener: text,
	}),
	notes: z.strictObject({
		argue: oneAndSeveral,
		frameworks: text,
		rules: text,
		host: text,
		exchanges: oneAndSeveral,
		noCuts: text,
		cuts: text,
		noSteps: text,
		steps: text,
		/** Between what is said of cuts and of the host. */
		and: text,
		stop: text,
		ended: text,
		/** How it ended, by its outcome. */
		outcomes: byId,
		winner: text,
		held: text,
		admitted: text,
		settled: text,
		granted: text,
		open: text,
		remains: text,
	}),
	/** What became of a claim, and a line of it: `{name}: {claim} ({standing})`. */
	standings: z.record(z.enum(claimStandings), text),
	citations: z.object({verified: text, altered: text, false: text, judged: text}),
	claim: text,
	/** How often: once, twice, more. */
	times: z.tuple([text, text, text]),
	figures: z.strictObject({
		mean: text,
		/** Not signed, and signed. */
		journal: z.tuple([text, text]),
		agreement: AgreementWords,
		shift: oneAndSeveral,
		judge: text,
	}),
});
export type EpisodeWords = z.infer<typeof EpisodeWords>;

/** Whether one of these forms of words stands in a sentence, whatever the case and the kind of apostrophe. */
export const hasForm = (forms: readonly string[], sentence: string): boolean => formAt(forms, sentence) >= 0;

/** Where the first of these forms begins in a sentence of single spaces, at the beginning of a word; -1 for nowhere. */
export function formAt(forms: readonly string[], sentence: string): number {
	const plain = (text: string): string => text.toLowerCase().replaceAll(/[‘’]/gu, "'").replaceAll(/\s/gu, ' ');
	const said = plain(sentence.replaceAll(/\s+/gu, ' '));
	const places = forms.flatMap(form => {
		const words = plain(form);
		let at = said.indexOf(words);
		// Chinese has no spaces between its words.
		if (!/\p{Script=Han}/u.test(words))
			while (at > 0 && /\p{L}/u.test(said[at - 1] ?? '')) at = said.indexOf(words, at + 1);
		return at < 0 ? [] : [at];
	});
	return places.length === 0 ? -1 : Math.min(...places);
}
