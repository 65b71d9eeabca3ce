/** Where tools work: the home that answers them, which is this site's own or, for a site of files, the server that it names. */
export interface Place {
	/** Address of that home: ends with a slash, below it are pages and API. */
	readonly home: URL;
	/** Address of the API, `…/api/v1/`; paths that it is asked for stand below it. */
	readonly api: URL;
	/** Whether the page itself is that home's: pages of another origin are opened, but nothing is carried there. */
	readonly isHere: boolean;
	/** Addresses of pages of that home, absolute. */
	readonly links: PlaceLinks;
}

interface PlaceLinks {
	readonly scan: string;
	readonly compare: string;
	readonly contact: string;
	readonly signIn: string;
	readonly dashboard: string;
	readonly portal: string;
	brief(domain: string): string;
	receipt(id: string): string;
	/** The picture of a receipt's seal. */
	seal(receipt: string): string;
	/** A file beside the pages, such as `.well-known/mcp/server-card.json`. */
	file(path: string): string;
}

/** What the page says of where it is; undefined for a page that has no tools. */
export function readPlace(): Place | undefined {
	const { home, server } = document.querySelector<HTMLMetaElement>("meta[name=sightline-tools]")?.dataset ?? {};
	if (home === undefined) return undefined;
	return server === undefined
		? placeOf(new URL(home, location.origin), { isHere: true })
		: placeOf(new URL(server), { isHere: false });
}

/** @param home ends with a slash */
function placeOf(home: URL, { isHere }: { readonly isHere: boolean }): Place {
	const below = (path: string) => new URL(path, home).href;
	return {
		home,
		isHere,
		api: new URL("api/v1/", home),
		links: {
			scan: below("scan/"),
			compare: below("compare/"),
			contact: below("contact/"),
			signIn: below("sign-in/"),
			dashboard: below("dashboard/"),
			portal: below("agency/portal/"),
			brief: (domain) => below(`brief/${encodeURIComponent(domain)}/`),
			receipt: (id) => below(`receipts/${id}/`),
			seal: (receipt) => below(`seal/${receipt}.svg`),
			file: below,
		},
	};
}

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
