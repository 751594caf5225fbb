/** Whole debates over HTTP in languages without a word list: who is cut, who is not, and what is exported of it. */
import {describe, expect, it} from 'vitest';
import {debateLanguage, episodeWords} from '../../src/languages/find.ts';
import {fillSlots, type EpisodeWords} from '../../src/languages/language.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {markdown, podcast} from '../exports/written.ts';
import {scriptedDebate, type Asked, type ScriptedDebate} from './scripted.ts';

type Language = {
	readonly subject: string;
	/** A reply sentence by sentence: nobody may cut the first two nor the last, and the fourth gives cause. */
	readonly reply: readonly string[];
	readonly question: string;
	readonly interruption: string;
	readonly resumption: string;
	/** How a chair may begin that was misrepresented. */
	readonly openers: readonly string[];
	/** What its episode says of itself. */
	readonly episode: EpisodeWords;
	/** What separates sentences. */
	readonly space: string;
};

const german: Language = {
	subject: 'Wählen sollte Pflicht sein.',
	openers: debateLanguage('de')?.openers.straw_man_detected ?? [],
	episode: episodeWords('de'),
	space: ' ',
	reply: [
		'Am stärksten ist die Gegenseite dort, wo sie sagt, eine erzwungene Stimme sei eine stumme Stimme.',
		'Das trifft etwas, denn wer ohne Gründe ankreuzt, hat seine Meinung noch nicht gesagt.',
		'Mir geht es trotzdem um die Summe dessen, was für alle daraus folgt.',
		'Die Gegenseite sagt ja selbst „wer schweigt, der zählt nicht“, und mehr steckt nicht dahinter.',
		'Wer nicht wählt, lebt unter Gesetzen, die andere für ihn gemacht haben.',
		'Das trifft am Ende jene, die ohnehin am wenigsten gehört werden.',
		'Man kann die Urnen am Sonntag öffnen und die Zettel kurz halten.',
		'Man kann auch eine Zeile lassen, auf der steht: keiner von diesen.',
		'Ein blinder Fleck meiner Sicht ist der Einzelne, dessen Schweigen sein einziger Protest ist.',
		'Für ihn habe ich keine gute Antwort, und das gebe ich zu.',
		'Doch die Rechnung geht für die vielen auf, die nicht im Raum sind.',
	],
	question: 'Wem schadet es, wenn jemand zu Hause bleibt?',
	interruption: 'Das habe ich nie gesagt. Schweigen zählt bei mir sehr wohl.',
	resumption: 'Gut, das nehme ich zurück. Mein Punkt bleibt die Summe der Folgen für alle.',
};

const chinese: Language = {
	subject: '投票应当是强制性的。',
	openers: debateLanguage('zh')?.openers.straw_man_detected ?? [],
	episode: episodeWords('zh'),
	space: '',
	reply: [
		'对方最有力的地方在于，被迫投下的票说明不了选民真正的想法。',
		'这一点我承认，因为没有理由的选择确实还不是意见。',
		'不过我关心的始终是这件事对所有人带来的后果。',
		'对方自己也说过“沉默的人不算数”，除此之外并没有别的理由。',
		'不投票的人，仍然生活在别人替他制定的法律之下。',
		'最后受损的，往往正是那些最难被听见的人。',
		'我们可以把投票日放在周日，也可以把选票做得简短。',
		'我们还可以留出一行，让人写明谁也不选。',
		'我这种看法的盲点在于，它无法衡量那位以沉默抗议的人。',
		'对他，我没有好的答案，这一点我不回避。',
		'但对不在场的大多数人来说，这笔账是合算的。',
	],
	question: '有人留在家里，究竟伤害了谁？',
	interruption: '我从来没有这样说过。沉默在我这里同样算数。',
	resumption: '好，这句话我收回。我的意思仍然是，要看对所有人的后果。',
};

const replyOf = ({reply, space}: Language): string => reply.join(space);

/** What else is spoken. */
const others = ['introduction', 'opening', 'last-word', 'synthesis', 'interjection'];

/** All that an English episode says of itself, without what it puts into it. */
const englishTexts = (value: unknown = episodeWords('en')): string[] =>
	typeof value === 'string'
		? value.split(/\{\w+\}/u).filter(text => /[a-z]{4}/u.test(text))
		: Object.values(Object(value)).flatMap(each => englishTexts(each));

/** Wants to cut the replies of chair_1 at one of these sentences. */
function held(language: Language, sentences: readonly number[]): Promise<ScriptedDebate> {
	const script = ({kind, task}: Asked): string | undefined => {
		if (kind === 'reply') return replyOf(language);
		if (kind === 'interruption') return language.interruption;
		if (kind === 'resumption') return language.resumption;
		if (kind === 'question') return `chair_2: ${language.question}`;
		if (others.includes(kind)) return language.reply[2];
		if (kind !== 'wish') return undefined;
		const shown = [...task.matchAll(/^\[(\d+)\]/gmu)].map(([, number]) => Number(number));
		const sentence = sentences.find(each => shown.includes(each));
		return sentence !== undefined && task.includes('target="chair_1"')
			? JSON.stringify({reason: 'straw_man_detected', severity: 'high', chair: 'chair_2', sentence})
			: JSON.stringify({reason: 'none', severity: 'low', chair: null, sentence: null});
	};
	return scriptedDebate(script, {
		subject: language.subject,
		unhurried: true,
		config: {interruptions: {enabled: true}},
	});
}

