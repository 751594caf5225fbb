import type {FrameworkBank} from './bank.ts';

export const careEthics: FrameworkBank = {
	lens: [
		'from the side of those who depend on us',
		'as a matter of care',
		'close up, with a face and a name',
		'by who is left holding the hand',
	],
	creed: [
		'everyone has been helpless and will be again',
		'to understand a need you have to stay in the room with it',
		'responsibility grows out of relations and not out of contracts',
		'those who care need caring for as well',
		'attention is the first thing we owe',
		'a rule has never held anyone’s hand',
	],
	reasons: [
		'every independent adult is a child whom somebody did not drop',
		'needs are particular and rules are not',
		'the work that keeps people alive is the work we forget to count',
		'distance makes cruelty easy',
		'people open up to those who stay',
		'a harm inside a relation is worse than the same harm from the weather',
	],
	overlooks: [
		'the stranger with nobody to plead for them',
		'the carers who were assigned and never chose it',
		'the fairness owed between people who will never meet',
		'the favouritism that hides in a warm heart',
		'the size of a problem that no bedside can hold',
		'those who are cared for and would rather be let alone',
	],
	probes: [
		{
			ask: 'what do you owe the stranger who has nobody like you?',
			answer: 'the same patience, and the honest word that it reaches them late',
		},
		{
			ask: 'who does the caring in your picture, and did anyone ask her?',
			answer: 'too often nobody did, and so asking her comes first',
		},
		{
			ask: 'how do you make a law out of a bedside?',
			answer: 'slowly, by writing it at one bedside and reading it aloud at the next',
		},
		{
			ask: 'when does your care turn into deciding for people?',
			answer: 'at the moment when I stop listening, and I do not always notice it',
		},
		{
			ask: 'what do you do when those you love are the ones who do the harm?',
			answer: 'I stay close enough to stop them',
		},
		{
			ask: 'how do you choose between two who need you equally?',
			answer: 'badly, and never without telling the other one why',
		},
	],
	cases: [
		'when my own people are well and strangers are not',
		'when care is loaded on those who have always carried it',
		'when millions need a rule and I offer a hand',
		'when closeness makes me blind to a wrong',
		'when the one cared for wants to be left alone',
		'when two people need me and I can only stay with one',
	],
	change: [
		'those who depend on us told me that it left them safer',
		'the carers turned out to bear the whole weight of it',
		'the relation I want to protect proved to be a harmful one',
		'an impartial rule was shown to reach those whom nobody visits',
		'the ones it concerns would rather have a right than a hand',
		'attention in single cases had been tried and had failed the many',
	],
	straw: [
		'follow our feelings and look after nobody but our own',
		'hug everyone and never decide anything',
		'leave all of the work to whoever has always done it',
		'never make a rule that could hurt anyone’s feelings',
	],
	settles: [
		'the needs of those who depend on us',
		'the relationship of care it leaves intact or breaks',
		'who will look after the vulnerable',
	],
	gift: [
		'a face and a name for what the rest called an effect',
		'the question who does the caring',
		'attention to those who cannot speak for themselves',
	],
	terms:
		/\b(?:car(?:e|es|ed|er|ers|ing)|depend\w*|vulnerab\w*|needs?|needed|needy|relation\w*|attenti\w*|listen\w*|hands?|tender\w*|look(?:s|ed|ing)? after|responsib\w*|faces?|close up|nurs\w*|helpless|fragile|holds?|holding|stay\w*|bedside|comfort\w*|hurts?|closer|distance|coldness|far off|face to face|nearby)\b/giu,
	arguments: [
		{
			claim:
				'(Who|Which people|Which of us) (will depend|will have to lean|must lean) on somebody in {thing}, and will that somebody (hold|stay|still be there) when (it gets|things get) (hard|long|ugly)?',
			reason:
				'A need is (seldom|rarely|hardly ever) (loud|well dressed|good at speeches), and (what|whoever) cannot (speak up|shout|argue) depends on (someone|others) who (listens|looks|stays).',
			example:
				'(There is|I think of|Take) {who}: (between|what stands between) them and the (floor|worst|street) is (one|a single) pair of hands, and {thing} [steadies ~ tires] those hands.',
		},
		{
			claim:
				'(Begin|Let us begin) with the (relation|bond of care) and not with the (rule|principle): {thing} [keeps ~ strains] the (thread|tie) between people who (need|lean on) each other.',
			reason:
				'(Relations|Such ties) are where we (learn|first learn) what (hurts|is needed|helps), and a (wrong|harm) done (there|inside them) (goes|cuts) (deeper|further) than one done by (strangers|paper|chance).',
			example:
				'For {who} the (question|matter) has a face, (and|which) they (see|meet) it {place} (every|each) (day|evening|week), [and they would not have to lower their eyes ~ and would have to lower their eyes].',
		},
		{
			claim:
				'Has (anyone|somebody|one of us) (listened|really listened|sat down and listened) to those whom {thing} (touches|concerns) (most|first|closest), before (drawing up|polishing|praising) a view?',
			reason:
				'(Attention|Listening) is (work|slow work|a skill), and (most|half) of the harm I know of was done by (people|good people) who (answered|helped|decided) before they had (heard|understood) the need.',
			example:
				'(Give|Grant) {who} (half an hour|an evening|one long walk) {place} and your full attention, and (then|only then) (ask|see) [what a yes would mend ~ what a yes would break].',
		},
		{
			claim:
				'(Somebody|Someone) will (have to|) do the (caring|looking after) that {thing} [makes room for ~ leaves undone], (and|so) I want to know (her name|whose hands|who it is) before we (vote|clap|move on).',
			reason:
				'(Care|Caring) is the (work|labour) that (holds up|carries) all other work, (unpaid|underpaid) and (unseen|unthanked), and (clever|grand) plans (tend|like) to (assume|forget|borrow) it.',
			example:
				'(Look|Go and look) {place} at (closing time|dusk|the end of the day): it is {who} or someone (like that|close by) who (stays|tidies up|answers the call), and care has its (limits|price).',
		},
		{
			claim:
				'(We|All of us) are (fragile|vulnerable) by (turns|nature), (some today|one today), the (rest|others) (later|tomorrow), and {thing} should be (judged|seen) from the (bed|chair|place) of the one whose turn it is.',
			reason:
				'The (strong|healthy|busy) write (rules|policies) for the (strong|healthy|busy), and (discover|learn|meet) the (gaps|needs) on the (day|night) they (fall|break|depend on others).',
			example:
				'{who} is (not|hardly) a special case; that is (simply|merely|only) (any|each) of us on (another|a different) day, (needing|hoping for) {good} and a (hand|little care) {place}.',
		},
		{
			claim:
				'(Cases|People) come (one by one|singly), with (faces|names), and {thing} [leaves room for that ~ treats them as one], (which|and that) (matters|weighs) more to me than (neatness|symmetry|a clean rule).',
			reason:
				'A rule (sees|knows) the (average|type|form), and (nobody|no one) ever (cared for|looked after|sat up with) an average; care (sees|needs) the (exception|person|detail).',
			example:
				'(Try|Go and try) to (explain|read) the rule to {who} {place}, with (a hand|your hand) on their (shoulder|arm|sleeve), and (notice|mark) where your voice (slows|falters|drops).',
		},
		{
			claim:
				'(After|Once) (the decision|the vote|it is done), who (repairs|mends|picks up) what {thing} (broke|left behind|tore), (and|or) did we (plan|provide) for [care ~ anything but the deed]?',
			reason:
				'(Responsibility|Care) does not (end|stop) with a (good|clean|sound) decision; (it stays|that is where it begins), with the (tired|long|small) work of putting (things|people) (right|together again).',
			example:
				'I (see|picture|think of) {who} (the morning after|a week later|when it is quiet), {place}, and (ask|want to know) who (comes|calls|looks in), because (dependence|need) does not (end|go away) with a verdict.',
		},
		{
			claim:
				'(Distance|Coldness|The view from far off) makes (all|almost all) things (easy|simple), so (come|let us come) (closer|near) and (look|look again) at {thing} from (where|the spot where) it (hurts|is needed|lands).',
			reason:
				'(Close up|From nearby|Face to face), (nobody|no one) is (a cost|a case|a margin), and (solutions|answers) that (seemed|looked) (elegant|bold) (turn|become) (rough|cruel|careless) to the (touch|hand).',
			example:
				'(Stand|Wait|Stay) with {who} {place} for (an hour|one shift|an afternoon), and [I doubt that you could still say no ~ I doubt that you could still say yes] with a (steady|calm|clear) face.',
		},
	],
};
