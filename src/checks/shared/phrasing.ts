/** `1 image`, `3 images`; give the plural where it is not the word with an s. */
export function count(number: number, one: string, many = `${one}s`): string {
	return `${number} ${number === 1 ? one : many}`;
}

/** `a`, `a and b`, `a, b and c`, or `a, b, c and 4 more`. */
export function listing(items: readonly string[], shown = 3): string {
	const left = items.length - shown;
	const named = left > 0 ? [...items.slice(0, shown), `${left} more`] : items;
	if (named.length < 2) return named.join("");
	return `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}

/** A share as whole percent, rounded down so that "60 %" is never said of less. */
export function percent(share: number): string {
	return `${Math.floor(share * 100)} %`;
}

/** `a`, `a or b`, `a, b or c`: what is not there. */
export function alternatives(items: readonly string[]): string {
	if (items.length < 2) return items.join("");
	return `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}
