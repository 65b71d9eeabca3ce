import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { Sitemap } from "../evidence-map.ts";
import { printable } from "../html/tree/fold-text.ts";
import { sniffBody } from "../sniff-body.ts";
import { openSitemap } from "./sitemap-body.ts";
import { SitemapTally } from "./sitemap-tally.ts";
import { readSitemapXml } from "./sitemap-xml.ts";

export interface SitemapBody {
	readonly body: Uint8Array;
	/** True when the body was cut before it came here. */
	readonly truncated: boolean;
	/** Hosts that the sitemap may speak for: the audited one and its own. */
	readonly hosts: readonly string[];
}

export type SitemapReading = Pick<Sitemap, "kind" | "bytes" | "truncated" | "count" | "entries" | "faults" | "excerpt">;

/**
 * Reads a sitemap by the protocol of sitemaps.org: `<urlset>`, `<sitemapindex>`, RSS and Atom feeds, plain lists of
 * addresses, each also in gzip. Stops at 50,000 entries and at 10 MiB. Never throws for what a site can send.
 */
export async function readSitemap({ body, truncated, hosts }: SitemapBody): Promise<SitemapReading> {
	const opened = await openSitemap(body, truncated);
	const tally = new SitemapTally(hosts);
	const { kind, faults } = readText(opened.text, opened.truncated, tally);
	const listed = kind === "html" || kind === "invalid" ? [] : tally.faults();
	return {
		kind,
		bytes: opened.bytes,
		...(opened.truncated ? { truncated: true } : {}),
		count: tally.count,
		entries: tally.entries,
		faults: [...opened.faults, ...(opened.text === "" && opened.faults.length > 0 ? [] : faults), ...listed],
		excerpt: printable(opened.text.slice(0, EXCERPT_LENGTH * 4), EXCERPT_LENGTH),
	};
}

function readText(text: string, truncated: boolean, tally: SitemapTally) {
	const sniffed = sniffBody(Buffer.from(text.slice(0, 4096)));
	if (sniffed === "empty") return { kind: "invalid" as const, faults: ["It is empty."] };
	if (sniffed === "html") return { kind: "html" as const, faults: ["It is a web page, not a sitemap."] };
	if (sniffed === "xml") return readSitemapXml(text, truncated, tally);
	return readList(text, truncated, tally);
}

/** One address a line (sitemaps.org/protocol.html, "Text file"). */
function readList(text: string, truncated: boolean, tally: SitemapTally) {
	const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
	// The last line of a cut file is not whole.
	const whole = (truncated ? lines.slice(0, -1) : lines).filter((line) => line !== "");
	if (!/^https?:\/\//i.test(whole[0] ?? "")) {
		return { kind: "invalid" as const, faults: ["It is neither XML nor a list of addresses."] };
	}
	for (const line of whole) {
		if (tally.full) break;
		tally.add(line, "");
	}
	return { kind: "text" as const, faults: [] };
}
