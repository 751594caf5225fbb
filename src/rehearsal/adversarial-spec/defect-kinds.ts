/** The kinds of defects that rehearsal reviewers look for: how to recognise each, and ways to put it. */
import {z} from 'zod';
import written from '../../../data/rehearsal/defects.json' with {type: 'json'};

const DefectSeverity = z.enum(['critical', 'major', 'minor']);
export type DefectSeverity = z.infer<typeof DefectSeverity>;

const pattern = z.string().transform(source => new RegExp(source, 'iu'));

/**
 * `seen` matches the tell-tale words; `unless` in the same line, or `nearby` anywhere in the section, says that it is
 * no defect. `{term}` is the match, `{quote}` the line. There are as many titles and claims as kinds of reviewers.
 */
const DefectKind = z.strictObject({
	id: z.string(),
	seen: pattern,
	unless: pattern.optional(),
	nearby: pattern.optional(),
	severity: DefectSeverity,
	/** Personas that look for it first; others may too. */
	personas: z.array(z.string()),
	titles: z.array(z.string()),
	claims: z.array(z.string()),
	/** A sentence that fixes the defect when appended to the line. */
	change: z.string(),
});
export type DefectKind = z.infer<typeof DefectKind>;

/** Defects that a line may have, and topics that every specification should mention, reported at the last section. */
export const {kinds: defectKinds, absences} = z
	.object({kinds: z.array(DefectKind), absences: z.array(DefectKind.omit({unless: true, nearby: true}))})
	.parse(written);
