import type {FrameworkBank} from './bank.ts';

export const cosmopolitan: FrameworkBank = {
	lens: [
		'seen from beyond the border',
		'as citizens of one world',
		'with every human being in the room',
		'by what it means for those who have no vote here',
	],
	creed: [
		'a human being counts the same on either side of a line',
		'where someone is born is luck and not merit',
		'those who bear the effects deserve a hearing, wherever they live',
		'a principle that stops at the border was only ever a preference',
		'most problems worth solving have no passport',
		'to be near is not to be worth more',
	],
	reasons: [
		'nobody chose the map they were born into',
		'suffering does not lose weight with distance',
		'a rule we exempt ourselves from convinces nobody abroad',
		'air, money and disease never ask for papers',
		'the people left out of the room pay for what is decided in it',
		'every widening of the circle was once called unnatural',
	],
	overlooks: [
		'the limits of anyone’s love for a whole world',
		'the knowledge that only people on the spot have',
		'the duties that come with one face and one name',
		'the many times when the universal was the accent of the powerful',
		'the shelter that small loyalties give',
		'the question who does the work when everyone is everyone’s neighbour',
	],
	probes: [
		{
			ask: 'whose version of the universal do you have in mind?',
			answer: 'one that is still being written, by more hands than ever held the pen before',
		},
		{
			ask: 'what do you say to the neighbour who needed you first?',
			answer: 'that I will come, and that the same reason will take me further',
		},
		{
			ask: 'how can people govern themselves if everyone everywhere has a say?',
			answer: 'they govern what is theirs and answer for what spills over',
		},
		{
			ask: 'have you asked those distant people, or are you speaking for them?',
			answer: 'too seldom, and the cure for that is to ask more and not to care less',
		},
		{
			ask: 'what is left of a home if it owes the same to all?',
			answer: 'all of it, for a home gives more than it owes',
		},
		{
			ask: 'who pays when the circle grows faster than the purse?',
			answer: 'those who can, first, as they should have before it grew',
		},
	],
	cases: [
		'when people near me need what I have pledged to everyone',
		'when my universal rule is one culture’s taste',
		'when I know the far-off figures and not the street outside',
		'when a small people needs its borders to survive',
		'when the world in general is an excuse to help no one in particular',
		'when those I speak for were never asked',
	],
	change: [
		'the people abroad for whom I speak asked for something else',
		'the wider rule turned out to be run by the few',
		'local care proved to reach further than global schemes',
		'opening the circle broke the only institutions that work',
		'the burden fell on the poorest of those nearby',
		'equal concern was shown to need unequal duties here',
	],
	straw: [
		'forget the people next door and care only about strangers',
		'abolish every border by tomorrow and never count the cost',
		'treat every home as nothing but an accident',
		'lecture the whole world and listen to nobody',
	],
	settles: [
		'the equal claim of every human being, wherever born',
		'what it means for people beyond our borders',
		'the rights all humans share regardless of nationality',
	],
	gift: [
		'an empty chair for those who have no vote here',
		'the reminder that birth is luck',
		'the habit of asking who is outside the room',
	],
	terms:
		/\b(?:borders?|world\w*|global\w*|human beings?|humans?|humanity|abroad|elsewhere|foreign\w*|countr(?:y|ies)|nations?|national\w*|passports?|born|birth|distan\w*|far away|strangers?|universal\w*|cosmopolitan\w*|everywhere|overseas|outsiders?|wherever|circle|maps?)\b/giu,
	arguments: [
		{
			claim:
				'Where a person is born is (luck|a lottery|a throw of dice), and {thing} [softens ~ hardens] what that (luck|draw) (hands out|decides) at birth, (everywhere|in every country|all over the world).',
			reason:
				'(Nobody|No one) (earned|chose|deserved) a (cradle|passport|birthplace), (so|and so) a (rule|right|benefit) that hangs on it (needs|wants) a better (reason|defence) than (habit|convenience).',
			example:
				'(Move|Shift|Carry) {who} (two hundred miles|an hour’s flight|one river) to the (south|east), and (ask|tell me) what (changed|is different) about the human being.',
		},
		{
			claim:
				'(Some|Many|Most) of the people whom {thing} (touches|reaches|concerns) have no (vote|seat|voice) here, and (they|those outsiders) (belong|count) in the argument [as its best witnesses ~ before we call it ours].',
			reason:
				'What is (settled|decided) in one country (travels|spills over|lands) in (another|the next) as a (price|precedent|river|draught), without a (vote|hearing) there.',
			example:
				'(Keep|Leave) a chair free for someone abroad who is (otherwise|in all else) just like {who}, and (see|notice) who (looks|speaks) at it {place}.',
		},
		{
			claim:
				'(Equal|The same) worth has no (border|customs post|home address), and {thing} should (survive|stand up to) being (explained|read out|defended) to a stranger anywhere in the (world|wide world).',
			reason:
				'A principle we (keep|reserve|save) for (ourselves|our own nation|insiders) (is|amounts to) (a privilege|club rules|a custom), (however|no matter how) (warmly|well|finely) it is (sung|worded).',
			example:
				'(Put|Spell|Write) it in a letter to {who} in another country, and it (reads|sounds) [like a fair offer ~ like an excuse], whatever (stamp|flag|accent) it carries.',
		},
		{
			claim:
				'(Problems|Troubles|Questions) of this (size|kind|sort) (do not|never) stop at the (border|customs post|river), so {thing} has to be (weighed|judged) on the (scale|map) of the world.',
			reason:
				'(One|A single|Each) country’s (tidy|clever|quick) solution is (often|easily) the (next|neighbouring) one’s (problem|flood|bill), and the (circle|ring) (closes|comes round).',
			example:
				'What (starts|begins) {place} (arrives|turns up) abroad (within the year|sooner than expected|by the next season), and finds {who} (unprepared|unasked|without a say).',
		},
		{
			claim:
				'(Elsewhere|In other parts of the world|Abroad) people (live|have lived) with [{thing} ~ the lack of {thing}] (for years|quite calmly|without fuss), and (we|any nation) might (learn|hear) something if we (looked|asked).',
			reason:
				'(Every|Each) nation (takes|mistakes) its own (habit|arrangement|custom) for (nature|common sense|reason itself), until it (meets|visits) a (foreign|distant) one that (works|holds) too.',
			example:
				'(Let|Have) {who} (spend|work) (a year|one winter|six months) there, and (half|most) of what is (said|feared) {place} will (sound|seem) (provincial|small|quaint) on the way home.',
		},
		{
			claim:
				'(The circle|Our circle) of those we (listen|answer) to has (widened|grown) before, (always|each time) against (good|learned|worried) advice, and {thing} [widens it by one more step ~ draws it tighter].',
			reason:
				'(First|Once) it was the (clan|village), then the (town|faith), then the nation; (each|every) (fence|wall|border) looked (natural|eternal) until (somebody|people) (stepped|looked) over it.',
			example:
				'(A century ago|Not long ago) {who} would have (stood|been) (outside|beyond) it, and (who|which of us) would (defend|miss) that line {place} now?',
		},
		{
			claim:
				'(Let us|We should|I want us to) apply (one|the same) rule to them and to us: would we (call|find) {thing} (fair|just|decent) if (another|a distant|a richer) country (did|tried|chose) it and we (bore|felt) the effects?',
			reason:
				'A (standard|rule) that (changes|turns) with the (flag|passport) is a (mirror|flattery), and the world (sees|notices) it (sooner|better) than we do.',
			example:
				'(Swap|Exchange) the (flags|maps|names) and let {who} be the (foreigner|outsider|stranger): the (case|argument) {place} [is as strong as before ~ collapses].',
		},
		{
			claim:
				'Those who (come|live) after us are foreigners (too|as well), in time (if not|instead of) in (space|place), and {thing} (signs|is signed) in their name (without|before) asking them.',
			reason:
				'(Distance|Being far away) in years (weakens|dims|thins) our (sight|interest), (not|but not) their (claim|standing) as human beings.',
			example:
				'(Somewhere|Far from here|In a place none of us knows) {who} will (live|be living) with the result, and (deserves|is owed) the (courtesy|hearing) we would want {place}.',
		},
	],
};
