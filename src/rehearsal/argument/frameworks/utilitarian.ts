import type {FrameworkBank} from './bank.ts';

export const utilitarian: FrameworkBank = {
	lens: ['counted in lives', 'by what it does to people', 'on the whole sum', 'measured by its results'],
	creed: [
		'what counts in the end is how lives actually go',
		'every person’s hardship weighs the same',
		'a policy is only as good as what it does',
		'suffering we could have prevented is ours to answer for',
		'good intentions are worth what they bring about',
		'nobody’s comfort comes with extra votes',
	],
	reasons: [
		'a loss that nobody counted is still a loss to the one who bears it',
		'no other view lets the stranger weigh as much as the friend',
		'without some measure the loudest voice wins',
		'it makes us look at consequences instead of our own clean hands',
		'so much cruelty looked fine to those who refused to add it up',
		'it asks the comfortable to look at who pays',
	],
	overlooks: [
		'the one person who pays so that the total can rise',
		'the things that fit into no column of figures',
		'the difference between doing harm and failing to help',
		'those who have to live on the losing side of the sum',
		'the promises we made before we began to count',
		'the poor record of our forecasts of happiness',
	],
	probes: [
		{
			ask: 'how small a gain is enough for you to let one person carry the whole cost?',
			answer: 'no gain is large enough until I have counted that one person as I would count myself',
		},
		{
			ask: 'who does your counting, and who checks it?',
			answer: 'all of us do, in the open, and whoever doubts a figure is free to check it',
		},
		{
			ask: 'would you still say so if you were the remainder in the sum?',
			answer: 'I hope that I would, and if I could not then the sum was never honest',
		},
		{
			ask: 'at what point does a right stop being a number you can trade?',
			answer: 'a right is what a long count has taught us not to trade on a bad day',
		},
		{
			ask: 'what do you do with a harm that nobody can measure?',
			answer: 'I give it a wide berth and a heavy guess, which beats giving it nothing',
		},
		{
			ask: 'which of your forecasts would you stake a life on?',
			answer: 'hardly one, and so I ask for small steps and an early look at the results',
		},
	],
	cases: [
		'when the loss falls on someone too few to matter in the total',
		'when the figures look exact and are guesses',
		'when a promise is worth more than what keeping it yields',
		'when I treat people as containers for good days',
		'when the gain is spread thin and the wound is deep',
		'when a majority enjoys what a minority endures',
	],
	change: [
		'the gains turned out to flow to those who already have most',
		'the harm proved to fall on the same few every time',
		'the people in my sum told us they would never accept its terms',
		'the figures shifted with whoever paid for the count',
		'trust broke faster than welfare grew',
		'the forecast failed twice in a row',
	],
	straw: [
		'add up the smiles and forget everyone who cries',
		'sacrifice whoever is outnumbered and never look back',
		'trust the spreadsheet and nothing but the spreadsheet',
		'do anything at all to anyone as long as the total rises',
	],
	settles: [
		'the total of happiness it produces',
		'which outcome adds up to the greatest welfare',
		'the sum of suffering on either side',
	],
	gift: [
		'the stubborn habit of counting everyone, the absent most of all',
		'the demand that good intentions show their results',
		'a way to make quiet losses audible',
	],
	terms:
		/\b(?:outcomes?|consequences?|welfare|wellbeing|well-being|happiness|suffer\w*|total|sum|counts?|counted|counting|tally|better off|worse off|gains?|harms?|costs?|weigh\w*|measur\w*|arithmetic|ledger|figures|utility|utilitarian\w*|results?|add(?:s|ed)?(?: it)? up|burdens?|outweigh\w*|dwarfs|swallows|multipl\w*|compar\w*|bill|helps|hurts)\b/giu,
	arguments: [
		{
			claim:
				'(Start|Begin) with a (plain|simple|dull) (count|tally|sum): who is (really |)better off because of {thing}, and who is worse off?',
			reason:
				'(Anyone|Whoever|The person) we leave out of the sum does not stop (paying|hurting|losing); we (only|merely|just) stop (looking|listening|asking).',
			example:
				'{who} (belongs|has a place|counts) in it as (fully|surely|much) as any (minister|expert|professor), and has [more to gain than we admit ~ more to lose than we admit].',
		},
		{
			claim:
				'A small (harm|cost|burden) done a (million|hundred thousand) times over is (not small|no longer small|anything but small), and [doing without {thing} ~ {thing}] is made of (exactly|just) that.',
			reason:
				'(Nobody marches|No one writes a song|Nobody gives a speech) about a (worry|fee|chore) so slight, yet (add it up|multiply it by a nation|sum it over a generation) and it (outweighs|dwarfs|swallows) the (drama|scandal) everyone talks about.',
			example:
				'(Think of|Take|Consider) {who}, who [goes without it ~ puts up with it] (week after week|year after year|again and again) and never (complains|makes the news|asks why).',
		},
		{
			claim:
				'(Judge|Weigh|Measure) {thing} by its results in the (second|third|tenth) year, not by the (launch|announcement|headline).',
			reason:
				'(People adapt|Habits shift|Institutions learn), and (most|much) of what (helps|hurts) arrives (late|quietly|without a date on it).',
			example:
				'(Visit|Go back to|Look in on) {who} (a year on|two winters later|when the cameras have gone), and you will find [the gain still there ~ the bill still arriving].',
		},
		{
			claim:
				'The same (gain|help|relief) (means|matters|counts for) (far|much|a great deal) more to those who (have little|start with less|live at the edge).',
			reason:
				'(That is arithmetic, not charity|Call it arithmetic|I mean this as arithmetic): a (pound|coin|note) in an empty pocket (does more|goes further|buys more) than in a full one.',
			example:
				'For {who}, [a yes here lightens the whole week ~ a yes here eats up the slack of a whole week], while (the comfortable|people like us|those who write the rules) would (hardly|barely|scarcely) notice the cost.',
		},
		{
			claim:
				'(Trust|Confidence) (belongs|goes|has its place) in the (ledger|sum|tally) too, because (everything|nearly everything) people do together (runs on|draws on|depends on) it.',
			reason:
				'(Once|When) it (is gone|is spent|drains away), (every|each) (later|further) (good|kindness|repair) costs (double|twice as much|more than we saved).',
			example:
				'[{thing} builds it slowly, and ~ {thing} spends it quickly, and] {who} (feels|notices) the difference {place} (first|before any of us|long before the experts do).',
		},
		{
			claim:
				'(Doing nothing|Leaving things alone|Standing still) is (a choice|a policy|a decision) (as well|like any other), with (victims|losers|costs) of its own to count.',
			reason:
				'We (forgive|excuse|overlook) the harm that (comes from waiting|nobody signed for|arrives by default), (though|even though|although) it (hurts|weighs|costs) (the same|just as much).',
			example:
				'[(Each|Every) (month|season|year) of delay is lived through by {who}, not by us. ~ For {who} the (wait|delay|gap) still (costs|takes) less than the (cure|remedy|change) would.]',
		},
		{
			claim:
				'Never compare {thing} with (paradise|perfection|an ideal world); compare its costs with those of the next best (plan|option|offer) (on the table|we really have|within reach).',
			reason:
				'(A remedy|A plan|Any reform) looks (shabby|poor|clumsy) (alone|on its own) and (rather|quite|often) (good|decent|sensible) beside what (we do now|plain neglect costs|the present does to people).',
			example:
				'(Put|Lay|Set) the two side by side for {who}, and [the better life is easy to pick ~ there is a cheaper road to the same good].',
		},
		{
			claim:
				'(I would rather be|Better to be|Let me sooner be) (corrected by|proved wrong by|taught by) (results|outcomes|the figures) than (confirmed by|flattered by|soothed by) a good (slogan|story|theory).',
			reason:
				'A (rule|claim|reform) whose effects (nobody measures|no one checks|cannot be checked) (drifts|slides|turns) (year by year|slowly|without a sound) into (superstition|mere habit|a slogan).',
			example:
				'So (write down|fix|agree) now what {thing} (is meant to|ought to|should) do for {who}, and measure it again in (a year|two years|five years).',
		},
	],
};
