/**
 * Debates whose truth is written beside their sentences. The models that are asked about them answer by it; where a
 * sentence only seems to do something, whoever is asked first is taken in, and whoever looks again is not.
 */
import {numberedSentences} from '../../src/debate/judged-text.ts';
import {splitSentences} from '../../src/debate/text/sentences.ts';
import {looksOf, owedIn, verdictOf} from '../formats/duelogic/verdict.ts';

export type Line = {
	readonly text: string;
	/** A claim that it makes, in a few words. */
	readonly claims?: string;
	/** What it does to a claim of the ledger, such as `granted B1`. */
	readonly does?: string;
	/** What a careless keeper of the ledger takes it to do. */
	readonly seems?: string;
	/** What a judge rightly finds in it, by item, and the sentence that this is about. */
	readonly bears?: Readonly<Record<string, string>>;
	/** What a careless judge finds in it. */
	readonly passesFor?: Readonly<Record<string, string>>;
	readonly about?: string;
	/** The question that it answers, where it was passed over before. */
	readonly answers?: string;
	/** It speaks to whoever scores. */
	readonly toScorer?: true;
	/** It brings what nobody has said, in a closing. */
	readonly isLate?: true;
	/** Who cuts in behind it. */
	readonly cutBy?: string;
};
/** Lines by the task that they are said for, such as `reply chair_1 2`. */
export type Speeches = Readonly<Record<string, readonly Line[]>>;

export const spoken = (lines: readonly Line[]): string => lines.map(({text}) => text).join(' ');

const bare = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** The numbered sentences that a task shows, with the turns that they stand in. */
function shownIn(task: string): readonly {readonly turn: string; readonly number: number; readonly text: string}[] {
	const blocks = task.matchAll(/<(?:turn id|\w+ turn)="(?<turn>\w+)"[^>]*>\n(?<body>[^<]*)/gu);
	const asked = /^It was asked: .*$/mu.exec(task)?.[0].matchAll(/(\w+) (\d+) “([^”]*)”/gu) ?? [];
	return [
		...[...blocks].flatMap(({groups}) =>
			[...(groups?.['body'] ?? '').matchAll(/^\[(\d+)\] (.*)$/gmu)].map(([, number, text = '']) => ({
				turn: groups?.['turn'] ?? '',
				number: Number(number),
				text: bare(text),
			})),
		),
		...[...asked].map(([, turn = '', number, text = '']) => ({turn, number: Number(number), text})),
	];
}

