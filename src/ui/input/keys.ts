/** Every key of the screens: one table that acts, draws the key line and makes the help. */
import type {Key} from 'ink';

/** Where a key counts: on a screen, in something opened to be read, or while a person types what is asked of them. */
export type Scope =
	| 'home'
	| 'setup'
	| 'library'
	| 'settings'
	| 'health'
	| 'stage'
	| 'typing'
	| 'results'
	| 'reading'
	| 'export'
	| 'working'
	| 'review';

/**
 * What decides whether a key is of use just now: a replay is not live, but it can be steered; one that is only watched
 * cannot.
 */
export type Moment = {
	readonly live: boolean;
	readonly steerable: boolean;
	readonly over: boolean;
	/** Actions that this debate has not got. */ readonly lacks?: readonly string[];
	/** Actions that are not worth proposing: they would come to nothing yet. */ readonly tooEarly?: readonly string[];
	readonly paused?: boolean;
};

/** The moment of screens on which nothing runs. */
export const atRest: Moment = {live: false, steerable: false, over: true};

type Binding = {
	readonly action: string;
	/** Names as `nameOfKey` gives them. */
	readonly keys: readonly string[];
	/** How the keys are called in the help. */
	readonly show: string;
	readonly help: string;
	/**
	 * One or two words for the key line, and how the keys are called there if otherwise; without, it is in the help only.
	 */
	readonly brief?: string;
	readonly briefKeys?: string;
	/** The words for it while the debate is paused, where they are others, or where it is of use only then. */
	readonly paused?: string;
	readonly in: readonly Scope[];
	/** What the home screen's menu calls the place that it leads to: see places.tsx. */
	readonly menu?: string;
	/**
	 * Counts while a live debate runs, while anything runs that can be steered, after the end, or wherever no live debate
	 * runs.
	 */
	readonly when?: 'live' | 'running' | 'over' | 'idle';
};

const lists = ['home', 'setup', 'library', 'settings'] as const;
const texts = ['results', 'reading', 'export', 'working', 'review', 'health'] as const;
/** Lists whose marks this table moves, and not a component that knows the arrows itself. */
const walked = ['setup', 'library'] as const;
const everywhere = [...lists, ...texts, 'stage'] as const;

