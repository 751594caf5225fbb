/** What was said in captions and transcripts (WebVTT, SubRip, SBV): without numbers, times, tags and notes. */
import type {DocumentText} from '../document-text.ts';
import {counted, htmlText} from './html.ts';

const time = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}`;
const timing = new RegExp(String.raw`^\s*${time}\s*(?:-->|,)\s*${time}`, 'u');
const apart = /^(?:WEBVTT|NOTE|STYLE|REGION|X-TIMESTAMP-MAP)\b/u;

type SaidCue = {readonly speaker: string; readonly words: string};

export function captionText(source: string): DocumentText {
	const blocks = source.replaceAll('\r\n', '\n').split(/\n\s*\n/u);
	let left = 0;
	const cues = blocks.flatMap((block): readonly SaidCue[] => {
		const lines = block.split('\n');
		const at = lines.findIndex(line => timing.test(line));
		if (at < 0 && block.trim() !== '' && !block.trimStart().startsWith('WEBVTT')) left++;
		return at < 0 || apart.test(lines[0] ?? '') ? [] : lines.slice(at + 1).flatMap(saidIn);
	});
	return {
		text: paragraphsOf(withoutRepeats(cues)),
		left: counted(left, 'note or block of settings', 'notes and blocks of settings'),
	};
}

/** A line with its voice, of which there are two notations: `<v Ann Lee>` and `Ann Lee:`. */
function saidIn(line: string): readonly SaidCue[] {
	const voice = /<v(?:\.[^\s>]*)?\s+(?<name>[^>]+)>/u.exec(line)?.groups?.['name'];
	const words = htmlText(line.replaceAll(/<\/?(?:[cvibu]|lang|ruby|\d)[^>]*>|\{\\[^}]*\}/gu, '')).text.replaceAll(
		/\s+/gu,
		' ',
	);
	const named = /^(?:-\s*)?(?<name>\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*){0,3}): (?<said>.+)$/u.exec(words)?.groups;
	if (words === '') return [];
	if (voice !== undefined) return [{speaker: voice.trim(), words}];
	return [{speaker: named?.['name'] ?? '', words: named?.['said'] ?? words}];
}

/** Rolling captions show each line twice. */
const withoutRepeats = (cues: readonly SaidCue[]): readonly SaidCue[] =>
	cues.filter(({words}, index) => cues[index - 1]?.words !== words);

/** Sentences of a paragraph, where nobody is named. */
const longest = 600;

/** What somebody said in a row is one paragraph. A line without a name goes on with what was said before it. */
function paragraphsOf(cues: readonly SaidCue[]): string {
	const paragraphs: {speaker: string; words: string}[] = [];
	for (const {speaker, words} of cues) {
		const last = paragraphs.at(-1);
		const isSame = last && (speaker === '' || speaker === last.speaker);
		if (isSame && !(last.words.length > longest && /[.!?…。]$/u.test(last.words))) last.words += `\n${words}`;
		else paragraphs.push({speaker: speaker === '' ? (last?.speaker ?? '') : speaker, words});
	}
	return paragraphs.map(({speaker, words}) => (speaker === '' ? words : `${speaker}:\n${words}`)).join('\n\n');
}
