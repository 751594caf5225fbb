/**
 * Turns written by hand, with what a careful judge would say of each. Chair 2 (Grok 3, Libertarian) speaks on "Voting
 * should be compulsory" after the two turns below; `yes` and `no` are items, `listed` are violations, severities in
 * front.
 */
export const before = [
	{
		id: 't2',
		speaker: 'chair_1',
		name: 'Claude Sonnet 4',
		kind: 'opening',
		text: 'When turnout falls, politicians listen to the old and the rich, because those are the people who still come. Compulsory voting makes every citizen worth courting. I would rather count everyone badly than count half of us well.',
	},
	{
		id: 't3',
		speaker: 'chair_2',
		name: 'Grok 3',
		kind: 'opening',
		text: 'Nobody should be fined for staying at home on a Sunday. A vote that is forced says nothing about what the voter wants.',
	},
	{
		id: 't4',
		speaker: 'chair_1',
		name: 'Claude Sonnet 4',
		kind: 'reply',
		text: 'A small fine is a mild nudge, and the gain in welfare for the poorest districts is large. Grok 3, whose voice goes missing when only the keen turn up?',
	},
] as const;

export type Labelled = {
	readonly is: string;
	readonly text: string;
	readonly yes: readonly string[];
	readonly no: readonly string[];
	readonly listed: readonly string[];
};

const own =
	'What matters here is consent: a free person may be asked to vote, and may refuse, and the state needs a better reason than tidiness to force anyone.';
const limit =
	'My own framework struggles here: with voting, it has little to say when the people who stay away have been worn down until they gave up.';
const fair =
	'Claude Sonnet 4 is right that politicians listen to the old and the rich, because those are the people who still come, and I accept that.';
const asked =
	'To Claude Sonnet 4’s question, whose voice goes missing: that of the poor, mostly, and freedom does not cure it.';

