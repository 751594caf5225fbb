/** The documents that a debate stands on: how often each was cited, by whom, how it stands, and every passage cited. */
import {quotedPlaces} from '../../debate/citations/standing.ts';
import type {DebateState} from '../../debate/state.ts';
import {referencesOf, signOf, standingInWords, type Reference} from '../../debate/views/citations.ts';
import {citationsOf, type SourceDocument, type SourcesState} from '../../debate/sources.ts';
import {humanize, plural} from '../../languages/wording.ts';
import {citationMark, citationStyle} from '../../view/citation-marks.ts';
import {markSource, WrapCache} from '../../view/markdown.ts';
import {displayOf, speakerDisplay} from '../../view/participants.ts';
import {blank, line, row, rule, span, type Row} from '../../view/rows.ts';
import {signs} from '../../view/theme.ts';
import {readable, wrapText} from '../../view/wrap.ts';
import {Reading} from '../kit/reading.tsx';
import {type CoveringProps, useDebate} from '../stage/debate-store.ts';
import {idleContext} from '../terminal/keys.ts';

export function SourcesScreen({store, width, height, act}: CoveringProps) {
	useDebate(store);
	return (
		<Reading
			title="Sources"
			rows={sourceRows(store.state, readable(width))}
			width={width}
			height={height}
			scope="reading"
			keyContext={idleContext}
			act={act}
		/>
	);
}

function sourceRows(state: DebateState, width: number): readonly Row[] {
	const {sources} = state;
	if (!sources) return [line('This debate stands on no documents.', 'dim')];
	const references = referencesOf(state);
	return [
		...sources.documents.flatMap(document => documentRows(state, document, references, width)),
		...leftRows(sources, width),
		...(references.length === 0 ? [] : [blank, rule(width, span('Cited', 'strong'))]),
		...references.toReversed().flatMap(reference => [blank, ...referenceRows(state, reference, width)]),
	];
}

const tallied = ['verified', 'altered', 'false', 'judged'] as const;

/** `S4  Two Years of the Rent Cap   ● 2  ◆ 1   ✓2 ✗1`. */
function documentRows(
	state: DebateState,
	document: SourceDocument,
	references: readonly Reference[],
	width: number,
): readonly Row[] {
	const own = references.filter(reference => reference.document === document);
	const by = [...Map.groupBy(own, ({turn}) => turn.speaker)].flatMap(([speaker, theirs]) => {
		const {sign, tone} = displayOf(state, speaker);
		return [span(` ${sign} `, tone), span(String(theirs.length))];
	});
	const standing = tallied.flatMap(kind => {
		const of = own.filter(({citation}) => signOf(citation) === kind);
		const [first] = of;
		if (!first) return [];
		const {sign, tone} = citationStyle(first.citation);
		return [span(` ${sign}${of.length}`, tone)];
	});
	const id = `S${document.number}`.padEnd(4);
	const [title = '', ...rest] = wrapText(document.title, Math.max(20, width - 20));
	return [
		{
			spans: [span(id, 'strong'), span(title)],
			right: own.length === 0 ? [span(plural(document.words, 'word'), 'dim')] : [...by, span('  '), ...standing],
		},
		...rest.map(text => row(span(`    ${text}`))),
	];
}

const leftRows = ({left}: SourcesState, width: number): readonly Row[] =>
	left.length === 0
		? []
		: [blank, ...wrapText(`Passed over: ${left.join('; ')}`, width).map(text => line(text, 'dim'))];

const wrapped = new WrapCache();

/** Longer than any fence of a passage. */
const fence = '~'.repeat(12);

/** Prose runs on; the lines of code and tables stay. */
const shownText = (text: string, kind: string | undefined): string =>
	kind === 'code' || kind === 'table'
		? `${fence}\n${text.replaceAll('\t', '  ')}\n${fence}`
		: text.replaceAll(/\s+/gu, ' ');

/** Who cited what, how it stands, and the passage with the words marked. */
function referenceRows(state: DebateState, reference: Reference, width: number): readonly Row[] {
	const {turn, citation, passage, document} = reference;
	const number = citationsOf(turn).indexOf(citation) + 1;
	const when = `${humanize(turn.segment)}${turn.round === undefined ? '' : ` ${turn.round}`}`;
	const {sign, tone, name} = speakerDisplay(state, turn);
	const {quote} = citation;
	const style = citationStyle(citation);
	const where = passage && document ? `${document.title}, ${passage.place} (${passage.id})` : undefined;
	const text = passage && shownText(passage.text, document?.kind);
	const lines = text === undefined ? undefined : wrapped.wrap(`passage ${passage?.id ?? ''}`, text, width);
	return [
		row(span(citationMark(citation, number), style.tone), span(` ${sign} ${name}`, tone), span(` · ${when}`, 'dim')),
		...(quote === null ? [] : wrapText(`“${quote}”`, width - 2).map(each => row(span(`  ${each}`)))),
		...wrapText(standingInWords(citation), width - 2).map(each => row(span(`  ${each}`, style.tone))),
		...(where === undefined ? [] : wrapText(where, width - 2).map(each => row(span(`  ${each}`, 'dim')))),
		...(lines && text !== undefined
			? (quote === null ? lines.rows : markSource(lines, text, quotedPlaces(text, quote)))
					.filter(
						({spans}) =>
							spans
								.map(each => each.text)
								.join('')
								.trim() !== fence,
					)
					.map(each => ({...each, bar: span(signs.quote, 'dim')}))
			: []),
	];
}
