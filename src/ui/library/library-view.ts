/** The view state of the library: the search, what was found, what is chosen and what is open. Pure. */
import {formatName} from '../../formats/index.ts';
import {type KeyContext, idleContext} from '../terminal/keys.ts';
import type {LibrarySpot} from '../app/screen-props.ts';
import type {LibraryChoices, LibraryEntry, LibraryFilter, Since} from '../../app/library/library-port.ts';
import type {FoundPassage} from '../../library/find.ts';
import type {RostrumPort} from '../../app/setup/home-port.ts';
import type {Option} from '../../view/rows.ts';
import {topicOf} from './library-text.ts';

/** A filter with one of several values. */
type Facet = 'protocol' | 'framework' | 'model' | 'since';

/**
 * In `look` words are typed, in `waiting` a debate is to be opened once the search has answered, `unfinished` asks what
 * to do with an unfinished debate, in `opening` a session is being made.
 */
type Mode =
	| 'list'
	| 'look'
	| 'filter'
	| Facet
	| 'unfinished'
	| 'export'
	| 'delete'
	| 'waiting'
	| 'opening'
	| 'help'
	| 'rename'
	| 'compare';

export type LibraryView = {
	readonly mode: Mode;
	readonly text: string;
	readonly filter: LibraryFilter;
	/** The debates found, the text they were found for, and how many there are in all; unset before the first answer. */
	readonly entries: readonly LibraryEntry[];
	readonly foundFor: string | undefined;
	readonly of: number;
	readonly chosen: number;
	/** Passages of a debate and the text they were found for; `match` is the index of the first one shown. */
	readonly said: {readonly in: string; readonly for: string; readonly passages: readonly FoundPassage[]} | undefined;
	readonly match: number;
	readonly choices: LibraryChoices;
	/** How many new journals have been read. */
	readonly reading: {readonly done: number; readonly of: number} | undefined;
	/** Whether all journals have been read. */
	readonly brought: boolean;
	readonly note: {readonly text: string; readonly wrong: boolean} | undefined;
	/** The debate to choose once it has been found. */
	readonly wanted: string | undefined;
};
/** `removed` is the journal of a debate that has been deleted. */
type LibraryChange = Partial<LibraryView> & {readonly removed?: string};
export type SetLibrary = (change: LibraryChange) => void;

export const newView = (last: LibrarySpot | undefined): LibraryView => ({
	mode: 'list',
	text: last?.text ?? '',
	filter: last?.filter ?? {},
	entries: [],
	foundFor: undefined,
	of: 0,
	chosen: 0,
	said: undefined,
	match: 0,
	choices: {protocols: [], frameworks: [], models: []},
	reading: undefined,
	brought: false,
	note: undefined,
	wanted: last?.path,
});

/**
 * The chosen debate stays chosen while others come and go; a new search begins with the first one, and so does a list
 * that is still being read.
 */
export function changeView(view: LibraryView, {removed, ...next}: LibraryChange): LibraryView {
	if (removed !== undefined) return changeView(view, {...next, ...without(view, removed)});
	const changed = {...view, ...next};
	if (!next.entries) return changed;
	const isFirst = !view.brought && view.chosen === 0 && view.wanted === undefined;
	const wanted = view.wanted ?? view.entries[view.chosen]?.path;
	const place = isFirst ? -1 : next.entries.findIndex(({path}) => path === wanted);
	const kept = next.foundFor === view.foundFor ? Math.min(view.chosen, Math.max(0, next.entries.length - 1)) : 0;
	return {
		...changed,
		chosen: place < 0 ? kept : place,
		match: next.foundFor === view.foundFor ? view.match : 0,
		wanted: place < 0 ? view.wanted : undefined,
	};
}

function without({entries, of, foundFor}: LibraryView, removed: string): Partial<LibraryView> {
	const left = entries.filter(({path}) => path !== removed);
	return {entries: left, of: of - 1, foundFor};
}

export const chosenOf = ({entries, chosen}: LibraryView): LibraryEntry | undefined => entries[chosen];

/** Whether there is no debate at all, whatever is searched for. */
export const isEmpty = ({of, brought, foundFor}: LibraryView): boolean => of === 0 && brought && foundFor !== undefined;

/** The passages of the chosen debate, as far as known. */
const passagesOf = (view: LibraryView): readonly FoundPassage[] =>
	view.said?.in === chosenOf(view)?.path ? (view.said?.passages ?? []) : [];

