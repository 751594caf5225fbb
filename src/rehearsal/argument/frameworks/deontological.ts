import type {FrameworkBank} from './bank.ts';

export const deontological: FrameworkBank = {
	lens: [
		'as a question of duty',
		'by the rule it follows',
		'before any counting of effects',
		'as a matter of what we owe',
	],
	creed: [
		'a person is never a mere tool for other people’s ends',
		'some things may not be done, whatever they would bring',
		'a promise binds even when it has become a burden',
		'I may only do what I could let everybody do',
		'dignity has no price and so cannot be outbid',
		'the right comes before the useful',
	],
	reasons: [
		'a duty that bends under pressure protects nobody under pressure',
		'every tyrant has had excellent consequences in view',
		'you cannot ask of others what you would never grant them',
		'trust needs at least one line that no bargain can move',
		'people can answer for what they do and not for all that follows',
		'an exception for me is an insult to you',
	],
	overlooks: [
		'the people whom a spotless rule leaves to suffer',
		'the moment when two duties meet head on',
		'the price that others pay for our clean hands',
		'the distance between two cases under one rule',
		'the disaster that one small exception would have spared us',
		'the question who wrote the maxim and for whom',
	],
	probes: [
		{
			ask: 'how bad would the result have to be before you broke the rule?',
			answer: 'very bad, and even then I would have broken a duty and not found a loophole',
		},
		{
			ask: 'what do you do when two of your duties point in opposite directions?',
			answer: 'I keep the stricter one and owe amends for the other',
		},
		{
			ask: 'whom do your clean hands protect, them or you?',
			answer: 'they protect the next person who has to rely on a promise',
		},
		{
			ask: 'who decided how your maxim is to be worded?',
			answer: 'anyone may reword it, provided that the wording binds its author as well',
		},
		{
			ask: 'would you explain that rule to the one it fails, face to face?',
			answer: 'yes, and if I could not meet their eyes the rule would have to go',
		},
		{
			ask: 'is it still a principle if it never lets you look up?',
			answer: 'a principle that forbids looking is a habit, and I do look before I bind myself',
		},
	],
	cases: [
		'when two duties collide and my rule is silent',
		'when keeping my word lets a disaster happen',
		'when the maxim can be worded to fit anything',
		'when the rule is kept and the person is lost',
		'when a stranger pays for my principle',
		'when the case is like nothing the rule had in view',
	],
	change: [
		'I could will the opposite rule for everyone, myself included',
		'the persons concerned had freely agreed to it',
		'it turned out that the duty I cite was only ever a custom',
		'those bound by the rule were never treated as equals by it',
		'the stronger duty proved to lie on the other side',
		'keeping the rule used somebody as a tool after all',
	],
	straw: [
		'follow the rule, whoever dies of it',
		'keep our hands clean and never look at the damage',
		'obey whatever is written down and never think',
		'let the world burn as long as no rule is broken',
	],
	settles: [
		'the duty that binds us whatever follows',
		'whether the rule could hold for everyone',
		'the dignity of the person, which has no price',
	],
	gift: [
		'a line that no bargain was allowed to move',
		'the reminder that persons are not tools',
		'the test of whether we could let everybody do it',
	],
	terms:
		/\b(?:dut(?:y|ies)|rules?|maxims?|principles?|dignity|persons?|promises?|promised|oblig\w*|rights?|wrong|owed?|owe|universal\w*|exceptions?|respect|binds?|bound|mere (?:tools?|means)|everybody|permi\w*|forbid\w*)\b/giu,
	arguments: [
		{
			claim:
				'(Try|Take|Apply) the (oldest|plainest|simplest) test of duty: could everybody (act on|live by|follow) the rule behind {thing} and the (world|practice) still (hang together|make sense|stand)?',
			reason:
				'A (rule|maxim|principle) that works only (because|while|as long as) others do not (use|claim|follow) it is (a privilege|a private licence|an exception) in (disguise|costume|Sunday clothes).',
			example:
				'(Grant|Give|Allow) it to {who}, to the (minister|banker|general) and to me alike, and it [holds as a rule ~ falls apart as a rule].',
		},
		{
			claim:
				'A person is (never|not) (merely|only|just) a means, and {thing} has to (pass|meet|answer) that (test|question|demand) before any (other|benefit is named).',
			reason:
				'(Use|Spend|Trade) someone once for a (fine|noble|good) (purpose|cause|end), and you have (told|taught) all the others what their dignity is (worth|priced at).',
			example:
				'(Look|Just look) {who} in the (eye|face) and say it aloud: [we ask this of you as an equal ~ we needed you for something], and (hear|notice|mark) how (the|those) words (sound|land).',
		},
		{
			claim:
				'(Somebody|Someone) was (promised|owed|given their due in) something here, and {thing} [keeps ~ breaks] that (promise|word|faith) (before|long before) it does anything else.',
			reason:
				'A promise that (lasts|holds|counts) only while it (pays|is easy|suits us) was (a forecast|a mood|a guess), (not|and never) a promise.',
			example:
				'{who} (arranged|planned|built) a (life|week|whole future) around such a (word|pledge|promise), and duty (begins|starts) {place}, where it is [kept ~ broken].',
		},
		{
			claim:
				'(Say|State|Publish) the (very |plain |whole )rule behind {thing} (openly|out loud|to everyone), and see whether those (it binds|under it|who must obey it) could (accept|agree to|respect) it.',
			reason:
				'(What|A rule that) (needs|calls for) (secrecy|a whisper|the small print) to work already (knows|admits|confesses) that it (wrongs|insults) somebody.',
			example: '(Pin|Nail|Fix) it to the wall {place}, where {who} can read it, and the rule [stands ~ blushes].',
		},
		{
			claim:
				'The right (comes|stands|goes) before the useful, (so|and so|and therefore) no (pile|heap|mountain) of (benefits|good results|advantages) makes {thing} (a duty|permissible|right) by itself.',
			reason:
				'(Otherwise|If it did) every wrong would be (for sale|negotiable|open to offers), and only the (price|sum|figure) would be left to (argue about|haggle over|discuss).',
			example:
				'(Offer|Promise|Hand) {who} a (fortune|medal|pension) to (forget|drop|excuse) it, and the (wrong|duty|debt) (is still there|has not moved|remains where it was).',
		},
		{
			claim:
				'(Beware|Be wary of|I distrust) the (small|tiny|modest) exception, because [saying no to {thing} ~ {thing}] is (defended|sold|presented) as one, (and|yet) principles (leak|fail|die) at that very (point|seam|joint).',
			reason:
				'(Each|Every) exception (argues|pleads|asks) for the next, and the (last|final) one (finds|meets) no (rule|principle) left to (resist|stop) it.',
			example:
				'(First|To begin with) it is {who}, then (the neighbour|a cousin|the next in line), (and in the end|and finally|and one day) [everyone waits for a right that never comes ~ it is the rule itself].',
		},
		{
			claim:
				'(Respect|True respect) (means|is) (treating|regarding|addressing) people as (authors|makers|equal authors) of the rules they live (under|by), and [{thing} does so ~ {thing} does not].',
			reason:
				'(Whoever|He who|The one who) is (managed|steered|handled) for their own (good|benefit|sake) has been (turned|made) from a person into a (case|project|file).',
			example:
				'{who} is (owed|due) a (reason|justification), (not|rather than) a (nudge|push|pat on the head), and it should be a reason (for any equal|fit for equals|one equal gives another), {place} as (anywhere|elsewhere).',
		},
		{
			claim:
				'Duties come in two (kinds|sorts), those that (bind|hold) (always|everywhere) and those that leave us (room|some latitude), and {thing} (belongs|falls) [with the ones that bind ~ nowhere near the first kind].',
			reason:
				'(Confuse|Mix up|Blur) the two and we (either|will) (crush|overburden) people with (heroics|sainthood) or (excuse|pardon) them from (plain|bare|simple) (decency|justice).',
			example:
				'(Nobody|No one) may (demand|ask|require) heroism of {who}; what is owed (to|in the case of) every person [is far less than that and no less than this ~ stops well short of it].',
		},
	],
};
