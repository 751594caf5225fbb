/** The colours that a screen is drawn in. */
import {createContext, useContext} from 'react';
import {coloured, type Paint} from '../../view/theme.ts';

const PaintContext = createContext<Paint>(coloured);
export const PaintProvider = PaintContext.Provider;
export const usePaint = (): Paint => useContext(PaintContext);
