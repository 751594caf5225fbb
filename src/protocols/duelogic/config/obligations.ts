/**
 * The obligations of a chair. Chair prompts and the judges' checklist are both written from this list, so they cannot
 * disagree. `instruction` and `asks` appear once, in the shared system message; `reminder` and `brief` end each prompt.
 */
import {checklist} from '../../../debate/formats/duelogic/checklist.ts';
import type {DuelogicConfig} from './config.ts';
import type {ItemId, ViolationId} from './answers.ts';

export type Dimension = 'steelManning' | 'selfCritique' | 'frameworkConsistency' | 'intellectualHonesty';

type ChecklistQuestion<Id> = {readonly id: Id; readonly asks: string};

export type Obligation = {
	readonly key: 'steel_man' | 'self_critique' | 'framework' | 'honesty' | 'voice';
	/** The mandate that can disable it. */
	readonly mandate?: 'requireSteelManning' | 'requireSelfCritique';
	readonly dimension?: Dimension;
	readonly instruction: string;
	readonly reminder: string;
	/** Checklist items answered yes, no or na; the first one decides whether the obligation was attempted. */
	readonly items: readonly (ChecklistQuestion<ItemId> & {readonly brief: string})[];
	/** Reported only if they occur. */
	readonly violations: readonly ChecklistQuestion<ViolationId>[];
};

const obligations: readonly Obligation[] = [
	{
		key: 'steel_man',
		mandate: 'requireSteelManning',
		dimension: 'steelManning',
		instruction:
			'Before you criticise, restate a claim that an opponent really made, with their reason for it, so fairly that they would sign it, and stronger than they put it if you can. Say what you grant or have learned from it. Only then object.',
		reminder: 'before you criticise, put an opponent’s real claim with its reason, as strong as they would wish.',
		items: [
			{
				id: 'S1',
				brief: checklist.S1,
				asks: 'Does it restate a specific claim that an opponent really made? A yes needs target_quote and target_turn as well.',
			},
			{id: 'S2', brief: checklist.S2, asks: 'Does it give the opponent’s reason, and not only the conclusion?'},
			{id: 'S3', brief: checklist.S3, asks: 'Is it put so fairly that the opponent would sign it?'},
			{id: 'S4', brief: checklist.S4, asks: 'Does it name something it agrees with, or has learned from the opponent?'},
			{id: 'S5', brief: checklist.S5, asks: 'Does it make the opponent’s case stronger than the opponent did?'},
		],
		violations: [],
	},
	{
		key: 'self_critique',
		mandate: 'requireSelfCritique',
		dimension: 'selfCritique',
		instruction:
			'In every turn of substance admit at least one limit of your own framework that matters for this proposition: say which case it gets wrong, or what would change your mind, and let the admission stand.',
		reminder: 'admit one limit of your own framework that matters here, and let it stand.',
		items: [
			{id: 'C1', brief: checklist.C1, asks: 'Does it name a weakness of the speaker’s own framework?'},
			{id: 'C2', brief: checklist.C2, asks: 'Is that weakness tied to this proposition?'},
			{
				id: 'C3',
				brief: checklist.C3,
				asks: 'Does it say which case the framework gets wrong, or what would change the speaker’s mind?',
			},
			{id: 'C4', brief: checklist.C4, asks: 'Is the admission left standing, and not taken back in the next sentence?'},
		],
		violations: [],
	},
	{
		key: 'framework',
		dimension: 'frameworkConsistency',
		instruction:
			'Argue from your own framework’s core question to the end, above all where that is hard. A point of another framework you may grant, but not build on.',
		reminder: 'argue from your own core question, above all where it is hard.',
		items: [
			{
				id: 'F1',
				brief: checklist.F1,
				asks: 'Does the main argument rest on the core question of the speaker’s framework?',
			},
		],
		violations: [
			{
				id: 'V',
				asks: 'argues from a foreign framework (the note names it): minor in passing, major if the case rests on it. A point granted to an opponent is none.',
			},
		],
	},
	{
		key: 'honesty',
		dimension: 'intellectualHonesty',
		instruction:
			'Answer what you were asked. Attack what was said, and nothing else. Invent no source, number or quotation, and claim no more certainty than you have.',
		reminder: 'answer what you were asked; invent nothing.',
		items: [],
		violations: [
			{
				id: 'X1',
				asks: 'a straw man: ascribes to an opponent a claim they did not make. target_quote is the nearest thing they did say.',
			},
			{id: 'evaded_direct_question', asks: 'passes over a question or challenge that was put to the speaker.'},
			{id: 'misrepresented_opponent', asks: 'bends what an opponent said. target_quote is what they said.'},
			{id: 'cherry_picked', asks: 'names only the evidence that suits it.'},
			{id: 'moved_goalposts', asks: 'changes what would have to be shown once it was shown.'},
			{id: 'false_equivalence', asks: 'treats things as alike that differ in what matters.'},
			{id: 'invented_source', asks: 'leans on a study, number or quotation that seems made up.'},
			{id: 'overclaimed_certainty', asks: 'states as settled what is not.'},
		],
	},
	{
		key: 'voice',
		instruction:
			'Speak as in a conversation that listeners follow by ear: whole sentences, no headings, no lists, no stage directions, within the words you are given.',
		reminder: 'talk to listeners; no headings, no lists.',
		items: [],
		violations: [],
	},
];

/** The obligations that the config's mandates leave in force. */
export const obligationsOf = ({mandates}: Pick<DuelogicConfig, 'mandates'>): readonly Obligation[] =>
	obligations.filter(({mandate}) => mandate === undefined || mandates[mandate]);

/** One line per tone for the system message. */
export const tones: Readonly<Record<DuelogicConfig['tone'], string>> = {
	respectful: 'Courteous and collegial: quarrel with ideas, never with those who hold them.',
	spirited: 'Lively and direct: argue with conviction, and aim your criticism well.',
	heated: 'Forceful and fierce: press hard, and make the disagreement one to remember.',
};
