/** Asks a person how a run goes on: at the keyboard, or by what `rostrum resume` was told; else the run halts. */
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import type {z} from 'zod';
import type {WantedTurn} from '../../../debate/events.ts';
import type {TextAnswer} from '../../../debate/form.ts';
import {DebateHalted} from '../../../engine/context/ending.ts';
import {writeWhole} from '../../../engine/host/write-whole.ts';
import type {PersonAnswer, PersonQuestion} from '../effects.ts';
import {patchOf} from '../mailbox/run-files.ts';

/** What a person decided before they were asked again; taken once. */
export type GivenDecision = z.infer<typeof PersonAnswer>;
export type PersonPort = {
	readonly isThere: boolean;
	given: GivenDecision | undefined;
};
type TypeHere = (wanted: WantedTurn) => Promise<TextAnswer | undefined>;

const pendingFile = join('decisions', 'pending.json');

/** Throws `DebateHalted` where nobody answers: what is asked stands in `decisions/pending.json` then. */
export async function askPerson(
	folder: string,
	person: PersonPort,
	question: z.infer<typeof PersonQuestion>,
	type: TypeHere,
): Promise<GivenDecision> {
	const given = person.given ?? (person.isThere ? await typed(question, type) : undefined);
	person.given = undefined;
	if (given) {
		rmSync(join(folder, pendingFile), {force: true});
		return given;
	}
	const asked = {...question, options: choices.map(({value}) => value), patch: patchOf(question.cycle)};
	writeWhole(join(folder, pendingFile), `${JSON.stringify(asked, undefined, '\t')}\n`);
	throw new DebateHalted(question.text);
}

const choices = [
	{value: 'go on', label: 'go on as it is'},
	{value: 'send back', label: 'send back, with what must be changed'},
	{value: 'stop', label: 'stop; the patch is kept'},
] as const;

async function typed({text}: z.infer<typeof PersonQuestion>, type: TypeHere): Promise<GivenDecision | undefined> {
	const seat = {participant: 'reviewer', kind: 'approval'};
	const chosen = await type({...seat, call: 'decision', field: {label: text, choices}});
	const decision = choices.find(({value}) => value === chosen?.text.trim())?.value;
	if (decision !== 'send back') return decision && {decision, comments: []};
	const field = {label: 'to change', about: 'What must be changed?', optional: true} as const;
	const comment = (await type({...seat, call: 'comments', field}))?.text.trim() ?? '';
	return {decision, comments: comment === '' ? [] : [comment]};
}