/** The turns that match, or all of them without a search. */
export const turnsOf = (view: LibraryView): readonly FoundPassage[] =>
	passagesOf(view).filter(({turn}) => turn !== undefined);

/** The matches in the topic. */
export const topicMarks = (view: LibraryView): FoundPassage['marks'] =>
	passagesOf(view).find(({turn}) => turn === undefined)?.marks ?? [];

/** Whether the list answers the current search. Keys that were pressed before wait for that. */
export const isSettled = (view: LibraryView): boolean => {
	const entry = chosenOf(view);
	return view.foundFor === view.text && (!entry || (view.said?.in === entry.path && view.said.for === view.text));
};

/** Where to open the chosen debate: at the current match, if there is a search. */
export function startOf(view: LibraryView): {readonly turn: string; readonly words: string} | undefined {
	const found = view.text.trim() === '' ? undefined : turnsOf(view)[view.match];
	const [start, end] = found?.marks[0] ?? [0, 0];
	return found?.turn === undefined ? undefined : {turn: found.turn, words: found.text.slice(start, end)};
}

export const spotOf = (view: LibraryView): LibrarySpot => ({
	text: view.text,
	filter: view.filter,
	path: chosenOf(view)?.path,
});

type HeldDoing = Pick<RostrumPort, 'held' | 'highlights'>;

/** Actions that do nothing for the chosen debate. */
export function keyContextOf(view: LibraryView, {held, highlights}: HeldDoing): KeyContext {
	const entry = chosenOf(view);
	const unavailable = [
		...(isEmpty(view) ? ['look', 'filter'] : []),
		...(entry ? [] : ['open', 'delete']),
		...(entry && entry.state !== 'unreadable' ? [] : ['replay', 'export', 'highlights', 'compare', 'rename']),
		...(entry?.state === 'unfinished' ? [] : ['continue']),
		...(highlights ? [] : ['highlights']),
		...(held ? [] : ['compare', 'rename']),
		...(turnsOf(view).length > 1 ? [] : ['match-before', 'next-match']),
	];
	return {...idleContext, unavailable};
}

const sinceTexts: Readonly<Record<Since, string>> = {
	today: 'today',
	week: 'the last 7 days',
	month: 'the last 30 days',
	year: 'the last year',
};
const facetNames: Readonly<Record<Facet, string>> = {
	protocol: 'format',
	framework: 'framework',
	model: 'model',
	since: 'since',
};
const isSince = (value: string): value is Since => Object.hasOwn(sinceTexts, value);
export const isFacet = (value: string): value is Facet => Object.hasOwn(facetNames, value);

const facetText = (facet: Facet, {[facet]: value}: LibraryFilter): string | undefined =>
	value === undefined ? undefined : valueText(facet, value);

function valueText(facet: Facet, value: string): string {
	if (facet === 'protocol') return formatName(value);
	return facet === 'since' && isSince(value) ? sinceTexts[value] : value;
}

/** The active filters in words; empty if there are none. */
export const filterText = (filter: LibraryFilter): string =>
	[
		...Object.keys(facetNames)
			.filter(isFacet)
			.flatMap(facet => facetText(facet, filter) ?? []),
		...(filter.unfinished ? ['unfinished'] : []),
	].join(' · ');

/** The entries of the filter menu, each with the filter it sets. */
export const filterOptions = ({filter, text}: LibraryView): readonly Option[] => [
	...Object.keys(facetNames)
		.filter(isFacet)
		.map(facet => ({value: facet, label: facetNames[facet], note: facetText(facet, filter) ?? 'any'})),
	{value: 'unfinished', label: 'only unfinished ones', note: filter.unfinished ? 'yes' : 'no'},
	...(filterText(filter) === '' && text === '' ? [] : [{value: 'none', label: 'show all debates'}]),
];

const ANY = '';

/** The values of one filter; the first one clears it. */
export function valuesOf(facet: Facet, {protocols, frameworks, models}: LibraryChoices): readonly Option[] {
	const values = {protocol: protocols, framework: frameworks, model: models, since: Object.keys(sinceTexts)}[facet];
	return [{value: ANY, label: 'any'}, ...values.map(value => ({value, label: valueText(facet, value)}))];
}

export const withFacet = (filter: LibraryFilter, facet: Facet, value: string): LibraryFilter => ({
	...filter,
	[facet]: value === ANY ? undefined : value,
});

/** The question before a debate is deleted. */
export const deleteTitle = (entry: LibraryEntry): string => `Move to the trash? ${topicOf(entry)}`;
