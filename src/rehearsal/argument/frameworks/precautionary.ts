import type {FrameworkBank} from './bank.ts';

export const precautionary: FrameworkBank = {
	lens: [
		'by what cannot be undone',
		'with the worst case in view',
		'as a bet with other people’s stakes',
		'before the ice is tested',
	],
	creed: [
		'what cannot be undone deserves a slower hand',
		'not knowing is a fact to act on and not a gap to jump',
		'those who bring in a risk should carry the burden of proof',
		'the absence of alarm is no evidence of safety',
		'a margin is cheapest before it is needed',
		'some bets are too big to lose even once',
	],
	reasons: [
		'warnings are always clearest in the report written afterwards',
		'those who gain from a risk are seldom those who bear it',
		'nature and society send their bills late',
		'one irreversible mistake outweighs many small gains',
		'we hear from the gambles that paid and not from the others',
		'our models leave out what nobody thought to look for',
	],
	overlooks: [
		'the people who are harmed by the wait',
		'the risks of the world as it already is',
		'the comfort that caution gives to those who sit well already',
		'the things we never learned because no one was allowed to try',
		'the difference between a danger and a discomfort',
		'the price of a no that is never counted as a price',
	],
	probes: [
		{
			ask: 'how many people may be harmed by waiting before waiting counts as a risk?',
			answer: 'one is enough to be counted, and then both risks lie on the same scale',
		},
		{
			ask: 'what evidence would ever be enough for you to go ahead?',
			answer: 'a small trial, a long watch and a brake that has been tested',
		},
		{
			ask: 'who pays for your caution, and did you ask them?',
			answer: 'too often people who were never asked, which is a fault I have to mend',
		},
		{
			ask: 'which of the things you rely on would have passed your own test?',
			answer: 'fewer than I would like, and I would have wanted them slower and not never',
		},
		{
			ask: 'how do you tell a real danger from a new one?',
			answer: 'by asking whether it can be undone, and not whether it is strange',
		},
		{
			ask: 'is there any harm in the present that you would call irreversible?',
			answer: 'yes, and where I see one my caution turns against the wait',
		},
	],
	cases: [
		'when waiting is the most dangerous thing on offer',
		'when my caution protects those who are safe already',
		'when a harm is only unfamiliar and I call it grave',
		'when the brake is pulled by those who profit from standing still',
		'when proof is asked for that nobody could ever give',
		'when people are dying of the present',
	],
	change: [
		'the step could be shown to be reversible',
		'the harm of waiting proved larger than the harm I fear',
		'those who carry the risk had been asked and had said yes',
		'a small trial ran long enough to show its late effects',
		'the danger turned out to be one we know how to contain',
		'the same caution was asked of the present state of things',
	],
	straw: [
		'never do anything new, whatever it could save',
		'panic first and never look at the evidence',
		'forbid everything that anyone is afraid of',
		'sit still and always call it safety',
	],
	settles: [
		'the irreversible harm it may do',
		'the risk of a catastrophe, however small',
		'who carries the burden of proof for its safety',
	],
	gift: [
		'the question of what cannot be undone',
		'respect for what nobody in the room knows',
		'a burden of proof laid at the right door',
	],
	terms:
		/\b(?:risk\w*|irreversib\w*|undone|undo|cautio\w*|precaution\w*|safe\w*|danger\w*|harms?|unknown\w*|uncertain\w*|worst|catastroph\w*|burden of proof|proof|prove[nd]?|margins?|warn\w*|too late|slow(?:er|ly)?|wait\w*|careful\w*|brakes?|mistakes?|bets?|gambl\w*|stakes?|stands? under|signature)\b/giu,
	arguments: [
		{
			claim:
				'(Ask|Let me ask|I ask) (first|before all else) what about {thing} could not be undone (if|should) we (turn|turned) out to be (wrong|mistaken|careless).',
			reason:
				'A mistake we can (correct|undo|take back) is a (lesson|cost|nuisance); one we cannot is a (fate|sentence|legacy), and the (difference|gap) (decides|settles) how (slowly|carefully) to move.',
			example:
				'(Whatever|No matter what) we (intend|hope|promise), {who} would (live|have to live) with the (residue|scar|remainder) {place}, [and the scar of doing nothing is the deeper risk ~ and no apology undoes it].',
		},
		{
			claim:
				'We (do not know|cannot say|have no idea) (all|half of) what {thing} (sets|will set) in motion, and (I treat|one should treat) that ignorance as (a fact|evidence|a reason) for care.',
			reason:
				'(Experts|Models|Forecasts) (cover|describe) the risks that someone (thought|remembered) to (list|look for); the (worst|costly) ones (arrive|come) (unlisted|by the back door|from the side).',
			example:
				'(Ask|Try asking) {who} which (surprise|trouble|change) they (foresaw|saw coming), and you will (hear|learn) how (little|seldom) the unknown (announces itself|knocks|sends word) {place}.',
		},
		{
			claim:
				'(The burden|That burden|All the burden) of proof (lies|belongs|sits) with those who (change|raise|bring in) the risk, and here that is [the side that would leave things as they are ~ the side that wants {thing}].',
			reason:
				'(Otherwise|If not) the (public|bystander|weaker side) (must|has to) prove a danger with (no money|no data|no time), (while|and) the (bold|hasty) need only (shrug|promise).',
			example:
				'It cannot be the (task|job|duty) of {who} to (show|prove|establish) that the risk is real (before|until) anyone (listens|slows down|looks up).',
		},
		{
			claim:
				'(Look|Just look) who (carries|bears|runs) the risk in {thing} and who (collects|pockets|enjoys) the gain, because they are (rarely|seldom|hardly ever) the same (people|crowd).',
			reason:
				'(Courage|Boldness|Daring) with (other people’s|borrowed) stakes is (cheap|no virtue|easy), and it (ends|stops) when the (bill|loss|harm) comes home.',
			example:
				'[{who} already stands under the old risk ~ {who} will stand under it] {place}, and (nobody|no one) (asked|thought to ask|sent) for a (signature|yes).',
		},
		{
			claim:
				'The (gravest|worst|costliest) harms are slow, (which is why|and so) (one good year|a calm start|early success) (proves|says) (little|next to nothing) about {thing}.',
			reason:
				'(Damage|Harm|Decay) that (gathers|builds up|creeps) below (notice|the surface) (passes|counts) for safety until the day it (does not|breaks through|shows).',
			example:
				'{who} will (see|meet|feel) it {place} (ten|fifteen|twenty) years on, when (the warnings|our cautions) of today have (long|all) been (filed|forgotten).',
		},
		{
			claim:
				'(Nobody|No one here) (asks|is asking) us to (choose|pick) between (all|everything) and nothing: the careful (course|way) with {thing} is a small (trial|step), a (long|patient) watch, and a brake that (works|holds).',
			reason:
				'(Caution|Precaution) is not (refusal|fear|a no); it is the (order|sequence) in which (sane|sober) people (do|take) (dangerous|large) things, [and it leads to a yes ~ and that order is being skipped].',
			example:
				'(First|To begin with) a (handful|group) of (willing|informed) people, {who} (perhaps|maybe) among them, then a (pause|review), then (the next|another) safe (step|stage).',
		},
		{
			claim:
				'The (past|record|history) is (full|rich) of (safe|proven|harmless) things that were not, and [those who wave away the danger of a no to {thing} ~ those who wave away the danger of {thing}] (should|might) (read|know) it.',
			reason:
				'(Each time|Every time) the (early|first) warnings were (there|in print|on record), and each time they (seemed|looked) (vague|dear|inconvenient) beside the (promise|prize).',
			example:
				'(It was|It is) (always|mostly|usually) {who} who (noticed|warned|asked) first, {place}, (years|long) before the (report|inquiry|apology) (called|named) the risk.',
		},
		{
			claim:
				'A (margin|reserve) of safety (looks|seems) like (waste|timidity|idleness) right up to the (hour|moment|night) it (saves|is needed by) us, and {thing} [gives us one ~ spends the one we have].',
			reason:
				'(Tight|Narrow|Clever) plans (fail|break) (all at once|hard|without warning); plans with some (slack|room) in them (bend|creak|stumble) and (can be|are) (saved|undone).',
			example:
				'(Ask|Just ask) {who} what a little (slack|reserve|margin) is worth {place}, and (then|only then) tell me that caution is a (luxury|mood|brake on progress).',
		},
	],
};
