/**
 * Show notes: what a podcast directory shows of a debate. Only what happened and what was said, in at most 4,000
 * characters.
 */
import {arguingSeats, isPerson, personLabel, type Holder, type Seat} from '../../debate/seats.ts';
import type {DebateState} from '../../debate/state.ts';
import {escapeInline} from '../escape-markdown.ts';
import {lastQuestion, openingOf, quoteBy, type Quote} from './quotes.ts';
import {agreementText} from '../scores.ts';
import {statisticsOf} from '../statistics.ts';
import type {Stretch} from '../timeline.ts';
import {formatCount, humanize, isRehearsal, money, plural, stanceText, rehearsalLabel} from '../wording.ts';

/** The longest that directories take, in characters. */
const longest = 4000;

/** `rank` tells what goes first where there is no room for all. */
type NotesSection = {readonly title: string; readonly rank: number; readonly entries: readonly string[]};

export function showNotes(state: DebateState, timeline: readonly Stretch[]): string {
	const chairs = arguingSeats(state.seats);
	const taken = new Set<string>();
	const sections: NotesSection[] = [
		{title: 'Takeaways', rank: 2, entries: takeaways(state, chairs, taken)},
		{
			title: 'Chapters',
			rank: 1,
			entries: timeline.flatMap(({section, start}) =>
				section === undefined ? [] : [`(${minutes(start)}) ${escapeInline(section)}`],
			),
		},
		{title: 'Guests', rank: 0, entries: chairs.map(guest)},
		{
			title: 'In their words',
			rank: 3,
			entries: chairs.flatMap(seat => quoted(quoteBy(state, seat, ['S3', 'S1', 'S5', 'C3', 'F1'], taken))),
		},
		{title: 'Figures', rank: 4, entries: figures(state)},
	];
	return fitSections(
		[hook(state, chairs), summary(state, chairs), disclosure(state)].filter(part => part !== ''),
		sections,
	);
}

/** The paragraphs, and of the sections as many entries as there is room for. */
function fitSections(paragraphs: readonly string[], sections: readonly NotesSection[]): string {
	let room = longest - paragraphs.join('\n\n').length;
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

/** One or two sentences, the first hundred characters of which say what it is about. */
function hook({start}: DebateState, chairs: readonly Seat[]): string {
	const proposition = shortened(start?.subject.text ?? '', 300);
	return `**${escapeInline(proposition)}** ${list(chairs.map(({name}) => name))} ${chairs.length > 1 ? 'do not agree, and none of them gets away with an easy answer.' : 'makes the case.'}`;
}

function summary(state: DebateState, chairs: readonly Seat[]): string {
	const frameworks = chairs.flatMap(({name, framework}) =>
		framework === undefined ? [] : [`${name} (${humanize(framework)})`],
	);
	if (frameworks.length === 0) return '';
	const host = state.seats.find(({role}) => role === 'arbiter');
	const rounds = Math.max(0, ...state.turns.map(({round}) => round ?? 0));
	const {interruptions: cuts, interjections: steps, outcome, reason} = state;
	const how =
		rounds === 0
			? ''
			: `In ${plural(rounds, 'exchange')} the chairs cut in on each other ${times(cuts.length)}${host ? `, and the host stepped in ${times(steps.length)}` : ''}.`;
	return [
		`Each chair argues from a school of ethics that was assigned to it: ${list(frameworks)}.`,
		'Before objecting, a chair has to put its opponent’s case so fairly that the opponent would sign it, and it has to own up to a limit of its own view.',
		host
			? `${escapeInline(host.name)} hosts, asks when either is forgotten, and says at the end what the decision hangs on.`
			: '',
		how,
		outcome === 'completed' || outcome === undefined
			? ''
			: `It ended ${outcome}${reason === undefined ? '' : `, ${shortened(escapeInline(reason), 200)}`}.`,
		'Nobody is declared the winner; what is quoted here was said word for word.',
	]
		.filter(part => part !== '')
		.join(' ');
}

/** What each chair stood for and admitted, and the question that remained: three to seven where the debate has them. */
function takeaways(state: DebateState, chairs: readonly Seat[], taken: Set<string>): string[] {
	const held = chairs.flatMap(seat =>
		attributed(quoteBy(state, seat, ['F1'], taken) ?? openingOf(state, seat, taken), 'held'),
	);
	const admitted = chairs.flatMap(seat => attributed(quoteBy(state, seat, ['C1', 'C3', 'C2'], taken), 'admitted'));
	const question = lastQuestion(state);
	const chosen = [...held, ...admitted];
	return [
		...chosen.slice(0, question === undefined ? 7 : 6),
		...(question === undefined ? [] : [`What remains: “${escapeInline(question)}”`]),
	];
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

/** Who here is a person and who is not; listeners who spoke up aside. */
function disclosure({turns}: DebateState): string {
	const heard = [
		...new Map(
			turns.flatMap(({by, text, speaker}) => (by && text !== '' ? [[`${speaker} ${by.name}`, by] as const] : [])),
		).values(),
	];
	const rehearsed = heard.filter(isRehearsal);
	const people = heard.filter(isPerson);
	const listener = turns.some(({kind}) => kind === 'barge-in') ? ' A listener who spoke up is not one of them.' : '';
	if (heard.length === 0) return '';
	if (people.length > 0)
		return `${list(people.map(({name}) => name))} ${people.length === 1 ? 'is a person' : 'are people'}; all other speakers are ${rehearsed.length + people.length === heard.length ? `programs that rehearse a debate (${rehearsalLabel})` : `AI${exceptFor(rehearsed)}`}.${listener}`;
	if (rehearsed.length === heard.length)
		return `No human and no AI model speaks here: all voices are programs that rehearse a debate (${rehearsalLabel}).${listener}`;
	return `All speakers are AI${exceptFor(rehearsed)}.${listener}`;
}

const exceptFor = (rehearsed: readonly Holder[]): string =>
	rehearsed.length === 0
		? ''
		: `, but for ${list(rehearsed.map(({name}) => name))}: a program that rehearses a debate (${rehearsalLabel})`;

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

const list = (names: readonly string[]): string =>
	names
		.map(escapeInline)
		.reduce((said, name, place) => `${said}${place === names.length - 1 ? ' and ' : ', '}${name}`, '')
		.replace(/^(?: and |, )/u, '');
const times = (count: number): string =>
	count === 0 ? 'not once' : count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
const shortened = (text: string, most: number): string =>
	text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/u, '')} …`;

/** `MM:SS`, or `H:MM:SS` from an hour on, as players read them. */
function minutes(ms: number): string {
	const seconds = Math.floor(ms / 1000);
	const two = (value: number) => String(value).padStart(2, '0');
	const hours = Math.floor(seconds / 3600);
	return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
