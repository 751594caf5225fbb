/** A chair's opening statement, as patterns. */
import type {Family} from '../../language/sentence-writer.ts';

export const hello: Family = {
	name: 'opening-hello',
	patterns: [
		'I was given the {label}, and on {topic} it (gives|lends) me one (thought|thing) to hold on to: {creed}.',
		'(Somebody|Someone) has to (speak|argue) for the {label} on {topic}, and to say (plainly|at once) that {creed}.',
		'The {label} (starts|begins) from a (plain|simple) (thought|conviction), namely that {creed}, and I (will|mean to) see how far it (carries|takes) us.',
		'(Let me|I will) say (at once|from the start) where the {label} (looks|turns its eyes) when {topic} comes up: {creed}.',
		'On {topic} the {label} (brings|carries) one (conviction|steady thought) to the table: {creed}.',
		'(You|Listeners) will hear (many|several) (voices|views) on {topic}; the {label} (says|holds) (first|before all else) that {creed}.',
	],
};

export const why: Family = {
	name: 'opening-why',
	patterns: [
		'(I hold|We hold|One holds) on to that because {reason}.',
		'(One need not ask|Nobody need ask) (twice |)why, (since|because) {reason}.',
		'(There is|I see) a (reason|good reason) to (start|begin) there: {reason}.',
		'(That|It) (matters|counts) (more than it seems|a good deal), since {reason}.',
		'(Experience|Life) (teaches|confirms) it, (too|every week), for {reason}.',
		'And (that|it) is (no|not a) small (thing|matter), because {reason}.',
	],
};

export const ahead: Family = {
	name: 'opening-ahead',
	patterns: [
		'(Hold|Keep) me to (that|it), (please|whoever listens), and (let|have) {others} be held to (as much|the same).',
		'(I look|I am looking) forward to hearing where {others} would (draw|put) the line.',
		'(Now|And now) I (want|would like) to (learn|hear) what {others} would (say|answer) to (that|it).',
		'(So much|That much) for my (side|corner); (I expect|no doubt) {others} will (test|shake) it (soon|well) enough.',
		'I (would|will) (gladly|happily) be (shown|proved) wrong by {others}, (given|granted) a (case|reason) that (holds|stands).',
		'(That|This) is my (stake|wager) for this debate, and {others} (may|can) (raise|call) it.',
	],
};

export const brief: Family = {
	name: 'opening-brief',
	patterns: [
		'(My|The) brief (adds|asks for) one more thing, “{persona}”, and I will (try|do my best).',
		'I was (asked|told) to be (somebody|someone) besides, “{persona}”, and (gladly|so) I am.',
	],
};
