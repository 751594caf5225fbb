/** What a point brings to show itself: whether it is what it says it is, and how reports name it. Pure. */
import type {Evidence} from '../../debate/formats/code-debate.ts';

/** Whether a text is a unified diff that names a file, and changes a line of it. */
const isPatch = (text: string): boolean =>
	/^(?:diff --git |--- \S)/mu.test(text) && /^\+\+\+ \S/mu.test(text) && /^@@ [\s\S]*^[-+](?!--|\+\+)/mu.test(text);

/** Why evidence is sent back; undefined where it is what it says. */
export const evidenceFault = (evidence: Evidence | null | undefined): string | undefined =>
	evidence?.kind === 'patch' && !isPatch(evidence.text)
		? 'its patch is no unified diff with the names of its files: write one that "git apply" takes, or give other evidence'
		: undefined;

/** Nobody has run what the two sides say: a reader is told so. What code has found is there. */
export const evidenceLabel = ({kind, text}: Evidence, byCode: boolean): string =>
	byCode
		? 'Found by code'
		: kind === 'patch' && !isPatch(text)
			? 'Claimed to be a patch, and is none'
			: `Claimed, and not run (${kind})`;
