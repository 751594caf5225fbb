/**
 * The obligations of a chair. `instruction` appears once, in the shared system message; `reminder` ends each prompt.
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
			'Before you criticise, restate a claim that an opponent really made, with their reason for it, so fairly that they would sign it, and stronger than they put it if you can. Say what you grant or have learned from it. Only then object.',
		reminder: 'before you criticise, put an opponent’s real claim with its reason, as strong as they would wish.',
	},
	{
		key: 'self_critique',
		mandate: 'requireSelfCritique',
		instruction:
			'In every turn of substance admit at least one limit of your own framework that matters for this proposition: say which case it gets wrong, or what would change your mind, and let the admission stand.',
		reminder: 'admit one limit of your own framework that matters here, and let it stand.',
	},
	{
		key: 'framework',
		instruction:
			'Argue from your own framework’s core question to the end, above all where that is hard. A point of another framework you may grant, but not build on.',
		reminder: 'argue from your own core question, above all where it is hard.',
	},
	{
		key: 'honesty',
		instruction:
			'Answer what you were asked. Attack what was said, and nothing else. Invent no source, number or quotation, and claim no more certainty than you have.',
		reminder: 'answer what you were asked; invent nothing.',
	},
	{
		key: 'voice',
		instruction:
			'Speak as in a conversation that listeners follow by ear: whole sentences, no headings, no lists, no stage directions, within the words you are given.',
		reminder: 'talk to listeners; no headings, no lists.',
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
