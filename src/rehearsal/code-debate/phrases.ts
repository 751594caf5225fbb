/** What a rehearsal voice notices in lines of code, and its sentences about it, as data. */
import type {Family} from '../sentence-writer.ts';
import phrases from '../../../data/rehearsal/phrases-code.json' with {type: 'json'};

/** An objection to a line of code. `sure`: there is little to say against it. */
export type Concern = {
	readonly id: string;
	readonly seen: RegExp;
	readonly sure: boolean;
	readonly title: readonly string[];
	readonly claim: Family;
	readonly action: string;
};

const family = (name: string, ...patterns: string[]): Family => ({name, patterns});

export const concerns: readonly Concern[] = [
	{
		id: 'swallowed',
		seen: /catch\b[^{]*\{\s*\}|except[^:]*:\s*pass|\.catch\(\(\) ?=> ?(?:\{\}|undefined|null)\)/u,
		sure: true,
		title: ['An error disappears here', 'A failure leaves no trace'],
		claim: family(
			'code-swallowed',
			'(Whatever|Anything that) goes wrong in `{code}` is (lost|dropped), so the (caller|user) goes on with a state that (nobody|no one) has checked; (let it through|report it) or say why it may be ignored.',
		),
		action: 'Report the error, or say in a comment why it may be ignored.',
	},
	{
		id: 'todo',
		seen: /\b(?:TODO|FIXME|XXX|HACK)\b/u,
		sure: true,
		title: ['Something is left to be done', 'The change announces its own gap'],
		claim: family(
			'code-todo',
			'`{code}` (says|admits) that the work is (not done|unfinished); either it belongs (into|in) this change or it (needs|wants) a place where somebody will (find|see) it again.',
		),
		action: 'Finish it, or track it where it will be found.',
	},
	{
		id: 'parse',
		seen: /JSON\.parse|json\.loads|parseInt|Number\(|int\(|atoi/u,
		sure: true,
		title: ['Input is read without a check', 'What comes in is trusted'],
		claim: family(
			'code-parse',
			'`{code}` takes its (input|argument) as it comes; with a (malformed|empty) value it (throws|gives nonsense) far from the place where that value came in, so (check|validate) it here.',
		),
		action: 'Check what comes in before it is used.',
	},
	{
		id: 'loop',
		seen: /\bfor\s*(?:\(|await\b|\w+\s+(?:in|of)\b)|\bwhile\b|\.forEach\(|\bloop\s*\{/u,
		sure: false,
		title: ['Where the loop ends', 'The loop at its edges', 'How often this runs'],
		claim: family(
			'code-loop',
			'The loop at `{code}` (is clear|reads well) for the usual case; with an (empty|endless) sequence I (cannot see|do not find) what (ends|stops) it, and no test (shows|covers) that.',
			'With `{code}` the (work|cost) grows with the length of what is walked through, and nothing here (bounds|limits) that length.',
		),
		action: 'Bound the loop, and test it with nothing and with much.',
	},
	{
		id: 'compare',
		seen: /[^=!<>-](?:<=?|>=?|‹)[^=>]|\.length\b|\bslice\(|\bsubstring\(/u,
		sure: false,
		title: ['Off by one at the border', 'The border case', 'Which side the border is on'],
		claim: family(
			'code-compare',
			'The (limit|border) in `{code}` decides the first and the last case, and it is (easy|tempting) to have it on the wrong side; a test with exactly that value would (settle|show) it.',
			'At `{code}` the value right on the (limit|border) goes one way, and the (text|message) of the change does not say that this is (meant|intended).',
		),
		action: 'Test the value right on the border.',
	},
	{
		id: 'async',
		seen: /\bawait\b|\.then\(|setTimeout|Promise|async /u,
		sure: false,
		title: ['What happens while it waits', 'Waiting without an end', 'Two of these at once'],
		claim: family(
			'code-async',
			'While `{code}` waits, the state around it can (change|move on); (nothing|no check) afterwards (looks|asks) again whether the answer is still wanted.',
			'`{code}` has no (limit|deadline) of its own, so one (silent|slow) peer (holds up|blocks) everything behind it.',
		),
		action: 'Give the wait a limit, and look again after it.',
	},
	{
		id: 'branch',
		seen: /\bif\s*[(\w]|\bswitch\s*\(|\?\?|\?\.|\belse\b|\bmatch\s+\w/u,
		sure: false,
		title: ['The other branch', 'A case that falls through', 'What the condition leaves out'],
		claim: family(
			'code-branch',
			'The condition in `{code}` (names|covers) the case it was written for; (what|whatever) is neither that nor its opposite (slips|falls) through (silently|unsaid).',
			'I (miss|do not see) a test for the branch that `{code}` does not take, and that branch is the one (users|callers) will (meet|find) first.',
		),
		action: 'Cover the branch that is not taken.',
	},
	{
		id: 'interface',
		seen: /\b(?:export|public|def|function|func|fn|class|interface|type)\b/u,
		sure: false,
		title: ['What callers now rely on', 'A wider surface', 'The name and what it does'],
		claim: family(
			'code-interface',
			'With `{code}` something becomes (visible|public) that callers will (lean|rely) on; its (contract|promise) for (missing|odd) arguments is written down (nowhere|in no place).',
			'The name in `{code}` (promises|says) less than the body does, so a reader who (trusts|believes) it will be (surprised|misled).',
		),
		action: 'Say what callers may rely on.',
	},
	{
		id: 'state',
		seen: /=[^=>]|\bset\w*\(|\bpush\(|\bappend\(|\+\+|\+=/u,
		sure: false,
		title: ['Who else changes this', 'Shared state', 'The order of two changes'],
		claim: family(
			'code-state',
			'`{code}` changes something that others (read|see) too; if it (fails|stops) half way, what they see (fits|matches) neither the old state nor the new.',
			'After `{code}` two things have to (agree|match) that nothing here keeps (together|in step).',
		),
		action: 'Make the change whole or not at all.',
	},
	{
		id: 'words',
		seen: /\S/u,
		sure: false,
		title: ['What this line is for', 'Whether this is needed', 'The reason is not said'],
		claim: family(
			'code-words',
			'I read `{code}` (twice|again) and still (ask|wonder) which (case|need) it (answers|serves); if there is one, the change should (say|name) it.',
			'`{code}` could (go|be left out) without a test (noticing|failing), and that (speaks|tells) either against the line or against the tests.',
		),
		action: 'Say which case needs it, or leave it out.',
	},
];

export const {summary, agrees, attempts, mixes, contradicts, agreedPart, disputedPart} = phrases;
