/** Four debates and what is true of each, written before they were held: no place may say more, and none less. */
import type {Speeches} from './staged.ts';

/** What each place has to say of a debate, a line a fact. */
export type Truth = Readonly<
	Record<'ledger' | 'settled' | 'open' | 'record' | 'moments' | 'statistics' | 'csv', readonly string[]>
>;

export type StagedDebate = {
	readonly name: string;
	readonly speeches: Speeches;
	readonly truth: Truth;
	readonly isMotion?: true;
	/** What a listener has the host say, behind the first turn of this kind. */
	readonly listener?: {readonly behind: string; readonly reason: string; readonly says: string};
};

const argued = (text: string) => ({text, bears: {F1: 'carries'}});

/** Words that sound like acts: a condition, a denial and a quotation; and the acts themselves. */
const words: StagedDebate = {
	name: 'words that are no acts',
	speeches: {
		'opening chair_1': [
			{text: 'A bench on the square costs little.', claims: 'A bench costs little.'},
			{text: 'The old rest there on their way to the market.', claims: 'The old rest on benches.'},
			argued('What counts is how well all of those live who live with it.'),
		],
		'opening chair_2': [
			{text: 'A bench that nobody tends falls into ruin.', claims: 'Untended benches fall into ruin.'},
			{text: 'Whoever sits there owes the square a little care.', claims: 'Who sits there owes care.'},
			argued('A good neighbour asks what care becomes a person.'),
		],
		'reply chair_1 1': [
			{
				text: 'You say that a bench that nobody tends falls into ruin, and it does.',
				bears: {S1: 'exact'},
				about: 'A bench that nobody tends falls into ruin.',
			},
			{text: 'I grant that an untended bench falls into ruin.', does: 'granted B1', bears: {S4: 'yes'}},
			{
				text: 'Show me one square where it is not cheap, and I withdraw the claim that a bench costs little at once.',
				seems: 'withdrawn A1',
			},
			argued('My answer counts what follows for everybody on the square.'),
			{text: 'What my counting overlooks is the carpenter who is never thanked.', bears: {C1: 'framework'}},
			{text: 'Bo, who would tend it in winter?', bears: {}},
		],
		'reply chair_2 1': [
			{
				text: 'Ann holds that a bench on the square costs little.',
				bears: {S1: 'exact'},
				about: 'A bench on the square costs little.',
			},
			{text: 'Nobody will ever hear me say that I take back that whoever sits there owes care.', seems: 'withdrawn B2'},
			argued('A good person tends what others leave behind.'),
			{text: 'Character is slow, and a bench is needed today: that is what I overlook.', bears: {C1: 'framework'}},
			{
				text: 'The weather is fine, and spring is near.',
				bears: {evaded_direct_question: 'major'},
				about: 'Bo, who would tend it in winter?',
			},
		],
		'reply chair_1 2': [
			argued('So count the coins, and count the afternoons.'),
			{text: 'I take back that a bench costs little: it does not, where the stone is dear.', does: 'withdrawn A1'},
			{text: 'I cannot count the quiet of a morning, and my sum is blind to it.', bears: {C1: 'framework'}},
		],
		'reply chair_2 2': [
			argued('A town that tends its benches learns to tend its people.'),
			{
				text: 'My way of thinking asks much of the tired, and does not see that they are tired.',
				bears: {C1: 'framework'},
			},
			{text: 'Winter is long where benches are tended.'},
		],
		'reply chair_1 3': [
			{
				text: 'You say that whoever sits there owes the square a little care.',
				bears: {S1: 'exact'},
				about: 'Whoever sits there owes the square a little care.',
			},
			{text: 'A visitor who stays an hour owes nothing that anybody could collect.', does: 'answered B2'},
			argued('For all together, a bench without a debt is the better one.'),
			{text: 'A sum of many small goods may hide one large wrong, and mine might.', bears: {C1: 'framework'}},
		],
		'reply chair_2 3': [
			{text: 'She said “I withdraw everything”, in her dreams perhaps.', seems: 'withdrawn B1'},
			argued('Care is learned by caring, on benches too.'),
			{text: 'I have no measure for how much care is enough, and that is a hole in my view.', bears: {C1: 'framework'}},
		],
		'synthesis arbiter': [{text: 'Both have said what they came to say.'}, {text: 'Who will tend it?'}],
	},
	truth: {
		ledger: ['A1 withdrawn', 'A2 open', 'B1 granted', 'B2 answered'],
		settled: [
			'Ann took back, at least in part: A bench costs little. “I take back that a bench costs little: it does not, where the stone is dear.”',
			'Untended benches fall into ruin. *(granted at least in part by Ann: “I grant that an untended bench falls into ruin.”)*',
		],
		open: [
			'Bo, who would tend it in winter? *(Bo was asked it, and passed over it)*',
			'The old rest on benches. *(claimed by Ann, with no answer on record)*',
			'Who will tend it? *(asked at the end)*',
		],
		record: [
			'chair_1 put an opponent’s case fairly: “You say that whoever sits there owes the square a little care.”',
			'chair_1 put an opponent’s case fairly: “You say that a bench that nobody tends falls into ruin, and it does.”',
			'chair_1 admitted: “A sum of many small goods may hide one large wrong, and mine might.”',
			'chair_1 admitted: “I cannot count the quiet of a morning, and my sum is blind to it.”',
			'chair_1 gave way on: “Untended benches fall into ruin.”',
			'chair_1 claimed, and nobody answered: “The old rest on benches.”',
			'chair_2 put an opponent’s case fairly: “Ann holds that a bench on the square costs little.”',
			'chair_2 admitted: “I have no measure for how much care is enough, and that is a hole in my view.”',
			'chair_2 admitted: “My way of thinking asks much of the tired, and does not see that they are tired.”',
			'chair_2 never met: “The old rest on benches.”',
			'chair_2 evaded Ann’s question: “Bo, who would tend it in winter?”',
		],
		moments: ['Ann grants: Untended benches fall into ruin', 'Ann takes back at least in part: A bench costs little'],
		statistics: ['Ann: cuts 0/0, steel-man 1, self-critique 1', 'Bo: cuts 0/0, steel-man 0.5, self-critique 1'],
		csv: [
			't4 S4 yes “I grant that an untended bench falls into ruin.”',
			't5 evaded_direct_question major “Bo, who would tend it in winter?”',
		],
	},
};

