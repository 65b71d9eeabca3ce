/** The home that answers tools: this site's own or, for a site of files, the server that it names. */
export interface Place {
	/** Ends with a slash. */
	readonly home: URL;
	/** `…/api/v1/` */
	readonly api: URL;
	/** False for pages of another origin: they are opened, but nothing is carried there. */
	readonly isHere: boolean;
	readonly links: PlaceLinks;
	/** What a shell starts the command line with. */
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

/** Undefined for a page that has no tools. */
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

/** Undefined where the reader has forbidden sites to keep anything. */
export function storage(): Storage | undefined {
	try {
		return sessionStorage;
	} catch {
		return undefined;
	}
}
