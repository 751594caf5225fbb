/**
 * The kinds of defects that rehearsal reviewers look for, as data: how to recognise each, and several ways to put it.
 */

export type DefectSeverity = 'critical' | 'major' | 'minor';

/**
 * `seen` matches the tell-tale words; `unless` in the same line, or `nearby` anywhere in the section, says that it is
 * no defect. `{term}` is the match, `{quote}` the line. There are as many titles and claims as kinds of reviewers.
 */
export type DefectKind = {
	readonly id: string;
	readonly seen: RegExp;
	readonly unless?: RegExp;
	readonly nearby?: RegExp;
	readonly severity: DefectSeverity;
	/** Personas that look for it first; others may too. */
	readonly personas: readonly string[];
	readonly titles: readonly string[];
	readonly claims: readonly string[];
	/** A sentence that fixes the defect when appended to the line. */
	readonly change: string;
};

const number = /\d/u;

export const defectKinds: readonly DefectKind[] = [
	{
		id: 'speed',
		seen: /\b(?:fast|quick(?:ly)?|slow(?:ly)?|instant(?:ly|aneous)?|responsive|real[- ]time|low[- ]latency|performant|snappy|as soon as possible|immediately|promptly|timely)\b/iu,
		unless: number,
		severity: 'major',
		personas: ['performance', 'qa', 'pm'],
		titles: ['“{term}” is no number', 'How fast is “{term}”?', 'No measure behind “{term}”'],
		claims: [
			'“{term}” cannot be tested: two teams would build two different things and both be right.',
			'Nothing says what “{term}” means in milliseconds, or at which load, so nobody can tell when it is met.',
			'The word “{term}” stands where a latency should: there is nothing to hold a measurement against.',
		],
		change:
			'It is met when 95 of 100 requests are answered within 500 ms at the expected load, measured at the server.',
	},
	{
		id: 'scale',
		seen: /\b(?:scal(?:e|es|able|ability)|high[- ]load|heavy (?:load|traffic)|large (?:number|amount)s?|many (?:users|requests|clients)|lots of|high (?:volume|throughput)|millions|concurrent(?:ly)?)\b/iu,
		unless: number,
		severity: 'major',
		personas: ['performance', 'oncall'],
		titles: ['“{term}” without a load', 'Which load is “{term}”?', 'No figure for “{term}”'],
		claims: [
			'“{term}” names no load, so no test can show that it holds.',
			'It is not said how many at once “{term}” stands for, nor what happens beyond that.',
			'Without a figure, “{term}” is a wish: capacity cannot be planned from it.',
		],
		change:
			'The load to hold is 100 requests a second with 1,000 users at once; what comes beyond that is refused with an error that says when to try again.',
	},
	{
		id: 'vague',
		seen: /\b(?:user[- ]friendly|intuitive|eas(?:y|ily)|simple|robust|reliabl[ey]|flexible|seamless(?:ly)?|efficient(?:ly)?|appropriate(?:ly)?|reasonabl[ey]|adequate(?:ly)?|sufficient(?:ly)?|graceful(?:ly)?|properly|correctly|as needed|if necessary|where possible|if possible|etc\.?|and so on|best[- ]effort|state of the art|modern|regularly|periodically|occasionally|soon|various|several|some kind of)(?![\w-])/iu,
		severity: 'minor',
		personas: ['qa', 'pm'],
		titles: ['“{term}” can be read both ways', 'What does “{term}” mean?', 'Untestable: “{term}”'],
		claims: [
			'“{term}” leaves the decision to whoever reads it, and nobody can say when it is met.',
			'No test can be written for “{term}”: it is not said who does what and sees what.',
			'Whoever accepts this and whoever builds it will mean different things by “{term}”.',
		],
		change:
			'It is accepted when a reviewer who has not built it finds every case of this section handled as it is written here.',
	},
	{
		id: 'secure',
		seen: /\b(?:secure(?:ly|d)?|safe(?:ly)?|protected|trusted|hardened|encrypted)\b/iu,
		unless: /\b(?:AES|TLS|SHA|argon2|bcrypt|scrypt|HSTS|OAuth|\d)/iu,
		severity: 'major',
		personas: ['security'],
		titles: ['“{term}” against whom?', 'No measure behind “{term}”', '“{term}” is a claim, not a control'],
		claims: [
			'“{term}” names neither the attacker nor the measure, so nobody can check it.',
			'It is not said what makes this “{term}”: which protocol, which keys, who holds them.',
			'“{term}” promises an outcome and names no means by which it is reached.',
		],
		change:
			'Transport uses TLS 1.3, data at rest is encrypted with AES-256, and keys are held outside of the database and changed every 90 days.',
	},
	{
		id: 'failure',
		seen: /\b(?:calls?|fetch(?:es)?|sends?|uploads?|imports?|exports?|connects?|writes?|stores?|saves?|synchroni[sz]es?|publishes|downloads?|charges?|forwards?|processes|triggers?)\b/iu,
		nearby:
			/\b(?:fail(?:s|ed|ure)?|errors?|time[sd]?[- ]?out|retr(?:y|ies|ied)|unavailable|rejected|invalid|rolled back|exceptions?)\b/iu,
		severity: 'critical',
		personas: ['oncall', 'qa'],
		titles: ['What if “{term}” fails?', 'No error case for “{term}”', 'Failure of “{term}” is left open'],
		claims: [
			'The section says what happens when “{term}” works, and nothing of what happens when it does not: nobody knows in which state everything is left.',
			'Nothing is said of a failure after “{term}” has begun: what the caller gets, and whether it may try again.',
			'When the other side is slow or gone, “{term}” has no time-out and no outcome.',
		],
		change:
			'If this fails or takes longer than 10 seconds, it is tried twice more; after that the caller gets an error that names what failed, and nothing is left half done.',
	},
	{
		id: 'limit',
		seen: /\b(?:(?:upload|attach|import|enter|submit|search|list|cache|queue|retr(?:y|ied|ies)|invite|comment|message|paste)(?:s|ed|ing)?)\b/iu,
		unless: /\d|\b(?:limit|most|maximum|page)\b/iu,
		nearby: /\b(?:at most|up to|no more than|maximum of|limited to)\b/iu,
		severity: 'major',
		personas: ['performance', 'security', 'qa'],
		titles: ['No limit on “{term}”', '“{term}” without an upper bound', 'How much may “{term}” take?'],
		claims: [
			'It is not said how large or how many “{term}” may be, so one caller can exhaust what all share.',
			'Nothing bounds “{term}”: neither its size, nor its number, nor its rate.',
			'There is no upper bound for “{term}”, and none can be tested for.',
		],
		change:
			'At most 10 MB and 100 of these an hour are taken from one user; more is refused with an error that names the limit.',
	},
	{
		id: 'right',
		seen: /\b(?:delet(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|edit(?:s|ed|ing)?|chang(?:e|es|ed|ing)|access(?:es|ed)?|view(?:s|ed)?|download(?:s|ed)?|admin(?:istrator)?s?|approv(?:e|es|ed))\b/iu,
		nearby: /\b(?:permission|authori[sz]ed?|role|owner|only (?:the|an?|its)|may not|must not|forbidden|signed in)\b/iu,
		severity: 'critical',
		personas: ['security'],
		titles: ['Who may “{term}”?', 'No right is asked for “{term}”', '“{term}” is open to anybody'],
		claims: [
			'It is not said who may “{term}”, nor where that is checked.',
			'Nothing stops one user from doing this with what belongs to another: “{term}” names no owner.',
			'“{term}” has consequences, and no right is needed for it.',
		],
		change:
			'Only its owner and administrators may do this; the right is checked on the server for every request, and each refusal is logged.',
	},
	{
		id: 'personal',
		seen: /\b(?:passwords?|credentials?|tokens?|sessions?|personal data|e-?mail address(?:es)?|phone numbers?|api keys?|secrets?|card numbers?)\b/iu,
		unless: /\b(?:hash|encrypt|argon2|bcrypt|scrypt|expire|never (?:stored|logged)|\d)/iu,
		nearby: /\b(?:hashed|encrypted|argon2|bcrypt|scrypt|expires? after|deleted after|retained for)\b/iu,
		severity: 'critical',
		personas: ['security', 'oncall'],
		titles: ['How long, and how, is “{term}” kept?', 'No end for “{term}”', '“{term}” is kept unprotected'],
		claims: [
			'It is not said in which form “{term}” is kept, for how long, and who can read it.',
			'Nothing ends the life of “{term}”: what was leaked once works for ever.',
			'“{term}” at rest has no protection that is named, so a copy of the database is all an attacker needs.',
		],
		change:
			'It is kept only in a form from which it cannot be read back, ends after 24 hours without use, and is never written to a log.',
	},
];

/** Topics that every specification should mention; a missing one is reported at the last section. */
export const absences: readonly Omit<DefectKind, 'unless' | 'nearby'>[] = [
	{
		id: 'observability',
		seen: /\b(?:log(?:s|ged|ging)?|metrics?|alerts?|monitor(?:ed|ing)?|dashboards?|traces?)\b/iu,
		severity: 'major',
		personas: ['oncall'],
		titles: ['Nobody would see it break', 'Nothing is logged or measured', 'No signal for “on call”'],
		claims: [
			'The text names no log, metric or alert: whoever is on call learns of a failure from users.',
			'Nothing is said of what is logged and measured, so a failure cannot be told from silence.',
			'There is no alert, hence no way of knowing which part is broken.',
		],
		change:
			'Every failure is logged with the request’s id; error rate and latency are measured, and an alert is sent when more than 1 of 100 requests fail within 5 minutes.',
	},
	{
		id: 'rollback',
		seen: /\b(?:roll(?:ed)?[- ]?back|revert(?:ed)?|feature flag|disabled?|undo|restored?)\b/iu,
		severity: 'minor',
		personas: ['oncall', 'pm'],
		titles: ['No way back', 'How is it taken back?', 'Rolling back is not provided for'],
		claims: [
			'It is not said how this is switched off when it does harm, or what becomes of data made meanwhile.',
			'There is no plan for taking it back, so the first bad release is repaired by hand.',
			'Nothing says how one returns to the state before, or how long that takes.',
		],
		change: 'It can be rolled back without a release; what was written meanwhile stays readable by the version before.',
	},
	{
		id: 'acceptance',
		seen: /\b(?:acceptance|accepted when|tests?|criteri(?:on|a)|verified)\b/iu,
		severity: 'minor',
		personas: ['qa', 'pm'],
		titles: ['Nothing says when it is done', 'No acceptance criteria', 'Which test fails if this is not met?'],
		claims: [
			'The text has no acceptance criteria: nobody can say when it is done.',
			'For no requirement is it said who does what and sees what, so nothing can be accepted.',
			'There is not one test in it that could fail.',
		],
		change: 'It is accepted when each sentence above that says “must” is shown by a test which fails without it.',
	},
];
