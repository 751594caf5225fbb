/** What is nested without end overflows the stack of whoever walks through it: it is told as any other bad input. */
import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import {checkFeed} from '../../src/app/sound/check-show.ts';
import {parseAnswer} from '../../src/engine/calls/structured.ts';
import {parseJournal} from '../../src/engine/journal/journal.ts';
import {eventIn} from '../../src/formats/model-duel/host/duel-log.ts';
import {readMessage} from '../../src/formats/builder-reviewer/mailbox.ts';
import {readJudgements} from '../../src/ratings/rows.ts';
import {wordsOf} from '../../src/voices/errors.ts';

const nested = (open: string, close: string, depth = 100_000): string => open.repeat(depth) + close.repeat(depth);
const endless = [
	['lists', nested('[', ']')],
	['objects', `${'{"message":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
] as const;

describe.each(endless)('%s without end', (_kind, text) => {
	it('are no answer of a model', () => {
		expect(parseAnswer(text, z.object({message: z.string()}))).toEqual({
			ok: false,
			reason: 'there is no JSON in the answer',
		});
	});

	it('are no message of a server', () => {
		expect(wordsOf(JSON.parse(text))).toMatch(/^(?:a message that cannot be read)?$/u);
	});

	it('are no line of a journal or of a log of duels', () => {
		expect(parseJournal(`${text.slice(0, -1)},"hash":"x"}\n`).problems).toMatchObject([{line: 1}]);
		const stamped = `{"type":"notice","text":${text},"seq":1,"at":0,"hash":"x"}`;
		expect(parseJournal(`${stamped}\n`).problems).toEqual([{line: 1, what: 'is not JSON (it is nested too deep)'}]);
		expect(eventIn(text)).toBeUndefined();
	});

	it('are no message of another program, and no judgement', () => {
		const message = `{"schema_version":"0.1","timestamp":"2026-01-01T00:00:00Z","sender":"builder","run_id":"x","message_type":"plan.proposed","body":${text}}`;
		expect(readMessage('20251006T130000000Z-builder-plan.proposed.json', message, 'x')).toMatchObject({rule: 'body'});
		expect(readJudgements(text).faults).toHaveLength(1);
	});
});

it('tags without end are no feed', () => {
	expect(checkFeed(nested('<a>', '</a>', 20_000))).toEqual([
		{must: true, what: 'not a feed: it is nested too deep, or holds what no feed has'},
	]);
});
