/** What each format adds to the exports. A new format has a line here, and its sections in a file of its own. */
import type {DebateState} from '../debate/state.ts';
import {specSections} from './adversarial-spec/markdown.ts';
import {buildSections} from './builder-reviewer/markdown.ts';
import {ledgerSections, subjectOption, type FieldOption} from './code-debate/markdown.ts';
import {claimSections} from '../exports/claims.ts';
import {duelSections} from './model-duel/markdown.ts';
import {motionSections} from './motion/markdown.ts';

/** Markdown blocks, headings included; empty where the debate has nothing to show yet. */
type Sections = (state: DebateState) => readonly string[];

type FormatExport = {
	/** Sections of the Markdown export that follow the transcript. */
	readonly afterTranscript?: Sections;
	/** Sections of the Markdown export that follow the votes. */
	readonly afterVotes?: Sections;
	/** The Markdown export's file, where it cannot be `debate.md`. */
	readonly markdownFile?: string;
	/** The option that stands for `--set` and this assignment, where there is one. */
	readonly optionFor?: (assignment: string) => FieldOption | undefined;
};

/** By the protocol's id. */
const formatExports: Readonly<Record<string, FormatExport>> = {
	'adversarial-spec': {afterTranscript: specSections},
	'builder-reviewer': {afterTranscript: buildSections},
	// The folder of a Code Debate holds its `DEBATE.md`, which is the same file as `debate.md` on many disks.
	'code-debate': {afterVotes: ledgerSections, markdownFile: 'transcript.md', optionFor: subjectOption},
	duelogic: {afterTranscript: claimSections},
	'model-duel': {afterTranscript: duelSections},
	motion: {afterTranscript: motionSections},
};

/** What a format adds; nothing for one without a line above. */
export const formatExport = (protocol: string): FormatExport => formatExports[protocol] ?? {};

export const formatExportOf = ({start}: DebateState): FormatExport => formatExport(start?.protocol ?? '');