const small = 'The fine is a small price for a clean square.';
const alone = 'I do not believe that the fine alone will do.';
const poor = 'A fine falls on the poor first.';

/** A cut that comes before an admission, words that a chair does not hold, and quotations true, bent and cut short. */
const cuts: StagedDebate = {
	name: 'a cut, and quotations',
	speeches: {
		'opening chair_1': [
			{text: small, claims: 'The fine is a small price.'},
			{text: alone},
			argued('What counts is how all of them fare.'),
		],
		'opening chair_2': [
			{text: poor, claims: 'A fine hits the poor first.'},
			argued('A just person sees who pays before what is bought.'),
		],
		'reply chair_1 1': [
			{text: 'You say that a fine falls on the poor first, and I hear it.', bears: {S1: 'exact'}, about: poor},
			argued('The sum of clean mornings is large, and all of us live in it.'),
			{text: 'We have all seen the square on a Monday.'},
			{text: 'Bo wants nobody to pay for anything at all.', bears: {X1: 'taken_back'}, about: poor, cutBy: 'chair_2'},
			{text: 'What my sum overlooks is the man with three coins.', bears: {C1: 'framework'}},
			{text: 'So let there be a fine.'},
		],
		'interruption chair_2': [{text: 'I never said that nobody should pay.'}],
		'resumption chair_1': [{text: 'Fair enough, you do not hold that, and I go on with the mornings.'}],
		'reply chair_2 1': [
			{text: 'Ann says that the fine is a small price for a clean square.', bears: {S1: 'exact'}, about: small},
			{
				text: 'You said “the fine is a small price for a clean square”, and I ask for whom.',
				passesFor: {X2: 'major'},
				about: small,
			},
			argued('Character shows in what we ask of those who have least.'),
			{text: 'My view is slow where the rubbish is quick, and does not see it.', bears: {C1: 'framework'}},
		],
		'reply chair_1 2': [
			{text: 'I take the word small back as far as it goes.', seems: 'withdrawn A1'},
			argued('Count the mornings again.'),
			{text: 'I have no unit for shame, and so I miss it.', bears: {C1: 'framework'}},
		],
		'reply chair_2 2': [
			{
				text: 'You told us “I do believe that the fine alone will do”, and there we part.',
				bears: {X2: 'major'},
				about: alone,
			},
			argued('A good town does not count on fear.'),
			{text: 'I cannot say how a good person would clean a square of this size.', bears: {C1: 'framework'}},
		],
		'reply chair_1 3': [
			{text: 'You say that a fine falls on the poor first.', bears: {S1: 'exact'}, about: poor},
			{text: 'It does, and so I give up that the fine is a small price.', does: 'conceded A1'},
			argued('What is left is the sum of all that follows.'),
			{text: 'Sums like mine have been wrong about the few before.', bears: {C1: 'framework'}},
		],
		'reply chair_2 3': [
			argued('I keep to the question of what it makes of us.'),
			{text: 'Let somebody else say where the money comes from: I do not see it from here.', bears: {C1: 'framework'}},
		],
		'synthesis arbiter': [{text: 'Both have said what they came to say.'}, {text: 'Who pays for a clean square?'}],
	},
	truth: {
		ledger: ['A1 conceded', 'B1 open'],
		settled: [
			'Ann gave up, at least in part: The fine is a small price. “It does, and so I give up that the fine is a small price.”',
		],
		open: ['Who pays for a clean square? *(asked at the end)*'],
		record: [
			'chair_1 put an opponent’s case fairly: “You say that a fine falls on the poor first.”',
			'chair_1 put an opponent’s case fairly: “You say that a fine falls on the poor first, and I hear it.”',
			'chair_1 admitted: “Sums like mine have been wrong about the few before.”',
			'chair_1 admitted: “I have no unit for shame, and so I miss it.”',
			'chair_1 ascribed to an opponent what was not said, and took it back in the same turn: “Bo wants nobody to pay for anything at all.”; Bo had said: “A fine falls on the poor first.”',
			'chair_1 gave way on: “The fine is a small price.”',
			'chair_2 put an opponent’s case fairly: “Ann says that the fine is a small price for a clean square.”',
			'chair_2 admitted: “Let somebody else say where the money comes from: I do not see it from here.”',
			'chair_2 admitted: “I cannot say how a good person would clean a square of this size.”',
			'chair_2 put words into an opponent’s mouth: “You told us “I do believe that the fine alone will do”, and there we part.”; Ann had said: “I do not believe that the fine alone will do.”',
		],
		moments: [
			'Bo  →  Ann calls out a straw man',
			'→  Bo false quotation',
			'Ann gives up at least in part: The fine is a small price',
		],
		statistics: ['Ann: cuts 0/1, steel-man 1, self-critique 1', 'Bo: cuts 1/0, steel-man 1, self-critique 1'],
		csv: [
			't4 X1 taken_back “Bo wants nobody to pay for anything at all.”',
			't10 X2 major “You told us “I do believe that the fine alone will do”, and there we part.”',
		],
	},
};