const table = [
	{action: 'start', keys: [], show: 'enter', help: 'start the chosen debate', brief: 'start', in: ['home']},
	{action: 'topic', keys: ['t'], show: 't', help: 'a topic of your own', brief: 'own topic', in: ['home']},
	{action: 'previous-topic', keys: ['left'], show: '←', help: 'topic before', in: ['home']},
	{
		action: 'next-topic',
		keys: ['right'],
		show: '→',
		help: 'next suggested topic',
		brief: 'topics',
		briefKeys: '←→',
		in: ['home'],
	},
	{action: 'setup', keys: ['n'], show: 'n', help: 'set up a debate of your own', menu: 'new debate', in: ['home']},
	{action: 'voices', keys: ['v'], show: 'v', help: 'which voices were found, and who speaks', in: ['home']},
	{action: 'discard', keys: ['x'], show: 'x', help: 'discard an unfinished debate', brief: 'discard', in: ['home']},
	{action: 'watch', keys: ['w'], show: 'w', help: 'watch a debate that runs elsewhere', menu: 'watch', in: ['home']},
	{
		action: 'library',
		keys: ['l'],
		show: 'l',
		help: 'the library: search all that was ever said',
		menu: 'library',
		in: ['home'],
	},
	{action: 'settings', keys: ['s'], show: 's', help: 'settings and keys', menu: 'settings', in: ['home']},
	{
		action: 'health',
		keys: ['c'],
		show: 'c',
		help: 'check that voices, folders and stores work',
		menu: 'check',
		in: ['home'],
	},
	{
		action: 'open',
		keys: ['enter'],
		show: 'enter',
		help: 'read it, at the turn that was found',
		brief: 'open',
		in: ['library'],
	},
	{action: 'look', keys: ['/'], show: '/', help: 'look for words in all debates', brief: 'search', in: ['library']},
	{
		action: 'filter',
		keys: ['f'],
		show: 'f',
		help: 'only some: by protocol, framework, model, day',
		brief: 'filter',
		in: ['library'],
	},
	{action: 'match-before', keys: ['left', 'h'], show: '←', help: 'the turn found before', in: ['library']},
	{
		action: 'next-match',
		keys: ['right', 'l'],
		show: '→',
		help: 'the next turn found',
		brief: 'turns',
		briefKeys: '←→',
		in: ['library'],
	},
	{action: 'continue', keys: ['c'], show: 'c', help: 'go on with an unfinished one', brief: 'go on', in: ['library']},
	{
		action: 'delete',
		keys: ['d', 'delete'],
		show: 'd',
		help: 'delete it, after asking',
		brief: 'delete',
		in: ['library'],
	},
	{action: 'change-setting', keys: [], show: 'enter', help: 'change it', brief: 'change', in: ['settings']},
	{
		action: 'default-setting',
		keys: ['d', 'delete'],
		show: 'd',
		help: 'back to the default',
		brief: 'default',
		in: ['settings'],
	},
	{action: 'check-again', keys: ['r'], show: 'r', help: 'check again', brief: 'again', in: ['health']},
	{
		action: 'hold',
		keys: ['enter'],
		show: 'enter',
		help: 'start the debate, at the last step',
		brief: 'start',
		in: ['setup'],
	},
	{
		action: 'take-format',
		keys: ['enter', 'space'],
		show: 'enter',
		help: 'take the marked format, at the first step',
		brief: 'choose',
		in: ['setup'],
	},
	{
		action: 'pick',
		keys: ['enter', 'space'],
		show: 'enter',
		help: 'change what is marked, or fill it in',
		brief: 'change',
		in: ['setup'],
	},
	{
		action: 'next-step',
		keys: ['right', 'n', 'tab'],
		show: '→ tab',
		help: 'the next step',
		brief: 'next',
		briefKeys: '→',
		in: ['setup'],
	},
	{
		action: 'last-step',
		keys: ['left', 'esc', 'b', 'shift+tab'],
		show: '← esc',
		help: 'the step before; nothing is lost',
		brief: 'back',
		briefKeys: '←',
		in: ['setup'],
	},
	{action: 'add-seat', keys: ['a', '+'], show: 'a', help: 'add a seat', brief: 'add', in: ['setup']},
	{action: 'remove-seat', keys: ['x', '-'], show: 'x', help: 'take this seat away', brief: 'remove', in: ['setup']},
	{action: 'stance', keys: ['f'], show: 'f', help: 'what this seat argues from', brief: 'position', in: ['setup']},
	{action: 'manner', keys: ['p'], show: 'p', help: 'how this seat speaks', brief: 'manner', in: ['setup']},
	{
		action: 'default',
		keys: ['r', 'backspace'],
		show: 'r',
		help: 'back to the default',
		brief: 'default',
		in: ['setup'],
	},
	{
		action: 'keep',
		keys: ['s'],
		show: 's',
		help: 'save it as a preset of your own',
		brief: 'save as preset',
		in: ['setup'],
	},
	{
		action: 'afresh',
		keys: ['0'],
		show: '0',
		help: 'start afresh: forget what was filled in',
		brief: 'afresh',
		in: ['setup'],
	},
	{
		action: 'results',
		keys: ['enter'],
		show: 'enter',
		help: 'results, once it is over',
		brief: 'results',
		in: ['stage'],
		when: 'over',
	},
	{
		action: 'transcript',
		keys: ['enter', 'esc'],
		show: 'enter',
		help: 'back to the transcript',
		brief: 'transcript',
		in: ['results'],
	},
	{
		action: 'export',
		keys: ['e'],
		show: 'e',
		help: 'export, once it is over',
		brief: 'export',
		in: ['stage', 'results'],
		when: 'over',
	},
	{action: 'export', keys: ['e'], show: 'e', help: 'export it', brief: 'export', in: ['library']},
	{action: 'write', keys: ['enter'], show: 'enter', help: 'write it as it is shown', brief: 'write', in: ['export']},
	{action: 'format-before', keys: ['left', 'h', 'shift+tab'], show: '←', help: 'the format before', in: ['export']},
	{
		action: 'next-format',
		keys: ['right', 'l', 'tab'],
		show: '→',
		help: 'the next format',
		brief: 'formats',
		briefKeys: '←→',
		in: ['export'],
	},
	{action: 'replay', keys: ['p'], show: 'p', help: 'replay it', brief: 'replay', in: ['results', 'library']},
	{action: 'again', keys: ['r'], show: 'r', help: 'hold the same debate again', brief: 'run again', in: ['results']},
	{
		action: 'other-voices',
		keys: ['c'],
		show: 'c',
		help: 'change voices, then hold it again',
		brief: 'change voices',
		in: ['results'],
	},
	{
		action: 'vote',
		keys: ['v'],
		show: 'v',
		help: 'say where you stand, before and after',
		brief: 'vote',
		in: ['stage', 'results'],
	},
	{
		action: 'answer',
		keys: ['a'],
		show: 'a',
		help: 'answer what you are asked',
		brief: 'answer',
		in: ['stage'],
		when: 'live',
	},
	{
		action: 'review',
		keys: ['v'],
		show: 'v',
		help: 'review the changes to a specification',
		brief: 'review',
		in: ['stage'],
		when: 'live',
	},
	{
		action: 'type',
		keys: ['t'],
		show: 't',
		help: 'type your turn, when it is yours',
		brief: 'your turn',
		in: ['stage'],
		when: 'live',
	},
	{
		action: 'pause',
		keys: ['space'],
		show: 'space',
		help: 'pause, and go on',
		brief: 'pause',
		paused: 'go on',
		in: ['stage'],
		when: 'running',
	},
	{
		action: 'step',
		keys: ['n'],
		show: 'n',
		help: 'while paused: one sentence',
		paused: 'a sentence',
		in: ['stage'],
		when: 'running',
	},
	{
		action: 'interject',
		keys: ['i'],
		show: 'i',
		help: 'have the arbiter step in',
		brief: 'interject',
		in: ['stage'],
		when: 'live',
	},
	{
		action: 'barge-in',
		keys: ['b'],
		show: 'b',
		help: 'barge in with your own words',
		brief: 'barge in',
		in: ['stage'],
		when: 'live',
	},
	{
		action: 'seats',
		keys: ['r'],
		show: 'r',
		help: 'reseat: take a chair, give it back, replace a voice',
		brief: 'reseat',
		in: ['stage'],
		when: 'live',
	},
	{action: 'slower', keys: ['<', ','], show: '<', help: 'slower', in: ['stage'], when: 'running'},
	{
		action: 'faster',
		keys: ['>', '.'],
		show: '>',
		help: 'faster',
		brief: 'pace',
		briefKeys: '</>',
		in: ['stage'],
		when: 'running',
	},
	{
		action: 'skip',
		keys: ['s'],
		show: 's',
		help: 'skip the rest of this turn',
		brief: 'skip',
		in: ['stage'],
		when: 'live',
	},
	{action: 'turn-before', keys: ['left'], show: '←', help: 'back by a turn', in: ['stage']},
	{
		action: 'next-turn',
		keys: ['right'],
		show: '→',
		help: 'on by a turn',
		brief: 'turns',
		briefKeys: '←→',
		in: ['stage'],
	},
	{action: 'segment-before', keys: ['{'], show: '{', help: 'back by a segment or round', in: ['stage']},
	{
		action: 'next-segment',
		keys: ['}'],
		show: '}',
		help: 'on by a segment or round',
		brief: 'segments',
		briefKeys: '{}',
		in: ['stage'],
	},
	{
		action: 'working',
		keys: ['w'],
		show: 'w',
		help: 'open a turn: its score, cost and times',
		brief: 'turn',
		in: ['stage'],
	},
	{action: 'next-moment', keys: ['m'], show: 'm', help: 'the next cut, interjection, notice …', in: ['stage']},
	{
		action: 'moment-before',
		keys: ['M'],
		show: 'M',
		help: 'the moment before',
		brief: 'moments',
		briefKeys: 'm M',
		in: ['stage'],
	},
	{action: 'search', keys: ['/'], show: '/', help: 'search the transcript', brief: 'search', in: ['stage']},
	{action: 'pane', keys: ['tab'], show: 'tab', help: 'next pane, if one fits', in: ['stage']},
	{action: 'pane-before', keys: ['shift+tab'], show: 'shift+tab', help: 'the pane before', in: ['stage']},
	{
		action: 'mute',
		keys: ['1', '2', '3', '4', '5', '6'],
		show: '1 … 6',
		help: 'mute that chair in the transcript, and back',
		in: ['stage'],
	},
	{action: 'narrower', keys: ['['], show: '[', help: 'the side panes smaller', in: ['stage']},
	{action: 'wider', keys: [']'], show: ']', help: 'the side panes larger', in: ['stage']},
	{action: 'chairs', keys: ['c'], show: 'c', help: 'hide the chairs, and show them', in: ['stage']},
	{action: 'moments', keys: ['o'], show: 'o', help: 'hide the moments, and show them', in: ['stage']},
	{action: 'alone', keys: ['z'], show: 'z', help: 'the transcript alone, and back', in: ['stage']},
	{action: 'say', keys: ['enter'], show: 'enter', help: 'say it', brief: 'says it', in: ['typing']},
	{action: 'give', keys: ['enter'], show: 'enter', help: 'answer this part, and go on', brief: 'next', in: ['typing']},
	{
		action: 'choose',
		keys: ['up', 'down', '1', '2', '3', '4', '5', '6', '7', '8', '9'],
		show: '↑↓ 1 … 9',
		help: 'choose, where there is a choice',
		brief: 'choose',
		briefKeys: '↑↓',
		in: ['typing'],
	},
	{
		action: 'next-part',
		keys: ['tab'],
		show: 'tab',
		help: 'on to the next part, this one as it was',
		brief: 'on',
		in: ['typing'],
	},
	{
		action: 'pane-above',
		keys: ['ctrl+o'],
		show: 'ctrl+o',
		help: 'the next pane above, such as the diff that is debated',
		brief: 'pane',
		in: ['typing'],
	},
	{
		action: 'hear',
		keys: ['ctrl+o'],
		show: 'ctrl+o',
		help: 'hear what is debated, such as a diff',
		brief: 'hear what is debated',
		in: ['typing'],
	},
	{
		action: 'page-up',
		keys: ['pgup'],
		show: 'PgUp',
		help: 'a page up in the pane above',
		brief: 'scroll',
		briefKeys: 'PgUp PgDn',
		in: ['typing'],
	},
	{action: 'page-down', keys: ['pgdn'], show: 'PgDn', help: 'a page down in the pane above', in: ['typing']},
	{action: 'new-line', keys: ['alt+enter'], show: 'alt+enter', help: 'a new line', brief: 'line', in: ['typing']},
	{
		action: 'part-before',
		keys: ['shift+tab'],
		show: 'shift+tab',
		help: 'back to the part before, to change it; later answers stay',
		brief: 'back',
		in: ['typing'],
	},
	{
		action: 'look-around',
		keys: ['esc'],
		show: 'esc',
		help: 'look around; t comes back to it',
		brief: 'look around',
		in: ['typing'],
	},
	{action: 'earlier', keys: ['left', 'h'], show: '←', help: 'the turn before', in: ['working']},
	{
		action: 'later',
		keys: ['right', 'l'],
		show: '→',
		help: 'the next turn',
		brief: 'other turns',
		briefKeys: '←→',
		in: ['working'],
	},
	{action: 'take', keys: ['a'], show: 'a', help: 'accept it; work the issue in', brief: 'accept', in: ['review']},
	{action: 'drop', keys: ['r'], show: 'r', help: 'reject it; drop the issue', brief: 'reject', in: ['review']},
	{action: 'save', keys: ['enter'], show: 'enter', help: 'save the accepted changes', brief: 'save', in: ['review']},
	{action: 'take-all', keys: ['A'], show: 'A', help: 'accept all changes', in: ['review']},
	{action: 'drop-all', keys: ['R'], show: 'R', help: 'reject all changes', in: ['review']},
	{action: 'change-before', keys: ['left', 'p', 'h'], show: '←', help: 'the change before', in: ['review']},
	{
		action: 'next-change',
		keys: ['right', 'n', 'l'],
		show: '→',
		help: 'the next change',
		brief: 'changes',
		briefKeys: '←→',
		in: ['review'],
	},
	{action: 'edit', keys: ['e'], show: 'e', help: 'edit the text in $EDITOR', brief: 'edit', in: ['review']},
	{action: 'overview', keys: ['s'], show: 's', help: 'a summary, and back', brief: 'summary', in: ['review']},
	{action: 'more-rounds', keys: ['m'], show: 'm', help: 'debate it further', brief: 'more rounds', in: ['review']},
	{action: 'reset', keys: ['0'], show: '0', help: 'back to the original', in: ['review']},
	{action: 'leave-it', keys: ['x'], show: 'x', help: 'end it; the file stays as it is', in: ['review']},
	{action: 'mark', keys: [], show: '↑ ↓', help: 'mark the one before, or the next', in: ['home', 'settings']},
	{action: 'mark', keys: [], show: '1 … 9', help: 'as enter does, for that line of the list', in: ['home', 'settings']},
	{action: 'up', keys: ['up', 'k'], show: '↑ k', help: 'a line up', in: ['stage', ...texts]},
	{action: 'up', keys: ['up', 'k'], show: '↑ k', help: 'mark the one before', in: walked},
	{action: 'down', keys: ['down', 'j'], show: '↓ j', help: 'a line down', in: ['stage', ...texts]},
	{action: 'down', keys: ['down', 'j'], show: '↓ j', help: 'mark the next', in: walked},
	{action: 'page-up', keys: ['pgup', 'ctrl+b'], show: 'PgUp', help: 'a page up', in: ['stage', ...texts, ...lists]},
	{action: 'page-down', keys: ['pgdn', 'ctrl+f'], show: 'PgDn', help: 'a page down', in: ['stage', ...texts, ...lists]},
	{
		action: 'to-start',
		keys: ['g', 'home'],
		show: 'g Home',
		help: 'to the beginning',
		in: ['stage', ...texts, ...lists],
	},
	{action: 'to-end', keys: ['G', 'end'], show: 'G End', help: 'to the end, and follow', in: ['stage']},
	{action: 'to-end', keys: ['G', 'end'], show: 'G End', help: 'to the end', in: [...texts, ...lists]},
	{
		action: 'back',
		keys: ['esc'],
		show: 'esc',
		help: 'back to where it was opened, unless it is being held',
		brief: 'back',
		in: ['stage'],
		when: 'idle',
	},
	{
		action: 'help',
		keys: ['?'],
		show: '?',
		help: 'this help',
		brief: 'help',
		in: [...lists, 'stage', 'results', 'export', 'working', 'review', 'health'],
	},
	{action: 'close', keys: ['esc', 'q', '?'], show: 'esc', help: 'close', brief: 'close', in: ['reading']},
	{
		action: 'close',
		keys: ['esc', 'q', 'w'],
		show: 'esc w',
		help: 'close',
		brief: 'close',
		briefKeys: 'esc',
		in: ['working'],
	},
	{
		action: 'close',
		keys: ['esc', 'q', 'e'],
		show: 'esc e',
		help: 'close',
		brief: 'close',
		briefKeys: 'esc',
		in: ['export'],
	},
	{
		action: 'close',
		keys: ['esc', 'q'],
		show: 'esc',
		help: 'to the stage; v comes back',
		brief: 'stage',
		in: ['review'],
	},
	{
		action: 'leave',
		keys: ['esc', 'q'],
		show: 'esc',
		help: 'back',
		brief: 'back',
		in: ['library', 'settings', 'health'],
	},
	{action: 'quit', keys: ['q'], show: 'q', help: 'leave Rostrum', brief: 'quit', in: ['home']},
	{action: 'quit', keys: ['q'], show: 'q', help: 'leave the setup', brief: 'leave', in: ['setup']},
	{action: 'quit', keys: ['q'], show: 'q', help: 'stop or leave', brief: 'quit', in: ['stage']},
	{action: 'quit', keys: ['q'], show: 'q', help: 'leave the debate', brief: 'leave', in: ['results']},
	{action: 'redraw', keys: ['ctrl+l'], show: 'ctrl+l', help: 'draw or say the screen anew', in: everywhere},
	{action: 'suspend', keys: ['ctrl+z'], show: 'ctrl+z', help: 'to the shell; fg comes back', in: everywhere},
	{action: 'abandon', keys: ['ctrl+c'], show: 'ctrl+c', help: 'leave at once', in: everywhere},
] as const satisfies readonly Binding[];

