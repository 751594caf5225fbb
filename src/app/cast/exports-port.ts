/** The exports port of the screens for one journal: its texts, and the recording that is drawn of it. */
import type {ExportsPort} from '../../ui/ports/exports-port.ts';
import {castFormat} from '../files/export-formats.ts';
import {textExportsOf} from '../files/exports.ts';

export function exportsOf(journal: string, protocol: string | undefined): ExportsPort {
	const texts = textExportsOf(journal, protocol);
	return {
		formats: [...texts.formats, {id: castFormat, name: 'recording'}],
		preview: async id =>
			id === castFormat ? (await import('./write-cast.ts')).previewCast(journal) : texts.preview(id),
		write: async (id, writing) =>
			id === castFormat
				? {path: await (await import('./write-cast.ts')).writeCast(journal, writing)}
				: texts.write(id, writing),
	};
}
