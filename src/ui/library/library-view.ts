/**
 * What of the library's screen is its own: what is looked for, what was found, what is chosen and what is open on it.
 * Pure.
 */
import type {KeyContext} from '../input/keys.ts';
import {idleContext} from '../input/keys.ts';
import type {
	LibraryChoices,
	LibraryEntry,
	LibraryFilter,
	LibraryPassage,
	LibrarySpot,
	Since,
} from '../ports/library-port.ts';
import type {Option} from '../text/option.ts';
import {topicOf} from './library-text.ts';

/** A filter that takes one of several values. */
export type Facet = 'protocol' | 'framework' | 'model' | 'since';

/**
 * `look` is while words are typed, `waiting` to open what is being looked for, `unfinished` asks what to do with a
 * debate that did not end, `opening` waits for a session.
 */
type Mode = 'list' | 'look' | 'filter' | Facet | 'unfinished' | 'export' | 'delete' | 'waiting' | 'opening' | 'help';

export type LibraryView = {
	readonly mode: Mode;
	readonly text: string;
	readonly filter: LibraryFilter;
	/** What was found, for which text, of how many debates; nothing before the first answer. */
	readonly entries: readonly LibraryEntry[];
	readonly foundFor: string | undefined;
	readonly of: number;
	readonly chosen: number;
	/** What was said in a debate, and for which text; `match` is the turn that they are shown from. */
	readonly said: {readonly in: string; readonly for: string; readonly passages: readonly LibraryPassage[]} | undefined;
	readonly match: number;
	readonly choices: LibraryChoices;
	/** How far the reading of new journals is. */
	readonly reading: {readonly done: number; readonly of: number} | undefined;
	/** Whether all journals have been read. */
	readonly brought: boolean;
	readonly note: {readonly text: string; readonly wrong: boolean} | undefined;
	/** The debate that is to be chosen once it is found. */
	readonly wanted: string | undefined;
};
/** `removed` is the journal of a debate that is there no more. */
export type LibraryChange = Partial<LibraryView> & {readonly removed?: string};
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

/** What is chosen stays chosen when other debates come and go around it; another search begins at its first. */
export function changeView(view: LibraryView, {removed, ...next}: LibraryChange): LibraryView {
	if (removed !== undefined) return changeView(view, {...next, ...without(view, removed)});
	const changed = {...view, ...next};
	if (!next.entries) return changed;
	const place = next.entries.findIndex(({path}) => path === (view.wanted ?? view.entries[view.chosen]?.path));
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

/** What was said in the chosen debate, as far as it is known yet. */
const passagesOf = (view: LibraryView): readonly LibraryPassage[] =>
	view.said?.in === chosenOf(view)?.path ? (view.said?.passages ?? []) : [];

/** The turns in which something was found, or all of them. */
export const turnsOf = (view: LibraryView): readonly LibraryPassage[] =>
	passagesOf(view).filter(({turn}) => turn !== undefined);

/** Where in the topic something was found. */
export const topicMarks = (view: LibraryView): LibraryPassage['marks'] =>
	passagesOf(view).find(({turn}) => turn === undefined)?.marks ?? [];

/** Whether what is shown is the answer to what is asked: a key that was pressed before that waits for it. */
export const isSettled = (view: LibraryView): boolean => {
	const entry = chosenOf(view);
	return view.foundFor === view.text && (!entry || (view.said?.in === entry.path && view.said.for === view.text));
};

/** Where the chosen debate is opened: at the turn that was found, where something was looked for. */
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

/** Keys that are of no use for what is chosen. */
export function keyContextOf(view: LibraryView): KeyContext {
	const entry = chosenOf(view);
	const unavailable = [
		...(entry ? [] : ['open', 'delete']),
		...(entry && entry.state !== 'unreadable' ? [] : ['replay', 'export']),
		...(entry?.state === 'unfinished' ? [] : ['continue']),
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
	protocol: 'protocol',
	framework: 'framework',
	model: 'model',
	since: 'since',
};
const isSince = (value: string): value is Since => Object.hasOwn(sinceTexts, value);
export const isFacet = (value: string): value is Facet => Object.hasOwn(facetNames, value);

const facetText = (facet: Facet, {[facet]: value}: LibraryFilter): string | undefined =>
	value === undefined ? undefined : facet === 'since' && isSince(value) ? sinceTexts[value] : value;

/** The filters that are set, in words; empty where none is. */
export const filterText = (filter: LibraryFilter): string =>
	[
		...Object.keys(facetNames)
			.filter(isFacet)
			.flatMap(facet => facetText(facet, filter) ?? []),
		...(filter.unfinished ? ['unfinished'] : []),
	].join(' · ');

/** What the menu of filters offers, each with how it is set. */
export const filterOptions = ({filter, text}: LibraryView): readonly Option[] => [
	...Object.keys(facetNames)
		.filter(isFacet)
		.map(facet => ({value: facet, label: facetNames[facet], note: facetText(facet, filter) ?? 'any'})),
	{value: 'unfinished', label: 'only unfinished ones', note: filter.unfinished ? 'yes' : 'no'},
	...(filterText(filter) === '' && text === '' ? [] : [{value: 'none', label: 'all debates again'}]),
];

const ANY = '';

/** The values of one filter, the first of which takes it away. */
export function valuesOf(facet: Facet, {protocols, frameworks, models}: LibraryChoices): readonly Option[] {
	const values = {protocol: protocols, framework: frameworks, model: models, since: Object.keys(sinceTexts)}[facet];
	return [
		{value: ANY, label: 'any'},
		...values.map(value => ({value, label: isSince(value) && facet === 'since' ? sinceTexts[value] : value})),
	];
}

export const withFacet = (filter: LibraryFilter, facet: Facet, value: string): LibraryFilter => ({
	...filter,
	[facet]: value === ANY ? undefined : value,
});

/** What is asked before a debate is deleted. */
export const deleteTitle = (entry: LibraryEntry): string => `Move to the trash? ${topicOf(entry)}`;
