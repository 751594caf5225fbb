/** What an episode says of itself in the language of its debate, as data. Texts have slots such as `{name}`. */
import type {ClaimStanding} from '../../debate/views/claims.ts';
import type {AgreementWords} from '../../exports/scores.ts';

/** Of one and of several. */
type OneAndSeveral = readonly [one: string, several: string];

export type EpisodeWords = {
	/** ISO 639-1. */
	readonly code: string;
	/** Parts of a debate, roles and frameworks by their ids; the id in words where one is missing. */
	readonly names: Readonly<Record<string, string>>;
	readonly quotes: readonly [open: string, close: string];
	/** Before and behind what stands in brackets. */
	readonly brackets: readonly [open: string, close: string];
	/** Between the parts of a line, and between sentences. */
	readonly comma: string;
	readonly space: string;
	readonly headings: Readonly<
		Record<
			'notes' | 'script' | 'takeaways' | 'claims' | 'chapters' | 'guests' | 'quotes' | 'links' | 'figures' | 'coldOpen',
			string
		>
	>;
	readonly labels: {
		readonly episode: string;
		readonly person: string;
		readonly rehearsal: string;
		readonly listener: string;
		readonly fromTheAudience: string;
		readonly by: string;
		readonly framework: string;
		readonly chapter: string;
	};
	readonly cues: Readonly<
		Record<
			| 'coldOpen'
			| 'musicIn'
			| 'sting'
			| 'musicOut'
			| 'goesOn'
			| 'pauses'
			| 'stepsIn'
			| 'takesBack'
			| 'cutsIn'
			| 'cutsInOver',
			string
		>
	>;
	readonly script: {readonly times: string; readonly edited: string; readonly journal: string};
	readonly disclosure: {
		readonly people: OneAndSeveral;
		readonly otherPrograms: string;
		readonly otherModels: string;
		readonly programs: string;
		readonly models: string;
		readonly except: string;
		readonly listener: string;
	};
	readonly notes: {
		readonly argue: OneAndSeveral;
		readonly frameworks: string;
		readonly rules: string;
		readonly host: string;
		readonly exchanges: OneAndSeveral;
		readonly noCuts: string;
		readonly cuts: string;
		readonly noSteps: string;
		readonly steps: string;
		/** Between what is said of cuts and of the host. */
		readonly and: string;
		readonly stop: string;
		readonly ended: string;
		/** How it ended, by its outcome. */
		readonly outcomes: Readonly<Record<string, string>>;
		readonly winner: string;
		readonly held: string;
		readonly admitted: string;
		readonly settled: string;
		readonly granted: string;
		readonly open: string;
		readonly remains: string;
	};
	/** What became of a claim, and a line of it: `{name}: {claim} ({standing})`. */
	readonly standings: Readonly<Record<ClaimStanding, string>>;
	readonly claim: string;
	/** How often: once, twice, more. */
	readonly times: readonly [once: string, twice: string, more: string];
	readonly figures: {
		readonly mean: string;
		readonly agreement: AgreementWords;
		readonly shift: OneAndSeveral;
		readonly judge: string;
		readonly spent: OneAndSeveral;
		/** Not signed, and signed. */
		readonly journal: readonly [string, string];
		readonly unknownCost: string;
	};
};
