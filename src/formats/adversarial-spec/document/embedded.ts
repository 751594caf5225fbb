/** Validates data inside a text: front matter and fenced JSON or YAML must parse. Pure. */
import {parseAllDocuments, YAMLParseError} from 'yaml';
import type {SpecFault} from '../../../debate/formats/adversarial-spec/events.ts';
import type {CodeBlock, Scanned} from './scan.ts';

/** Parse errors, each at the line where parsing fails. */
export function badData({front, blocks}: Pick<Scanned, 'front' | 'blocks'>): SpecFault[] {
	const top = front === undefined ? [] : badYaml(front, 1, 'front-matter', 'The front matter');
	return [...top, ...blocks.filter(({closed}) => closed).flatMap(block => badBlock(block))];
}

function badBlock({language, content, line}: CodeBlock): SpecFault[] {
	if (language === 'json') return badJson(content, line);
	return language === 'yaml' || language === 'yml' ? badYaml(content, line, 'yaml', 'The YAML block') : [];
}

function badJson(content: readonly string[], before: number): SpecFault[] {
	const text = content.join('\n');
	try {
		JSON.parse(text);
		return [];
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		const position = Number(/at position (?<at>\d+)/u.exec(error.message)?.groups?.['at'] ?? text.length);
		const what = error.message.replace(/ (?:in JSON )?at position.*$/u, '').replace(/, "[^]*$/u, '');
		return [
			{
				line: before + text.slice(0, position).split('\n').length,
				rule: 'json',
				what: `The JSON block does not parse: ${what}.`,
			},
		];
	}
}

/** Anchors without a target are found only when the value is made. */
function badYaml(content: readonly string[], before: number, rule: string, what: string): SpecFault[] {
	try {
		const documents = parseAllDocuments(content.join('\n'), {logLevel: 'silent'});
		for (const document of documents) {
			const [error] = document.errors;
			if (error) return [faultOf(error, before, rule, what)];
			document.toJS({maxAliasCount: 100});
		}
		return [];
	} catch (error) {
		if (error instanceof YAMLParseError) return [faultOf(error, before, rule, what)];
		if (error instanceof ReferenceError || error instanceof TypeError)
			return [{line: before + 1, rule, what: `${what} does not parse: ${error.message}.`}];
		throw error;
	}
}

const faultOf = ({linePos, message}: YAMLParseError, before: number, rule: string, what: string): SpecFault => ({
	line: before + (linePos?.[0].line ?? 1),
	rule,
	what: `${what} does not parse: ${message.replace(/ at line \d+, column \d+:[^]*$/u, '')}.`,
});
