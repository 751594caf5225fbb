/** The exports port of the screens for one journal: its texts, the recording that is drawn of it, and its sound. */
import type {Configuration} from '../../settings/settings.ts';
import type {ExportsPort} from '../../ui/ports/exports-port.ts';
import {castFormat} from '../files/export-formats.ts';
import {textExportsOf} from '../files/exports.ts';

const soundFormat = 'sound';

/** `configure` is asked when something is to be spoken: settings may have changed since. */
export function exportsOf(journal: string, protocol: string | undefined, configure: () => Configuration): ExportsPort {
	const texts = textExportsOf(journal, protocol);
	const cast = async () => import('./write-cast.ts');
	const sound = async () => import('../sound/sound-export.ts');
	return {
		formats: [...texts.formats, {id: castFormat, name: 'recording'}, {id: soundFormat, name: 'sound'}],
		async preview(id) {
			if (id === castFormat) return (await cast()).previewCast(journal);
			if (id === soundFormat) return (await sound()).previewSound(journal, configure());
			return texts.preview(id);
		},
		async write(id, writing) {
			if (id === castFormat) return {path: await (await cast()).writeCast(journal, writing)};
			if (id === soundFormat) return (await sound()).writeSpeech(journal, configure(), writing);
			return texts.write(id, writing);
		},
	};
}