/** A podcast whose notes, headings and directions are in the debate's language, and in no other. */
function expectEpisode(exported: string, {episode, reply, interruption}: Language): void {
	const {headings, cues, notes, names} = episode;
	const [name, other] = [String.raw`CHAIR\_2`, String.raw`CHAIR\_1`];
	for (const text of [
		`## ${headings.notes}`,
		`**${headings.takeaways}**`,
		fillSlots(notes.held, {name: String.raw`chair\_1`, quote: episode.quotes[0]}),
		`### ${names['synthesis'] ?? ''}`,
		`[${fillSlots(cues.cutsInOver, {name, other})}]\n\n**${name}:** — ${interruption}`,
	])
		expect(exported).toContain(text);
	expect(exported).toContain(`${reply[3]?.replace(/[.。]$/u, '') ?? ''} —\n`);
	// The seats' names are the test's own.
	const ours = exported.replace('Scripted', '').replaceAll(/chair\W*_?\d/giu, '');
	expect(englishTexts().filter(text => ours.includes(text))).toEqual([]);
}

describe.each([
	['German', german],
	['Chinese', chinese],
])('a debate in %s', (_, language) => {
	it('is cut at the sentence that gave cause, resumed, and exported so', async () => {
		const {state, requests} = await held(language, [4]);
		const at = state.turns.findIndex(({cut}) => cut);
		const [cut, interruption, resumption] = state.turns.slice(at, at + 3);
		expect(splitSentences(cut?.text ?? '').map(text => text.trim())).toEqual(language.reply.slice(0, 4));
		expect(cut).toMatchObject({
			speaker: 'chair_1',
			finish: 'interrupted',
			cut: {trigger: language.reply[3], sentence: 4},
		});
		expect([interruption?.kind, interruption?.text]).toEqual(['interruption', language.interruption]);
		expect([resumption?.kind, resumption?.text]).toEqual(['resumption', language.resumption]);
		const told = requests.find(({kind}) => kind === 'interruption')?.task ?? '';
		expect(told).toContain(`right after the last sentence of ${cut?.id}.`);
		expect(told).toContain(`${language.reply[3] ?? ''}\n</turn>`);
		expect(language.openers.some(opener => told.includes(`“${opener.replace(/[:：\s]+$/u, '')}”`))).toBe(true);
		const exported = markdown(state);
		for (const text of [language.reply[3] ?? '', language.interruption, language.resumption])
			expect(exported).toContain(text);
		const heard = exported.slice(0, exported.indexOf(language.interruption));
		expect(heard.slice(heard.lastIndexOf(language.reply[0] ?? ''))).not.toContain(language.reply[4]);
		expectEpisode(podcast(state), language);
	});

	it('is not cut in the first two sentences, nor in the last fifth', async () => {
		const {state} = await held(language, [1, 11]);
		expect(state.interruptions).toEqual([]);
		expect(state.turns.filter(({kind}) => kind === 'reply').map(({text}) => text)).toEqual(
			Array.from({length: 6}, () => replyOf(language)),
		);
	});
});

describe('a turn that is written before anybody has heard it', () => {
	const reply = [
		'The best of what my opponent said is that a street is nobody’s garage.',
		'I grant that, since whoever parks there takes a room that others pay for.',
		'What I count is how those fare who have no other way to work.',
		'You have told us that every driver is a thief, and that is all that you have told us.',
		'The nurse who comes at four in the morning finds no bus and no neighbour.',
		'She pays for the road as much as anybody who walks on it at noon.',
		'A fee that takes no account of her takes it from those who have least.',
		'Let the city build the line first, and then ask for the money.',
		'My way of counting is blind to whoever never leaves the house.',
		'For them I have no good answer, and I will not pretend to one.',
		'Still the sum comes out for the many who are on the road before dawn.',
	];
	const script = ({kind, task}: Asked): string | undefined => {
		if (kind === 'reply') return reply.join(' ');
		if (kind === 'interruption') return 'I have called nobody a thief. Who was it, and where?';
		if (kind === 'resumption') return 'Granted, you never used that word. The nurse has no bus all the same.';
		if (others.includes(kind)) return reply[2];
		if (kind !== 'wish') return undefined;
		const shown = [...task.matchAll(/^\[(\d+)\] You have told us/gmu)].at(-1)?.[1];
		return shown !== undefined && task.includes('target="chair_1"')
			? JSON.stringify({reason: 'straw_man_detected', severity: 'high', chair: 'chair_2', sentence: Number(shown)})
			: JSON.stringify({reason: 'none', severity: 'low', chair: null, sentence: null});
	};

	it.each([
		['at once', 0],
		['at 400 words a minute', 400],
		['at 160 words a minute', 160],
	])('is cut at its cause where it is heard %s', {timeout: 60_000}, async (_, pace) => {
		const {state} = await scriptedDebate(script, {
			pace,
			subject: 'Street parking should cost what it takes.',
			config: {interruptions: {enabled: true, aggressiveness: 5}},
		});
		const cut = state.turns.filter(turn => turn.cut);
		expect(cut.length).toBeGreaterThan(0);
		for (const {id, speaker, text} of cut) {
			expect(speaker).toBe('chair_1');
			expect(splitSentences(text).map(sentence => sentence.trim())).toEqual(reply.slice(0, 4));
			const at = state.turns.findIndex(turn => turn.id === id);
			expect(state.turns.slice(at + 1, at + 3).map(({kind, speaker}) => [kind, speaker])).toEqual([
				['interruption', 'chair_2'],
				['resumption', 'chair_1'],
			]);
		}
	});
});
