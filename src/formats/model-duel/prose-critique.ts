/** Reads the points of a critique in plain prose. What a point does not say is left out. */
import type {Issue} from '../../debate/formats/model-duel/events.ts';
import {cleanText} from '../../debate/text/intake.ts';

export type ProseCritique = {readonly content: string; readonly issues: Issue[]};

const listItem = /^\s{0,6}(?:[-*•–]|\(?\d{1,2}[.)]|#{1,6}\s*\d{1,2}[.)]?)\s+/u;
const heading = /^\s{0,3}(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)|[:：]\s*$/u;
const labelled =
	/^\s*(?:\*\*)?(?<name>evidence|because|근거|suggested fix|suggestion|fix|instead|제안|수정안?)(?:\*\*)?\s*[:：](?:\*\*)?\s*(?<text>.+)$/iu;
const praise =
	/^(?:overall|in general|in short|good|great|nice|well done|excellent|solid|lgtm|looks good|thanks|thank you|i like)\b/iu;
const objection =
	/\b(?:but|however|though|although|yet|not|no|never|missing|lacks?|lacking|unclear|wrong|fails?|ignores?|assumes?|should|must|needs?|risks?|without|weak|vague|instead|why|how)\b|n['’]t\b/iu;
/** A model that declines to answer, or says what it is, has said nothing of the draft. */
const refusal =
	/\b(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:['’]?t|not)|won['’]?t|must decline|cannot) (?:help|assist|do|provide|comply|fulfil|critique|review|answer|engage|continue)|as an ai\b|(?:unable|not able) to (?:help|assist|comply|provide|fulfil)|against my (?:guidelines|policy))|^\s*(?:sorry\b|죄송|도와드릴 수 없|申し訳|抱歉|无法|lo siento|je suis désolé|es tut mir leid)/iu;
/** Words of praise; where nothing objects, the point is none. */
const praising =
	/\b(?:good|great|nice(?:ly)?|well (?:done|written|structured)|excellent|solid|clear(?:ly)?|thorough|impressive|perfect(?:ly)?|strong|comprehensive|love|agree|no (?:issues|objections|problems|faults|complaints|changes|notes)|nothing (?:to|wrong|is wrong)|looks? (?:good|fine|right)|lgtm|ship it)\b/iu;
const quoted = /[“"«](?<quote>[^”"»]{8,})[”"»]/u;

/** Failed attempts at the requested JSON are not prose. */
const structured = /^(?:```(?:json)?\s*)?[{[]|"(?:content|issues|rubric|claim)"\s*:/iu;

/** Reads a critique of `draft`; undefined if it raises no point against it. */
export function readProse(raw: string, draft: string): ProseCritique | undefined {
	const content = cleanText(raw).trim();
	if (content === '' || structured.test(content)) return undefined;
	const issues = pointsIn(content)
		.filter(isAgainst)
		.map(point => issueOf(point, draft));
	return issues.length === 0 ? undefined : {content, issues};
}

/** The items of its lists; where it has none, its paragraphs. */
function pointsIn(text: string): string[] {
	const lines = text.split('\n');
	if (!lines.some(line => listItem.test(line)))
		return text
			.split(/\n\s*\n/u)
			.map(paragraph => withoutHeading(paragraph))
			.filter(point => point !== '');
	const points: string[][] = [];
	let open = false;
	for (const line of lines) {
		if (listItem.test(line) && !labelled.test(line.replace(listItem, ''))) points.push([line.replace(listItem, '')]);
		else if (open || listItem.test(line)) points.at(-1)?.push(line.replace(listItem, ''));
		open = points.length > 0 && line.trim() !== '';
	}
	return points.map(point => point.join('\n').trim()).filter(point => point !== '');
}

const withoutHeading = (paragraph: string): string =>
	paragraph
		.split('\n')
		.filter(line => !heading.test(line))
		.join('\n')
		.trim();

/** Neither praise nor a refusal is a point. Text in other languages counts. */
const isAgainst = (point: string): boolean => {
	if (refusal.test(point)) return false;
	const rest = point.replaceAll(
		/\b(?:no|not (?:a|any)|without) (?:issues?|objections?|problems?|faults?|complaints?|changes?|notes?)\b|\bnothing (?:to \w+|wrong|is wrong)\b|\bnot bad\b/giu,
		'',
	);
	return objection.test(rest) || !(praise.test(point) || praising.test(point));
};

function issueOf(point: string, draft: string): Issue {
	const lines = point.split('\n').map(line => ({line, label: labelled.exec(line)?.groups}));
	const said = (names: RegExp): string | undefined =>
		lines.find(({label}) => names.test(label?.['name'] ?? ''))?.label?.['text']?.trim();
	const claim = lines
		.filter(({label}) => !label)
		.map(({line}) => line.trim())
		.join(' ')
		.replaceAll('**', '')
		.trim();
	const quote = quoted.exec(point)?.groups?.['quote'];
	const evidence =
		said(/^(?:evidence|because|근거)$/iu) ?? (quote !== undefined && draft.includes(quote) ? quote : undefined);
	const suggestedFix = said(/^(?:suggest|fix|instead|제안|수정)/iu);
	return {claim: claim || point, ...(evidence ? {evidence} : {}), ...(suggestedFix ? {suggestedFix} : {})};
}
