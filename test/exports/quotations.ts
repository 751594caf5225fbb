/** What a published text puts between quotation marks beside a name, and whether that name said it. */
import {z} from 'zod';
import type {DebateState} from '../../src/debate/state.ts';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {cardOf} from '../../src/exports/card.ts';
import {shownEvents} from '../../src/formats/index.ts';
import {speakerOfTurn} from '../../src/languages/wording.ts';
import {claimRows} from '../../src/ui/board/claim-list.ts';
import {unfolded} from '../../src/ui/board/moments.ts';
import {resultsRows} from '../../src/ui/results/results-rows.ts';
import {latestMoments} from '../../src/view/moments.ts';
import {indexedDebate} from '../ui/support/heard.ts';

/** Frames of ours around a quotation, as English exports have them; in each, `who` is said to have said `what`. */
const frames: readonly RegExp[] = [
	/^- (?<who>[^“”\n]+?) (?:held|admitted): “(?<what>[^“”]+)”/gmu,
	/^- “(?<what>[^“”]+)” \((?<who>[^“”()\n]+)\)$/gmu,
	/ cuts? in on (?<who>[^“”\n]+?), who (?:had just )?said “(?<what>[^“”]+)”/gu,
	/granted by (?<who>[^“”\n]+?): “(?<what>[^“”]+)”/gu,
	/^- Settled: “(?<what>[^“”]+)” \(granted by (?<who>[^“”()\n]+)\)/gmu,
];

type Quoted = {readonly who: string; readonly what: string};

const plain = (text: string): string =>
	text
		.replaceAll(/<[^>]*>/gu, ' ')
		.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&amp;', '&')
		.replaceAll(/\\(?=[!-/:-@[-`{-~])/gu, '')
		.replaceAll(/[*_`]/gu, '')
		.replaceAll(/\s+/gu, ' ')
		.trim();

const quotedIn = (text: string): readonly Quoted[] =>
	frames.flatMap(frame =>
		[...text.matchAll(frame)].flatMap(({groups}) =>
			groups?.['who'] === undefined || groups['what'] === undefined ? [] : [{who: groups['who'], what: groups['what']}],
		),
	);

/** Whether some turn that was spoken under this name has these words; a beginning or end of ours (`— `, `…`) does not count. */
function isSaid(state: DebateState, {who, what}: Quoted): boolean {
	const said = plain(what).replaceAll(/^—\s|\s?[—…]$/gu, '');
	return state.turns.some(turn => speakerOfTurn(state, turn) === plain(who) && plain(turn.text).includes(said));
}

/** Whole cues, each with its speaker. In formats about code and texts, they are reworded for the ear. */
const isTalk = ({start}: DebateState): boolean => start?.protocol === 'duelogic' || start?.protocol === 'motion';
const Segments = z.object({segments: z.array(z.object({speaker: z.string(), body: z.string()}))});

/** What the screens show of a debate, as wide as it comes. */
function screensOf(state: DebateState): string {
	const debate = indexedDebate(state);
	return [
		...resultsRows(state, debate.index, undefined, 4000, true),
		...claimRows(debate, 4000, 400),
		...unfolded(debate, latestMoments(state, 400, shownEvents), 4000),
	]
		.map(({spans}) => spans.map(({text}) => text).join(''))
		.join('\n');
}

/** In captions and transcripts for players a quotation goes on in the next cue. */
const inCues = new Set(['vtt', 'srt', 'transcript-json']);
/** Quotation marks of ours around a word that is explained. */
const ownWords = /^rehearsal, no model$/u;

/** What stands between quotation marks, and neither in a turn nor in what the debate was given or recorded. */
function straysIn(state: DebateState, texts: readonly {readonly id: string; readonly text: string}[]) {
	const record = JSON.stringify([state.start, state.sources, state.records, state.edition]);
	const pool = plain(
		[...state.turns.map(({text}) => text), record.replaceAll('\\"', '"').replaceAll('\\n', ' ')].join(' '),
	);
	const all = texts.flatMap(({id, text}) =>
		[...plain(text).matchAll(/“(?<what>[^“”]{15,400})”/gu)].map(({groups}) => ({
			id,
			what: plain(groups?.['what'] ?? '').replaceAll(/^…\s?|\s?[—…]$/gu, ''),
		})),
	);
	return {checked: all.length, strays: all.filter(({what}) => !pool.includes(what) && !ownWords.test(what))};
}

/** How many quotations every export, the card and the screens of a debate have, and those that are nobody's beside them. */
export function checkQuotations(state: DebateState) {
	const written = Object.entries(exportKinds).map(([id, format]) => ({id, text: format.write(state)}));
	const shown = [...written.filter(({id}) => !inCues.has(id)), {id: 'screens', text: screensOf(state)}];
	const found = written.flatMap(({id, text}) => quotedIn(text).map(quoted => ({id, ...quoted})));
	const onCard = cardOf(state, undefined).exchange.map(({name, text}) => ({id: 'card', who: name, what: text}));
	const cues = Segments.parse(JSON.parse(exportKinds['transcript-json']?.write(state) ?? '')).segments;
	const heard = (isTalk(state) ? cues : []).map(({speaker, body}) => ({
		id: 'transcript-json',
		who: speaker,
		what: body,
	}));
	const named = [...found, ...onCard];
	const {checked, strays} = straysIn(state, shown);
	return {
		texts: shown.length + inCues.size,
		checked: named.length + checked,
		foreign: [...[...named, ...heard].filter(quoted => !isSaid(state, quoted)), ...strays],
	};
}
