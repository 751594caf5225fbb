/** Every key of the screens. This table decides what keys do, and draws the key line and the help. */

/** Where a key counts: on a screen, in an open text, or while a person types. */
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

type BindingOptions = {
	/** How the keys are written in the help; by default the first key. */
	readonly show?: string;
	/** One or two words for the key line; without them the key is only in the help. */
	readonly hint?: string;
	/** How the keys are written in the key line, if not as in the help. */
	readonly short?: string;
	/** The words for the key line while the debate is paused, if they differ. */
	readonly paused?: string;
	/** The name of the screen that it opens, for the home screen's menu. */
	readonly menu?: string;
	/**
	 * Counts only while a live debate runs, while anything runs that can be steered, after the end, or while no live
	 * debate runs.
	 */
	readonly when?: 'live' | 'running' | 'over' | 'idle';
};

export type Binding = BindingOptions & {
	readonly action: string;
	/** Key names as `nameOfKey` gives them. */
	readonly keys: readonly string[];
	readonly show: string;
	readonly help: string;
	readonly scopes: readonly Scope[];
};

/** `keys` are separated by spaces; empty where a component handles the key itself. */
type BindingRow<A extends string> = readonly [action: A, keys: string, help: string, options?: BindingOptions];

const symbols: Readonly<Record<string, string>> = {
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
	pgup: 'PgUp',
	pgdn: 'PgDn',
};

const on =
	(...scopes: readonly Scope[]) =>
	<const A extends string>(rows: readonly BindingRow<A>[]) =>
		rows.map(([action, keys, help, options = {}]) => {
			const names = keys === '' ? [] : keys.split(' ');
			const [first = ''] = names;
			return {...options, action, keys: names, show: options.show ?? symbols[first] ?? first, help, scopes};
		});

const digits = '1 2 3 4 5 6 7 8 9';
const lists = ['home', 'setup', 'library', 'settings'] as const;
const texts = ['results', 'reading', 'export', 'working', 'review', 'health'] as const;
/** Lists without a component that handles the arrow keys itself. */
const listsMovedByKeys = ['setup', 'library'] as const;
const everywhere = [...lists, ...texts, 'stage'] as const;

