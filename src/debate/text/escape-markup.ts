/** Escapes text for HTML, SVG and RSS, in elements and in quoted attributes, and takes out what XML cannot hold. */
import {sanitize} from './sanitize.ts';

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

export const escapeMarkup = (text: string): string =>
	sanitize(text)
		.replace(/[\uFFFE\uFFFF]/gu, '')
		.replace(/[&<>"']/gu, sign => entities[sign] ?? sign);
