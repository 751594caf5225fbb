/** The ten built-in philosophical frameworks, and the schema of user-defined ones. */
import {z} from 'zod';
import {expected, expectedFields} from '../../debate/usage-error.ts';

const sentence = (what: string) =>
	z
		.string(expected(what))
		.trim()
		.min(1, expected(what))
		.max(400, expected(`${what} of at most 400 characters`));
const sentences = z
	.array(sentence('a sentence'), expected('a list of 1 to 6 sentences'))
	.min(1, expected('a list of 1 to 6 sentences'))
	.max(6, expected('a list of 1 to 6 sentences'));

const fields = {
	/** Display name, such as `Utilitarian Chair`. */
	name: sentence('a display name'),
	/** One line on the framework's point of view. */
	description: sentence('a line of description'),
	coreQuestion: sentence('a question'),
	strengthsToAcknowledge: sentences,
	blindSpotsToAdmit: sentences,
};

/** A framework as stored in a user's JSON file. */
export const Framework = z.strictObject(fields, expectedFields(Object.keys(fields)));
export type Framework = z.infer<typeof Framework>;

/** User-defined frameworks by id. */
export const OwnFrameworks = z.record(
	z.string().regex(/^[a-z][a-z0-9_]*$/u, expected('an id of lowercase letters, digits and _')),
	Framework,
	expected('an object of frameworks by id'),
);

export const frameworks = {
	utilitarian: {
		name: 'Utilitarian Chair',
		description: 'Weighs every option by the welfare it leaves in the world, whoever’s welfare it is',
		coreQuestion: 'Which course leaves everyone, taken together, best off?',
		strengthsToAcknowledge: [
			'Makes us look at what really follows from a choice',
			'Counts each person’s good as much as any other’s',
			'Gives a yardstick by which options can be compared',
		],
		blindSpotsToAdmit: [
			'Can make a few pay for the comfort of many',
			'Has no sure way to measure one person’s good against another’s',
			'Tends to see rights and justice as means only',
		],
	},
	virtue_ethics: {
		name: 'Virtue Ethics Chair',
		description: 'Asks what a choice makes of the one who chooses, and what a flourishing life needs',
		coreQuestion: 'How would someone of good character and sound judgement act here?',
		strengthsToAcknowledge: [
			'Keeps growth and excellence of people in the middle of ethics',
			'Takes hard cases as matters of judgement, not of formula',
			'Lets feeling and reason work together',
		],
		blindSpotsToAdmit: [
			'What counts as a virtue differs between cultures',
			'Says little where a dilemma is truly new',
			'May care more for the agent’s own flourishing than for those affected',
		],
	},
	deontological: {
		name: 'Deontological Chair',
		description: 'Holds that some acts are owed and some forbidden, whatever comes of them',
		coreQuestion: 'What does duty ask of us here, even if it costs us?',
		strengthsToAcknowledge: [
			'Draws lines that everyone can see',
			'Shields each person’s rights from being traded away',
			'Treats like cases alike, so that others can rely on us',
		],
		blindSpotsToAdmit: [
			'Bends badly where a case is tangled',
			'Can hold to a rule while the outcome gets worse',
			'Has trouble when two duties pull apart',
		],
	},
	pragmatic: {
		name: 'Pragmatic Chair',
		description: 'Judges an idea by how it does when real people with real means try it',
		coreQuestion: 'What would actually work, here and with what we have?',
		strengthsToAcknowledge: [
			'Stays close to how things are done in practice',
			'Changes course when the facts do',
			'Aims at what can be reached',
		],
		blindSpotsToAdmit: [
			'May give a principle away for convenience',
			'Looks near and can miss what comes late',
			'Those in power often decide what counts as working',
		],
	},
	libertarian: {
		name: 'Libertarian Chair',
		description: 'Starts from each person’s freedom, and asks coercion to justify itself',
		coreQuestion: 'Is anyone made to do what they have not consented to?',
		strengthsToAcknowledge: [
			'Guards the individual’s own sphere',
			'Distrusts power that gathers in few hands',
			'Builds on cooperation that people choose',
		],
		blindSpotsToAdmit: [
			'Can overlook unfairness that is built into the starting points',
			'Makes too little of what we owe to those in need',
			'Reasons as if all could bargain as equals',
		],
	},
	communitarian: {
		name: 'Communitarian Chair',
		description: 'Starts from the ties, duties and shared meanings that people live in',
		coreQuestion: 'What do we and our community owe to one another?',
		strengthsToAcknowledge: [
			'Sees that people become who they are among others',
			'Knows the worth of tradition and of holding together',
			'Puts obligations beside rights, in both directions',
		],
		blindSpotsToAdmit: [
			'Can press the dissenter into line',
			'Is warmer to members than to outsiders',
			'May carry old wrongs on as custom',
		],
	},
	cosmopolitan: {
		name: 'Cosmopolitan Chair',
		description: 'Speaks for every human being alike, on whichever side of a border',
		coreQuestion: 'What do we owe to any human being, wherever they were born?',
		strengthsToAcknowledge: [
			'Grants the same dignity to everyone',
			'Asks of each border by what right it divides',
			'Looks for answers that nations can only give together',
		],
		blindSpotsToAdmit: [
			'May take its own culture’s values for everyone’s',
			'Makes too little of what only locals know',
			'Can sound far from the lives people lead',
		],
	},
	precautionary: {
		name: 'Precautionary Chair',
		description: 'Puts the harm that cannot be undone before the gain that can wait',
		coreQuestion: 'If we are wrong about this, can we bear what follows?',
		strengthsToAcknowledge: [
			'Takes disasters seriously while they are still unlikely',
			'Protects what could never be restored',
			'Is honest about what nobody knows yet',
		],
		blindSpotsToAdmit: [
			'Can keep us from deciding anything',
			'Forgets at times that waiting has victims too',
			'Serves those who want no change at all',
		],
	},
	autonomy_centered: {
		name: 'Autonomy-Centered Chair',
		description: 'Defends each person’s authority over the course of their own life',
		coreQuestion: 'Whose choice is this, and do we let them make it?',
		strengthsToAcknowledge: [
			'Leaves people the authors of their lives',
			'Stands against being cared for against one’s will',
			'Insists on consent that is informed',
		],
		blindSpotsToAdmit: [
			'Sees little of how circumstances choose for us',
			'Makes too little of the bonds that make up a self',
			'Takes for granted that people are able to choose freely',
		],
	},
	care_ethics: {
		name: 'Care Ethics Chair',
		description: 'Starts from those who depend on us and from the bonds that carry them',
		coreQuestion: 'Who needs us here, and what would caring well for them ask?',
		strengthsToAcknowledge: [
			'Puts relationships where others put abstractions',
			'Notices who is vulnerable and who depends on whom',
			'Treats an emotional answer as a kind of knowledge',
		],
		blindSpotsToAdmit: [
			'May favour those who are close over strangers',
			'Can leave the caring to those who always had to do it',
			'Says less where policy has to be impersonal',
		],
	},
} as const satisfies Readonly<Record<string, Framework>>;
