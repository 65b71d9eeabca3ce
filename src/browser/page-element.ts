/** An element that the page's own markup promises. Without it, script and page are not of one build: a bug. */
export function pageElement<T extends Element>(id: string, kind: new () => T): T {
	const found = document.getElementById(id);
	if (found instanceof kind) return found;
	throw new TypeError(`The page has no ${kind.name} #${id}.`);
}
