/**
 * The settings of a motion debate. A partial config is completed from the defaults. Fields with a description are shown
 * when a debate is set up.
 */
import {z} from 'zod';
import {describeValue, expected, expectedFields} from '../../../debate/config-errors.ts';

const text = (what: string) => z.string(expected(what)).trim().min(1, expected(what));
const closed = <T extends z.ZodRawShape>(fields: T) => z.strictObject(fields, expectedFields(Object.keys(fields)));
const flag = z.boolean(expected('true or false'));
const oneOf = <const T extends readonly string[]>(choices: T) => z.enum(choices, expected(choices.join(', ')));
const whole = (from: number, to: number) => {
	const error = expected(`a whole number from ${from} to ${to}`);
	return z.int(error).min(from, error).max(to, error);
};

/** The most speakers of a side, and judges of a verdict. */
export const mostSpeakers = 3;
export const mostJudges = 3;

const Speaker = closed({
	voice: text('a voice').optional(),
	persona: text('how whoever sits there speaks').optional(),
});

const Team = z
	.array(Speaker, expected(`a list of 1 to ${mostSpeakers} speakers`))
	.min(1, expected(`a list of 1 to ${mostSpeakers} speakers`))
	.max(mostSpeakers, expected(`a list of 1 to ${mostSpeakers} speakers`));

export const motionConfig = closed({
	speakers: closed({for: Team.default([{}]), against: Team.default([{}])})
		.prefault({})
		.superRefine((teams, context) => {
			if (teams.for.length !== teams.against.length)
				context.addIssue({
					code: 'custom',
					path: ['against'],
					input: teams.against,
					message: `got ${describeValue(teams.against)}, expected as many speakers as on the other side: ${teams.for.length}`,
				});
		}),
	style: oneOf(['short', 'full'])
		.default('full')
		.describe('Short: opening, rebuttal, closing. Full: with questions and a second rebuttal between.'),
	words: closed({
		opening: whole(40, 2000).default(300).describe('Words of an opening at most.'),
		rebuttal: whole(40, 2000).default(250).describe('Words of a rebuttal at most.'),
		question: whole(10, 200).default(40).describe('Words of a question at most.'),
		answer: whole(20, 500).default(90).describe('Words of an answer at most.'),
		closing: whole(40, 2000).default(200).describe('Words of a closing at most.'),
	}).prefault({}),
	points: closed({
		enabled: flag.default(true).describe('The other side may rise with points of information.'),
		aggressiveness: whole(1, 5).default(3).describe('How readily they rise: 1 hardly ever, 5 at every opportunity.'),
		takenPerTurn: whole(0, 5).default(1).describe('How many points a speaker may take in one turn.'),
	}).prefault({}),
	tone: oneOf(['respectful', 'spirited', 'heated'])
		.default('spirited')
		.describe('How the speakers speak to each other.'),
	language: text('a language').optional().describe('The language of the debate (default: that of the motion).'),
	podcastMode: closed({
		enabled: flag.default(true).describe('The moderator hosts it as an episode of a show.'),
		showName: text('a name').default('Rostrum').describe('What the show is called.'),
	}).prefault({}),
	verdict: closed({
		enabled: flag.default(true).describe('Judges decide who argued better.'),
		judges: whole(1, mostJudges).default(1).describe('How many judges there are.'),
	}).prefault({}),
});
export type MotionConfig = z.infer<typeof motionConfig>;
