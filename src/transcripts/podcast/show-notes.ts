/**
 * Show notes: what a podcast directory shows of a debate. Only what happened and what was said, in at most 4,000
 * characters.
 */
import {arguingSeats, isPerson, personLabel, type Seat} from '../../debate/seats.ts';
import type {DebateState} from '../../debate/state.ts';
import {shortened} from '../episode/chapter-names.ts';
import {disclosure, editedNote, inWords} from '../episode/disclosure.ts';
import type {Episode} from '../episode/episode.ts';
import {lastQuestion, outcomePointsOf} from '../episode/points.ts';
import {escapeInline} from '../escape-markdown.ts';
import {agreementText, isGraded} from '../scores.ts';
import {statisticsOf} from '../statistics.ts';
import {formatCount, humanize, isRehearsal, money, plural, rehearsalLabel, stanceText} from '../wording.ts';
import {bestLine, quoteBy, stanceOf, type Quote} from './quotes.ts';

/** The longest that directories take, in characters, and how much of it they show at first. */
const longest = 4000;
const shownFirst = 100;

/** `rank` tells what goes first where there is no room for all. */
type NotesSection = {readonly title: string; readonly rank: number; readonly entries: readonly string[]};

export function showNotes(episode: Episode): string {
	const {state, chapters, language, edited} = episode;
	const chairs = arguingSeats(state.seats);
	const taken = new Set<string>();
	const sections: NotesSection[] = [
		{title: 'Takeaways', rank: 2, entries: takeaways(episode, chairs, taken)},
		{
			title: 'Chapters',
			rank: 1,
			entries: chapters.map(({title, start}) => `(${minutes(start)}) ${escapeInline(title)}`),
		},
		{title: 'Guests', rank: 0, entries: chairs.map(guest)},
		{
			title: 'In their words',
			rank: 3,
			entries: chairs.flatMap(seat => quoted(bestLine(state, seat, language, taken))),
		},
		{title: 'Links', rank: 5, entries: linksIn(state)},
		{title: 'Figures', rank: 4, entries: figures(state)},
	];
	return fitSections(
		[
			hook(state, chairs),
			summary(state, chairs),
			escapeInline(disclosure(state)),
			edited ? `${editedNote}.` : '',
		].filter(part => part !== ''),
		sections,
	);
}

/** The paragraphs, and of the sections as many entries as there is room for. */
function fitSections(paragraphs: readonly string[], sections: readonly NotesSection[]): string {
	let room = longest - 1 - paragraphs.join('\n\n').length;
	const shown = new Map<NotesSection, string>();
	for (const section of sections.toSorted((a, b) => a.rank - b.rank)) {
		let text = `\n\n**${section.title}**\n`;
		for (const entry of section.entries) if (text.length + entry.length + 3 <= room) text += `\n- ${entry}`;
		if (!text.includes('\n- ')) continue;
		shown.set(section, text.trim());
		room -= text.length;
	}
	return [...paragraphs, ...sections.flatMap(section => shown.get(section) ?? [])].join('\n\n');
}

/** What it is about within the first hundred characters, which are all that most apps show; then who argues. */
function hook({start}: DebateState, chairs: readonly Seat[]): string {
	const proposition = start?.subject.text.trim().replace(/\s+/gu, ' ') ?? '';
	const first = firstSentence(proposition);
	const rest = proposition.length > first.length ? ` “${escapeInline(shortened(proposition, 300))}”` : '';
	const names = inWords(chairs.map(({name}) => escapeInline(name)));
	return `**${escapeInline(first)}**${rest} ${names} ${chairs.length > 1 ? 'argue it out.' : 'makes the case.'}`;
}

const firstSentence = (text: string): string => {
	const sentence = /^.*?[.?!](?=\s|$)/u.exec(text)?.[0] ?? text;
	return shortened(sentence, shownFirst - 4);
};

function summary(state: DebateState, chairs: readonly Seat[]): string {
	const frameworks = chairs.flatMap(({name, framework}) =>
		framework === undefined ? [] : [escapeInline(`${name} (${humanize(framework)})`)],
	);
	if (frameworks.length === 0) return '';
	const host = state.seats.find(({role}) => role === 'arbiter');
	const {outcome, reason} = state;
	return [
		`Each chair argues from a school of ethics that was assigned to it: ${inWords(frameworks)}.`,
		'Before objecting, a chair has to put its opponent’s case so fairly that the opponent would sign it, and it has to own up to a limit of its own view.',
		host
			? `${escapeInline(host.name)} hosts, asks when either is forgotten, and says at the end what the decision hangs on.`
			: '',
		courseOf(state, host !== undefined),
		outcome === 'completed' || outcome === undefined
			? ''
			: `It ended ${outcome}${reason === undefined ? '' : `, ${shortened(escapeInline(reason), 200)}`}.`,
		'Nobody is declared the winner; what is quoted here was said word for word.',
	]
		.filter(part => part !== '')
		.join(' ');
}

