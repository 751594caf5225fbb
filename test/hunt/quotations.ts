/**
 * `node test/hunt/quotations.ts FOLDER [SEED]`: how many true quotations of real documents stand, and how many false
 * ones are seen. Beside each document `NAME.said` has its text as another program reads it: quotations are drawn from
 * there, so that a reader of ours that loses or joins words is found out. Documents are not kept here.
 */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {isProposed} from '../../src/debate/sources.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {openLibrary} from '../../src/sources/worker.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const [folder = '.', seed = '1'] = process.argv.slice(2);
const each = 40;
let state = Number(seed);
/** A linear congruential generator, of Numerical Recipes: the same draw each time. */
const random = (): number => (state = (1_664_525 * state + 1_013_904_223) % 2 ** 32) / 2 ** 32;
const drawn = <T>(all: readonly T[], count: number): readonly T[] =>
	all
		.map(one => ({one, at: random()}))
		.toSorted((one, other) => one.at - other.at)
		.slice(0, count)
		.map(({one}) => one);

const names = readdirSync(folder).filter(name => !name.endsWith('.said'));
const library = await openLibrary({named: names.map(name => join(folder, name)), cwd: folder, wholeUpTo: 0});
say(`${library.documents.length} of ${names.length} documents read; passed over:`);
for (const left of library.left) say(`  ${left}`);
const numberOf = new Map(library.documents.map(({name, number}) => [name, number]));

type DrawnQuotation = {readonly name: string; readonly id: string; readonly quote: string};
const sentences = names.flatMap(name => {
	const [number, said] = [numberOf.get(name), join(folder, `${name}.said`)];
	if (number === undefined || !existsSync(said)) return [];
	const paragraphs = readFileSync(said, 'utf8').split(/\n\s*\n/u);
	const whole = paragraphs.flatMap(paragraph => splitSentences(paragraph.replaceAll(/\s+/gu, ' ')));
	const fitting = whole
		.map(sentence => sentence.trim())
		.filter(sentence => /^[\p{Lu}\p{Lo}][^“”"[\]…|#<>{}\\=]{40,220}[.!?。]$/u.test(sentence));
	// Each document counts alike, however long it is.
	return drawn(fitting, 12).map((quote): DrawnQuotation => ({name, id: `S${number}`, quote}));
});
const standingOf = ({quote, id}: DrawnQuotation) => library.check({quote, before: '', ids: [id]});

const isTrue = (one: DrawnQuotation): boolean => ['verified', 'halved'].includes(standingOf(one).standing);
const isCaught = (one: DrawnQuotation): boolean => {
	const {standing, sense} = standingOf(one);
	return isProposed({standing}) || standing === 'misplaced' || (standing === 'altered' && sense !== undefined);
};
const lies: Readonly<Record<string, (one: DrawnQuotation) => string>> = {
	figure: ({quote}) => quote.replace(/\b[1-9]\d{0,3}\b/u, found => String(Number(found) + 7)),
	denial: ({quote}) => quote.replace(/ (?:not|never)\b/u, ''),
	spliced: one => {
		const own = sentences.filter(({name}) => name === one.name);
		const other = own[(own.findIndex(({quote}) => quote === one.quote) + 1) % own.length] ?? one;
		return other.quote === one.quote
			? one.quote
			: [...one.quote.split(' ').slice(0, 7), ...other.quote.split(' ').slice(-7)].join(' ');
	},
};
const told = (what: string, all: readonly DrawnQuotation[], is: (one: DrawnQuotation) => boolean): void => {
	const missed = all.filter(one => !is(one));
	say(`${what}: ${all.length - missed.length} of ${all.length}`);
	for (const one of missed) {
		const {standing, differences = []} = standingOf(one);
		say(`  ${one.name}: ${standing} ${JSON.stringify(differences).slice(0, 120)}: ${one.quote.slice(0, 160)}`);
	}
};

say(`${sentences.length} sentences of ${new Set(sentences.map(({name}) => name)).size} documents`);
told('true, drawn', drawn(sentences, each), isTrue);
told('true, all', sentences, isTrue);
const sure = sentences.filter(isTrue);
for (const [lie, change] of Object.entries(lies)) {
	const all = sure.map(one => ({...one, quote: change(one)})).filter(({quote}, at) => quote !== sure[at]?.quote);
	told(`false (${lie}), caught`, drawn(all, each), isCaught);
}
const elsewhere = sure
	.map((one, at) => ({...one, id: sure[(at + 97) % sure.length]?.id ?? one.id}))
	.filter(({id}, at) => id !== sure[at]?.id);
told('false (wrong document), caught', drawn(elsewhere, each), isCaught);

/** Clauses whose governing words are cut away: what denies them, what they hang on, or who says them. */
const governors: Readonly<Record<string, RegExp>> = {
	negation: /^.*?\b(?:not|never|no evidence|cannot|neither|without|nothing)\b/iu,
	condition: /^(?:if|unless|when|until|provided|in case|whether|should)\b[^,]*?\b/iu,
	reporter:
		/^.{0,80}?\b(?:says?|said|claims?|claimed|believes?|argues?|argued|thinks?|suggests?|suggested|reported|told)(?: \w+)? that\b/iu,
};
for (const [kind, governs] of Object.entries(governors)) {
	const all = sure.flatMap((one): DrawnQuotation[] => {
		const cut = governs.exec(one.quote)?.[0];
		const clause =
			cut === undefined
				? ''
				: one.quote
						.slice(cut.length)
						.replace(/[.!?。]$/u, '')
						.trim();
		return clause.split(' ').length < 4 ? [] : [{...one, quote: clause}];
	});
	told(`halved (${kind}), proposed`, all, one => standingOf(one).standing === 'halved');
}
/** What a judge is asked in vain: the beginning of a true sentence, at a comma or its eighth word. */
const begun = sure.map(one => ({...one, quote: one.quote.split(' ').slice(0, 8).join(' ')}));
const inVain = begun.filter(one => standingOf(one).standing === 'halved').length;
say(`halved, proposed of beginnings of true sentences: ${inVain} of ${begun.length}`);
