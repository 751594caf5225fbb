/** What an episode says of itself, in every language that has words for it. */
import {describe, expect, it} from 'vitest';
import {fold} from '../../../src/debate/reduce.ts';
import {noteOf, episodeFrom} from '../../../src/exports/episode.ts';
import {episodeWords, englishEpisodeWords} from '../../../src/languages/find.ts';
import {spokenPassage} from '../../../src/exports/segments.ts';
import {detailed, podcast} from '../written.ts';
import {frameworks} from '../../../src/formats/duelogic/frameworks.ts';
import {gradedRecording} from '../graded.ts';
import {sampleEvents} from '../sample.ts';

const codes = ['de', 'fr', 'es', 'zh'];

/** Slots by the place of the text; `{reason}` is English only, since programs give it. */
function slotsIn(value: unknown, place = ''): Record<string, string[]> {
	if (typeof value !== 'string')
		return Object.assign({}, ...Object.entries(Object(value)).map(([key, each]) => slotsIn(each, `${place}/${key}`)));
	const slots = (value.match(/\{\w+\}/gu) ?? []).filter(slot => slot !== '{reason}');
	return slots.length === 0 ? {} : {[place]: slots.toSorted()};
}

/** The sample as if it were held in this language, with everything that can happen in a debate. */
const sampleIn = (language: string) =>
	fold(
		sampleEvents().map(event =>
			event.type === 'debate-start' ? {...event, config: {...Object(event.config), language}} : event,
		),
	);

