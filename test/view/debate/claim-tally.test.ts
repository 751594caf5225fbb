import {globSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {claimSections} from '../../../src/exports/claims.ts';
import {fold} from '../../../src/debate/reduce.ts';
import {claimTally} from '../../../src/view/claim-tally.ts';
import {episodeWords} from '../../../src/languages/find.ts';
import {journalAt} from '../../exports/recorded.ts';

test.each(globSync('transcripts/*/debate.jsonl'))(
	'the stage and the article count the same open claims of %s',
	file => {
		const state = fold(journalAt(path.resolve(file)));
		const {claims} = state.formats.ledger;
		const {open, excuses, answered, granted, conceded, withdrawn} = claimTally(state);
		expect(open + excuses.size + answered + granted + conceded + withdrawn).toBe(claims.length);
		const [, told = ''] = claimSections(state, episodeWords('en'), 'arbiter');
		const unanswered = claims.length === 0 ? [] : [`${open}`];
		expect((told.match(/\d+/gu) ?? []).slice(1)).toEqual(unanswered);
	},
);
