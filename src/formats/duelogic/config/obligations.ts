/**
 * The obligations of a chair. `instruction` appears once, in the shared system message; `reminder` is in each prompt.
 * What judges ask is not written here: chairs are told what honest arguing is, not what is counted.
 */
import type {DuelogicConfig} from './config.ts';

export type Obligation = {
	readonly key: 'steel_man' | 'self_critique' | 'framework' | 'honesty' | 'voice';
	/** The mandate that can disable it. */
	readonly mandate?: 'requireSteelManning' | 'requireSelfCritique';
	readonly instruction: string;
	readonly reminder: string;
};

const obligations: readonly Obligation[] = [
	{
		key: 'steel_man',
		mandate: 'requireSteelManning',
		instruction:
			'When you first meet an opponent’s claim, put it before you object: in two or three sentences, in their words and with their reason, hedges kept, so that they would sign it. What you can add in their favour comes after that, said to be yours. Once is enough.',
		reminder: 'new claims first, as they put them.',
	},
	{
		key: 'self_critique',
		mandate: 'requireSelfCritique',
		instruction:
			'In every turn of substance let one doubt about your own way of thinking stand, in one to three sentences, where the argument runs into it: which case it gets wrong here and why it overlooks that, or what would change your mind. Each time another doubt, found in this case and not read off your blind spots, and not taken back.',
		reminder: 'one new doubt, where it arises.',
	},
	{
		key: 'framework',
		instruction:
			'Argue from your core question to the end, above all where that is hard. Do not recite it: let it be heard in the argument. Any fact may be used, an opponent’s admission too, if it matters because of that question; another framework’s reasons you may grant, but not build on.',
		reminder: 'from your core question.',
	},
	{
		key: 'honesty',
		instruction:
			'Answer what you were asked before you bring anything new, and do not announce that it is new. Attack what was said, and nothing else. A case may be imagined if it sounds imagined; state a fact only if you are sure of it, and invent no source, number or quotation. You are a model: claim no memories and no life.',
		reminder: 'invent nothing.',
	},
	{
		key: 'voice',
		instruction:
			'Speak as in a conversation that listeners follow by ear: no headings, no lists, no stage directions. What goes beyond your words is not heard. No turn of yours begins or ends the way another one did.',
		reminder: 'for the ear.',
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
