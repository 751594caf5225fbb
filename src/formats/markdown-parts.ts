/** What each format brings to the exports. A new format has a line here, and its sections in a file of its own. */
import {claimSections} from '../exports/claims.ts';
import type {FormatParts} from '../exports/format-parts.ts';
import {specSections} from './adversarial-spec/markdown.ts';
import {buildSections} from './builder-reviewer/markdown.ts';
import {ledgerSections, subjectOption} from './code-debate/markdown.ts';
import {duelSections} from './model-duel/markdown.ts';
import {motionSections} from './motion/markdown.ts';

/** By the protocol's id. */
const parts: Readonly<Record<string, FormatParts>> = {
	'adversarial-spec': {markdown: {afterTranscript: specSections}, traits: {inWriting: true}},
	'builder-reviewer': {markdown: {afterTranscript: buildSections}, traits: {inWriting: true}},
	// The folder of a Code Debate holds its `DEBATE.md`, which is the same file as `debate.md` on many disks.
	'code-debate': {markdown: {afterVotes: ledgerSections, file: 'transcript.md'}, optionFor: subjectOption},
	duelogic: {markdown: {afterTranscript: claimSections}, traits: {numbersRounds: true}},
	'model-duel': {markdown: {afterTranscript: duelSections}, traits: {inWriting: true}},
	motion: {markdown: {afterTranscript: motionSections}},
};

/** Undefined for a format without a line above. */
export const formatParts = (protocol: string | undefined): FormatParts | undefined => parts[protocol ?? ''];