export type Action = (typeof table)[number]['action'];

export const bindings: readonly (Binding & {readonly action: Action})[] = table;

const NAMED = [
	['upArrow', 'up'],
	['downArrow', 'down'],
	['leftArrow', 'left'],
	['rightArrow', 'right'],
	['pageUp', 'pgup'],
	['pageDown', 'pgdn'],
	['home', 'home'],
	['end', 'end'],
	['return', 'enter'],
	['escape', 'esc'],
	['tab', 'tab'],
	['backspace', 'backspace'],
	['delete', 'delete'],
] as const satisfies readonly (readonly [keyof Key, string])[];

/** A key as the table names it: `up`, `enter`, `space`, `shift+tab`, `ctrl+l`, or the character itself. */
export function nameOfKey(input: string, key: Key): string {
	const named = NAMED.find(([flag]) => key[flag])?.[1];
	const name = named ?? (input === ' ' ? 'space' : input);
	if (named === 'tab' && key.shift) return 'shift+tab';
	return key.ctrl && named === undefined ? `ctrl+${name}` : name;
}

function counts({action, when}: Binding, {live, steerable, over, lacks = []}: Moment): boolean {
	if (lacks.includes(action)) return false;
	if (when === undefined) return true;
	switch (when) {
		case 'over':
			return over;
		case 'idle':
			return over || !live;
		case 'live':
			return !over && live;
		case 'running':
			return !over && steerable;
		default:
			return when satisfies never;
	}
}

