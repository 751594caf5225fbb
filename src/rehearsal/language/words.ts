/** Lists of common English words. */
const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u));

/** Words that say little about a text's subject. */
export const stopWords = set(`
a an the this that these those and or but nor so yet for of in on at by to from with without into onto over under about above below between among
before after during until till while when where why how what which who whom whose if then than because since as although though even whether unless
is are was were be been being am do does did done doing have has had having will would shall should can could may might must ought cannot
i you he she it we they me him her us them my your his its our their mine yours ours theirs myself itself themselves one ones someone anyone everyone
not no yes all any some each every both either neither few many much more most less least other others another such same own only just also too very
quite rather again ever never always once here there now out up down off still well get gets got let make makes made go goes going come comes take
takes say says said see seen thing things way ways people person like into upon onto per via it's don't doesn't isn't aren't that's there's what's
`);

/** Words that a short quotation should not end with. */
export const danglers = set(`
a an the this these those and or but nor so of in on at by to from with without into onto over under about between among before after until while when
where why how what which who whom whose if than because since as although is are was were be been am do does did have has had will would shall should
can could may might must not no my your his her its our their very more most less every each any some it's that's i'm only even also just rather
me it not that when so as like beside behind whose than both far much
`);

/** Base forms of verbs common in propositions, for finding the end of a question's subject. */
export const verbs = set(`
abandon abolish accept act adopt allow apologise apologize apply arm ask avoid ban be become believe belong blow break breed bring build buy call carry cancel
censor change choose clone close come compensate compete conscript consume control count create cut deceive decide declare decline defend delay demand deny
depend design destroy die disclose disobey distribute divide do donate drink drive drop eat edit elect encourage end enforce enter exist expand explore expose
extend face favour favor fear fight fine fire fix follow forbid force forget forgive fund get give go govern grow grant guarantee have help hide hire hold hunt ignore impose
inherit inspect insist intervene invest join judge keep kill know label learn leave legalise legalize let lie limit live lose love lower maintain make marry matter mean
minimise minimize maximise maximize monitor move need negotiate obey offer open own pay permit phase play police pray prefer prescribe preserve prevent prioritise prioritize print privatise privatize promise
protect prove provide publish punish put raise read receive recognise recognize record redistribute reduce reform refuse regulate reject release rely remain
remove rename repair repay replace report require respect restrict retire return reveal reward ride rule run sacrifice save say screen search sell send separate serve
share shut sign sell speak spend spy stand start stay steal stop strike subsidise subsidize support surrender switch take tax teach tell test tolerate torture trade trust try use
vaccinate value vote wait walk want watch wear welcome withdraw withhold work write
`);

/**
 * Verbs that do not work as a gerund of the subject: "having inheritance go to the public", not "going to the
 * public".
 */
export const stateVerbs = set(`be become belong come count depend exist go have matter mean need remain stay`);

/** Participles that do not end in -ed, with their base forms. */
export const participles: Readonly<Record<string, string>> = {
	bought: 'buy',
	broken: 'break',
	brought: 'bring',
	built: 'build',
	chosen: 'choose',
	cut: 'cut',
	done: 'do',
	drawn: 'draw',
	driven: 'drive',
	fed: 'feed',
	forbidden: 'forbid',
	forgiven: 'forgive',
	forgotten: 'forget',
	fought: 'fight',
	given: 'give',
	grown: 'grow',
	held: 'hold',
	hidden: 'hide',
	kept: 'keep',
	known: 'know',
	left: 'leave',
	lent: 'lend',
	let: 'let',
	lost: 'lose',
	made: 'make',
	paid: 'pay',
	put: 'put',
	run: 'run',
	sent: 'send',
	set: 'set',
	shown: 'show',
	shut: 'shut',
	sold: 'sell',
	spent: 'spend',
	split: 'split',
	stolen: 'steal',
	taken: 'take',
	taught: 'teach',
	told: 'tell',
	torn: 'tear',
	withdrawn: 'withdraw',
	withheld: 'withhold',
	won: 'win',
	written: 'write',
};

/** Names that are always capitalised. */
export const properNames = set(`
I God Africa America Asia Australia Austria Belgium Brazil Britain Canada China Denmark England Europe Finland France Germany Greece India Iran Iraq Ireland Israel Italy
Japan Korea London Mexico Netherlands Norway Paris Poland Portugal Russia Scotland Spain Sweden Switzerland Turkey Ukraine Wales Washington Google Apple Microsoft
Facebook Wikipedia Twitter Christmas Sunday Monday English French German Chinese American British European Linux Python Rust TypeScript JavaScript
`);
