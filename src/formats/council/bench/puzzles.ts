/** Puzzles of knights, who always tell the truth, and knaves, who never do: made by seed, and solved by trying all. */
import type {BenchItem} from '../../contract.ts';

/** A number in [0, 1). */
type Lot = () => number;

/** A copy in an order by lot (Fisher–Yates). */
export function inLotOrder<T>(items: readonly T[], random: Lot): T[] {
	const left = [...items];
	return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}

const names = ['Ada', 'Bern', 'Cleo', 'Dov', 'Edda', 'Finn', 'Gita'];

/** Who is a knight, by place. */
type World = readonly boolean[];
type Statement = {readonly text: string; readonly holds: (world: World) => boolean};

const worldsOf = (people: number): World[] =>
	Array.from({length: 2 ** people}, (_, bits) =>
		Array.from({length: people}, (_, place) => ((bits >> place) & 1) === 1),
	);

const isKnight = (world: World, place: number): boolean => world[place] ?? false;
const nameOf = (place: number): string => names[place] ?? '';
const knightsIn = (world: World): number => world.filter(Boolean).length;

/** What one of so many people says of others. */
function statementOf(speaker: number, people: number, random: Lot): Statement {
	const others = inLotOrder(
		Array.from({length: people}, (_, place) => place).filter(place => place !== speaker),
		random,
	);
	const [one = 0, other = one] = others;
	const count = Math.floor(random() * (people + 1));
	const kinds: readonly Statement[] = [
		{text: `${nameOf(one)} is a knave.`, holds: world => !isKnight(world, one)},
		{
			text: `${nameOf(one)} and ${nameOf(other)} are of one kind.`,
			holds: world => isKnight(world, one) === isKnight(world, other),
		},
		{
			text: `At least one of ${nameOf(one)} and ${nameOf(other)} is a knight.`,
			holds: world => isKnight(world, one) || isKnight(world, other),
		},
		{
			text: `If ${nameOf(one)} is a knight, then so is ${nameOf(other)}.`,
			holds: world => !isKnight(world, one) || isKnight(world, other),
		},
		{text: `Exactly ${count} of us ${people} are knights.`, holds: world => knightsIn(world) === count},
		{
			text: `I am a knight, or ${nameOf(one)} is a knave.`,
			holds: world => isKnight(world, speaker) || !isKnight(world, one),
		},
	];
	return kinds[Math.floor(random() * kinds.length)] ?? {text: '', holds: () => true};
}

/** All worlds in which knights speak truly and knaves falsely. */
const solutions = (said: readonly Statement[]): World[] =>
	worldsOf(said.length).filter(world => said.every(({holds}, place) => holds(world) === isKnight(world, place)));

const inWords = (world: World): string => {
	const knaves = world.flatMap((knight, place) => (knight ? [] : [nameOf(place)]));
	return knaves.length === 0 ? 'nobody' : knaves.join(', ');
};

/** A puzzle of so many people (3 to 7) with one solution among four options. */
export function puzzleOf(people: number, id: string, random: Lot): BenchItem {
	for (;;) {
		const said = Array.from({length: people}, (_, place) => statementOf(place, people, random));
		const [world, ...more] = solutions(said);
		if (!world || more.length > 0) continue;
		const wrong = inLotOrder(
			worldsOf(people).filter(other => inWords(other) !== inWords(world)),
			random,
		).toSorted((one, other) => distance(one, world) - distance(other, world));
		const options = inLotOrder([world, ...wrong.slice(0, 3)].map(inWords), random);
		return {
			id,
			question: `Each of ${names.slice(0, people).join(', ')} is a knight, who says only what is true, or a knave, who says only what is false. ${said.map(({text}, place) => `${nameOf(place)} says: “${text}”`).join(' ')} Who are the knaves?`,
			options,
			right: options.indexOf(inWords(world)),
		};
	}
}

const distance = (one: World, other: World): number => one.filter((knight, place) => knight !== other[place]).length;
