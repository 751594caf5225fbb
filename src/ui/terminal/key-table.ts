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
	| 'field'
	| 'results'
	| 'reading'
	| 'export'
	| 'working'
	| 'columns'
	| 'audience'
	| 'review'
	| 'batch';

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
const texts = ['results', 'reading', 'export', 'working', 'columns', 'review', 'health', 'batch'] as const;
/** Lists without a component that handles the arrow keys itself. */
const listsMovedByKeys = ['home', 'setup', 'library'] as const;
const everywhere = [...lists, ...texts, 'stage'] as const;

/** The order is that of the help, and of the key line, where the most useful come first. */
const table = [
	...on('home')([
		['start', 'enter', 'start what is marked', {hint: 'start'}],
		['topic', 't /', 'a topic of your own', {show: 't /', hint: 'your topic', short: 't'}],
		['more', 'm', 'all formats and recordings, or fewer', {hint: 'more'}],
		['previous-topic', 'left', 'previous topic'],
		['next-topic', 'right', 'next suggested topic', {hint: 'topics', short: '←→'}],
		['setup', 'n', 'set up a debate of your own', {menu: 'new debate'}],
		['voices', 'v', 'who speaks: everywhere, in all seats of a debate, or in one'],
		['library', 'l', 'the library: every debate, searchable', {menu: 'library', hint: 'library'}],
		['discard', 'x', 'discard an unfinished debate', {hint: 'discard'}],
		['watch', 'w', 'watch a debate running in another program', {menu: 'watch'}],
		['share', 'e', 'share or export it: page and card in one folder, or any other format'],
		['settings', 's', 'settings and keys', {menu: 'settings'}],
		['health', 'c', 'check that voices, folders and stores work', {menu: 'check'}],
	]),
	...on('library')([
		['open', 'enter', 'open it at the match', {hint: 'open'}],
		['look', '/', 'search all debates', {hint: 'search'}],
		['filter', 'f', 'filter by format, framework, model or day', {hint: 'filter'}],
		['match-before', 'left h', 'the previous match'],
		['next-match', 'right l', 'the next match', {hint: 'turns', short: '←→'}],
		['continue', 'c', 'resume an unfinished one', {hint: 'resume'}],
		['delete', 'd delete', 'delete it, after asking', {hint: 'delete'}],
		['export', 'e', 'share or export it: page and card in one folder, or any other format', {hint: 'share'}],
	]),
	...on('settings')([
		['change-setting', '', 'change it', {show: 'enter', hint: 'change'}],
		['default-setting', 'd delete', 'back to the default, after asking', {hint: 'default'}],
	]),
	...on('health')([['check-again', 'r', 'check again', {hint: 'again'}]]),
	...on('setup')([
		['hold', 'enter', 'start the debate, at the last step', {hint: 'start'}],
		['take-format', 'enter space', 'choose the selected format, at the first step', {hint: 'choose'}],
		['pick', 'enter space', 'change the selected row', {hint: 'change'}],
		['next-step', 'right n tab', 'the next step', {show: '→ tab', hint: 'next', short: '→'}],
		[
			'last-step',
			'left esc b shift+tab',
			'the previous step; nothing is lost',
			{show: '← esc', hint: 'back', short: '←'},
		],
		['add-seat', 'a +', 'add a seat', {hint: 'add'}],
		['remove-seat', 'x -', 'remove this seat', {hint: 'remove'}],
		['stance', 'f', 'the position this seat argues', {hint: 'position'}],
		['manner', 'p', 'how this seat speaks', {hint: 'manner'}],
		['default', 'r backspace', 'back to the default', {hint: 'default'}],
		['keep', 's', 'save it as a preset of your own', {hint: 'save as preset'}],
		['afresh', '0', 'start over: clear the form', {hint: 'start over'}],
	]),
	...on('stage')([['results', 'enter', 'results, once it is over', {hint: 'results', when: 'over'}]]),
	...on('results')([['transcript', 'enter esc', 'back to the transcript', {hint: 'transcript'}]]),
	...on(
		'stage',
		'results',
	)([
		[
			'export',
			'e',
			'share or export it: page and card in one folder, an article and more',
			{hint: 'share', when: 'over'},
		],
	]),
	...on('export')([
		['write', 'enter', 'write it as it is shown', {hint: 'write'}],
		['copy', 'y', 'copy the path of what was written; asks first', {hint: 'copy path'}],
		['format-before', 'left h shift+tab', 'previous format'],
		['next-format', 'right l tab', 'next format', {hint: 'formats', short: '←→'}],
	]),
	...on('results', 'library')([['replay', 'p', 'replay it', {hint: 'replay'}]]),
	...on('results')([
		['again', 'r', 'run the same debate again', {hint: 'run again'}],
		['other-voices', 'c', 'change voices, then run it again', {hint: 'voices'}],
	]),
	...on('results')([['audit', 'a', 'how the result was judged and checked', {hint: 'how judged'}]]),
	...on('stage', 'results')([['vote', 'v', 'say where you stand, before and after', {hint: 'vote'}]]),
	...on('results')([['copy-command', 'y', 'copy the command that runs it again; asks first', {hint: 'copy command'}]]),
	...on(
		'home',
		'library',
		'results',
	)([
		['highlights', '*', 'its highlights: the best minute', {hint: 'highlights'}],
		['compare', '=', 'compare it with another debate, side by side', {hint: 'compare'}],
		['rename', 'R', 'rename it', {hint: 'rename'}],
	]),
	...on('stage')([
		['answer', 'a', 'answer the question', {hint: 'answer', when: 'live'}],
		['review', 'v', 'review the changes to a specification', {hint: 'review', when: 'live'}],
		['type', 't', 'type your turn, when it is yours', {hint: 'your turn', when: 'live'}],
		['unsay', 'u', 'take your last turn back, until the next speaker begins', {hint: 'take back', when: 'live'}],
		['pause', 'space', 'pause or resume', {hint: 'pause', paused: 'resume', when: 'running'}],
		['step', 'n', 'one sentence (while paused)', {paused: 'step', when: 'running'}],
		['interject', 'i', 'have the arbiter step in', {hint: 'interject', when: 'live'}],
		['steer', 'i', 'steer a council: vote now, one more round, add or drop a claim', {hint: 'steer', when: 'live'}],
		['barge-in', 'b', 'barge in with your own words', {hint: 'barge in', when: 'live'}],
		['seats', 'r', 'voices: take a seat, give it back, or change who speaks', {hint: 'voices', when: 'live'}],
		['slower', '< ,', 'slower', {when: 'running'}],
		['faster', '> .', 'faster', {hint: 'pace', short: '</>', when: 'running'}],
		['instant', 'I', 'at once: as fast as words come, and back; asks first where that costs money', {when: 'running'}],
		['sound', 'S', 'sound on or off, where the debate is spoken', {hint: 'sound', when: 'running'}],
		['skip', 's', 'skip the rest of this turn', {hint: 'skip', when: 'live'}],
		['turn-before', 'left', 'back by a turn'],
		['next-turn', 'right', 'on by a turn', {hint: 'turns', short: '←→'}],
		['segment-before', '{', 'back by a segment or round'],
		['next-segment', '}', 'on by a segment or round', {hint: 'segments', short: '{}'}],
		['working', 'w', 'open a turn: its score, cost and times', {hint: 'turn'}],
		['copy', 'y', 'copy the words of the turn in sight; asks first'],
		['next-point', 'p', 'the code of the next point of a Code Debate', {hint: 'next point'}],
		['point-before', 'P', 'the code of the point before'],
		['documents', 'd', 'the documents that it stands on, and every passage cited', {hint: 'sources'}],
		['subject', 'T', 'the topic whole, and who sits where'],
		['columns', 'C', 'the chairs side by side, exchange by exchange'],
		['audience', 'A', 'listeners: their page, their votes and their questions'],
		['next-moment', 'm', 'next cut, interjection or notice'],
		['moment-before', 'M', 'previous moment', {hint: 'moments', short: 'm M'}],
		['search', '/', 'search the transcript', {hint: 'search'}],
		['pane', 'tab', 'next pane, if one fits'],
		['pane-before', 'shift+tab', 'previous pane'],
		['mute', '1 2 3 4 5 6', 'mute that chair in the transcript, on or off', {show: '1 … 6'}],
		['narrower', '[', 'make the side panes smaller'],
		['wider', ']', 'make the side panes larger'],
		['chairs', 'c', 'show or hide the chairs'],
		['moments', 'o', 'show or hide the moments'],
		['alone', 'z', 'the transcript alone, on or off'],
	]),
	...on('typing')([
		['say', 'enter', 'say it', {hint: 'say it'}],
		['give', 'enter', 'answer this part, and go on', {hint: 'next'}],
		['choose', `up down ${digits}`, 'choose, where there is a choice', {show: '↑↓ 1 … 9', hint: 'choose', short: '↑↓'}],
		['next-part', 'tab', 'skip to the next part', {hint: 'on'}],
		['pane-above', 'ctrl+o', 'the next pane above, such as the diff that is debated', {hint: 'pane'}],
		['hear', 'ctrl+o', 'hear what is debated, such as a diff', {hint: 'hear the subject'}],
		['page-up', 'pgup', 'a page up in the pane above', {hint: 'scroll', short: 'PgUp PgDn'}],
		['page-down', 'pgdn', 'a page down in the pane above'],
		['new-line', 'alt+enter', 'a new line', {hint: 'line'}],
		['part-before', 'shift+tab', 'back to the previous part; later answers stay', {hint: 'back'}],
		['look-around', 'esc', 'look around; t returns to it', {hint: 'look around'}],
	]),
	...on('field')([
		['edit-text', '', 'undo; so does ctrl+/', {show: 'ctrl+_'}],
		['edit-text', '', 'redo', {show: 'ctrl+r'}],
		['edit-text', '', 'cut to the beginning of the line', {show: 'ctrl+u'}],
		['edit-text', '', 'cut to the end of the line', {show: 'ctrl+k'}],
		['edit-text', '', 'cut the word before; alt+d the one behind', {show: 'ctrl+w'}],
		['edit-text', '', 'put in what was cut last', {show: 'ctrl+y'}],
		['edit-text', '', 'a word back; alt+f on; ctrl with an arrow does both', {show: 'alt+b'}],
		['edit-text', '', 'the beginning of the line; ctrl+e its end', {show: 'ctrl+a'}],
		['edit-text', '', 'line up or down; of a topic, earlier topics', {show: '↑ ↓'}],
		['edit-text', '', 'a new line, in a field that may have several', {show: 'ctrl+j'}],
	]),
	...on('working')([
		['earlier', 'left h', 'previous turn'],
		['later', 'right l', 'next turn', {hint: 'other turns', short: '←→'}],
		['calls', 'r', 'what models were asked for it, and their answers as received', {hint: 'raw'}],
		['copy', 'y', 'copy its words; asks first', {hint: 'copy'}],
	]),
	...on('review')([
		['confirm', 'y', 'write what is accepted, after Enter has shown what and where', {hint: 'write it'}],
		['option', digits, 'take that option of what is yours to decide', {show: '1 … 9', hint: 'choose'}],
		['take', 'a', 'accept this edit; work the issue in', {hint: 'accept'}],
		['drop', 'r', 'reject this edit; drop the issue', {hint: 'reject'}],
		['edit', 'e', 'edit the passage in $EDITOR', {hint: 'edit'}],
		['save', 'enter', 'see what would be written where, and write it', {hint: 'save'}],
		['take-issue', 'i', 'accept all edits of this issue', {hint: 'all of this issue'}],
		['drop-issue', 'I', 'reject all edits of this issue'],
		['take-all', 'A', 'accept all edits'],
		['drop-all', 'R', 'reject all edits'],
		['change-before', 'left p h', 'previous edit'],
		['next-change', 'right n l', 'next edit', {hint: 'edits', short: '←→'}],
		['edit-all', 'E', 'edit the whole text in $EDITOR'],
		['overview', 's', 'a summary, and back', {hint: 'summary'}],
		['more-rounds', 'm', 'debate it further', {hint: 'more rounds'}],
		['reset', '0', 'back to the original'],
		['leave-it', 'x', 'end it; the file stays as it is'],
	]),
	...on('audience')([
		['open-audience', 'o', 'serve a page for listeners, on this machine', {hint: 'serve a page'}],
		['let-in', 'enter', 'put this question to those who speak', {hint: 'let in'}],
		['refuse', 'x', 'refuse this question', {hint: 'refuse'}],
		['close-vote', 'c', 'close the vote that is open: then it is counted', {hint: 'close the vote'}],
		['up', 'up k', 'the question above', {show: '↑ k'}],
		['down', 'down j', 'the question below', {show: '↓ j'}],
	]),
	...on('home', 'setup')([['choose-line', digits, 'choose that line, as a click does', {show: '1 … 9'}]]),
	...on('settings')([
		['mark', '', 'select the previous or the next', {show: '↑ ↓'}],
		['mark', '', 'choose that line, as a click does', {show: '1 … 9'}],
	]),
	...on(
		'stage',
		...texts,
	)([
		['up', 'up k', 'line up', {show: '↑ k'}],
		['down', 'down j', 'line down', {show: '↓ j'}],
	]),
	...on('library')([['mark', '', 'choose that line, as a click does', {show: '1 … 9'}]]),
	...on(...listsMovedByKeys)([
		['up', 'up k', 'select the previous', {show: '↑ k'}],
		['down', 'down j', 'select the next', {show: '↓ j'}],
	]),
	...on(...everywhere)([
		['page-up', 'pgup ctrl+b', 'page up'],
		['page-down', 'pgdn ctrl+f', 'page down'],
		['to-start', 'g home', 'to the beginning', {show: 'g Home'}],
	]),
	...on('stage')([
		['to-end', 'G end', 'to the end, and follow along', {show: 'G End'}],
		['back', 'esc', 'back to the previous screen, unless it is live', {hint: 'back', when: 'idle'}],
	]),
	...on(...texts, ...lists)([['to-end', 'G end', 'to the end', {show: 'G End'}]]),
	...on(
		...lists,
		'stage',
		'results',
		'export',
		'working',
		'columns',
		'review',
		'health',
		'batch',
	)([['help', '?', 'this help', {hint: 'help'}]]),
	...on(...everywhere.filter(scope => scope !== 'reading'))([
		['palette', ':', 'all commands: type to find one, Enter runs it', {hint: 'commands'}],
	]),
	...on('reading')([['palette', ':', 'all commands: type to find one, Enter runs it']]),
	...on('reading')([['close', 'esc q ?', 'close', {hint: 'close'}]]),
	...on('working')([['close', 'esc q w', 'close', {show: 'esc w', hint: 'close', short: 'esc'}]]),
	...on('columns')([['close', 'esc q C', 'close', {show: 'esc C', hint: 'close', short: 'esc'}]]),
	...on('audience')([['close', 'esc q A', 'close', {show: 'esc A', hint: 'close', short: 'esc'}]]),
	...on('export')([['close', 'esc q e', 'close', {show: 'esc e', hint: 'close', short: 'esc'}]]),
	...on('review')([
		['review-on', 'esc q', 'back to the review, before it is written', {hint: 'review'}],
		['close', 'esc q', 'back to the stage; v returns here', {hint: 'stage'}],
	]),
	...on('library', 'settings', 'health')([['leave', 'esc q', 'back', {hint: 'back'}]]),
	...on('home')([['quit', 'q', 'leave Rostrum', {hint: 'quit'}]]),
	...on('batch')([['stop-batch', 'q', 'stop; the same command goes on', {hint: 'stop'}]]),
	...on('setup')([['quit', 'q', 'close the setup', {hint: 'leave'}]]),
	...on('stage')([['quit', 'q', 'stop or leave', {hint: 'quit'}]]),
	...on('results')([['quit', 'q', 'leave the debate', {hint: 'leave'}]]),
	...on(...everywhere)([
		['redraw', 'ctrl+l', 'redraw or reread the screen'],
		['suspend', 'ctrl+z', 'suspend to the shell; fg returns'],
		['abandon', 'ctrl+c', 'leave at once'],
	]),
];

export type Action = (typeof table)[number]['action'];

export const bindings: readonly (Binding & {readonly action: Action})[] = table;