/** The order is that of the help, and of the key line, where the most useful come first. */
const table = [
	...on('home')([
		['start', '', 'start the chosen debate', {show: 'enter', hint: 'start'}],
		['topic', 't', 'a topic of your own', {hint: 'own topic'}],
		['previous-topic', 'left', 'topic before'],
		['next-topic', 'right', 'next suggested topic', {hint: 'topics', short: '←→'}],
		['setup', 'n', 'set up a debate of your own', {menu: 'new debate'}],
		['voices', 'v', 'which voices were found, and who speaks'],
		['discard', 'x', 'discard an unfinished debate', {hint: 'discard'}],
		['watch', 'w', 'watch a debate that runs elsewhere', {menu: 'watch'}],
		['library', 'l', 'the library: search all that was ever said', {menu: 'library'}],
		['settings', 's', 'settings and keys', {menu: 'settings'}],
		['health', 'c', 'check that voices, folders and stores work', {menu: 'check'}],
	]),
	...on('library')([
		['open', 'enter', 'read it, at the turn that was found', {hint: 'open'}],
		['look', '/', 'look for words in all debates', {hint: 'search'}],
		['filter', 'f', 'only some: by protocol, framework, model, day', {hint: 'filter'}],
		['match-before', 'left h', 'the turn found before'],
		['next-match', 'right l', 'the next turn found', {hint: 'turns', short: '←→'}],
		['continue', 'c', 'go on with an unfinished one', {hint: 'go on'}],
		['delete', 'd delete', 'delete it, after asking', {hint: 'delete'}],
		['export', 'e', 'export it', {hint: 'export'}],
	]),
	...on('settings')([
		['change-setting', '', 'change it', {show: 'enter', hint: 'change'}],
		['default-setting', 'd delete', 'back to the default', {hint: 'default'}],
	]),
	...on('health')([['check-again', 'r', 'check again', {hint: 'again'}]]),
	...on('setup')([
		['hold', 'enter', 'start the debate, at the last step', {hint: 'start'}],
		['take-format', 'enter space', 'take the marked format, at the first step', {hint: 'choose'}],
		['pick', 'enter space', 'change what is marked, or fill it in', {hint: 'change'}],
		['next-step', 'right n tab', 'the next step', {show: '→ tab', hint: 'next', short: '→'}],
		[
			'last-step',
			'left esc b shift+tab',
			'the step before; nothing is lost',
			{show: '← esc', hint: 'back', short: '←'},
		],
		['add-seat', 'a +', 'add a seat', {hint: 'add'}],
		['remove-seat', 'x -', 'take this seat away', {hint: 'remove'}],
		['stance', 'f', 'what this seat argues from', {hint: 'position'}],
		['manner', 'p', 'how this seat speaks', {hint: 'manner'}],
		['default', 'r backspace', 'back to the default', {hint: 'default'}],
		['keep', 's', 'save it as a preset of your own', {hint: 'save as preset'}],
		['afresh', '0', 'start afresh: forget what was filled in', {hint: 'afresh'}],
	]),
	...on('stage')([['results', 'enter', 'results, once it is over', {hint: 'results', when: 'over'}]]),
	...on('results')([['transcript', 'enter esc', 'back to the transcript', {hint: 'transcript'}]]),
	...on('stage', 'results')([['export', 'e', 'export, once it is over', {hint: 'export', when: 'over'}]]),
	...on('export')([
		['write', 'enter', 'write it as it is shown', {hint: 'write'}],
		['format-before', 'left h shift+tab', 'the format before'],
		['next-format', 'right l tab', 'the next format', {hint: 'formats', short: '←→'}],
	]),
	...on('results', 'library')([['replay', 'p', 'replay it', {hint: 'replay'}]]),
	...on('results')([
		['again', 'r', 'hold the same debate again', {hint: 'run again'}],
		['other-voices', 'c', 'change voices, then hold it again', {hint: 'change voices'}],
	]),
	...on('stage', 'results')([['vote', 'v', 'say where you stand, before and after', {hint: 'vote'}]]),
	...on('stage')([
		['answer', 'a', 'answer what you are asked', {hint: 'answer', when: 'live'}],
		['review', 'v', 'review the changes to a specification', {hint: 'review', when: 'live'}],
		['type', 't', 'type your turn, when it is yours', {hint: 'your turn', when: 'live'}],
		['pause', 'space', 'pause, and go on', {hint: 'pause', paused: 'go on', when: 'running'}],
		['step', 'n', 'while paused: one sentence', {paused: 'a sentence', when: 'running'}],
		['interject', 'i', 'have the arbiter step in', {hint: 'interject', when: 'live'}],
		['barge-in', 'b', 'barge in with your own words', {hint: 'barge in', when: 'live'}],
		['seats', 'r', 'reseat: take a chair, give it back, replace a voice', {hint: 'reseat', when: 'live'}],
		['slower', '< ,', 'slower', {when: 'running'}],
		['faster', '> .', 'faster', {hint: 'pace', short: '</>', when: 'running'}],
		['skip', 's', 'skip the rest of this turn', {hint: 'skip', when: 'live'}],
		['turn-before', 'left', 'back by a turn'],
		['next-turn', 'right', 'on by a turn', {hint: 'turns', short: '←→'}],
		['segment-before', '{', 'back by a segment or round'],
		['next-segment', '}', 'on by a segment or round', {hint: 'segments', short: '{}'}],
		['working', 'w', 'open a turn: its score, cost and times', {hint: 'turn'}],
		['next-moment', 'm', 'the next cut, interjection, notice …'],
		['moment-before', 'M', 'the moment before', {hint: 'moments', short: 'm M'}],
		['search', '/', 'search the transcript', {hint: 'search'}],
		['pane', 'tab', 'next pane, if one fits'],
		['pane-before', 'shift+tab', 'the pane before'],
		['mute', '1 2 3 4 5 6', 'mute that chair in the transcript, and back', {show: '1 … 6'}],
		['narrower', '[', 'the side panes smaller'],
		['wider', ']', 'the side panes larger'],
		['chairs', 'c', 'hide the chairs, and show them'],
		['moments', 'o', 'hide the moments, and show them'],
		['alone', 'z', 'the transcript alone, and back'],
	]),
	...on('typing')([
		['say', 'enter', 'say it', {hint: 'says it'}],
		['give', 'enter', 'answer this part, and go on', {hint: 'next'}],
		['choose', `up down ${digits}`, 'choose, where there is a choice', {show: '↑↓ 1 … 9', hint: 'choose', short: '↑↓'}],
		['next-part', 'tab', 'on to the next part, this one as it was', {hint: 'on'}],
		['pane-above', 'ctrl+o', 'the next pane above, such as the diff that is debated', {hint: 'pane'}],
		['hear', 'ctrl+o', 'hear what is debated, such as a diff', {hint: 'hear what is debated'}],
		['page-up', 'pgup', 'a page up in the pane above', {hint: 'scroll', short: 'PgUp PgDn'}],
		['page-down', 'pgdn', 'a page down in the pane above'],
		['new-line', 'alt+enter', 'a new line', {hint: 'line'}],
		['part-before', 'shift+tab', 'back to the part before, to change it; later answers stay', {hint: 'back'}],
		['look-around', 'esc', 'look around; t comes back to it', {hint: 'look around'}],
	]),
	...on('working')([
		['earlier', 'left h', 'the turn before'],
		['later', 'right l', 'the next turn', {hint: 'other turns', short: '←→'}],
	]),
	...on('review')([
		['take', 'a', 'accept it; work the issue in', {hint: 'accept'}],
		['drop', 'r', 'reject it; drop the issue', {hint: 'reject'}],
		['save', 'enter', 'save the accepted changes', {hint: 'save'}],
		['take-all', 'A', 'accept all changes'],
		['drop-all', 'R', 'reject all changes'],
		['change-before', 'left p h', 'the change before'],
		['next-change', 'right n l', 'the next change', {hint: 'changes', short: '←→'}],
		['edit', 'e', 'edit the text in $EDITOR', {hint: 'edit'}],
		['overview', 's', 'a summary, and back', {hint: 'summary'}],
		['more-rounds', 'm', 'debate it further', {hint: 'more rounds'}],
		['reset', '0', 'back to the original'],
		['leave-it', 'x', 'end it; the file stays as it is'],
	]),
	...on(
		'home',
		'settings',
	)([
		['mark', '', 'mark the one before, or the next', {show: '↑ ↓'}],
		['mark', '', 'as enter does, for that line of the list', {show: '1 … 9'}],
	]),
	...on(
		'stage',
		...texts,
	)([
		['up', 'up k', 'a line up', {show: '↑ k'}],
		['down', 'down j', 'a line down', {show: '↓ j'}],
	]),
	...on(...listsMovedByKeys)([
		['up', 'up k', 'mark the one before', {show: '↑ k'}],
		['down', 'down j', 'mark the next', {show: '↓ j'}],
	]),
	...on(...everywhere)([
		['page-up', 'pgup ctrl+b', 'a page up'],
		['page-down', 'pgdn ctrl+f', 'a page down'],
		['to-start', 'g home', 'to the beginning', {show: 'g Home'}],
	]),
	...on('stage')([
		['to-end', 'G end', 'to the end, and follow', {show: 'G End'}],
		['back', 'esc', 'back to where it was opened, unless it is being held', {hint: 'back', when: 'idle'}],
	]),
	...on(...texts, ...lists)([['to-end', 'G end', 'to the end', {show: 'G End'}]]),
	...on(
		...lists,
		'stage',
		'results',
		'export',
		'working',
		'review',
		'health',
	)([['help', '?', 'this help', {hint: 'help'}]]),
	...on('reading')([['close', 'esc q ?', 'close', {hint: 'close'}]]),
	...on('working')([['close', 'esc q w', 'close', {show: 'esc w', hint: 'close', short: 'esc'}]]),
	...on('export')([['close', 'esc q e', 'close', {show: 'esc e', hint: 'close', short: 'esc'}]]),
	...on('review')([['close', 'esc q', 'to the stage; v comes back', {hint: 'stage'}]]),
	...on('library', 'settings', 'health')([['leave', 'esc q', 'back', {hint: 'back'}]]),
	...on('home')([['quit', 'q', 'leave Rostrum', {hint: 'quit'}]]),
	...on('setup')([['quit', 'q', 'leave the setup', {hint: 'leave'}]]),
	...on('stage')([['quit', 'q', 'stop or leave', {hint: 'quit'}]]),
	...on('results')([['quit', 'q', 'leave the debate', {hint: 'leave'}]]),
	...on(...everywhere)([
		['redraw', 'ctrl+l', 'draw or say the screen anew'],
		['suspend', 'ctrl+z', 'to the shell; fg comes back'],
		['abandon', 'ctrl+c', 'leave at once'],
	]),
];

export type Action = (typeof table)[number]['action'];

export const bindings: readonly (Binding & {readonly action: Action})[] = table;
