/** The command that holds a debate again, where one can be typed. */
import type {DebateEvent} from '../debate/events.ts';
import {memoizeRecent} from '../debate/fold.ts';
import {isPlayed, keeperRole, outsideVoice} from '../debate/seats.ts';
import {isRecord} from '../debate/text/json.ts';
import {shellQuote} from '../debate/text/words.ts';
import type {FieldOption, FormatParts} from './format-parts.ts';

type Debated = Pick<
	Extract<DebateEvent, {type: 'debate-start'}>,
	'protocol' | 'subject' | 'seed' | 'participants' | 'config' | 'preset' | 'setup'
>;

/** Seats of other programs, and of a foreign log or mailbox. */
const strangers: ReadonlySet<string> = new Set([outsideVoice, 'log', 'mailbox']);

/** The longest that is worth copying, in characters. */
const longest = 640;

/**
 * Holds the same debate again: its question, setup, voices and seed. Undefined where what is debated lies in a file, a
 * repository or a text that the command cannot name, or somebody took part whom it cannot ask.
 */
export const commandFor = memoizeRecent((start: Debated, optionFor: FormatParts['optionFor']): string | undefined => {
	const {protocol, preset, subject, seed, participants} = start;
	// Journals of 0.1.0 do not say how their config came about.
	const {preset: named, set} = start.setup ?? {...(preset !== undefined && {preset}), set: []};
	const fields = set.map(assignment => ({assignment, known: pinned(optionFor?.(assignment), subject)}));
	const words = [
		'rostrum run',
		protocol,
		...(named === undefined ? [] : [`--preset ${named.replaceAll('_', '-')}`]),
		...fields.flatMap(({known}) => (known ? [optionText(known.flag, known.value)] : [])),
		...(fields.some(({known}) => known && isNamedBy(known, subject.text)) ? [] : [optionText('--topic', subject.text)]),
		...voiceOptions(start),
		...fields.flatMap(({assignment, known}) => (known ? [] : [optionText('--set', assignment)])),
		`--seed ${seed}`,
	];
	const command = words.join(' ');
	const untold =
		subject.context !== undefined ||
		subject.source !== undefined ||
		participants.some(seat => strangers.has(seat.voice) || isPlayed(seat)) ||
		set.some(namesPlace);
	return untold || command.includes('\n') || command.length > longest ? undefined : command;
});

/** The commit that was debated, where the option has a name for it that moves on, such as HEAD. */
function pinned(known: FieldOption | undefined, {text, commit}: Debated['subject']): FieldOption | undefined {
	const value = commit?.slice(0, 12) ?? '';
	const topic = known?.topic.replace(known.value, () => value) ?? '';
	return known && commit !== undefined && isNamedBy({...known, topic}, text) ? {...known, value, topic} : known;
}

/** Whether the topic is what the option says; behind a colon stands what it is called itself. */
const isNamedBy = ({topic}: FieldOption, text: string): boolean => text === topic || text.startsWith(`${topic}: `);

/** Whether an assignment holds a path of this machine, which is nowhere else. */
const namesPlace = (assignment: string): boolean => /["=](?:[/~]|[A-Za-z]:\\)/u.test(assignment);

/** `--voice` where one speaks for all and the config names none, which would come first; else every seat's own. */
function voiceOptions({participants, config}: Debated): string[] {
	const judges = participants.filter(({role}) => role === 'judge');
	const [one, ...others] = new Set(participants.map(({voice}) => voice));
	if (one === undefined) return [];
	const judged = judges.map(({voice}) => optionText('--judge', voice));
	const keepers = participants.filter(({role}) => role === keeperRole);
	const kept = keepers.map(({voice}) => optionText('--keeper', voice));
	if (others.length === 0 && !namesVoice(config))
		return [optionText('--voice', one), ...(judges.length > 1 ? judged : []), ...kept];
	const seats = participants.filter(seat => !judges.includes(seat) && !keepers.includes(seat));
	return [...seats.map(({id, voice}) => optionText('--seat', `${id}=${voice}`)), ...judged, ...kept];
}

const namesVoice = (config: unknown): boolean =>
	Array.isArray(config)
		? config.some(namesVoice)
		: isRecord(config) &&
			Object.entries(config).some(
				([key, value]) => (key === 'voice' && typeof value === 'string') || namesVoice(value),
			);

/** An option with its value, as a shell takes it. */
export const optionText = (flag: string, value: string): string =>
	value.startsWith('-') ? `${flag}=${shellQuote(value)}` : `${flag} ${shellQuote(value)}`;
