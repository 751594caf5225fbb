/** The cells of a notebook, with code in fences; what the code printed is left out. */
import {z} from 'zod';
import {NotReadable, type DocumentText} from '../document-text.ts';
import {counted} from './html.ts';
import {markdownText} from './markdown.ts';

const Source = z.union([z.string(), z.array(z.string()).transform(lines => lines.join(''))]);
const Notebook = z.object({
	cells: z.array(z.object({cell_type: z.string(), source: Source, outputs: z.array(z.unknown()).optional()})),
});

export function notebookText(source: string): DocumentText {
	const read = Notebook.safeParse(parsed(source));
	if (!read.success) throw new NotReadable('it is no notebook of a form that is known (nbformat 4)');
	const {cells} = read.data;
	const markdown = cells.map(cell => (cell.cell_type === 'code' ? `\`\`\`\n${cell.source}\n\`\`\`` : cell.source));
	const {left = [], ...text} = markdownText(markdown.join('\n\n'));
	const outputs = cells.reduce((sum, cell) => sum + (cell.outputs?.length ?? 0), 0);
	return {...text, left: [...left, ...counted(outputs, 'output of code', 'outputs of code')]};
}

function parsed(source: string): unknown {
	try {
		return JSON.parse(source);
	} catch (error) {
		throw new NotReadable('it is no JSON, as a notebook is', {cause: error});
	}
}
