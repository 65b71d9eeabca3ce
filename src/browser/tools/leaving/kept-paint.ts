/** Where the browser keeps, for this tab and origin, what the next page is to paint. */
export const PAINT_KEY = "sightline-paint";

export function isPaintKept(): boolean {
	return storage()?.getItem(PAINT_KEY) != null;
}

/** Undefined where the reader has forbidden sites to keep anything. */
export function storage(): Storage | undefined {
	try {
		return sessionStorage;
	} catch {
		return undefined;
	}
}
