/** The bank for a custom framework: its slots {aim}, {core}, {strength} and {label} are filled from its card. */
import type {ChairCard} from '../../notation.ts';
import {contentWords, escapeRegExp, stem} from '../../text.ts';
import type {FrameworkBank} from './bank.ts';

/** The words of the card identify the framework's arguments. */
export function termsOf(card: ChairCard): RegExp {
	const words = contentWords(
		[card.argues, card.question, ...card.strengths, card.label?.replace(/ chair$/iu, '')]
			.filter(text => text !== undefined)
			.join(' '),
	)
		.map(stem)
		.filter(word => word.length > 3);
	return new RegExp(
		`\\b(?:${[...words.map(escapeRegExp), 'my chair', 'my question', 'this view'].join('|')})\\w*`,
		'giu',
	);
}

export const ownFramework: Omit<FrameworkBank, 'terms'> = {
	lens: ['from where I sit', 'by the light of my chair', 'by the one question I bring', 'on the terms I was given'],
	creed: [
		'the matter looks different to one who {does}',
		'no answer is complete without {aim}',
		'some things here are noticed only by {aim}',
		'an answer is only as good as the question it starts from',
		'the first question decides which answers we can hear',
		'whoever {does} will see this with other eyes',
	],
	reasons: [
		'too many answers leave it out',
		'it can be explained to anyone it touches',
		'the usual views take it for granted',
		'it has helped people who had nothing else to go by',
		'what we leave out comes back later and larger',
		'it asks a question that the rest of us skip',
	],
	overlooks: [
		'all that its one question never asks',
		'those who see the world by another light',
		'the trouble of telling when it has failed',
		'the ordinary person who has no use for a system',
		'the things its founders did not think of',
		'the cost to those who never chose it',
	],
	probes: [
		{
			ask: 'what would ever count against your view?',
			answer: 'a case where starting from it left people worse understood',
		},
		{
			ask: 'what does your question make us overlook?',
			answer: 'whatever it does not ask, and that is a reason to keep the other chairs',
		},
		{
			ask: 'how would you explain that to someone who does not share your starting point?',
			answer: 'by showing what it sees, and leaving them free to look elsewhere',
		},
		{
			ask: 'where has your approach gone wrong before?',
			answer: 'wherever it was used to end a conversation instead of opening one',
		},
		{
			ask: 'who pays when your view is mistaken?',
			answer: 'not only those who hold it, and that is why I hold it with care',
		},
		{
			ask: 'is there anything in this that your framework cannot see?',
			answer: 'surely, and I count on the rest of the table to say what',
		},
	],
	cases: [
		'when the question I bring is the wrong one to ask',
		'when people do not share my starting point',
		'when I take my own light for daylight',
		'when two things I value point in opposite directions',
		'when the matter is urgent and my view is slow',
		'when it falls hardest on those who never chose it',
	],
	change: [
		'those it touches told me that my question misses theirs',
		'my approach were tried here and failed',
		'the thing I start from proved to be absent',
		'another view explained the same cases with less',
		'I could not say it to the face of whoever loses',
		'the cost of my view kept falling on others',
	],
	straw: [
		'take one idea for the whole truth and never look at anyone it hurts',
		'follow a doctrine and ignore everybody else',
		'repeat a slogan and never answer a question',
		'judge everything by one rule and nothing but that rule',
	],
	settles: ['what {aim} asks of us', 'whether it holds by the light of {aim}', 'the matter of {aim}'],
	gift: [
		'a question that nobody else had brought',
		'a view from an angle of its own',
		'a reminder that the usual answers are not all there are',
	],
	arguments: [
		{
			claim: '(Put|Bring|Take) my (first|old|one) question (straight |)to {thing} (first|now): {core}',
			reason:
				'(Skip|Leave out|Drop) that question and we (argue|decide) about (the surface|appearances|words) and (miss|lose) what (matters|counts) from my chair.',
			example:
				'(Ask|Just ask) {who} {place}, and the answer (comes|is there) (at once|without a pause|before the kettle boils): [yes, and gladly ~ no, and firmly].',
		},
		{
			claim:
				'(What|The thing that) my chair (brings|adds|contributes) to {thing} is (easily|soon|briefly|quickly) said: {strength}.',
			reason:
				'(That is not all|It may not be all) there is to (see|say), but (whoever|anyone who) leaves it out is (describing|discussing) (half|a part) of the (matter|case).',
			example:
				'(Think of|Take|Consider) {who}, for whom (this|that) [would be a plain relief ~ would be one burden more] {place}, and nobody (asked|noticed|wrote it down).',
		},
		{
			claim:
				'(Start|Begin|Set out) from {aim}, and {thing} (looks|begins to look) [like a step forward ~ like a step aside] (at last|after all|on the whole|to me).',
			reason:
				'(Every|Each) view has a (place|spot) where it (stands|starts), and (it is better|I prefer) to (name|show) it (openly|first) than to (hide|bury) it in the (conclusion|details).',
			example:
				'{who} (stands|is) (closer|nearer) to that (place|starting point) than (any of us|most of us|this studio), and [has been waiting for this ~ has no use for this].',
		},
		{
			claim:
				'(Suppose|Imagine|Say) we (took|followed) {aim} (seriously|in earnest) for (one|a whole) year: would {thing} still be [in doubt ~ on the table]?',
			reason:
				'(A view|Any view) is (best|fairly) (tested|judged) by (living|walking) with it (for a while|through a winter), (not|and not) by (repeating|admiring) it.',
			example:
				'I (would like|want|hope) to (hear|ask) {who} after that (year|trial), {place}, whether (life|the day) had become (larger|easier|fairer), [as I expect ~ which I doubt].',
		},
		{
			claim:
				'(Much|A great deal|More than we admit) in {thing} (turns|depends|hangs) on (a word|one word|a detail) that my chair (looks|listens) for and others (pass over|take as given).',
			reason:
				'(Hidden|Unspoken|Buried) (assumptions|premises) do their work (unwatched|in the dark|in silence), (and|so) the (first|plain) service of a (view|chair) is to (say|speak) them (aloud|out loud).',
			example:
				'{who} could (name|point to) it {place} in (one|half a) (sentence|minute), [and would ask us to go ahead ~ and would ask us to stop].',
		},
		{
			claim:
				'(Nobody|No one) (expects|asks) one chair to (settle|exhaust) {thing}, but (leave mine out|without mine), and (a part|a piece|a whole side) of it (stays|is left) in the dark.',
			reason:
				'(Several|Two or three) (lights|lamps) (throw|make) (fewer|weaker) shadows than one, (which is why|and so) I (value|want) the (others|rest of you) (here|at this table) too.',
			example:
				'(Look|See) what (falls|lies) in the shadow now: {who}, {place}, (hoping|looking) for {good}, [and ready for a yes ~ and better off with a no].',
		},
		{
			claim:
				'(Say|Name|Tell me) one (person|case|day) that {thing} would (change|touch|alter), and I will (tell|show) you what my chair (sees|asks|looks for) there.',
			reason:
				'(General|Big|Large) words (agree|get on) with (everything|anyone); (a case|one case|the particular) (talks|answers) back, and (this|my) view (lives|learns) by being answered.',
			example:
				'(Let it be|Make it|Say it is) {who}: by my (question|light), (that life|such a day) {place} would be [better with it ~ better without it].',
		},
		{
			claim:
				'(The other chairs|Others here) (measure|weigh) {thing} by (what is nearest to hand|the usual yardsticks|what they know), and my (task|part) is to (hold|put) {aim} (beside|next to) it.',
			reason:
				'A (yardstick|measure) is (chosen|picked) before the (measuring|result), and (whoever|the one who) (picks|chooses) it has (said|settled) (half|most) of the (answer|verdict).',
			example:
				'(Measured|Taken) this way, {who} (counts|weighs) (more|for more) than a (footnote|figure|remark), and (leans|points) [towards a yes ~ towards a no] {place}.',
		},
	],
};
