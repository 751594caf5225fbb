/** People, places and goods by field, as data: they tie an example to the proposition. */
import written from '../../data/rehearsal/domains.json' with {type: 'json'};

export type Domain = {
	readonly name: string;
	/** Words that identify the field in a proposition. */
	readonly words: RegExp;
	/** Someone affected: singular and gender-neutral, so that `they` can follow. */
	readonly who: readonly string[];
	/** Where it is felt. */
	readonly place: readonly string[];
	/** What people want from it. */
	readonly good: readonly string[];
};

type WrittenDomain = Omit<Domain, 'words'> & {readonly words: readonly string[]};

const domainOf = (field: WrittenDomain): Domain => ({
	...field,
	words: new RegExp(`^(?:${field.words.join('|')})$`, 'u'),
});

export const domains: readonly Domain[] = written.fields.map(domainOf);

/** For propositions of no known field. */
export const general: Domain = domainOf(written.general);
