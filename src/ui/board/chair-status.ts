/** What a chair is doing, at the right of its card. */
import {spansWidth, type Span} from '../../view/rows.ts';

/** What stands before the count of words of whoever speaks. */
export const SPEAKING = 'speaking · ';

/** What the chair does; that it speaks is seen by its count of words where there is little room. */
export function statusIn(room: number, status: Span): readonly Span[] {
	if (status.text === '') return [];
	return [spansWidth([status]) + 1 <= room ? status : {...status, text: status.text.replace(SPEAKING, '')}];
}
