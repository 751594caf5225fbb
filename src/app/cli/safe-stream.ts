import {escapeControls} from '../../debate/text/intake.ts';

/**
 * The one door to the terminal for what commands print. A server's model id, a preset's name or an unknown flag is
 * shown as it is written, and the terminal acts on none of it. Screens clean each of their lines themselves.
 */
export function safeStream<T extends NodeJS.WriteStream>(stream: T): T {
	const write = (text: unknown, ...rest: unknown[]): unknown =>
		Reflect.apply(stream.write, stream, [typeof text === 'string' ? escapeControls(text) : text, ...rest]);
	return new Proxy(stream, {
		get(target, name) {
			if (name === 'write') return write;
			const value: unknown = Reflect.get(target, name, target);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}
