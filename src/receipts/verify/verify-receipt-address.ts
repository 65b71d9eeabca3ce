import { Failure } from "#core/failure.ts";

/** What an address of a Sightline site is about. */
export interface SiteAddress {
	/** Where the site lives, with the prefix; ends in a slash. */
	readonly base: URL;
	/** Id of the receipt; absent where the newest of the slug is meant. */
	readonly receipt?: string | undefined;
	/** Domain, or domain and agency, that the address names. */
	readonly slug?: string | undefined;
}

const PATHS = [
	/^(?<prefix>.*\/)receipts\/(?<receipt>[0-9a-f]{64})(?:\/|\.json|\.tlog-proof)?$/,
	/^(?<prefix>.*\/)seal\/(?<receipt>[0-9a-f]{64})\.svg$/,
	/^(?<prefix>.*\/)share\/(?<slug>[^/]+)\/(?<receipt>[0-9a-f]{64})\/?$/,
	/^(?<prefix>.*\/)(?:share|brief|history)\/(?<slug>[^/]+)\/?$/,
	/^(?<prefix>.*\/)badge\/(?<slug>[^/]+)\.(?:svg|json)$/,
];

/**
 * Reads the address of a page or file that is about a receipt; the site may live under a prefix.
 * @throws Failure `input-invalid`
 */
export function readSiteAddress(text: string): SiteAddress {
	const url = readWebAddress(text);
	for (const path of PATHS) {
		const { prefix, slug, receipt } = path.exec(url.pathname)?.groups ?? {};
		if (prefix !== undefined) return { base: new URL(prefix, url), receipt, slug: slug && decode(slug) };
	}
	throw new Failure("input-invalid", {
		what: `${url.href} is no address of a receipt.`,
		why: "A Sightline site has receipts at /receipts/<id>/, /share/<domain>/, /brief/<domain>/, /badge/<domain>.svg and /seal/<id>.svg.",
		todo: "Give one of these, a file, or a domain.",
	});
}

/**
 * Reads where a site lives, such as `https://audit.example.com/reports`.
 * @throws Failure `input-invalid`
 */
export function readSiteBase(text: string): URL {
	return readWebAddress(text.endsWith("/") ? text : `${text}/`);
}

function readWebAddress(text: string): URL {
	const invalid = (what: string) =>
		new Failure("input-invalid", { what, todo: "Give one such as https://audit.example.com." });
	const url = URL.parse(text);
	if (!url || !["http:", "https:"].includes(url.protocol)) throw invalid(`"${text}" is no web address.`);
	if (url.username !== "" || url.password !== "") throw invalid("The address carries a user name or password.");
	url.search = "";
	url.hash = "";
	return url;
}

function decode(segment: string): string {
	try {
		return decodeURIComponent(segment);
	} catch {
		// A percent sign that is no escape stands for itself.
		return segment;
	}
}
