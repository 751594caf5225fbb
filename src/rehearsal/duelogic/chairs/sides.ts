/** Decides which side each chair takes, from how its framework leans, such that both sides are represented. */
import {hash} from '../../language/random.ts';
import type {ChairCard, ParsedPrompt} from '../../request/notation.ts';
import type {DebateSide} from '../../language/patterns.ts';

/** What a proposition asks for, judged by its wording. */
const features = {
	compels:
		/compuls|mandator|\bban(?:s|ned|ning)?\b|prohibit|\brequir|oblig|\bforc|\btax|confiscat|outlaw|conscript|go to the public|illegal|restrict|regulat|abolish|must\b/iu,
	permits: /\ballow|\bfree to\b|\blegali|permitt|right to|decriminal|withdraw|\bsell|\bchoose\b|for sale/iu,
	deceives: /\blie\b|\blying\b|deceiv|break a promise|betray|secre|\bsteal|tortur|\bkill|\bspy/iu,
	risks:
		/\brelease|experiment|\bgene\b|gene-|nuclear|self-driving|\bai\b|artificial intelligence|robot|\bclon|geoengineer|untested|before we/iu,
	shares: /\bshare|\bgive\b|abroad|foreign|refugee|migrant|\breturn|\baid\b|open border|global|by need/iu,
} as const;
type Feature = keyof typeof features;
const asked: readonly Feature[] = ['compels', 'permits', 'deceives', 'risks', 'shares'];

/** The features of a proposition, with sign -1 if it opposes them. */
export const featuresOf = (proposition: string): {readonly features: readonly Feature[]; readonly sign: 1 | -1} => ({
	features: asked.filter(feature => features[feature].test(proposition)),
	sign: /\bnot\b|\bnever\b|\bwrong\b|\bimmoral\b/iu.test(proposition) ? -1 : 1,
});

/** How each framework leans on these features, from -2 (against) to 2 (for). */
const leanings: Readonly<Record<string, Readonly<Record<Feature, number>>>> = {
	utilitarian: {compels: 1, permits: 1, deceives: 1, risks: 1, shares: 2},
	virtue_ethics: {compels: -1, permits: -1, deceives: -2, risks: -1, shares: 1},
	deontological: {compels: -1, permits: -1, deceives: -2, risks: -1, shares: 1},
	pragmatic: {compels: 1, permits: 1, deceives: 1, risks: 2, shares: -1},
	libertarian: {compels: -2, permits: 2, deceives: -1, risks: 1, shares: -1},
	communitarian: {compels: 2, permits: -2, deceives: -1, risks: -1, shares: -2},
	cosmopolitan: {compels: -1, permits: 1, deceives: -1, risks: 1, shares: 2},
	precautionary: {compels: 1, permits: -1, deceives: -1, risks: -2, shares: -1},
	autonomy_centered: {compels: -2, permits: 2, deceives: -2, risks: 1, shares: 1},
	care_ethics: {compels: -1, permits: -2, deceives: 1, risks: -1, shares: 2},
};

/**
 * Each chair's side. Chairs without a leaning join the smaller side; if all agree, the one with the weakest leaning
 * switches.
 */
export function stancesOf({chairs, proposition = ''}: ParsedPrompt, seed: number): ReadonlyMap<string, DebateSide> {
	const {features: found, sign} = featuresOf(proposition);
	const leans = chairs.map(card => ({card, lean: sign * leanOf(card, found)}));
	const sides = new Map<string, DebateSide>();
	for (const {card, lean} of leans) if (lean !== 0) sides.set(card.id, lean > 0 ? 'for' : 'against');
	for (const {card} of leans) if (!sides.has(card.id)) sides.set(card.id, smallerSide(sides, card, seed));
	const only = [...new Set(sides.values())];
	const weakest = leans.toSorted(
		(one, other) => Math.abs(one.lean) - Math.abs(other.lean) || other.card.seat - one.card.seat,
	)[0];
	if (only.length === 1 && chairs.length > 1 && weakest)
		sides.set(weakest.card.id, only[0] === 'for' ? 'against' : 'for');
	return sides;
}

function leanOf({framework}: ChairCard, found: readonly Feature[]): number {
	const leaning = leanings[framework ?? ''];
	return leaning ? found.reduce((sum, feature) => sum + leaning[feature], 0) : 0;
}

function smallerSide(sides: ReadonlyMap<string, DebateSide>, {id}: ChairCard, seed: number): DebateSide {
	const pro = [...sides.values()].filter(side => side === 'for').length;
	if (pro !== sides.size - pro) return pro < sides.size - pro ? 'for' : 'against';
	return hash(id, seed) % 2 === 0 ? 'for' : 'against';
}
