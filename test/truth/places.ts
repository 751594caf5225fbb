/** What each place says of a debate, a line a fact: places are read as their readers get them. */
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {asksForFault} from '../../src/debate/rubric.ts';
import type {DebateState} from '../../src/debate/state.ts';
import {statisticsOf} from '../../src/exports/statistics.ts';
import {shownEvents} from '../../src/formats/index.ts';
import {latestMoments} from '../../src/view/moments.ts';
import {conductLines} from '../../src/formats/duelogic/record.ts';
import {createDebate} from '../../src/formats/duelogic/seats.ts';
import {parseDuelogicConfig} from '../../src/formats/duelogic/config.ts';
import type {Truth} from './debates.ts';

export function placesOf(state: DebateState): Truth {
	const article = exportKinds['md']?.write(state) ?? '';
	return {
		ledger: state.formats.ledger.claims.map(
			({id, status, settled}) => `${id} ${settled?.granted === true ? 'granted' : status}`,
		),
		settled: pointsUnder(article, 'What was settled'),
		open: pointsUnder(article, 'What stayed open'),
		record: recordOf(state),
		moments: latestMoments(state, 100, shownEvents)
			.toReversed()
			.map(({who, what}) => [...who.map(({text}) => text), what].join(' ').trim()),
		statistics: statisticsOf(state).chairs.map(
			({seat, cutsMade, cutsSuffered, steelMan, selfCritique}) =>
				`${seat.name}: cuts ${cutsMade}/${cutsSuffered}, steel-man ${steelMan ?? '-'}, self-critique ${selfCritique ?? '-'}`,
		),
		csv: (exportKinds['csv']?.write(state) ?? '').split('\r\n').flatMap(findingIn),
	};
}

function recordOf(state: DebateState): readonly string[] {
	const {start} = state;
	if (start?.protocol !== 'duelogic') return [];
	const debate = createDebate({
		config: parseDuelogicConfig(start.config ?? {}),
		subject: start.subject,
		participants: start.participants,
	});
	return conductLines(debate, state);
}

/** A fault that a row says was found, or a grant, or what a motion has of questions, points and late claims. */
function findingIn(line: string): readonly string[] {
	const [, turn, , , , , , , kind, item = '', value = '', , finding = '', quote = ''] = cellsOf(line);
	const isTold = kind === 'item' && finding === 'found' && (item === 'S4' || asksForFault(item));
	if (isTold) return [`${turn} ${item} ${value} “${quote.replace(/^[^“]*: “(.*)”$/u, '$1')}”`];
	return ['answer', 'point of information', 'new in a closing'].includes(kind ?? '')
		? [[turn, kind, value, quote].filter(part => part !== '').join(' ')]
		: [];
}

const cellsOf = (line: string): readonly string[] =>
	[...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/gu)].map(
		([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
	);

const pointsUnder = (article: string, heading: string): readonly string[] =>
	(article.split(`\n## ${heading}\n`)[1]?.split(/\n(?:##|\*)/u)[0] ?? '')
		.split('\n')
		.filter(line => line.startsWith('- '))
		.map(line => line.slice(2).replaceAll('\\_', '_'));