const night = 'Does anybody sit there at night?';

/** A listener has the host step in, and asks something: what was asked, and of whom, is said of nobody else. */
const listeners: StagedDebate = {
	name: 'a listener who asks',
	listener: {behind: 't3', reason: 'She has not said who pays.', says: night},
	speeches: {
		'opening chair_1': [
			{text: small, claims: 'The fine is a small price.'},
			argued('What counts is how all of them fare.'),
		],
		'opening chair_2': [{text: poor, claims: 'A fine hits the poor first.'}, argued('A just person sees who pays.')],
		'interjection arbiter': [
			{text: 'Ann, a listener would like to hear from you.'},
			{text: 'Who is to pay for the wardens?'},
		],
		'reply chair_1 1': [
			{text: 'You say that a fine falls on the poor first.', bears: {S1: 'exact'}, about: poor},
			{text: 'The wardens are paid by the fines themselves.'},
			argued('All of us together pay less then.'),
			{
				text: 'My sum overlooks the one who is fined by mistake.',
				bears: {C1: 'framework', evaded_direct_question: 'minor'},
				about: night,
			},
		],
		'reply chair_2 1': [
			{text: 'Ann says that the fine is a small price for a clean square.', bears: {S1: 'exact'}, about: small},
			argued('I ask what it makes of the wardens.'),
			{text: 'My view has no word for the warden’s rent, and overlooks it.', bears: {C1: 'framework'}},
		],
		'reply chair_1 2': [
			argued('Count all of it.'),
			{text: 'I count what I can see, and miss the rest.', bears: {C1: 'framework'}},
		],
		'reply chair_2 2': [
			argued('Care is no sum.'),
			{text: 'I cannot say how much care is enough, and overlook those who give too much.', bears: {C1: 'framework'}},
		],
		'reply chair_1 3': [
			{
				text: 'You say that a fine falls on the poor first, and that is so.',
				does: 'granted B1',
				bears: {S1: 'exact', S4: 'yes'},
				about: poor,
			},
			argued('For all of us it is still the better rule.'),
			{text: 'At night a few do sit there, and they are no trouble.', answers: night},
			{text: 'Rules of mine have failed those few before.', bears: {C1: 'framework'}},
		],
		'reply chair_2 3': [
			argued('A rule makes no neighbour.'),
			{text: 'Nor does my way of thinking sweep a square, which it forgets.', bears: {C1: 'framework'}},
		],
		'synthesis arbiter': [{text: 'Both have said what they came to say.'}, {text: 'Who sweeps the square?'}],
	},
	truth: {
		ledger: ['A1 open', 'B1 granted'],
		settled: [
			'A fine hits the poor first. *(granted at least in part by Ann: “You say that a fine falls on the poor first, and that is so.”)*',
		],
		open: ['Who sweeps the square? *(asked at the end)*'],
		record: [
			'chair_1 put an opponent’s case fairly: “You say that a fine falls on the poor first, and that is so.”',
			'chair_1 put an opponent’s case fairly: “You say that a fine falls on the poor first.”',
			'chair_1 admitted: “Rules of mine have failed those few before.”',
			'chair_1 admitted: “I count what I can see, and miss the rest.”',
			'chair_1 gave way on: “A fine hits the poor first.”',
			'chair_2 put an opponent’s case fairly: “Ann says that the fine is a small price for a clean square.”',
			'chair_2 admitted: “Nor does my way of thinking sweep a square, which it forgets.”',
			'chair_2 admitted: “I cannot say how much care is enough, and overlook those who give too much.”',
		],
		moments: ['→  Ann She has not said who pays. (you asked)', 'Ann grants: A fine hits the poor first'],
		statistics: ['Ann: cuts 0/0, steel-man 1, self-critique 1', 'Bo: cuts 0/0, steel-man 0.5, self-critique 1'],
		csv: [
			't5 evaded_direct_question minor “Does anybody sit there at night?”',
			't10 S4 yes “You say that a fine falls on the poor first, and that is so.”',
		],
	},
};

