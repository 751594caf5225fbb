import type {FrameworkBank} from './bank.ts';

export const autonomyCentered: FrameworkBank = {
	lens: [
		'as a question of who decides',
		'seen by the one whose life it is',
		'by the choices it opens or closes',
		'as the author of one’s own life would see it',
	],
	creed: [
		'a grown person is the author of their own life',
		'to decide for someone is to make them smaller',
		'consent means something only when it is informed and can be withdrawn',
		'people may need help to choose and still be the ones who choose',
		'a well-meant cage is a cage',
		'what is done to us without asking is done against us',
	],
	reasons: [
		'no expert has to live the life in question',
		'people grow by choosing and wither by being managed',
		'those who know what is best for others have a long record of being wrong',
		'a truth kept back takes away the choice it would have changed',
		'self-respect lives on being asked',
		'protection that cannot be refused soon protects the protector',
	],
	overlooks: [
		'the choices that were made for us before we chose',
		'those whom no one ever taught to want anything',
		'the ties without which there is no self to decide',
		'the person too ill, too young or too tired to choose',
		'the price that others pay for my choice',
		'the loneliness of some decisions',
	],
	probes: [
		{
			ask: 'what do you do for those who cannot choose?',
			answer: 'I choose as they would have, and hand the choice back at the first chance',
		},
		{
			ask: 'how free is a choice that fear has already made?',
			answer: 'not very, so I would lift the fear and leave the choice alone',
		},
		{
			ask: 'whose choice is it when two lives are tied together?',
			answer: 'it belongs to both of them and to nobody else in the room',
		},
		{
			ask: 'how much would a person have to know before you call it consent?',
			answer: 'as much as would change the answer, told in words they use themselves',
		},
		{
			ask: 'would you let someone you love choose this unaided?',
			answer: 'no, I would help, and then I would leave the room',
		},
		{
			ask: 'what is left of your answer when all the options are bad?',
			answer: 'even then I would rather be asked which of them I can bear',
		},
	],
	cases: [
		'when the person cannot choose and somebody must',
		'when the choice was shaped long before it was made',
		'when my deciding leaves others to pick up the pieces',
		'when people are left alone with too much and told it is freedom',
		'when consent is a box ticked in fear',
		'when nobody can decide alone what binds all of us',
	],
	change: [
		'those concerned had really asked to have it decided for them',
		'the choice I defend turned out to exist on paper only',
		'the people who decided were shown to have been misled',
		'others could not live their own lives because of it',
		'it opened more choices in the end than it closed',
		'the help people need to choose were given first',
	],
	straw: [
		'applaud any choice at all, however it was made',
		'leave the helpless alone and call it respect',
		'let everyone decide everything and never help anybody',
		'pretend that nobody ever needs protecting',
	],
	settles: [
		'each person’s right to decide for themselves',
		'whether the choice is really their own',
		'the autonomy of the one whose life it is',
	],
	gift: [
		'the question whose life it is anyway',
		'a sharp ear for help that cannot be refused',
		'the insistence on being asked',
	],
	terms:
		/\b(?:autonom\w*|choos\w*|choices?|chose|chosen|decid\w*|decisions?|self-determin\w*|self-respect|consent\w*|inform\w*|author\w*|own li(?:fe|ves)|consulted|allowed a no|told|whose life|paternal\w*|for themselves|asked|agency|refus\w*|options?|managed|her own|his own|their own|one’s own|say in)\b/giu,
	arguments: [
		{
			claim:
				'Whose life is {thing} (really|actually|) about, and (has|was) that person (been asked|asked|consulted) in a way that (counted|could have changed the answer|allowed a no)?',
			reason:
				'To be (asked|consulted) (late|for show|out of politeness) is to be (told|informed|notified), and (adults|people|grown people) (hear|know) the difference.',
			example:
				'(Sit|Imagine yourself) beside {who} {place} and (say|tell them) who (decided|chose): [you did ~ we did, for your own good], and (see|watch) what the sentence (does|changes).',
		},
		{
			claim:
				'(Protecting|Guarding) people from their own choices is (the oldest|a very old|the most polite) way to (rule|own|manage) them, and [saying no to {thing} ~ {thing}] (does it|works) with a (kind|gentle|soft) voice.',
			reason:
				'The (protector|guardian|expert) (goes|gets to go) home at (five|night|the weekend); the (protected|one protected) (has to|must) live the (decision|choice) that (somebody|someone) else made.',
			example:
				'{who} (needs|wants) (information|time|an honest friend), (not|and not) a (guardian|minder|keeper), {place} (of all places|as anywhere).',
		},
		{
			claim:
				'Consent is (more|far more) than (a nod|a signature|silence): it is (knowing|being told) enough, (having|being left) a choice, and (keeping|holding on to) the right to (stop|change one’s mind), and {thing} [asks for all three ~ falls short of that].',
			reason:
				'(Take away|Remove|Leave out) (any|one) of the three and what (remains|is left) is (compliance|obedience|paperwork) in the (dress|shape) of a decision.',
			example:
				'(Test|Try) it on {who} (tonight|this evening|today): do they (know|understand) what they (decide|choose), (could|can) they refuse, and (would|will) anyone {place} (hear|honour) it?',
		},
		{
			claim:
				'(Choosing|Deciding) is a (muscle|skill|craft), and {thing} [gives ~ denies] people the (exercise|practice|use) that (keeps|makes) it their own.',
			reason:
				'(Spare|Relieve) people (every|each) decision and they (grow|become) (no|hardly) safer, only (less able|slower|more afraid) to (decide|choose) when it (matters|counts) and (nobody|no one) is (near|there).',
			example:
				'{who}, (trusted|left|allowed) to decide {place}, may (err|stumble|take the long way), (and|but) will be (more|a little more) the author of the (next|following) (day|chapter|year).',
		},
		{
			claim:
				'(A no|The word no|Refusal) is where autonomy (lives|shows|is tested), so (tell me|I ask) what {thing} (does|offers|says) to the (person|one) who (refuses|chooses otherwise|will not).',
			reason:
				'(Any|Every) (system|rule|helper) can (respect|honour) the choice it (hoped|planned|asked) for; (respect|autonomy) (begins|starts) with the (other|unwelcome) one.',
			example:
				'[{who} may say yes or no to it and keep face ~ {who} may say no only at a price], {place} and (elsewhere|in the open|before witnesses), and that (answers|settles) my question about choice.',
		},
		{
			claim:
				'(Trust people with|Give people|Show people) the (facts|whole truth|full picture) and (most|nearly all) of them decide (well enough|better than we fear|sensibly), which is (why|the reason) {thing} [deserves a hearing ~ is an insult in good manners].',
			reason:
				'(Hidden|Withheld|Softened) facts (make|take) the decision (already|in advance|in secret), and (leave|hand) the person only the (ceremony|motions|signature) of choosing.',
			example:
				'(Lay|Put|Spread) the (options|facts) out before {who}, (plainly|without drama|all of them), and (step|stand) back (far enough|long enough) for the choice to be theirs.',
		},
		{
			claim:
				'A (choice|decision) made under (pressure|fear|want) is (still|) somebody’s, (and|but) our (first|real) duty is to (lift|ease) the pressure, [and {thing} leaves the choice where it belongs ~ while {thing} adds to it].',
			reason:
				'(Banning|Removing|Closing) the (last|worst|only) option does not (make|leave) a person freer; it (only leaves|leaves) them with (one|an option) less (in the same|and the same) (corner|need).',
			example:
				'(Ask|Begin by asking) {who} what would (widen|open) the choice {place}: (they|people) (nearly always|usually|mostly) (know|can say), (down to|including) the (hour|penny|name).',
		},
		{
			claim:
				'(Nobody|No self) is an island, and (still|yet) there is a (room|door|circle) in every life that (only|none but) its owner (opens|should open), and {thing} [knocks ~ walks in without knocking].',
			reason:
				'(Love|Care|Help) that (waits|asks) at the door (leaves|finds) a self (behind it|inside) to (love|care for|help); (care|help) that (breaks|pushes) in (does not|finds none).',
			example:
				'{who} has (little|not much) that is (wholly|truly) their own {place}, and the decision (about|over) this (is|remains) (part|the best part) of it.',
		},
	],
};
