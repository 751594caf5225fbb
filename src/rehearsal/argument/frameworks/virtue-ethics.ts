import type {FrameworkBank} from './bank.ts';

export const virtueEthics: FrameworkBank = {
	lens: [
		'as a school of character',
		'seen as a habit in the making',
		'by what it makes of us',
		'as a matter of character',
	],
	creed: [
		'we become what we practise',
		'the question behind every rule is what sort of people it makes',
		'good judgement cannot be replaced by a formula',
		'courage, honesty and fairness are skills that need exercise',
		'how a thing is done belongs to what is done',
		'a good life is something people grow into together',
	],
	reasons: [
		'habits outlast the reasons that started them',
		'people who are trained only to obey are lost when the rule runs out',
		'nobody ever learned honesty from a table of costs',
		'the same act can be kind in one person and vain in another',
		'children copy what we do and not what we decree',
		'a society is no better than the characters it rewards',
	],
	overlooks: [
		'the places where there is little character to build on',
		'the person who needs help now, whatever the helper’s motives',
		'the gulf between one town’s virtue and the next town’s',
		'those who can afford no noble gestures',
		'the plain question of what works',
		'the ease with which admiration turns into flattery of ourselves',
	],
	probes: [
		{
			ask: 'whose idea of good character are we all to be measured by?',
			answer: 'the one we would all be proud to be caught practising, and that list is longer than we fear',
		},
		{
			ask: 'what do you tell the person who is helped by someone with the wrong motives?',
			answer: 'take the help, and do not build your house on it',
		},
		{
			ask: 'how long may the rest of us wait while character ripens?',
			answer: 'not a day, because character is no harvest but a daily habit',
		},
		{
			ask: 'what does virtue say here that a decent rule could not say sooner?',
			answer: 'it says what to do on the day the rule runs out, which is most days',
		},
		{
			ask: 'would you accept a worse result from better people?',
			answer: 'now and then yes, because better people repair their mistakes',
		},
		{
			ask: 'how do you know wisdom from a settled opinion?',
			answer: 'wisdom asks one more question where an opinion has stopped asking',
		},
	],
	cases: [
		'when nobody has time for character to grow',
		'when two good people do opposite things and I can only admire both',
		'when my idea of decency is just the custom of my street',
		'when millions are affected and no one in particular acts',
		'when a nasty motive happens to feed the hungry',
		'when I polish my own soul and the house burns',
	],
	change: [
		'people turned out to act no worse for it after years of practice',
		'the admirable proved to be mostly the well-off',
		'the habit I fear never formed',
		'the wisest people I know, from different walks of life, all told me otherwise',
		'it could be shown that the rule makes people braver',
		'those with the least power found my virtues useless to them',
	],
	straw: [
		'trust nice people and never look at what they do',
		'admire heroes and do nothing at all',
		'wait until everyone is a saint',
		'judge the smile and never the deed',
	],
	settles: [
		'the character it builds in us',
		'whether a person of real virtue would do it',
		'the habits of honesty and courage it trains',
	],
	gift: [
		'the question of what we turn into while we decide',
		'a feeling for the habits that rules leave behind',
		'respect for judgement where formulas give out',
	],
	terms:
		/\b(?:characters?|virtues?|virtuous|habits?|honest\w*|courag\w*|wis(?:e|dom|er)|vices?|admir\w*|practis\w*|practice|judgement|flourish\w*|excellence|become|becom\w*|temper\w*|motives?|generous\w*|generosity|role models?|examples? set|decen(?:t|cy)|cowardice|kindness|honou?r\w*|tact|examples?|shame|friendship|fellowship|good faith|standards|grows?)\b/giu,
	arguments: [
		{
			claim:
				'(Ask|Look at) what {thing} (trains|schools|exercises) in us, for we become (what we repeat|what we rehearse|what we do on ordinary days), (for good or ill|slowly and surely|whether we mean to or not).',
			reason:
				'A (habit|reflex|custom) (does not stay|never stays|will not stay) where it was (learned|planted|first needed); it (follows|goes with) us (home|to work|into the next room).',
			example:
				'(Watch|Think of|Picture) {who} after (ten|twenty|thirty) such (days|times|choices), and ask whether [steadiness ~ carelessness] has become (a habit|second nature|part of their character).',
		},
		{
			claim:
				'(Suppose|Imagine) an honest person of (sound|good|steady) judgement (looked|were to look) at {thing}: what would (they do|their choice be|they say), and why?',
			reason:
				'(That question|The question) (is not soft|is no parlour game|is harder than it sounds), because such a person (sees|notices|weighs) what is owed (here and now|to these people|in this case), and has the (courage|patience) to act on it.',
			example:
				'Seated {place} beside {who}, I (think|believe|am fairly sure) an honest character would [say yes, and say why ~ say no, and say why].',
		},
		{
			claim:
				'Every virtue (stands|sits|has its place) between two vices, and {thing} [keeps us from ~ pushes us towards] (the lazy one|the colder one|the louder one), (slowly|quietly) and (by habit|without asking).',
			reason:
				'(Too little|A want of) care and we (shrug|look away|grow hard); too much zeal and we (preach|bully|meddle), so (wisdom|practical wisdom|good sense) lies in the (measure|mean|proportion).',
			example:
				'{who} would (feel|know|spot) the difference {place} (at once|without a lecture|sooner than any committee), as people (mostly|usually|generally) do with (tact|decency|fairness).',
		},
		{
			claim:
				'No (rule|rulebook|procedure) (reads|applies|interprets) itself, so {thing} will be (only as good|as wise|as decent) as the people who (carry it out|live with it|handle it).',
			reason:
				'(Take away|Skip|Forget) their (judgement|wisdom|tact) and (even|) a (fine|well-made|just) rule (turns|hardens|shrinks) into (a stick|box-ticking|an excuse).',
			example:
				'(Ask|Just ask) {who} what a (fussy|careless|cold) (official|helper|boss) can do with a (good|kindly|sound) rule, and you will (learn|hear) what character is for.',
		},
		{
			claim:
				'(The young|Children|Newcomers) (learn|take) their idea of (honour|decency|courage) from what we (do|put up with|reward), and {thing} is a lesson they will (sit through|remember|copy).',
			reason:
				'(Speeches|Slogans|Leaflets) (fade|are forgotten|wash off) in a (week|month|season); an example (stays|sinks in|takes root) because someone they (admire|trust|know) (set it|lived it|stood by it).',
			example:
				'(One day|Before long|Soon enough) {who} will have to (explain|defend|account for) it {place}, and I want that to be [an easy story to tell ~ nobody’s task], with no (shame|cowardice) in it.',
		},
		{
			claim:
				'Motives (matter|count|are part of the deed|belong to the act), and {thing} [lets good ones do their work ~ gives good ones nothing to do], which (tells us|says) (a lot|something|much) about its character.',
			reason:
				'A (favour|gift|duty) done from (fear|habit|vanity) and the same one done from (kindness|love|respect) are (not the same act|two different acts|worlds apart), (as|and) anyone who has (received|been given) both (knows|can tell you|will say).',
			example:
				'{who} can (tell|sense|hear) which it was from a (glance|tone of voice|handshake), {place}, (and acts on it|and remembers it|and passes it on).',
		},
		{
			claim:
				'(Courage|Real courage) is (the virtue|what is) at stake here, because {thing} asks people to (stand by|own|answer for) a [harder and better ~ softer and smaller] (choice|version of themselves|habit).',
			reason:
				'(Comfort|Ease|Safety) (makes|breeds|raises) (timid|small|absent) citizens when it is (all we aim at|the only goal|never put to the test), and (virtue|character) (withers|shrinks|goes to sleep) without use.',
			example:
				'(I have seen|We have all seen|Everyone has met) it in (people like|someone like|the likes of) {who}: (asked for more|trusted with more|taken seriously), [they rise to it ~ they rise to it, but never on command].',
		},
		{
			claim:
				'(What|The thing) I (look|listen) for in {thing} is (friendship|fellowship|good faith), the (kind|sort) that lets people (flourish|grow|become better) together.',
			reason:
				'(Nobody|No one|Not one of us) grows (wise|good|generous) alone; we need (company|others) whose (patience|honesty|standards) we (borrow|lean on|learn from) (until they are ours|for years|long before they are ours).',
			example:
				'{who} and (a rival|an opponent|a perfect stranger) can still (wish each other well|part as friends|share a table) afterwards, [because of it ~ but it makes that harder].',
		},
	],
};
