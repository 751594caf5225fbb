import type {FrameworkBank} from './bank.ts';

export const pragmatic: FrameworkBank = {
	lens: ['as something that has to work', 'on a wet Monday morning', 'in practice', 'tried out instead of preached'],
	creed: [
		'an idea is worth what it does when people use it',
		'we learn more from one honest trial than from ten theories',
		'a rule nobody can keep is a bad rule however fine it sounds',
		'every answer is a draft',
		'somebody has to run the thing on Monday morning',
		'principles are tools and tools wear out',
	],
	reasons: [
		'so many grand plans died of a missing form',
		'a trial can be ended and a creed cannot',
		'people work round what does not fit their day',
		'what worked next door is better evidence than what ought to work',
		'problems change faster than doctrines',
		'nobody is helped by a principle that cannot be carried out',
	],
	overlooks: [
		'the question of what it is all supposed to work for',
		'the harm that only shows after the trial is over',
		'those who never had a say in what counts as working',
		'the lines that should stay closed even to a useful experiment',
		'the habit of calling a surrender a compromise',
		'the slow costs that no pilot scheme records',
	],
	probes: [
		{
			ask: 'who decides what counts as working, and for whom?',
			answer: 'those who have to live with it, and they may change their minds next year',
		},
		{
			ask: 'is there anything that works and that you would still refuse to do?',
			answer: 'yes, whatever works only as long as somebody is kept from saying so',
		},
		{
			ask: 'what happens to those who are harmed while you are still experimenting?',
			answer: 'they are asked first and made whole after, and they may stop the trial',
		},
		{
			ask: 'how long is your trial, and who may call it off?',
			answer: 'as short as it can be and still teach us anything, and anyone it harms may call it off',
		},
		{
			ask: 'when did you last give up something useful because it was wrong?',
			answer: 'each time the use was mine and the cost was somebody else’s',
		},
		{
			ask: 'how do you tell a compromise from a retreat?',
			answer: 'after a compromise both sides can still work together on Monday',
		},
	],
	cases: [
		'when something works very well for the wrong purpose',
		'when the damage comes years after the trial',
		'when those in charge decide what success means',
		'when a quick fix makes the lasting one impossible',
		'when the thing at stake should not be tried out at all',
		'when I split a difference that ought not to be split',
	],
	change: [
		'a fair trial failed and kept on failing',
		'the step could not be taken back',
		'the people who have to run it told me that they cannot',
		'the cheaper way did the job just as well',
		'the success was only ever on paper',
		'those who pay for the experiment had no seat at the table',
	],
	straw: [
		'do whatever works by Friday and never ask what for',
		'fix the numbers and call it progress',
		'throw every principle out and see what happens',
		'always take the easy way and nothing but the easy way',
	],
	settles: [
		'whether it works in practice',
		'what can really be carried out on Monday morning',
		'the evidence of a practical trial',
	],
	gift: [
		'the question who will do it on Monday morning',
		'patience for trials and none for slogans',
		'the courage to call every answer a draft',
	],
	terms:
		/\b(?:works?|worked|working|workable|practice|practical\w*|pragmati\w*|trial\w*|tr(?:y|ied) (?:it|out)|pilot\w*|experiment\w*|Monday|carried out|carry out|tools?|fix(?:es|ed)?|evidence|draft|feasible|step by step|(?:work|find a way|get) round|workarounds?|detours?|side doors?|makeshift|dodge|instruments?|got in the way|adjust\w*|enforce\w*|repair\w*|run(?:s|ning)? (?:it|the))\b/giu,
	arguments: [
		{
			claim:
				'(Before we admire|Before we praise|Before we damn) {thing}, (let us ask|I would ask|we should ask) who (runs|handles|carries out) it on a (wet|grey|busy) Monday.',
			reason:
				'(Plans|Good ideas|Reforms) (seldom|rarely) (fail|break down) in the (preamble|speeches|drafting room); they fail (at the counter|on a form|in the second week), in practice.',
			example:
				'(Hand|Give|Pass) it to {who} {place} and you will (know|find out) by (lunchtime|noon|the tea break) that it [works ~ does not work].',
		},
		{
			claim:
				'(Treat|Take|Read) {thing} as (a trial|an experiment|a pilot), (with|and give it) a (date|deadline) and a way (back|out), and half of our quarrel becomes (practical|a practical matter).',
			reason:
				'What can be (tried|tested) and (undone|reversed|adjusted) needs (less|far less) (faith|courage|certainty) than what must be (right|perfect) the first time.',
			example:
				'(Start|Begin) with (one town|a single office|a small group) and {who} as the (judge|critic), and [extend it as it proves itself ~ expect to fold it up again].',
		},
		{
			claim:
				'People (work round|find a way round|get round) what does not fit their (day|lives|work), (fast|quietly|sooner or later), and [they work round the lack of {thing} already ~ they will work round {thing} too].',
			reason:
				'A (workaround|detour|side door) is (a vote|a verdict|a report) by the people who (use|run) the thing, and (cheaper|more honest) than a (survey|commission).',
			example:
				'(Watch|Follow) {who} {place} for (a morning|a day|an hour), and you will see [the makeshift version of it at work ~ the dodge before you see the rule].',
		},
		{
			claim:
				'Half of {thing} may (do|bring|achieve) (nearly|almost) all of the good at a (fraction|third|quarter) of the (trouble|cost|quarrel), [and that is where I would start ~ and nobody here has asked for the half].',
			reason:
				'(All or nothing|Everything at once) is a (fine|stirring) (motto|banner) and a (poor|bad) (tool|method) for people who have to (fix|repair) something by (winter|next year).',
			example:
				'{who} does not (need|want|wait for) the (whole|complete) (package|programme); (ask|they will tell you) which (part|piece) works, {place}, and it is (usually|mostly|often) the (small|dull) one.',
		},
		{
			claim:
				'(Somebody|Some other place|Some other town) has (already|surely) tried something like {thing}, and that evidence (beats|outweighs|is worth more than) (my|our|any) (hunches|theory|intuition).',
			reason:
				'(Borrowed|Second-hand) (experience|evidence) is (imperfect|never a perfect fit), yet it (knows|records) what (went wrong|broke|needed repair) after the (ribbon|ceremony|opening day).',
			example:
				'(Send|Let us send) {who} to (see|study) it there in practice, and [they come home with a list of small repairs ~ they come home with the reasons it was dropped].',
		},
		{
			claim:
				'(Every|Each) rule has to be (enforced|carried out|policed) by someone, and the (price|cost|bill) of enforcing [the rules we need without {thing} ~ {thing}] is (part|half) of (its worth|the matter).',
			reason:
				'A rule that (costs|takes) more to enforce than it (brings|saves) is (kept|obeyed) by the (meek|honest) and (ignored|laughed at) by the (rest|bold), which (is no practical gain|works for no one).',
			example:
				'(Picture|Imagine|Think of) {who} with a (form|fine|notice) in hand {place}, and ask [whether the present muddle is cheaper ~ whether that is a fight worth picking].',
		},
		{
			claim:
				'(Steps|Reforms|Measures) we can take back (deserve|need|call for) less (fear|worry) than steps we (cannot|can never) undo, and {thing} (is|looks) to me like [the first sort in practice ~ the second sort in practice].',
			reason:
				'(If|As long as|When) a mistake can be (repaired|fixed|undone) by (next spring|the following year), we (learn|gain) something (either way|whatever happens).',
			example:
				'(Suppose|Say|Imagine) it fails {who}: [we adjust it and try again within the year ~ by the time we adjust it the damage has settled in], and that (difference|detail) (decides|settles) a lot.',
		},
		{
			claim:
				'The words in {thing} are (tools|instruments), (so|and so) I (care|mind) less what they (mean|declare) than what they will (do|move|fix) when somebody (uses|handles) them.',
			reason:
				'(Definitions|Labels|Fine distinctions) (that|which) change (nothing|no one’s day) in practice can be (left|handed) to (the seminar|the dictionary) without (loss|regret).',
			example:
				'{who} will (never|hardly) (quote|read) our (motion|definitions), but will (notice|know|remember) {place} whether the thing [worked ~ got in the way].',
		},
	],
};
