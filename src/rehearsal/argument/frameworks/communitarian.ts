import type {FrameworkBank} from './bank.ts';

export const communitarian: FrameworkBank = {
	lens: [
		'as something we owe each other',
		'seen from the life we share',
		'as neighbours',
		'by what it does to the fabric between us',
	],
	creed: [
		'nobody is self-made and nobody stays upright alone',
		'rights come to life among people who feel bound to each other',
		'we owe something to the place that raised us',
		'a community is more than a crowd of customers',
		'what we share has to be kept up by those who share it',
		'belonging is a need like bread',
	],
	reasons: [
		'the bonds that carry us are noticed only when they tear',
		'a freedom that no one maintains is soon gone',
		'people will give up much for neighbours and little for a formula',
		'trust is built in small places and borrowed by large ones',
		'those who have nobody are free in the way that a leaf is free',
		'customs hold more experience than any one of us has',
	],
	overlooks: [
		'the one who does not fit in and has to live there all the same',
		'those outside the circle that is drawn so warmly',
		'the injustice that has been handed down as custom',
		'the pressure that no law orders and every neighbour applies',
		'the person who owes the community nothing but scars',
		'the difference between harmony and silence',
	],
	probes: [
		{
			ask: 'what do you offer the one who never fitted in?',
			answer: 'a door that stays open both ways, and a neighbour on either side of it',
		},
		{
			ask: 'who draws the line around your community, and who is left standing outside it?',
			answer: 'we draw it together and too narrow, and so it has to be redrawn in public',
		},
		{
			ask: 'what happens when the community is plainly wrong?',
			answer: 'its own best members say so, and a community worth the name lets them',
		},
		{
			ask: 'how does a person leave, and what may they take along?',
			answer: 'by the front door, with a good name and our address',
		},
		{
			ask: 'whose customs do you mean, the grandmother’s or those of the one she silenced?',
			answer: 'both, and the silencing is the part we stop handing down',
		},
		{ask: 'how do you tell a bond from a chain?', answer: 'a bond can be spoken against out loud and a chain cannot'},
	],
	cases: [
		'when the community is wrong and one dissenter is right',
		'when belonging is bought by keeping others out',
		'when an old custom carries an old injustice',
		'when loyalty is asked of those who were never let in',
		'when the village closes ranks',
		'when a person can only grow by leaving',
	],
	change: [
		'the people asked to carry it were never counted as members',
		'the bonds I praise turned out to hold by fear',
		'those at the margin told us that it silenced them',
		'neighbours helped each other more without it',
		'the custom proved to be younger and crueller than we thought',
		'the outsiders paid for our warmth',
	],
	straw: [
		'obey the neighbours and never think for ourselves',
		'obey our grandparents and never ask why',
		'shut the gates and forget everyone outside',
		'silence anyone who does not fit in',
	],
	settles: [
		'what we owe the community that raised us',
		'the bonds between neighbours',
		'the shared life it keeps up or tears',
	],
	gift: [
		'a feeling for the bonds we notice only when they tear',
		'the reminder that freedom has a home address',
		'the question of what we owe where we live',
	],
	terms:
		/\b(?:communit\w*|neighbou?r\w*|bonds?|belong\w*|shared?|sharing|together|common|owe|owed|member\w*|traditions?|customs?|fabric|villages?|streets?|solidarity|duty|duties|civic|roots?|fellow|each other|one another|loyal\w*|household|inherit\w*|hand(?:ed)? (?:on|down)|pass on|left to us|were (?:left|handed)|generations?|piece by piece)\b/giu,
	arguments: [
		{
			claim:
				'(Nobody|No one|None of us) (arrives|came) here alone, and {thing} [admits ~ forgets] what we owe the (people|neighbours|hands) who (carried|taught|fed) us.',
			reason:
				'The (self-made|free-standing|lone) individual is (raised|taught|nursed) by a (street|school|household) that (asks|sends) no invoice, and so (forgets|overlooks) the bond.',
			example:
				'(Think of|Picture|Take) {who}, (held|kept) up by (a dozen|twenty|countless) shared (kindnesses|favours|small duties) {place} that no (contract|statute|receipt) mentions.',
		},
		{
			claim:
				'(What|Whatever) we hold in common (decays|crumbles|thins out) when (everyone|each of us) may (shrug|opt out|look away), and [that is the case for {thing} ~ {thing} invites just that].',
			reason:
				'(One|A single) (absence|shrug|empty chair) costs nothing; (a thousand|enough) of them, and there is no (table|choir|community) left to be absent from.',
			example:
				'{who} (notices|feels) it first, {place}, when the shared (work|burden|upkeep) falls to (fewer|the same few) hands (each|every) (year|season).',
		},
		{
			claim:
				'Belonging (comes|is handed out|is given) with duties (attached|built in|beside it), and {thing} (is|amounts to|looks like) [a modest one between neighbours ~ a way to keep the warmth and drop the duty].',
			reason:
				'People who are (needed|asked for something|counted on) (belong|stay|feel at home); people who are (merely|only) (served|catered for|left alone) (drift|come loose|go missing).',
			example:
				'Give {who} a (task|part|place) in it {place}, and a (stranger|passer-by) turns into a (member|neighbour), which no (benefit|right|payment) has ever (managed|done).',
		},
		{
			claim:
				'We (inherited|were left|were handed) (more|far more) than we (made|built|paid for), and {thing} is a (question|test) of what we (hand|pass) on to the (community|people) after us.',
			reason:
				'(Traditions|Customs|Old institutions) are (letters|messages|advice) from people who (made|survived) (mistakes|troubles) we need not (repeat|make again), (though|even if) some pages need (correcting|crossing out).',
			example:
				'(One day|In thirty years) {who} will (find|inherit|walk into) what we leave {place}: [something kept up in common ~ something sold off piece by piece].',
		},
		{
			claim:
				'Trust between strangers (starts|grows) as trust between (neighbours|people who share a street), and {thing} [feeds ~ starves] it (at the root|where it grows|in the small places|from below|close to home|day by day).',
			reason:
				'(We learn|People learn|One learns) to (rely|count) on (others|one another) {place}, and (only|not until) then (on|upon) a (nation|market|law) full of people we (never|will never) meet.',
			example:
				'{who} (lends|borrows) a (ladder|key|cup of sugar) long before (casting|signing|claiming) anything, and a community (lives|is made) from such (loans|small debts).',
		},
		{
			claim:
				'Freedom needs a (place|home|floor) to stand on, and {thing} [keeps up ~ saws at] the (common|shared) (floor|ground|house) that (holds|carries) everyone’s choices.',
			reason:
				'(Rights|Liberties) without (neighbours|fellow citizens|members) who (stand up|answer) for them are (paper|ink|good wishes), as (history|any exile|any refugee) can (tell|teach) us.',
			example:
				'(Leave|Strand|Imagine) {who} (quite |)alone with a (list|drawer) full of rights, and see how (long|far) the freedom (lasts|carries) {place}.',
		},
		{
			claim:
				'(Common|Shared) (rituals|customs|moments) (look|seem) (empty|quaint|idle) until they are gone, and [without {thing} ~ with {thing}] we (lose|give up) one more thing that we do together.',
			reason:
				'Doing the same (thing|small thing) (on the same day|side by side|in the same queue) tells people, (better|more) than any speech, that they are (members|in it together|one community).',
			example:
				'(See|Watch) {who} (next to|beside|behind) a (judge|banker|landlord) {place}, equal for (an hour|a morning|once), and tell me that this bond is (nothing|idle|small).',
		},
		{
			claim:
				'(Ask not only|We should ask not only) what {thing} does for (each|any one) of us, but (also |)what it does to the (threads|bonds|ties) between us, since (a community|a shared life) is (made|woven) of those.',
			reason:
				'A fabric can (tear|fray) while (every|each) single thread (looks|is) (sound|whole|fine), and (mending|weaving it again) takes (generations|more hands than tearing).',
			example:
				'For {who}, the (difference|test) is whether (somebody|a neighbour|anyone) would (knock|call|come by) {place}, and [it makes that likelier ~ it makes that rarer].',
		},
	],
};
