/** What the Markdown export of a Code Debate adds: the ledger of its points. */
import type {DebateState} from '../../debate/state.ts';
import {codeDebateOf} from '../../debate/views/code-debate.ts';
import {outcomeOf, severityOf, type LedgerPoint} from '../../debate/formats/code-debate.ts';
import {isRecord, parseJsonIfValid} from '../../debate/text/json.ts';
import {escapeInline} from '../../exports/escape-markdown.ts';
import type {FieldOption} from '../../exports/format-parts.ts';

const states: Readonly<Record<LedgerPoint['state'], string>> = {
	open: '○ open',
	agreed: '✓ agreed',
	partly: '~ partly agreed',
	disagreed: '✗ disagreed',
};

const stateText = (point: LedgerPoint): string => (point.withdrawn ? '– withdrawn' : states[point.state]);

/** `--commit`, `--diff` or `--pr`, where that is what was asked for. */
export function subjectOption(assignment: string): FieldOption | undefined {
	const [field, json] = assignment.split(/=(.*)/su);
	const request = field === 'request' && json !== undefined ? parseJsonIfValid(json) : undefined;
	if (!isRecord(request) || request['review'] !== undefined) return undefined;
	const {kind, revision, range, number} = request;
	if (kind === 'commit' && typeof revision === 'string')
		return {flag: '--commit', value: revision, topic: `commit ${revision}`};
	if (kind === 'diff' && typeof range === 'string') return {flag: '--diff', value: range, topic: `diff ${range}`};
	return kind === 'pull-request' && typeof number === 'number'
		? {flag: '--pr', value: String(number), topic: `pull request #${number}`}
		: undefined;
}

/** Where every point stands, and how it got there. Empty for debates of other formats. */
export function ledgerSections(state: DebateState): string[] {
	const debate = codeDebateOf(state);
	if (!debate || debate.ledger.length === 0) return [];
	const {ledger, resolved} = debate;
	const withdrawn = ledger.filter(point => point.withdrawn).length;
	// Debates of 0.1.0 know no severity.
	const graded = ledger.some(({severity}) => severity !== undefined);
	const rows = ledger.map(
		point =>
			`| ${[point.id, ...(graded ? [severityOf(point)] : []), point.title, point.place ?? '–', `raised by ${point.by}`, stateText(point), courseOf(point)].map(escapeInline).join(' | ')} |`,
	);
	const head = ['point', ...(graded ? ['severity'] : []), 'what', 'where', 'by', 'state', 'course'];
	return [
		'## Points',
		`${resolved - withdrawn} of ${ledger.length} points agreed${withdrawn === 0 ? '' : `, ${withdrawn} withdrawn`}.`,
		[`| ${head.join(' | ')} |`, `| ${head.map(() => '---').join(' | ')} |`, ...rows].join('\n'),
		...toDo(ledger),
	];
}

/** What should be done about the points that are upheld, where somebody has said so. */
function toDo(ledger: readonly LedgerPoint[]): string[] {
	const items = ledger.flatMap(point =>
		outcomeOf(point) === 'upheld' && point.resolution !== undefined
			? [
					`- ${escapeInline(point.id)}: ${escapeInline(point.resolution)}${point.unconfirmed ? ' *(not confirmed by both sides)*' : ''}`,
				]
			: [],
	);
	return items.length === 0 ? [] : ['### To be done', items.join('\n')];
}

const courseOf = ({history}: LedgerPoint): string =>
	history
		.map(({heading, role, state, withdrawn}) => `${heading} (${role}): ${withdrawn ? 'withdrawn' : state}`)
		.join(', ');