export const labelled: readonly Labelled[] = [
	{
		is: 'everything in place',
		text: `${asked} ${fair} ${own} ${limit} I would change my mind if the fine could be refused without a penalty.`,
		yes: ['S1', 'S2', 'S3', 'S4', 'C1', 'C2', 'C3', 'C4', 'F1'],
		no: [],
		listed: [],
	},
	{
		is: 'a quotation for a steel-man',
		text: `${asked} Take the phrase “count everyone badly” by Claude Sonnet 4 at its strongest: it says that a poor record of all is fairer than a good one of some, since the rest are not heard at all. ${own} ${limit}`,
		yes: ['S1', 'S2', 'S3', 'S5', 'C1', 'F1'],
		no: [],
		listed: [],
	},
	{
		is: 'a restatement without its reason',
		text: `${asked} Claude Sonnet 4 says compulsory voting makes every citizen worth courting. ${own} ${limit}`,
		yes: ['S1', 'S3', 'C1', 'F1'],
		no: ['S2', 'S5'],
		listed: [],
	},
	{
		is: 'no restatement at all',
		text: `Let me begin with my own view. ${own} The person at home owes the state no explanation, and freedom that has to be excused is no freedom. ${limit}`,
		yes: ['C1', 'F1'],
		no: ['S1', 'S2', 'S3', 'S4', 'S5'],
		listed: ['minor evaded_direct_question'],
	},
	{
		is: 'no limit admitted',
		text: `${asked} ${fair} ${own} A fine for silence is still force, and force is what has to be justified.`,
		yes: ['S1', 'S2', 'F1'],
		no: ['C1', 'C2', 'C3', 'C4'],
		listed: [],
	},
	{
		is: 'a limit that is praise',
		text: `${asked} ${fair} ${own} My only flaw is that my framework cares too much about freedom.`,
		yes: ['S1', 'F1'],
		no: ['C1', 'C4'],
		listed: [],
	},
	{
		is: 'a limit taken back at once',
		text: `${asked} ${fair} ${own} ${limit} But that is rare and does not matter.`,
		yes: ['C1', 'C2'],
		no: ['C4'],
		listed: [],
	},
	{
		is: 'a limit far from the subject',
		text: `${asked} ${fair} ${own} I admit that my framework has trouble with shared rivers and clean air.`,
		yes: ['C1', 'C4'],
		no: ['C2', 'C3'],
		listed: [],
	},
	{
		is: 'a limit with a case',
		text: `${asked} ${fair} ${own} The weakness of my view is plain with voting: I would be wrong when a whole district has no polling station within reach.`,
		yes: ['C1', 'C2', 'C3', 'C4'],
		no: [],
		listed: [],
	},
	{
		is: 'a straw man with "simply"',
		text: `${asked} Claude Sonnet 4 says we should simply drag everyone to the polls and never ask what they want. ${own} ${limit}`,
		yes: ['C1', 'F1'],
		no: ['S1', 'S3'],
		listed: ['major X1'],
	},
	{
		is: 'a straw man with "nothing but"',
		text: `${asked} The utilitarian believes in nothing but totals, and that is the whole of it. ${own} ${limit}`,
		yes: ['C1', 'F1'],
		no: ['S1'],
		listed: ['major X1'],
	},
	{
		is: 'a straw man beside a fair restatement',
		text: `${asked} ${fair} And yet Claude Sonnet 4 wants us to forget everyone who disagrees. ${own} ${limit}`,
		yes: ['S1', 'S2', 'C1', 'F1'],
		no: ['S3'],
		listed: ['major X1'],
	},
	{
		is: 'strong words that were really said',
		text: `${asked} Claude Sonnet 4 says one would rather count everyone badly than count half of us well, because the rest go unheard. ${own} ${limit}`,
		yes: ['S1', 'S2', 'C1', 'F1'],
		no: [],
		listed: [],
	},
	{
		is: 'a made-up quotation',
		text: `${asked} Claude Sonnet 4 told us that “the lazy have lost their right to complain”. ${own} ${limit}`,
		yes: ['C1', 'F1'],
		no: ['S1'],
		listed: ['major misrepresented_opponent'],
	},
	{
		is: 'a foreign framework that decides',
		text: `${asked} ${fair} In the end what settles it is the total of welfare and happiness across all districts. The outcome decides. ${limit}`,
		yes: ['S1', 'C1'],
		no: ['F1'],
		listed: ['major V'],
	},
	{
		is: 'a foreign point that is only granted',
		text: `${asked} ${fair} I grant that the total of welfare counts for something. ${own} ${limit}`,
		yes: ['S1', 'S4', 'F1'],
		no: [],
		listed: [],
	},
	{
		is: 'a question dodged in so many words',
		text: `That is not the question I care about, so I would rather talk about something else. ${own} ${limit}`,
		yes: ['C1', 'F1'],
		no: ['S1'],
		listed: ['major evaded_direct_question'],
	},
	{
		is: 'a dodge with a bold front',
		text: `I would rather talk about principles. Obviously nobody can seriously doubt that forced voting is wrong, and everyone knows it. ${own} ${limit}`,
		yes: ['C1', 'F1'],
		no: [],
		listed: ['major evaded_direct_question', 'major overclaimed_certainty'],
	},
	{
		is: 'one certainty too many',
		text: `${asked} ${fair} It is beyond doubt that fines breed contempt. ${own} ${limit}`,
		yes: ['S1', 'C1', 'F1'],
		no: [],
		listed: ['minor overclaimed_certainty'],
	},
	{
		is: 'a study that nobody named',
		text: `${asked} ${fair} A recent study has shown that forced voters choose at random. ${own} ${limit}`,
		yes: ['S1', 'F1'],
		no: [],
		listed: ['major invented_source'],
	},
	{
		is: 'a percentage from nowhere',
		text: `${asked} ${fair} In truth 83 percent of such ballots are blank. ${own} ${limit}`,
		yes: ['S1', 'F1'],
		no: [],
		listed: ['major invented_source'],
	},
	{
		is: 'unlike things made one',
		text: `${asked} ${fair} A fine for staying at home is exactly the same as prison. ${own} ${limit}`,
		yes: ['S1', 'F1'],
		no: [],
		listed: ['minor false_equivalence'],
	},
	{
		is: 'goalposts on the move',
		text: `${asked} ${fair} That was never my point about Sundays. ${own} ${limit}`,
		yes: ['S1', 'F1'],
		no: [],
		listed: ['minor moved_goalposts'],
	},
	{
		is: 'talk without a framework',
		text: `${asked} Well, these are interesting times, and many things could be said on a fine evening like this. We shall see what the morning brings.`,
		yes: [],
		no: ['S1', 'C1', 'F1'],
		listed: [],
	},
];
