/** A letter: who wrote it, when, and what. */
import PostalMime from 'postal-mime';
import type {DocumentText} from '../document-text.ts';
import {counted, htmlText} from './html.ts';
import {tidy} from './tree-text.ts';

export async function mailText(bytes: Buffer): Promise<DocumentText> {
	const mail = await PostalMime.parse(bytes);
	const body = mail.text?.trim() ? mail.text : htmlText(mail.html ?? '').text;
	const from = mail.from === undefined ? '' : [mail.from.name, mail.from.address].filter(Boolean).join(', ');
	const head = [
		from === '' ? [] : `From: ${from}`,
		mail.date === undefined ? [] : `Date: ${mail.date.slice(0, 10)}`,
	].flat();
	return {
		text: tidy([head.join('\n'), body.replaceAll('\r\n', '\n')].join('\n\n')),
		title: mail.subject,
		left: counted(mail.attachments.length, 'attachment', 'attachments'),
	};
}