/** How often they cut in and were stopped, in a sentence that also reads well where nothing of it happened. */
function courseOf({turns, interruptions, interjections}: DebateState, hosted: boolean): string {
	const rounds = Math.max(0, ...turns.map(({round}) => round ?? 0));
	if (rounds === 0) return '';
	const cuts =
		interruptions.length === 0 ? 'nobody cut anybody short' : `somebody cut in ${times(interruptions.length)}`;
	const steps =
		interjections.length === 0 ? 'the host never had to step in' : `the host stepped in ${times(interjections.length)}`;
	return `In ${plural(rounds, 'exchange')} ${cuts}${hosted ? `, and ${steps}` : ''}.`;
}

/** What each chair stood for and granted, and what remained: three to seven where the debate has them. */
function takeaways({state, language}: Episode, chairs: readonly Seat[], taken: Set<string>): string[] {
	// From rules 2 on the judges name whole sentences; before, a chair's own opening says better what it stands for.
	const graded = state.turns.some(({evaluation}) => evaluation && isGraded(evaluation));
	const held = chairs.flatMap(seat =>
		attributed(
			(graded ? quoteBy(state, seat, ['F1'], taken) : undefined) ?? stanceOf(state, seat, language, taken),
			'held',
		),
	);
	const admitted = chairs.flatMap(seat => attributed(quoteBy(state, seat, ['C1', 'C3', 'C2'], taken), 'admitted'));
	const points = outcomePointsOf(state);
	const settled = admitted.length > 0 ? [] : (points?.settled ?? []).map(({text, how}) => `Settled: ${text} (${how})`);
	const question = lastQuestion(state);
	const open =
		question === undefined ? (points?.open ?? []).map(({text}) => `Open: ${text}`) : [`What remains: “${question}”`];
	const chosen = [...held, ...admitted, ...settled.map(escapeInline).slice(0, 3)];
	return [...chosen.slice(0, 7 - Math.min(2, open.length)), ...open.slice(0, 2).map(escapeInline)];
}

const attributed = (quote: Quote | undefined, verb: string): string[] =>
	quote ? [`${escapeInline(quote.seat.name)} ${verb}: “${escapeInline(quote.text)}”`] : [];
const quoted = (quote: Quote | undefined): string[] =>
	quote ? [`“${escapeInline(quote.text)}” (${escapeInline(quote.seat.name)})`] : [];

const guest = (seat: Seat): string =>
	escapeInline(
		[
			`${seat.name}${isPerson(seat) ? ` (${personLabel})` : isRehearsal(seat) ? ` (${rehearsalLabel})` : seat.provider === undefined ? '' : `, by ${seat.provider}`}`,
			seat.framework === undefined ? undefined : `framework: ${humanize(seat.framework)}`,
		]
			.filter(part => part !== undefined)
			.join(', '),
	);

/** Addresses that were named in the debate and are not spoken. */
function linksIn({turns, start}: DebateState): string[] {
	const found = [start?.subject.context ?? '', ...turns.map(({text}) => text)].flatMap(
		text => text.match(/https?:\/\/[^\s<>"”’)\]]+[^\s<>"”’)\].,;:!?]/gu) ?? [],
	);
	return [...new Set(found)]
		.filter(link => link.length <= 200)
		.slice(0, 12)
		.map(escapeInline);
}

function figures(state: DebateState): string[] {
	const {chairs, agreement, votes, judgeVotes, spending, cost} = statisticsOf(state);
	const shift = votes.flatMap(vote => vote.shift ?? []);
	return [
		...chairs.flatMap(({seat, mean}) =>
			mean === undefined
				? []
				: [`${escapeInline(seat.name)}: adherence to the rules of the debate ${mean.toFixed(0)} of 100, on average`],
		),
		...(agreement ? [agreementText(agreement)] : []),
		...(shift.length === 0
			? []
			: [
					`Of ${plural(shift.length, 'listener')} who voted before and after, ${shift.filter(by => by !== 0).length} changed their stance`,
				]),
		...judgeVotes.flatMap(({name, before, after}) =>
			before === undefined || after === undefined
				? []
				: [
						`${escapeInline(name)}, who judged, stood at ${stanceText(before)} before the debate and at ${stanceText(after)} after it, from −3, against, to +3, in favour`,
					],
		),
		`${plural(spending.calls, 'request')}, ${formatCount(spending.input + spending.output)} tokens, ${cost === null ? 'cost unknown' : money(cost)}; seed ${state.start?.seed ?? 0}`,
	];
}

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

/** `MM:SS`, or `H:MM:SS` from an hour on, as players read them. */
function minutes(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const two = (value: number) => String(value).padStart(2, '0');
	const hours = Math.floor(seconds / 3600);
	return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