const wild = 'How many kinds went back to the wild?';

/** A motion: a point that is taken, a condition, a grant, a question that is evaded twice, a claim that comes too late. */
const motion: StagedDebate = {
	name: 'a motion',
	isMotion: true,
	speeches: {
		'opening for_1': [
			{text: 'Zoos keep lions that never see a plain.', claims: 'Zoo lions never see a plain.'},
			{text: 'A cage teaches children nothing but cages.', claims: 'Cages teach only cages.'},
			{
				text: 'We have all stood there, and we have all walked on, and none of us could say afterwards what we had seen behind the glass.',
			},
			{text: 'So I say that the gates should be shut for good.', cutBy: 'against_1'},
			{
				text: 'The lions are not ours, the grass is not theirs, and the glass between us is no window that anybody could open.',
			},
			{text: 'That would be the end of it.'},
		],
		'resumption for_1': [{text: 'Their keepers would, on a plain of their own.'}],
		'opening against_1': [{text: 'A zoo saves kinds that nobody else saves.', claims: 'Zoos save kinds.'}],
		'rebuttal against_1 1': [
			{text: 'Show me one child who learnt nothing, and I withdraw that a zoo saves kinds.', seems: 'withdrawn B1'},
			{text: 'A cage teaches children patience at the least, and that is no cage.', does: 'answered A2'},
		],
		'rebuttal for_1 1': [
			{text: 'I grant that a zoo saves kinds that nobody else saves.', does: 'granted B1'},
			{text: 'Saved for a cage is saved for little.'},
		],
		'question for_1 1': [{text: wild}],
		'answer against_1 1': [{text: 'Zoos are lovely in the spring.'}],
		'insistence moderator': [{text: 'Please answer what you were asked.'}],
		'answer against_1 2': [{text: 'They are lovely in the autumn too.'}],
		'question against_1 1': [{text: 'Where would the lions go?'}],
		'answer for_1 1': [{text: 'They would go to the plain that I named.'}],
		'question for_1 2': [{text: 'Who pays for a zoo?'}],
		'answer against_1 3': [{text: 'Its visitors pay for it.'}],
		'question against_1 2': [{text: 'Who guards the plain?'}],
		'answer for_1 2': [{text: 'Its rangers guard it.'}],
		'rebuttal for_1 2': [{text: 'What is left is a lion behind glass.'}],
		'rebuttal against_1 2': [{text: 'What is left is a kind that lives.'}],
		'closing against_1': [
			{text: 'A zoo also heals the owls that are hurt on our roads.', isLate: true},
			{text: 'Keep the gates open.'},
		],
		'closing for_1': [{text: 'Shut the gates, and let them walk.'}],
	},
	truth: {
		ledger: ['A1 open', 'A2 answered', 'B1 granted'],
		settled: [
			'Zoos save kinds. *(granted at least in part by Name of for_1: “I grant that a zoo saves kinds that nobody else saves.”)*',
		],
		open: [
			`${wild} *(evaded by Name of against_1)*`,
			'Zoo lions never see a plain. *(claimed by Name of for_1, with no answer on record)*',
		],
		record: [],
		moments: [
			'Name of against_1 point taken: Who would feed them then?',
			'Name of against_1  →  Name of for_1 rises with a point of information',
			'Name of for_1 grants: Zoos save kinds',
		],
		statistics: [
			'Name of for_1: cuts 0/1, steel-man -, self-critique -',
			'Name of against_1: cuts 1/0, steel-man -, self-critique -',
		],
		csv: [
			't2 point of information taken Who would feed them then?',
			't9 answer not answered',
			't11 answer evaded',
			't13 answer answered',
			't15 answer answered',
			't17 answer answered',
			't20 new in a closing A zoo also heals the owls that are hurt on our roads.',
		],
	},
};

export const debates: readonly StagedDebate[] = [words, cuts, listeners, motion];
