/** What an article says of a motion debate beside its turns, in the language of the debate. */
import {beforeAll, describe, expect, it} from 'vitest';
import type {DebateState} from '../../../src/debate/state.ts';
import {motionSections} from '../../../src/formats/motion/sections.ts';
import {episodeWords} from '../../../src/languages/find.ts';
import {runMotion} from './run-motion.ts';

/** Held by rehearsal voices, with a question that is evaded and something new in a closing. */
let held: DebateState;
beforeAll(async () => {
	const {state} = await runMotion({config: {verdict: {judges: 2}}});
	const [question] = state.turns.filter(({kind}) => kind === 'question');
	const [first, second] = state.turns.filter(({speaker}) => speaker.startsWith('for'));
	const {motion} = state.formats;
	held = {
		...state,
		formats: {
			...state.formats,
			motion: {
				...motion,
				points: [
					{type: 'point', turnId: first?.id ?? '', by: 'against_1', point: 'P?', trigger: '', taken: true},
					{type: 'point', turnId: second?.id ?? '', by: 'against_1', point: 'Q?', trigger: '', taken: false},
				],
				checks: [
					{type: 'answer-check', question: question?.id ?? '', turnId: first?.id ?? '', answered: false, evaded: true},
				],
				newClaims: [{type: 'new-claim', turnId: second?.id ?? '', sentences: ['N.']}],
			},
		},
	};
});

const sectionsIn = (code: string): string => motionSections(held, true, episodeWords(code)).join('\n\n');

describe('the sections of a motion', () => {
	it.each(['de', 'fr', 'es', 'zh'])('have in %s none of the English words', code => {
		const english = sectionsIn('en').split('\n');
		const told = sectionsIn(code).split('\n');
		expect(told).toHaveLength(english.length);
		const same = told.filter((line, at) => line !== '' && line === english[at]);
		// Names of judges, sentences of the debate, what lies between the rows of a table, and a word that French has too.
		expect(same.filter(line => !/^(?:###? (?:Name|Verdict$)|> |>$|\*\*Name|\| ---|- .*: N\.$)/u.test(line))).toEqual(
			[],
		);
	});

	it('are those of German in a German debate', () => {
		const lines = sectionsIn('de').split('\n');
		expect(lines.filter(line => /^(?:##|\*\*Urteil|\| als|- Name)/u.test(line))).toMatchInlineSnapshot(`
			[
			  "## Urteil",
			  "**Urteil von 2 Jurymitgliedern: unentschieden. Mit vertauschten Bezeichnungen urteilten anders: 1 von 2 Jurymitgliedern.** Wer besser argumentiert, hat damit noch nicht recht.",
			  "### Name of judge",
			  "| als A gelesen | besser war | Abstand | Argumente | Erwiderung | Belege | Antworten | Umgang |",
			  "### Name of judge\\_2",
			  "| als A gelesen | besser war | Abstand | Argumente | Erwiderung | Belege | Antworten | Umgang |",
			  "## Mitgeschrieben: was beantwortet wurde und was nicht",
			  "## Zwischenfragen",
			  "- Name of against\\_1 an Name of for\\_1, **angenommen**: P?",
			  "- Name of against\\_1 an Name of for\\_1, abgelehnt: Q?",
			  "## Fragen, denen jemand auswich",
			  "- Name of for\\_1 antwortete auch auf Nachfrage nicht: „I ask Name of against\\_1 one thing: how far does “those that hold everywhere and those that leave us room” go, and why no further?“",
			  "## Neues im Schlusswort",
			  "- Name of for\\_1: N.",
			]
		`);
	});
});
