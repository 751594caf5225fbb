/** English. */
import {standingNames} from '../../debate/views/claims.ts';
import {personLabel} from '../../debate/seats.ts';
import {agreementWords} from '../../exports/scores.ts';
import {rehearsalLabel} from '../../exports/wording.ts';
import type {EpisodeWords} from './language.ts';

export const en: EpisodeWords = {
	code: 'en',
	names: {},
	quotes: ['“', '”'],
	brackets: [' (', ')'],
	comma: ', ',
	space: ' ',
	headings: {
		notes: 'Show notes',
		script: 'Script',
		takeaways: 'Takeaways',
		claims: 'What was answered, and what was not',
		chapters: 'Chapters',
		guests: 'Guests',
		quotes: 'In their words',
		links: 'Links',
		figures: 'Figures',
		coldOpen: 'Cold open',
	},
	labels: {
		episode: '{show}, episode {number}',
		person: personLabel,
		rehearsal: rehearsalLabel,
		listener: 'A listener',
		fromTheAudience: 'from the audience',
		by: ', by {provider}',
		framework: 'framework: {name}',
		chapter: '{part}: {title}',
	},
	cues: {
		coldOpen: 'COLD OPEN, without music',
		musicIn: 'MUSIC in, then under',
		sting: 'MUSIC sting',
		musicOut: 'MUSIC out',
		goesOn: '{name} goes on',
		pauses: '{host} pauses; {name} steps in',
		stepsIn: '{name} steps in',
		takesBack: '{name} takes the floor back',
		cutsIn: '{name} cuts in',
		cutsInOver: '{name} cuts in, over {other}',
	},
	script: {
		times:
			'About {time} at {wpm} words a minute; all times are estimates. Directions stand in brackets and are not spoken.',
		edited: 'Edited after the debate: these are not the words as they were said',
		journal: 'The debate itself is in its journal.',
	},
	disclosure: {
		people: ['{names} is a person; ', '{names} are people; '],
		otherPrograms: 'all other speakers are programs that rehearse a debate ({rehearsal}).',
		otherModels: 'all other speakers are AI{except}.',
		programs: 'No human and no AI model speaks here: all voices are programs that rehearse a debate ({rehearsal}).',
		models: 'All speakers are AI{except}.',
		except: ', but for {names}: a program that rehearses a debate ({rehearsal})',
		listener: ' A listener who spoke up is not one of them.',
	},
	notes: {
		argue: ['{names} makes the case.', '{names} argue it out.'],
		frameworks: 'Each chair argues from a school of ethics that was assigned to it: {names}.',
		rules:
			'Before objecting, a chair has to put its opponent’s case so fairly that the opponent would sign it, and it has to own up to a limit of its own view.',
		host: '{name} hosts, asks when either is forgotten, and says at the end what the decision hangs on.',
		exchanges: ['In {count} exchange ', 'In {count} exchanges '],
		noCuts: 'nobody cut anybody short',
		cuts: 'somebody cut in {times}',
		noSteps: 'the host never had to step in',
		steps: 'the host stepped in {times}',
		and: ', and ',
		stop: '.',
		ended: 'It ended {outcome}{reason}.',
		outcomes: {},
		winner: 'Nobody is declared the winner; what is quoted here was said word for word.',
		held: '{name} held: {quote}',
		admitted: '{name} admitted: {quote}',
		settled: 'Settled: {text} ({how})',
		granted: 'granted by {name}',
		open: 'Open: {text}',
		remains: 'What remains: {quote}',
	},
	standings: standingNames,
	claim: '{name}: {claim} ({standing})',
	times: ['once', 'twice', '{count} times'],
	figures: {
		mean: '{name}: adherence to the rules of the debate {mean} of 100, on average',
		agreement: agreementWords,
		shift: [
			'Of {count} listener who voted before and after, {changed} changed their stance',
			'Of {count} listeners who voted before and after, {changed} changed their stance',
		],
		judge:
			'{name}, who judged, stood at {before} before the debate and at {after} after it, from −3, against, to +3, in favour',
		spent: [
			'{count} request, {tokens} tokens, {cost}; seed {seed}',
			'{count} requests, {tokens} tokens, {cost}; seed {seed}',
		],
		journal: [
			'Journal: {count} events, the last with SHA-256 {head}; not signed',
			'Journal: {count} events, the last with SHA-256 {head}; signed by {by}',
		],
		unknownCost: 'cost unknown',
	},
};
