/** Writes and reads the end of a debate: what is upheld, withdrawn and disputed, and what is to be done. */
import {outcomeOf, type PointOutcome} from '../../debate/formats/code-debate/state.ts';
import {verdictOf, type JudgedPoint} from '../../debate/formats/code-debate/verdict.ts';
import type {ClosingReply} from './answers.ts';
import {escapeInline, escapeMarkdown} from './file/escape-markdown.ts';
import {withoutLabels} from './file/labels.ts';
import {unresolved, type DebatePoint, type Ledger} from './file/points.ts';
import {otherRole, type Role} from './file/signature.ts';
import {placeOf} from './section-text.ts';

export type Conclusion = 'consensus' | 'deadlock' | 'time-out';

/** The line that a consensus of ours begins with. */
const outcomeLine = (conclusion: Conclusion, why: string): string => `**Outcome: ${conclusion}.** ${why}`;

/** How a debate ended: the ledger decides, and not what the consensus says of itself. */
export function conclusionOf(body: string, ledger: Ledger): Conclusion {
	const said = /\*\*Outcome: (?<conclusion>consensus|deadlock|time-out)\.\*\*/u.exec(body)?.groups?.['conclusion'];
	if (said === 'time-out' || (said === undefined && /\btim(?:ed?|ing)[ -]?out\b/iu.test(body))) return 'time-out';
	return unresolved(ledger).length === 0 ? 'consensus' : 'deadlock';
}

/**
 * The end of a debate: what was upheld, what was withdrawn, what stays disputed, what is to be done. `answers` are
 * replies that settle the last points in it.
 */
export function consensusBody({
	conclusion,
	why,
	ledger,
	closing,
	answers,
}: {
	conclusion: Conclusion;
	why: string;
	ledger: Ledger;
	closing?: ClosingReply | undefined;
	answers?: string | undefined;
}): string {
	const of = (outcome: PointOutcome) => ledger.filter(point => outcomeOf(judged(point)) === outcome);
	const list = (title: string, items: readonly string[]): string =>
		items.length === 0 ? '' : `### ${title}\n\n${items.join('\n')}`;
	return [
		outcomeLine(conclusion, why),
		conclusion === 'time-out' ? '' : `**Verdict: ${verdictOf(ledger.map(judged))}.**`,
		closing ? escapeMarkdown(closing.summary) : '',
		answers ?? '',
		list('Agreed', of('upheld').map(upheld)),
		list(
			'Withdrawn',
			of('withdrawn').map(point => `- ${named(point)}: ${briefly(point.why)}`),
		),
		list(conclusion === 'time-out' ? 'Left open' : 'Disputed', of('disputed').map(dispute)),
		list('Action items', actions(ledger, of('upheld'), conclusion, closing)),
	]
		.filter(part => part !== '')
		.join('\n\n');
}

const judged = ({state, withdrawn, severity}: DebatePoint): JudgedPoint => ({
	state,
	...(withdrawn && {withdrawn}),
	...(severity && {severity}),
});

/** Only what is upheld is to be acted on; a point whose resolution no action takes up gets one by that. */
function actions(
	ledger: Ledger,
	agreed: readonly DebatePoint[],
	conclusion: Conclusion,
	closing: ClosingReply | undefined,
): string[] {
	if (conclusion === 'time-out') return [];
	const given = (closing?.actions ?? []).flatMap(({points, point, action, file, line}) => {
		const about = [...new Set([...(points ?? []), ...(point ? [point] : [])])];
		const kept = about.filter(id => agreed.some(one => one.id === id));
		if (about.some(id => ledger.some(one => one.id === id)) && kept.length === 0) return [];
		const place = file ? ` (\`${escapeInline(file).replaceAll('`', '')}${line ? `:${line}` : ''}\`)` : '';
		return [{kept, text: `- [ ] ${kept.length > 0 ? `${kept.join(', ')}: ` : ''}${escapeInline(action)}${place}`}];
	});
	const left = agreed.filter(
		({id, resolution}) => resolution !== undefined && given.every(({kept}) => !kept.includes(id)),
	);
	return [
		...given.map(({text}) => text),
		...left.map(point => {
			const place = placeOf(point);
			return `- [ ] ${point.id}: ${escapeInline(point.resolution ?? '')}${place === undefined ? '' : ` (${place})`}`;
		}),
	];
}

const named = (point: DebatePoint): string => {
	const place = placeOf(point);
	return `${point.id}${point.severity ? ` [${point.severity}]` : ''}, ${escapeInline(point.title)}${place === undefined ? '' : ` (${place})`}`;
};

function upheld(point: DebatePoint): string {
	const open = point.unconfirmed || point.confirm !== undefined ? ' (this resolution was not confirmed)' : '';
	return `- ${named(point)}: ${point.resolution === undefined ? briefly(point.why) : escapeInline(point.resolution)}${open}`;
}

function dispute(point: DebatePoint): string {
	const {set, why, before} = point;
	const words: Record<Role, string> = {A: '', B: ''};
	words[set] = briefly(why);
	words[otherRole(set)] = briefly(before);
	const sides = (['A', 'B'] as const).filter(role => words[role] !== '').map(role => `${role}: ${words[role]}`);
	return `- ${named(point)}: ${sides.join(' | ') || 'not answered'}`;
}

/** The first sentence or so of what was said, on one line. */
function briefly(text: string): string {
	const line = escapeInline(
		withoutLabels(text.replaceAll(/^```[\s\S]*?^```/gmu, ''))
			.replaceAll(/^>+\s?/gmu, '')
			.replaceAll(/[#*`]+/gu, ''),
	);
	const sentence = /^.{20,}?[.!?](?=\s|$)/u.exec(line)?.[0] ?? line;
	return sentence.length > 240 ? `${sentence.slice(0, 239)}…` : sentence;
}
