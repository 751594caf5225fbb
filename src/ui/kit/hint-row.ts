import {keysDrawn} from '../terminal/ascii-signs.ts';
import {line, type Row} from '../../view/rows.ts';

/** What the keys do here, as the terminal can draw them. */
export const hintRow = (hint: string): Row => line(keysDrawn(hint), 'dim');
