/** What a published text puts between quotation marks beside a name, and whether that name said it. */
import type {DebateState} from '../../src/debate/state.ts';
import {exportKinds} from '../../src/app/files/export-formats.ts';
import {cardOf} from '../../src/exports/card.ts';
import {speakerOfTurn} from '../../src/languages/wording.ts';

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

/** Whether some turn that was spoken under this name has these words; an end of ours (`…`, ` —`) does not count. */
function isSaid(state: DebateState, {who, what}: Quoted): boolean {
	const said = plain(what).replace(/\s?[—…]$/u, '');
	return state.turns.some(turn => speakerOfTurn(state, turn) === plain(who) && plain(turn.text).includes(said));
}

/** How many quotations every export and the card of a debate have, and those that the name beside them never said. */
export function checkQuotations(state: DebateState) {
	const written = Object.entries(exportKinds).map(([id, format]) => ({id, text: format.write(state)}));
	const found = written.flatMap(({id, text}) => quotedIn(text).map(quoted => ({id, ...quoted})));
	const onCard = cardOf(state, undefined).exchange.map(({name, text}) => ({id: 'card', who: name, what: text}));
	const all = [...found, ...onCard];
	return {exports: written.length, checked: all.length, foreign: all.filter(quoted => !isSaid(state, quoted))};
}
