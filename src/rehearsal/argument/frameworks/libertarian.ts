import type {FrameworkBank} from './bank.ts';

export const libertarian: FrameworkBank = {
	lens: [
		'as a question of consent',
		'by who may force whom',
		'as a matter of liberty',
		'seen from the receiving end of power',
	],
	creed: [
		'a peaceful person may be persuaded but not pushed',
		'power needs a reason and freedom does not',
		'what people build by agreement outlasts what they are made to build',
		'no one owns another’s time, body or conscience',
		'a good cause does not turn force into consent',
		'those who can say no are the only ones whose yes means anything',
	],
	reasons: [
		'every power given to friends is inherited by strangers',
		'nobody knows your life as well as you do',
		'help that is forced teaches both sides to resent it',
		'a right to do only what is approved of is no right',
		'those who hold the stick decide what it is for',
		'so many brave new orders began as kindness with a fine attached',
	],
	overlooks: [
		'those who start so far behind that their freedom is mostly paper',
		'the power that needs no law because it owns the street',
		'the help that nobody is bound to give and somebody needs tonight',
		'the free choices that are made on an empty stomach',
		'the things we share and no one can buy',
		'the freedom that only exists because others pay for it',
	],
	probes: [
		{
			ask: 'what is freedom worth to someone who has only bad options?',
			answer: 'little enough, so let us add options before we take away the last one',
		},
		{
			ask: 'who protects people from powers that are not the state?',
			answer: 'rivals, exits and courts, and I want more of all three',
		},
		{
			ask: 'which of the things you enjoy freely were paid for by someone who was made to pay?',
			answer: 'some of them, and I would rather pay for them openly and by consent',
		},
		{ask: 'is a choice free if hunger makes it?', answer: 'it is a hard choice, and taking it away feeds nobody'},
		{
			ask: 'what do you say to those for whom no volunteer turns up?',
			answer: 'that freedom asks me to turn up myself before I send somebody else by force',
		},
		{
			ask: 'where does your liberty end and your neighbour’s bill begin?',
			answer: 'at the first cost that my neighbour never agreed to carry',
		},
	],
	cases: [
		'when the choice is free on paper and forced by hunger',
		'when nobody volunteers and the need is real',
		'when private power does what I would never let a state do',
		'when the ones harmed were never party to the deal',
		'when a fair start was missing from the beginning',
		'when everyone’s small liberty ruins what all of them share',
	],
	change: [
		'those concerned had truly consented and could still walk away',
		'leaving people alone turned out to hand them over to a harsher master',
		'a voluntary way had been tried in earnest and failed',
		'the power in question could be taken back as easily as it was given',
		'the freedom I defend proved to be open only to a few',
		'refusing did more violence than the rule',
	],
	straw: [
		'leave everyone alone, whatever it costs them',
		'let the strong do as they please and never interfere',
		'treat every law as theft and nothing but theft',
		'sell everything that is not nailed down',
	],
	settles: [
		'whether anyone is forced without consent',
		'the liberty of the individual against the state',
		'who is coerced and who consented',
	],
	gift: [
		'the question who holds the stick',
		'a defence of the plain right to say no',
		'suspicion of kindness that comes with a fine attached',
	],
	terms:
		/\b(?:libert\w*|free|freed|freedom|freely|consent\w*|forc(?:e|es|ed|ing)|coerc\w*|compel\w*|compulsion|power|powers|state|voluntar\w*|volunteers?|push(?:ed|es)?|fines?|fined|owns?|agreement|bargain|leave (?:us|people) alone|opt out|say no|yes or no|permission|refus\w*|unforced|persua\w*|bargains?|guards?|inspectors?|punish\w*|drag off|badges?|bans?)\b/giu,
	arguments: [
		{
			claim:
				'(When all is said|In plain words|At bottom), who (decides|has the say) about {thing}: the person who (lives|must live) with it, or the (office|state|majority) that (likes|orders|plans) it?',
			reason:
				'A life has one (owner|author|holder), and (good|kind|noble) intentions do not make (anyone else|a ministry|the majority) a (shareholder|partner) in it without consent.',
			example:
				'(Ask|Go and ask) {who}, and (listen|wait) for the (answer|verdict): they want [to be free to decide ~ no one to decide it for them], and they never (signed|gave) that freedom away.',
		},
		{
			claim:
				'Consent is (no|not a) (detail|formality|ornament) here, for [{thing} rests on it ~ {thing} does without it], and (everything|the rest) follows from that (fact|difference).',
			reason:
				'(What|Whatever) we (do|take on) freely (binds|joins) us; what is (forced|pressed|imposed) on us only (teaches|trains) us to (hide|duck|count the exits).',
			example:
				'(Put|Set) {who} at the (table|counter) with a (real|genuine) right to say no, and (the|every) (yes|signature|handshake) {place} (means|is worth) something.',
		},
		{
			claim:
				'(Every|Each|Any) power (grows|spreads|creeps), and [a ban on {thing} ~ {thing}] (hands|gives|lends) a new one to people we (did not choose|cannot watch|may not like).',
			reason:
				'(Today|At first) it is used for (decent|mild|sensible) ends; (tomorrow|later) the (tool|stick|lever) is (still|yet) there and the (decent|mild) people are not.',
			example:
				'(Remember|Think of) {who}, who will (meet|feel|face) that power {place} without (lawyers|friends in office|a spokesman), [and only wanted to be left free ~ for no offence but saying no].',
		},
		{
			claim:
				'There is (nearly always|almost always|usually) a (voluntary|free|unforced) way to the same (goal|good|end), and with {thing} [it is the one before us ~ nobody has troubled to try it].',
			reason:
				'(Persuasion|Agreement|An honest bargain) is (slow|untidy|humbling), but it leaves (no|fewer) (enemies|resentments|bruises) and (needs|calls for) no (guards|inspectors|fines).',
			example:
				'(Invite|Persuade|Ask) {who}, do not (push|order|summon) them, and see how (much|many things) people give freely {place} (when|once) they are (trusted|asked|treated as free).',
		},
		{
			claim:
				'(Behind|At the end of) every (rule|ban|duty) stands someone with a (fine|badge|key), and I (ask|want to know) what (they do|happens) when a (peaceful|harmless) person [goes ahead without permission ~ will not take part in {thing}].',
			reason:
				'(Follow|Trace) any (kindly|well-meant) law to its (end|last page) and you (find|reach) force, and force should be (kept|saved) for those who (use|start) it.',
			example:
				'(Say|Suppose) it is {who}, who has (harmed|robbed|cheated) nobody: will you (really|in earnest) (fine|punish|drag off) that person {place} and call it (care|justice|progress)?',
		},
		{
			claim:
				'Nobody (knows|can know) (enough|what is needed) to (run|plan|manage) {place} from a (desk|capital|committee room), and the free choice in {thing} is [exactly what carries that knowledge ~ exactly what gets lost].',
			reason:
				'(Each|Every) person (holds|carries) a (scrap|piece) of knowledge that no (form|census|expert) (asks for|records), and (uses|spends) it when they are left free to (choose|act).',
			example:
				'{who} knows (three|a dozen|more) things about {good} that no (minister|planner|model) does, and (acts|bargains) on them freely (every day|without a permit).',
		},
		{
			claim:
				'The right to be (wrong|mistaken|foolish) is the (whole|best part) of the right to choose, and [those who would forbid {thing} ~ those in favour of {thing}] (would|wish to) (keep|leave) us only the other half.',
			reason:
				'A freedom that (ends|stops) where others (frown|disapprove|shake their heads) is (permission|a licence|parole), and permission can be (withdrawn|revoked|let lapse).',
			example:
				'Let {who} (stumble|go wrong|make a bad bargain) at their own (cost|expense|risk), and (offer|lend) a hand (after|if asked), but without a (fine|leash).',
		},
		{
			claim:
				'(The exit|The way out|A door) is the (best|cheapest|surest) (protection|guard) that freedom ever (invented|built), so I ask (how|whether) one can (leave|walk away from|opt out of) {thing}.',
			reason:
				'Where people can (go|leave|walk out), power (minds|watches) its (manners|tongue); where they (cannot|may not), it (grows|becomes) (lazy|rude|cruel) in time.',
			example:
				'[{who} can refuse, today and tomorrow ~ {who} cannot refuse, today or tomorrow], and (that|this) (single|one) (fact|thing) tells me (more|far more) about liberty here than (any|every) (preamble|promise).',
		},
	],
};
