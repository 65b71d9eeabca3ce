/** The home that serves tools: this site or, for a static site, the configured server. */
export interface Place {
	/** Ends with a slash. */
	readonly home: URL;
	/** `…/api/v1/` */
	readonly api: URL;
	/** False for another origin, whose pages can be opened but get no paint. */
	readonly isHere: boolean;
	readonly links: PlaceLinks;
	/** Shell command that starts Sightline. */
	readonly program: string;
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
	seal(receipt: string): string;
	file(path: string): string;
}

/** Undefined for a page without tools. */
export function readPlace(): Place | undefined {
	const {
		home,
		server,
		program = "",
	} = document.querySelector<HTMLMetaElement>("meta[name=sightline-tools]")?.dataset ?? {};
	if (home === undefined) return undefined;
	return server === undefined
		? placeOf(new URL(home, location.origin), { isHere: true, program })
		: placeOf(new URL(server), { isHere: false, program });
}

/** @param home ends with a slash */
function placeOf(home: URL, { isHere, program }: Pick<Place, "isHere" | "program">): Place {
	const below = (path: string) => new URL(path, home).href;
	return {
		home,
		isHere,
		program,
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

export const PAINT_KEY = "sightline-paint";

export function isPaintKept(): boolean {
	return storage()?.getItem(PAINT_KEY) != null;
}

/** Undefined if the reader has blocked site storage. */
export function storage(): Storage | undefined {
	try {
		return sessionStorage;
	} catch {
		return undefined;
	}
}
