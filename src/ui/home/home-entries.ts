/** What can be begun from the home screen: a few things at first, and in groups all that there is. Pure. */
import {isRehearsal} from '../../debate/seats.ts';
import {formatName} from '../../formats/index.ts';
import type {PresetCard, RostrumPort} from '../../app/setup/home-port.ts';
import type {RecentDebate} from '../../app/setup/recent-debates.ts';

/** What an entry begins: a new debate, or one that was held before. */
export type Chosen = {readonly preset: PresetCard} | {readonly recent: RecentDebate};

/** An entry under its title: what it is in a few words, and a note at the right edge. */
export type HomeEntry = {
	readonly what: Chosen;
	readonly label: string;
	readonly about: string;
	readonly note: string;
	readonly group: string;
};

type Offer = Pick<RostrumPort, 'presets' | 'recent' | 'samples' | 'repository'>;

/** Unfinished debates that stand above all else. */
const mostUnfinished = 2;
/** Presets of the user's own below what to start with. */
const mostOwn = 3;
/** Debates that are over, below those. */
const mostOver = 2;

/** What is unfinished, what to start with, the user's own presets, and what ended last; with `all`, all others, too. */
export function homeEntries(offer: Offer, all: boolean): readonly HomeEntry[] {
	const unfinished = offer.recent.filter(({finished}) => !finished);
	const first = firstEntries(offer);
	const waiting = unfinished.filter(({running}) => !running);
	const open = [
		...waiting.slice(0, all ? waiting.length : mostUnfinished).map(one => heldEntry(one, 'Unfinished')),
		...unfinished.filter(({running}) => running).map(one => heldEntry(one, 'Running')),
	];
	const own = offer.presets.filter(preset => preset.own).map(one => presetEntry(one, 'Yours'));
	const start = first.length > 0 ? first : offer.presets.map(one => presetEntry(one, 'Debates'));
	const over = offer.recent.filter(({finished}) => finished);
	const latest = over.slice(0, mostOver).map(one => heldEntry(one, 'Held before'));
	if (!all) return [...open, ...start, ...own.slice(0, mostOwn), ...latest];
	const taken = new Set([...first, ...own].map(({what}) => keyOf(what)));
	const rest = offer.presets.filter(preset => !taken.has(keyOf({preset})));
	const recordings = [...offer.samples, ...over];
	return [
		...open,
		...first,
		...own,
		...rest.filter(({forWork}) => !forWork).map(one => presetEntry(one, 'Debates')),
		...rest.filter(({forWork}) => forWork).map(one => presetEntry(one, 'For code and specs')),
		...recordings.filter(recent => !taken.has(keyOf({recent}))).map(one => heldEntry(one, 'Recorded')),
	];
}

/** A recording to watch, and what formats offer to newcomers here. */
function firstEntries({presets, samples: [sample], repository}: Offer): readonly HomeEntry[] {
	const offered = presets.flatMap((preset): HomeEntry[] => {
		const {offered: offer, description, propositions} = preset;
		if (!offer || (offer.inRepository && !repository)) return [];
		const rehearsed = preset.seats.every(isRehearsal);
		const format = formatName(preset.protocol);
		const [about, note] = offer.inRepository
			? [rehearsed ? REHEARSED : description, format]
			: [propositions[0] ?? description, rehearsed ? 'rehearsed' : format];
		return [{what: {preset}, label: offer.says, about, note, group: FIRST}];
	});
	if (!sample) return offered;
	const watched = {label: 'Watch a recorded debate', about: sample.title, note: 'recording', group: FIRST};
	return [{what: {recent: sample}, ...watched}, ...offered];
}

const FIRST = 'Start with';
/** Of what agents or models would argue about, where there are none. */
const REHEARSED = 'rehearsed: no agent or model here';

const presetEntry = (preset: PresetCard, group: string): HomeEntry => ({
	what: {preset},
	label: preset.name,
	about: preset.description,
	note: formatName(preset.protocol),
	group,
});

/** What Enter does with a debate held before: one that another process holds is watched. */
export const entersTo = ({sample, finished, running}: RecentDebate): 'watch' | 'replay' | 'resume' =>
	sample || running ? 'watch' : finished ? 'replay' : 'resume';

function heldEntry(recent: RecentDebate, group: string): HomeEntry {
	const {title, sample, format, when} = recent;
	const what = sample ? 'sample' : when;
	const about = [entersTo(recent), ...(format === undefined ? [] : [formatName(format)])].join(' · ');
	return {what: {recent}, label: title, about, note: what, group};
}

/** What an entry begins, by name: the same when the lists are read again. */
export const keyOf = (what: Chosen): string =>
	'preset' in what ? `${what.preset.protocol}/${what.preset.id}` : what.recent.path;

/**
 * Where the mark stands at first: on what is unfinished; else on the first thing to start with, and where debates were
 * held before, on the first that is no recording.
 */
export function firstMarked(entries: readonly HomeEntry[], {recent}: Pick<Offer, 'recent'>): number {
	const unfinished = entries.findIndex(({what}) => 'recent' in what && entersTo(what.recent) === 'resume');
	const start = entries.findIndex(({what}) => recent.length === 0 || 'preset' in what);
	return Math.max(0, unfinished < 0 ? start : unfinished);
}

/** The preset that a topic of the user's own is debated with: the marked one, if it takes any topic, else the first. */
export function topicPreset(choice: Chosen | undefined, {presets}: Pick<Offer, 'presets'>): PresetCard | undefined {
	if (choice && 'preset' in choice && !choice.preset.offered?.inRepository) return choice.preset;
	return presets.find(({offered}) => offered && !offered.inRepository) ?? presets[0];
}
