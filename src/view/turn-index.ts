/**
 * What the screens need to know of all turns, kept up to date turn by turn, so that no frame walks through a long
 * debate.
 */
import {SpokenClock} from '../exports/spoken-clock.ts';
import {chairMeans} from '../exports/statistics.ts';
import {countWords} from '../debate/text/words.ts';
import {speakerKey, speakerKeyOf} from '../debate/attribution.ts';
import type {Seat} from '../debate/seats.ts';
import type {Turn} from '../debate/state.ts';

/** A turn with the turns that were heard inside it, by id. */
type IndexEntry = {readonly id: string; readonly amid: string[]};
type ScoreRecord = {readonly turns: Turn[]; readonly positions: number[]};
const none: ScoreRecord = {turns: [], positions: []};

export class TurnIndex {
	/** Words of the turns that have ended. */
	words = 0;
	/** When each turn is heard. */
	readonly clock = new SpokenClock();
	#turns: readonly Turn[] = [];
	#positions = new Map<string, number>();
	#roots: string[] = [];
	#entries = new Map<string, IndexEntry & {place: number}>();
	#records = new Map<string, ScoreRecord>();
	#means: ReadonlyMap<string, number> | undefined;

	/** Takes in a new list of turns. Those that are the same objects are not looked into. */
	update(turns: readonly Turn[]): void {
		if (turns === this.#turns) return;
		const before = this.#turns;
		const changed: number[] = [];
		for (let position = 0; position < Math.max(turns.length, before.length); position++) {
			const turn = turns[position];
			const old = before[position];
			if (turn === old) continue;
			if (old && turn?.id !== old.id) return this.#rebuild(turns);
			changed.push(position);
		}
		this.#turns = turns;
		for (const position of changed) {
			const turn = turns[position];
			if (turn) this.#change(turn, before[position], position);
		}
	}

	get(id: string): Turn | undefined {
		return this.#turns[this.#positions.get(id) ?? -1];
	}

	/** Where a turn stands among all of them. */
	positionOf(id: string): number | undefined {
		return this.#positions.get(id);
	}

	/** How many turns stand for themselves, those heard inside others not counted. */
	get length(): number {
		return this.#roots.length;
	}

	idAt(place: number): string | undefined {
		return this.#roots[place];
	}

	/** Where a turn stands among those that stand for themselves; a turn heard inside another has its place. */
	placeOf(id: string): number | undefined {
		return this.#entries.get(id)?.place;
	}

	/** The turns that were heard inside a turn, in order. */
	amid(id: string): readonly Turn[] {
		return (this.#entries.get(id)?.amid ?? []).flatMap(inner => this.get(inner) ?? []);
	}

	/** A voice's judged turns in order, and its mean, which is made anew where a turn was judged since. */
	judged(seat: Pick<Seat, 'id' | 'name' | 'voice'>): {
		readonly turns: readonly Turn[];
		readonly mean: number | undefined;
	} {
		const key = speakerKey(seat.id, seat);
		const {turns} = this.#records.get(key) ?? none;
		this.#means ??= chairMeans(
			[...this.#records.values()].flatMap(record => record.turns),
			speakerKeyOf,
		).means;
		const mean = this.#means.get(key);
		return {turns, mean: mean === undefined ? undefined : Math.round(mean)};
	}

	#rebuild(turns: readonly Turn[]) {
		this.words = 0;
		this.#turns = [];
		this.#positions = new Map();
		this.#roots = [];
		this.#entries = new Map();
		this.#records = new Map();
		this.#means = undefined;
		this.update(turns);
	}

	#change(turn: Turn, before: Turn | undefined, position: number) {
		this.#positions.set(turn.id, position);
		if (!before) this.#place(turn);
		if (turn.text !== (before?.text ?? '')) this.words += countWords(turn.text) - countWords(before?.text ?? '');
		if (turn.evaluation) this.#judge(turn, position);
	}

	#place(turn: Turn) {
		const host = turn.amid === undefined ? undefined : this.#entries.get(turn.amid.turnId);
		const place = host ? host.place : this.#roots.length;
		this.#entries.set(turn.id, {id: turn.id, amid: [], place});
		if (host) host.amid.push(turn.id);
		else this.#roots.push(turn.id);
	}

	#judge(turn: Turn, position: number) {
		const key = speakerKeyOf(turn);
		const record = this.#records.get(key) ?? {turns: [], positions: []};
		this.#records.set(key, record);
		const after = record.positions.findLastIndex(known => known <= position);
		const known = record.positions[after] === position;
		record.turns.splice(known ? after : after + 1, known ? 1 : 0, turn);
		record.positions.splice(known ? after : after + 1, known ? 1 : 0, position);
		this.#means = undefined;
	}
}
