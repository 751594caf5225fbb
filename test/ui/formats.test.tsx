import {test} from 'vitest';
import {journalAt, recordedJournals} from '../exports/recorded.ts';
import {halted} from './support/sample-debate.ts';
import {sampleSession} from './support/sample-port.ts';
import {expectToFit} from './support/expect-to-fit.ts';
import {show} from './support/show.tsx';

const sizes = [
	[60, 20],
	[80, 24],
	[120, 40],
	[200, 60],
] as const;
const enter = '\r';
const escape = '\u001B';

type Shown = ReturnType<typeof show>;

/** What stands on the screen at each size, none of it wider or higher than that. */
async function atAllSizes(app: Shown): Promise<string> {
	const frames: string[] = [];
	for (const [columns, rows] of sizes) {
		await app.resize(columns, rows);
		const text = app.text();
		expectToFit(text, columns, rows);
		frames.push(`${columns}×${rows}\n${text}`);
	}
	return frames.join('\n\n');
}

test.concurrent.for(recordedJournals)(
	'$name is snapshot live, over and in its results at every size',
	async ({journal}, {expect}) => {
		const events = journalAt(journal);
		// Behind half of it, amid a turn, and paused: a voice that waits would be called silent on a slow machine.
		const half = events.findIndex(({type}, place) => type === 'turn-delta' && place > events.length / 2);
		const [before] = events.slice(half, half + 1);
		if (!before) throw new Error(`${journal} has no words`);
		const pause = {...before, type: 'user-action', data: {action: 'pause'}} as const;
		const paused = [...events.slice(0, half + 1), pause];
		const live = show({session: {...sampleSession(events), events: halted(paused, paused.length)}});
		await live.sees('space resume');
		await live.settle();
		expect(await atAllSizes(live)).toMatchSnapshot('live, paused');
		live.close();

		const over = show({session: sampleSession(events)});
		await over.sees('enter results');
		await over.settle();
		expect(await atAllSizes(over)).toMatchSnapshot('over');
		await over.press(enter);
		await over.sees('enter transcript');
		expect(await atAllSizes(over)).toMatchSnapshot('results');
		over.close();
	},
);

test.concurrent('columns and the palette are snapshot at every size', async ({expect}) => {
	const [{journal} = {journal: ''}] = recordedJournals.filter(({name}) => name === 'duelogic');
	const app = show({session: sampleSession(journalAt(journal))});
	await app.sees('enter results');
	await app.press('C');
	await app.sees('esc close');
	expect(await atAllSizes(app)).toMatchSnapshot('columns');
	await app.press(escape);
	await app.press(':');
	await app.press('turn');
	await app.sees('type to filter');
	expect(await atAllSizes(app)).toMatchSnapshot('palette');
	app.close();
});

test.concurrent('a vote of the listeners is asked in a motion as in a Duelogic, before and after', async () => {
	const [{journal} = {journal: ''}] = recordedJournals.filter(({name}) => name === 'motion');
	const events = journalAt(journal);
	const begun = events.findIndex(({type}) => type === 'turn-delta');
	const live = show({columns: 120, rows: 40, session: {...sampleSession(events), events: halted(events, begun)}});
	await live.sees('v: say where you stand, before and after');
	await live.press('v');
	await live.sees('Where do you stand, before you have heard them?');
	live.close();

	const over = show({columns: 120, rows: 40, session: sampleSession(events)});
	await over.sees('enter results');
	await over.press(enter);
	await over.sees('enter transcript');
	await over.press('v');
	await over.sees('Where do you stand now?');
	over.close();
});