/** What the models of a staged debate answer; undefined where the usual will do. */
export function answersBy(speeches: Speeches, inCopy: (text: string) => string = text => text) {
	const lines = Object.values(speeches).flat();
	// Judges read seats for names.
	const isSaid = (text: string, said: string): boolean => [text, inCopy(text)].map(bare).includes(bare(said));
	const lineOf = (text: string): Line | undefined => lines.find(line => isSaid(line.text, text));

	const ledger = (task: string): string => {
		const read = readIn(task);
		const said = lines.filter(line => read.includes(bare(line.text)));
		return JSON.stringify({
			new: said.flatMap(({claims, text}) =>
				claims === undefined ? [] : [{sentence: text, claim: claims, against: null}],
			),
			settled: said.flatMap(({does, seems, text}) => {
				const [as, claim] = (does ?? seems ?? '').split(' ');
				return claim === undefined ? [] : [{as, claim, sentence: text}];
			}),
		});
	};

	const ledgerLook = (task: string): string =>
		JSON.stringify({
			looks: task
				.split(/^(?=- q\d+: )/mu)
				.slice(1)
				.map(part => {
					const [, q = '', act = ''] = /^- (q\d+): (\w+)/u.exec(part) ?? [];
					const shown = [...part.matchAll(/^\[(\d+)\] (.*)$/gmu)];
					const doing = shown.find(([, , text = '']) => lineOf(text)?.does?.startsWith(act));
					return {q, a: Number(doing?.[1] ?? 0)};
				}),
		});

	const judge = (task: string, turn: string): string => {
		const shown = shownIn(task);
		const own = shown.filter(sentence => sentence.turn === turn);
		const answers = own.flatMap(({number, text}) => {
			const line = lineOf(text);
			const {turn: other_turn, number: other_sentence} =
				shown.find(one => one.turn !== turn && isSaid(line?.about ?? '-', one.text)) ?? {};
			const proof = {sentence: number, phrase: text.split(' ').slice(0, 4).join(' ')};
			return Object.entries({...line?.passesFor, ...line?.bears}).map(
				([id, answer]) => [id, {answer, ...proof, ...(other_turn && {other_turn, other_sentence})}] as const,
			);
		});
		return JSON.stringify(verdictOf(Object.fromEntries(answers.toReversed()), owedIn(task)));
	};

	const lookAgain = (task: string): string =>
		JSON.stringify(
			looksOf(task, (part, kind) => {
				const sentence = bare(/^- q\d+: \w+: (.*)$/mu.exec(part)?.[1] ?? '');
				const whole = [...task.matchAll(/^\[\d+\] (.*)$/gmu)].map(([, text = '']) => lineOf(text));
				if (kind === 'came_back') return whole.some(line => isSaid(line?.answers ?? '-', sentence)) ? 'yes' : 'no';
				if (kind === 'evaded') return whole.some(line => line?.bears?.['evaded_direct_question']) ? 'yes' : 'no';
				if (lineOf(sentence)?.toScorer) return 'to_scorer';
				const borne = Object.keys(lineOf(sentence)?.bears ?? {});
				return sentence === '' || borne.some(id => kindsOf[kind]?.includes(id) ?? id === kind) ? 'yes' : 'no';
			}),
		);

	const wish = (task: string): string => {
		const shown = [...task.matchAll(/^\[(\d+)\] (.*)$/gmu)];
		const cut = shown.find(([, , text = '']) => lineOf(text)?.cutBy !== undefined);
		const chair = lineOf(cut?.[2] ?? '')?.cutBy;
		return JSON.stringify(
			cut && chair !== undefined
				? {reason: 'straw_man_detected', severity: 'high', chair, sentence: Number(cut[1])}
				: {reason: 'none', severity: 'low', chair: null, sentence: null},
		);
	};

	const pointLook = (task: string): string => {
		const shown = [...task.matchAll(/\[(\d+)\] ([^\n]*)/gu)];
		const cut = shown.find(([, , text = '']) => lineOf(text)?.cutBy !== undefined);
		const sentence = cut ? Number(cut[1]) : null;
		return JSON.stringify({
			rise: cut !== undefined,
			severity: 'high',
			sentence,
			point: cut ? 'Who would feed them then?' : '',
		});
	};

	const lateIn = (task: string): string =>
		JSON.stringify({
			sentences: [...task.matchAll(/^\[(\d+)\] (.*)$/gmu)].flatMap(([, number, text = '']) =>
				lineOf(text)?.isLate ? [Number(number)] : [],
			),
		});

	return {ledger, ledgerLook, judge, lookAgain, wish, pointLook, lateIn};
}

/** The text of the turns that a keeper is to read. */
function readIn(task: string): string {
	const turns = (/ turn="([^"]+)"/u.exec(task.slice(task.lastIndexOf('<task ')))?.[1] ?? '').split(' ');
	return bare(
		turns.map(id => new RegExp(`<turn id="${id}"[^>]*>\\n([^]*?)\\n</turn>`, 'u').exec(task)?.[1] ?? '').join(' '),
	);
}

/** The items that a second look may be about, by what it calls them. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
	restatement: ['S1', 'S2'],
	bent: ['S3'],
	granted: ['S4'],
	added: ['S5'],
	admission: ['C1'],
	tied: ['C2'],
	error: ['C3'],
	taken_back: ['C4'],
	framework: ['F1'],
	foreign: ['V'],
	straw_man: ['X1'],
	false_quotation: ['X2'],
	misrepresented: ['misrepresented_opponent'],
};

/** Whether every line is one sentence to the program: a line that is two would be judged as none. */
export const splitLines = (speeches: Speeches): readonly string[] =>
	Object.values(speeches)
		.flat()
		.filter(({text}) => splitSentences(text).length !== 1 || numberedSentences(text).length !== 1)
		.map(({text}) => text);