/** What a key does here and now, if it does anything. */
export const actionOf = (name: string, scope: Scope, moment: Moment): Action | undefined =>
	bindings.find(binding => binding.in.includes(scope) && binding.keys.includes(name) && counts(binding, moment))
		?.action;

const briefOf = ({brief, paused}: Binding, moment: Moment): string | undefined =>
	(moment.paused ? paused : undefined) ?? brief;

/** The keys worth showing at the foot of a screen, the most useful first. */
export const keyLine = (scope: Scope, moment: Moment): readonly {readonly keys: string; readonly brief: string}[] =>
	bindings.flatMap(binding => {
		const brief = briefOf(binding, moment);
		return brief !== undefined &&
			binding.in.includes(scope) &&
			counts(binding, moment) &&
			!moment.tooEarly?.includes(binding.action)
			? [{keys: binding.briefKeys ?? binding.show, brief}]
			: [];
	});

/** The menu of places that the home screen leads to. */
export const menuOf = (
	moment: Moment,
): readonly {readonly action: Action; readonly keys: string; readonly menu: string}[] =>
	bindings.flatMap(binding =>
		binding.menu !== undefined && counts(binding, moment)
			? [{action: binding.action, keys: binding.show, menu: binding.menu}]
			: [],
	);

/** All keys of a screen with their help, but for what this debate has not got. */
export const helpFor = (
	scope: Scope,
	lacks: readonly string[] = [],
): readonly {readonly keys: string; readonly help: string}[] =>
	bindings.flatMap(({action, in: where, show, help}) =>
		where.includes(scope) && !lacks.includes(action) ? [{keys: show, help}] : [],
	);
