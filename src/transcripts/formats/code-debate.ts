/** What the Markdown export of a Code Debate adds: the ledger of its points. */
import type {DebateState} from '../../debate/state.ts';
import {codeDebateOf} from '../../debate/views/code-debate.ts';
import type {LedgerPoint} from '../../debate/formats/code-debate/state.ts';
import {escapeInline} from '../escape-markdown.ts';

const states: Readonly<Record<LedgerPoint['state'], string>> = {
	open: '○ open',
	agreed: '✓ agreed',
	partly: '~ partly agreed',
	disagreed: '✗ disagreed',
};

/** Where every point stands, and how it got there. Empty for debates of other formats. */
export function ledgerSections(state: DebateState): string[] {
	const debate = codeDebateOf(state);
	if (!debate || debate.ledger.length === 0) return [];
	const {ledger, resolved} = debate;
	const rows = ledger.map(
		point =>
			`| ${[point.id, point.title, point.place ?? '–', `raised by ${point.by}`, states[point.state], courseOf(point)].map(escapeInline).join(' | ')} |`,
	);
	return [
		'## Points',
		`${resolved} of ${ledger.length} points agreed.`,
		['| point | what | where | by | state | course |', '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n'),
	];
}

const courseOf = ({history}: LedgerPoint): string =>
	history.map(({heading, role, state}) => `${heading} (${role}): ${state}`).join(', ');