describe('the words of an episode', () => {
	it.each(codes)('are all there in %s, with the slots that English has', code => {
		expect(slotsIn(episodeWords(code))).toEqual(slotsIn(englishEpisodeWords));
		expect(Object.keys(episodeWords(code).names)).toEqual(
			expect.arrayContaining([...Object.keys(frameworks), 'introduction', 'opening', 'exchange', 'synthesis']),
		);
	});

	it('are English where a language has none', () => {
		expect(episodeWords('fi')).toBe(englishEpisodeWords);
	});

	it('make the script and the notes of a whole debate', () => {
		const notes = /^# [^]*?(?=\n\*\*CLAUDE)/u.exec(podcast(sampleIn('de')))?.[0] ?? '';
		expect(notes).toMatchInlineSnapshot(`
			"# Duelogic, Folge 12: Voting should be compulsory

			## Zur Folge

			**Voting should be compulsory.** Es debattieren Claude Sonnet 4, Grok 3 und Rehearsal B.

			Jede Seite argumentiert aus einer Denkschule, die ihr zugeteilt wurde: Claude Sonnet 4 (Utilitarismus), Grok 3 (Tugendethik) und Rehearsal B (Libertarismus). Wer widerspricht, muss die Gegenseite zuvor so fair wiedergeben, dass sie es unterschreiben würde, und muss eine Grenze der eigenen Sicht zugeben. GPT-4o leitet das Gespräch, fragt nach, wenn eines davon vergessen wird, und sagt am Ende, woran die Entscheidung hängt. In 2 Wortwechseln fiel einmal jemand ins Wort, und die Leitung griff einmal ein. Nicht alle konnten bis zum Ende mitreden. Niemand wird zum Sieger erklärt; was hier in Anführungszeichen steht, wurde wörtlich so gesagt.

			Alle Stimmen sind KI; ausgenommen Rehearsal B: Programm, das eine Debatte probt (Probe, kein Modell). Wer sich aus dem Publikum gemeldet hat, zählt nicht dazu.

			**Was bleibt**

			- Claude Sonnet 4 vertrat: „Count everyone who is touched by a law, and ask which parliament would count them too.“
			- Grok 3 vertrat: „A citizen is made by what she does, and so is a city.“
			- Was offen bleibt: „Three views, and one hinge: is a voice still yours when it is asked for by law?“

			**Kapitel**

			- (00:00) Einleitung
			- (00:14) Eröffnung
			- (00:27) Wortwechsel 1
			- (01:30) Bilanz: Is a voice still yours when it is asked for by law?

			**Wer spricht**

			- Claude Sonnet 4, von Anthropic, Denkschule: Utilitarismus
			- Grok 3, von xAI, Denkschule: Tugendethik
			- Rehearsal B (Probe, kein Modell), Denkschule: Libertarismus

			**Im Wortlaut**

			- „The strongest thing said against me is that a vote nobody wants to cast says nothing.“ (Claude Sonnet 4)
			- „What I cannot show is that freedom alone brings anyone to the polls.“ (Rehearsal B)

			**Zahlen**

			- Claude Sonnet 4: Einhaltung der Debattenregeln im Mittel 88 von 100
			- Von 1 Person, die vorher und nachher abgestimmt hat, änderte 1 die Haltung

			## Sprechtext

			*Etwa 1:39 bei 150 Wörtern in der Minute; alle Zeiten sind geschätzt. Regieanweisungen stehen in eckigen Klammern und werden nicht gesprochen.*

			- GPT-4O: Leitung, OpenAI
			- CLAUDE SONNET 4: Utilitarismus, Anthropic
			- GROK 3: Tugendethik, xAI
			- REHEARSAL B: Libertarismus, Probe, kein Modell
			- STIMME AUS DEM PUBLIKUM: aus dem Publikum

			### Einleitung (0:00)

			**GPT-4O:** What would you give up to be heard? Welcome to Duelogic. Tonight Claude Sonnet 4 argues as a utilitarian, Grok 3 from virtue ethics, and Rehearsal B as a libertarian.

			Claude, the floor is yours.

			### Eröffnung (0:14)
			"
		`);
	});

	it.each([
		['de', 'GROK 3 fällt CLAUDE SONNET 4 ins Wort', 'REHEARSAL B hält inne; GPT-4O greift ein'],
		['fr', 'GROK 3 coupe la parole à CLAUDE SONNET 4', 'REHEARSAL B s’interrompt ; GPT-4O intervient'],
		['es', 'GROK 3 interrumpe a CLAUDE SONNET 4', 'REHEARSAL B hace una pausa; GPT-4O interviene'],
		['zh', 'GROK 3打断CLAUDE SONNET 4', 'REHEARSAL B停下；GPT-4O介入'],
	])('have their directions in %s', (code, cutIn, step) => {
		const script = podcast(sampleIn(code));
		expect(script).toContain(`[${cutIn}]`);
		expect(script).toContain(`[${step}]`);
	});

	it('tell how far judges agreed', () => {
		const {events} = gradedRecording();
		const german = events.map(event =>
			event.type === 'debate-start' ? {...event, config: {...Object(event.config), language: 'de'}} : event,
		);
		expect(podcast(fold(german))).toContain('Die Jury war sich bei ');
	});

	it.each([
		['de', /^\*Regeltreue 55 = [\d +]+ \(faire Wiedergabe ausreichend, /mu],
		['fr', /^\*Respect des règles 55 = [\d +]+ \(thèse adverse suffisante, /mu],
		['es', /^\*Respeto de las reglas 55 = [\d +]+ \(tesis contraria suficiente, /mu],
		['zh', /^\*遵守规则 55 = [\d +]+（公正复述 尚可，/mu],
	])('tell in %s how a score came about', (code, score) => {
		const inLanguage = gradedRecording().events.map(event =>
			event.type === 'debate-start' ? {...event, config: {...Object(event.config), language: code}} : event,
		);
		const article = detailed(fold(inLanguage));
		expect(article).toMatch(score);
		const {items, grades, void: voided, refused, notScored} = episodeWords(code).score;
		expect(article).toContain(`- S1 ${items['S1']}: ${grades['exact']}; `);
		for (const told of [voided, refused]) expect(article).toContain(`; ${told}\n`);
		expect(article).toContain(`*${notScored}*`);
	});

	it('say in captions who is no person', () => {
		expect(noteOf(episodeFrom(sampleIn('fr')))).toBe(
			'Toutes les voix sont des IA, à l’exception de Rehearsal B : programme qui répète un débat (répétition, sans modèle). Une personne du public qui a pris la parole n’en fait pas partie.',
		);
	});

	it('end a cut on a dash instead of its stop, in any script', () => {
		const turn = fold(sampleEvents()).turns.find(({finish}) => finish === 'interrupted');
		if (!turn) throw new Error('nobody was cut');
		const said = (text: string, language: string) =>
			spokenPassage({turn, text, from: 0, first: true, last: true}, {language});
		expect(said('除此之外并没有别的理由。', 'zh')).toBe('除此之外并没有别的理由 —');
		expect(said('Et rien d’autre…', 'fr')).toBe('Et rien d’autre —');
	});
});
