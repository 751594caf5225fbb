/** The sentences of a first draft, as patterns. */

export const purposes = [
	'This is a plan for {whole}.',
	'What follows sets out {whole}, step by step.',
	'(Here is|Below stands) {whole}, in the order in which the work is (done|to be done).',
];
export const reasons = [
	'It (starts from|rests on) one thought: with {term}, a small step that can be seen is worth more than a large one that must be believed.',
	'The (aim|point) is that whoever meets {term} next finds out why it is as it is.',
	'It (assumes|takes for granted) that {term} is known well enough to (begin|start), and that what is learned on the way may change the rest.',
];
/** Steps with one weakness each; those without follow. */
export const weak = [
	'Look at how {term} works today and write down what is {worst}; the notes should be kept where all can find them.',
	'Settle the limits of {term} quickly, with the people who have to live with them.',
	'Try the new way with {term} a few times, and widen it as needed.',
	'The results will be reviewed, and changes should be made where appropriate.',
	'Keep a record of each decision, since {term} always comes back to the question of who said what.',
	'Tell everybody who depends on {term} in good time; nobody is to be taken by surprise.',
	'Choose a reasonable default for {term}, and let it be changed if necessary.',
];
export const sound = [
	'Name one owner for {term}, who answers for the next four steps.',
	'Write three examples of {term} before anything else is touched: a plain one, a hard one, and one that has to be refused.',
	'Change one thing about {term} at a time, and note the date and the effect of each change.',
	'Ask two people who were not part of this to follow the steps for {term} and to mark where they get stuck.',
];
export const failing = [
	'When a step fails, go back to the state before it, say so, and begin that step again with a smaller piece.',
	'If a step goes wrong, undo it first and look for the reason afterwards.',
];
export const checks = [
	'It is done when {done}; the owner checks that and writes down how.',
	'Check at the end: {done}.',
];
export const worsts = ['slow, costly or unclear', 'missing, doubled or out of date', 'asked about most'];
