/** Reviewer personas: five built in, and the schema of user-defined ones. */
import {z} from 'zod';
import {expected, expectedFields} from '../../../debate/config-errors.ts';

const line = z.string(expected('text')).trim().min(1, expected('text that is not empty'));

/** `checks` are questions asked of every text; `name` is the display name. */
export const Persona = z.strictObject(
	{
		name: line,
		reads: line,
		checks: z.array(line, expected('a list of questions')).min(1, expected('at least one question')),
	},
	expectedFields(['name', 'reads', 'checks']),
);
export type Persona = z.infer<typeof Persona>;

/** User-defined personas by id; ids are used in file names and messages. */
export const OwnPersonas = z.record(
	z.string().regex(/^[a-z][a-z0-9_-]*$/u, expected('an id of lowercase letters, digits, _ and -')),
	Persona,
);

export const builtInPersonas: Readonly<Record<string, Persona>> = {
	security: {
		name: 'Security',
		reads: 'As whoever will attack this system, and as whoever must answer for it afterwards.',
		checks: [
			'Which input is trusted that an attacker can choose?',
			'Who may do each of these things, and where is that checked?',
			'Which secrets exist, where do they rest, how are they changed?',
			'What can be guessed, repeated, replayed or exhausted?',
			'What would the log show of an attack, and what does it show that it must not?',
		],
	},
	oncall: {
		name: 'On-call',
		reads: 'As whoever is woken at three in the morning when it breaks.',
		checks: [
			'What happens when each thing that this depends on is slow, wrong or gone?',
			'Which time-outs, retries and limits hold, with numbers?',
			'How does one see that it is broken, and which part?',
			'How is it stopped, rolled back and repaired without losing data?',
			'What is left half done by a crash at the worst moment?',
		],
	},
	pm: {
		name: 'Product',
		reads: 'As whoever promised this to users and must say when it is done.',
		checks: [
			'Whose problem is this, and what can they do afterwards that they cannot do now?',
			'What is in, what is out, and which sentence can be read both ways?',
			'How is each promise accepted: who does what and sees what?',
			'What does a user see when it does not work?',
			'Which two requirements cannot both be met?',
		],
	},
	performance: {
		name: 'Performance',
		reads: 'As whoever must carry ten times the load on the same machines.',
		checks: [
			'Which words such as fast or scalable stand where a number should?',
			'What grows with users, data or time, and what bounds it?',
			'Which work is repeated, and what would make it once?',
			'What waits for what, and what is the longest chain?',
			'At which load and on what is each number measured?',
		],
	},
	qa: {
		name: 'Quality',
		reads: 'As whoever must write the tests from this text alone.',
		checks: [
			'For each requirement: which test fails when it is not met?',
			'What of empty, largest, duplicate, concurrent and malformed input?',
			'Which error is returned in each case, and in which state is everything afterwards?',
			'Which terms are used for two things, or two terms for one?',
			'Which example contradicts the rule it is meant to explain?',
		],
	},
};
