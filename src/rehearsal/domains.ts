/** People, places and goods by field, as data: they tie an example to the proposition. */

export type Domain = {
	readonly name: string;
	/** Words that identify the field in a proposition. */
	readonly words: RegExp;
	/** Someone affected: singular and gender-neutral, so that `they` can follow. */
	readonly who: readonly string[];
	/** Where it is felt. */
	readonly place: readonly string[];
	/** What people want from it. */
	readonly good: readonly string[];
};

export const domains: readonly Domain[] = [
	{
		name: 'politics',
		words:
			/^(?:vot\w*|election\w*|electoral|citizen\w*|democra\w*|parliament\w*|ballot\w*|referend\w*|politic\w*|constitution\w*|senat\w*|president\w*|government\w*|state|lobby\w*|candidate\w*|monarch\w*)$/u,
		who: [
			'a night-shift nurse',
			'a tenant who moved twice this year',
			'a first-time voter with no party',
			'a pensioner with a bad hip',
			'a cleaner with two jobs',
			'a student who trusts no candidate',
			'a shopkeeper who reads every manifesto',
			'a young parent who has never voted',
		],
		place: ['at the polling station', 'on the doorstep', 'in the council chamber', 'in the town hall'],
		good: ['a say in how they are governed', 'a voice that counts', 'a government that listens'],
	},
	{
		name: 'medicine',
		words:
			/^(?:doctor\w*|patient\w*|nurse\w*|hospital\w*|medic\w*|kidney\w*|organ|organs|vaccin\w*|disease\w*|health\w*|drug\w*|dying|pandemic\w*|euthanasia|treatment\w*|therap\w*|surg\w*|embryo\w*|blood|donor\w*|abortion\w*|illness\w*)$/u,
		who: [
			'a patient on a waiting list',
			'a nurse on a double shift',
			'a junior doctor on a first shift',
			'a daughter who fears the answer',
			'a donor with rent to pay',
			'a widower who was told too late',
			'a carer who has not slept',
			'a patient who asks one plain question',
		],
		place: ['at the bedside', 'in the waiting room', 'in the corridor outside the ward', 'at the pharmacy counter'],
		good: ['a few good years', 'hands they can trust', 'peace of mind'],
	},
	{
		name: 'technology',
		words:
			/^(?:ai|car|cars|self-driving|driverless|algorithm\w*|robot\w*|data|internet|software|phone\w*|smartphone\w*|platform\w*|computer\w*|machine\w*|online|digital|encryption|app|apps|surveillance|drone\w*|automat\w*|code|tech\w*)$/u,
		who: [
			'a passenger who is half asleep',
			'a courier whose route a machine decides',
			'an engineer who signs the release',
			'a teenager with a cracked phone',
			'a clerk overruled by a screen',
			'a cyclist in the rain',
			'a tester with one day left',
			'a grandmother who calls the help line',
		],
		place: ['on the road', 'in the test lab', 'at the help desk', 'behind the screen'],
		good: ['machines they can rely on', 'control over what is theirs', 'a human being to appeal to'],
	},
	{
		name: 'money',
		words:
			/^(?:tax\w*|inherit\w*|wealth\w*|sell\w*|buy\w*|market\w*|income\w*|wage\w*|compan\w*|business\w*|propert\w*|pay\w*|charit\w*|money|poor|rich|billionaire\w*|bank\w*|debt\w*|rent\w*|worker\w*|work\w*|week|four-day|overtime|holiday\w*|job\w*|employ\w*|econom\w*|give|giving|gambl\w*|advert\w*)$/u,
		who: [
			'a baker on thin margins',
			'a warehouse worker at the end of the month',
			'an heir who has never held a job',
			'a saver who trusted the rules',
			'a tenant with a rising rent',
			'a widow with half a mortgage',
			'a stallholder with an empty till',
			'an apprentice counting coins',
		],
		place: ['over the bills at the kitchen table', 'at the bank counter', 'on the market square', 'on payday'],
		good: ['a fair start', 'what they have worked for', 'some security in old age'],
	},
	{
		name: 'schooling',
		words:
			/^(?:child\w*|parent\w*|school\w*|teacher\w*|student\w*|lesson\w*|famil\w*|educat\w*|universit\w*|exam\w*|homework|kids|baby|babies|adopt\w*|marri\w*)$/u,
		who: [
			'a nine-year-old with a question',
			'a teacher with thirty pupils',
			'a single parent on a late shift',
			'a grandfather who minds three children',
			'a pupil who never raises a hand',
			'a parent who fears the syllabus',
			'a sister who minds the younger ones',
			'a head teacher with one spare hour',
		],
		place: ['at the school gate', 'in the classroom', 'at the dinner table', 'at the parents’ evening'],
		good: ['a childhood without fear', 'an open future', 'a home that holds'],
	},
	{
		name: 'environment',
		words:
			/^(?:climat\w*|nuclear|energy|forest\w*|species|mosquito\w*|ecolog\w*|animal\w*|meat|zoo|zoos|environment\w*|carbon|emission\w*|wildlife|farm\w*|plastic\w*|ocean\w*|gene-drive|gene|genes|nature|oil|coal|power|plants|malaria|water)$/u,
		who: [
			'a fisherman with thin catches',
			'a farmer after a dry spring',
			'a shepherd who owns nothing else',
			'a child born the year it begins',
			'a ranger with sore feet',
			'a mother who boils the water',
			'a beekeeper with empty hives',
			'a nurse who counts the fevers',
		],
		place: ['in the wetlands', 'on the farm', 'on the coast', 'at the edge of the forest'],
		good: ['clean water and steady light', 'a living landscape', 'seasons they can plan by'],
	},
	{
		name: 'justice',
		words:
			/^(?:promise\w*|secre\w*|whistleblow\w*|prison\w*|crim\w*|police|court\w*|judge\w*|punish\w*|privacy|speech|censor\w*|tortur\w*|jury|juries|penalty|law|laws|legal|lie|lying|lies|truth|steal\w*|spy|protest\w*|hate|gun|guns|weapon\w*|war|wars|soldier\w*)$/u,
		who: [
			'a clerk who found the second set of books',
			'a witness with a family to feed',
			'a juror on the third day',
			'a colleague who was told in confidence',
			'a defendant without a name for lawyers',
			'a constable on a night beat',
			'a neighbour who heard too much',
			'a reporter with one source',
		],
		place: ['in the courtroom', 'in the office after hours', 'at the police station', 'in the newsroom'],
		good: ['a fair hearing', 'a word that can be relied on', 'safety from the powerful'],
	},
	{
		name: 'culture',
		words:
			/^(?:museum\w*|artefact\w*|artifact\w*|art|artist\w*|media|news|newspaper\w*|book\w*|language\w*|religio\w*|faith\w*|statue\w*|music|film\w*|sport\w*|histor\w*|heritage|tradition\w*|monument\w*|library|libraries)$/u,
		who: [
			'a curator with a locked storeroom',
			'a schoolchild with a sketchbook',
			'a carver whose grandfather made the mask',
			'a visitor who saved for the ticket',
			'an elder who remembers the songs',
			'a guard near retirement',
			'a restorer with a steady hand',
			'a student from the provinces',
		],
		place: ['in the gallery', 'in the village square', 'in the archive', 'at the festival'],
		good: ['a past they can touch', 'stories told in their own words', 'beauty within reach'],
	},
	{
		name: 'nations',
		words:
			/^(?:countr\w*|border\w*|refugee\w*|migra\w*|immigra\w*|foreign\w*|nation\w*|aid|global\w*|world|international|trade|asylum|europe\w*|town\w*|cit(?:y|ies)|neighbo\w*)$/u,
		who: [
			'a traveller with one suitcase',
			'a dock worker with a bad back',
			'a border guard with doubts',
			'a mayor of a shrinking town',
			'a farmhand without papers',
			'a nurse who trained abroad',
			'a shopkeeper with long hours',
			'a child between two languages',
		],
		place: ['at the border post', 'on the main street', 'in the reception centre', 'at the harbour'],
		good: ['a place to stand', 'safety for their children', 'neighbours they can count on'],
	},
];

/** For propositions of no known field. */
export const general: Domain = {
	name: 'general',
	words: /^$/u,
	who: [
		'a neighbour on a bad day',
		'a newcomer who knows nobody',
		'a person who is always last',
		'a worker on the early shift',
		'a parent with no time left',
		'a stranger who asks for directions',
		'a pensioner who minds the pennies',
		'an apprentice in the first week',
	],
	place: ['at the kitchen table', 'on an ordinary Tuesday', 'in the back row', 'at the front door'],
	good: ['a fair deal', 'a life they can plan', 'some say in the matter'],
};
