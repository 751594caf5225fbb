/** Links that a terminal opens itself (OSC 8), in those terminals that are known to. */

let work = false;

/** Whether links are drawn as such; where they are not, their address is written out. */
export const linksWork = (): boolean => work;

export function drawLinks(on: boolean): void {
	work = on;
}

/** Printable characters only: an address is data of a model. */
export const linked = (text: string, href: string | undefined): string =>
	work && href !== undefined && /^[!-~]+$/u.test(href) ? `\u001B]8;;${href}\u0007${text}\u001B]8;;\u0007` : text;
