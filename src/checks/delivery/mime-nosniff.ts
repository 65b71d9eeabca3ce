import type { Exhibit } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import type { MachineFile, Observation } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { admitsJson } from "../shared/machine-file.ts";

const XML = /^(?:application|text)\/(?:[^\s/]+\+)?xml$/;
const GZIP = /^application\/(?:x-)?gzip$/;
const JSON_FILES = ["apiCatalog", "authorizationServer", "protectedResource", "agentCard", "aiCatalog"] as const;
/** Other kinds are another check's. */
const MARKUP: ReadonlySet<string> = new Set(["urlset", "index", "feed", "rss", "atom"]);

interface Served {
	readonly url: string;
	readonly contentType: string;
	readonly wanted: string;
	readonly right: boolean;
}

export const mimeNosniff = defineSiteCheck({
	id: "mime-nosniff",
	pillar: "delivery",
	engines: ["search", "answers"],
	grade: "standard",
	atStake: "advice",
	weightReason: "Most crawlers look at the content anyway. Strict programs and agents rely on the header.",
	tableStakes: true,
	title: "Machine-readable files have the right content type",
	fault: "Machine-readable files have the wrong content type",
	problem: "programs may not read some of your files for machines",
	consequence: "Programs that rely on the stated type may not read your sitemap, feed or similar files.",
	hours: 0.5,
	doneBy: "host",
	why: "The Content-Type is the first thing a program reads about a file. If a sitemap or feed says that it is a web page, the wrong program opens it, or none does.",
	howToFix:
		"Send robots.txt as text/plain, sitemaps as application/xml, feeds and JSON with their own types, and all of them with X-Content-Type-Options: nosniff (it stops programs from guessing the type).",
	consumer: "feed readers, crawlers, AI agents",
	reference: "https://www.rfc-editor.org/rfc/rfc9110#section-8.3",
	reviewed: "2026-11-21",
	note: "We compare the stated type with the content. Other checks cover files that are not what their address promises. We show nosniff but deduct nothing, because the Fetch standard uses it only for scripts and style sheets. We accept a missing or generic type for JSON at addresses without a file extension, because static hosts cannot set one. We deduct the share of files with a wrong type.",
	yieldsTo: ["declared-is-real"],
	needs: ["https"],
	wants: ["home", "robots", "sitemap", "feed", ...JSON_FILES],
	evaluate({ home, robots, sitemap, feed, ...rest }) {
		const files = [
			...served(robots, ({ kind, contentType }) => {
				return kind === "text" ? ["text/plain", contentType === "text/plain"] : undefined;
			}),
			...served(sitemap, ({ kind, contentType }, url) => sitemapType(kind, contentType, url)),
			...served(feed, ({ kind, contentType }) => {
				if (kind === "json-feed") return ["application/feed+json", contentType !== "" && admitsJson(contentType)];
				return MARKUP.has(kind) ? [`application/${kind}+xml`, XML.test(contentType)] : undefined;
			}),
			...JSON_FILES.flatMap((key) => served(rest[key], jsonType)),
		];
		if (files.length === 0)
			return { outcome: "not-applicable", says: "The site has no machine-readable files that this check covers." };
		const says = home.state === "found" ? describeNosniff(home.value.response.headers["x-content-type-options"]) : "";
		const wrong = files.filter(({ right }) => !right);
		const exhibits = (wrong.length > 0 ? wrong : files).slice(0, 5).map(exhibitOf);
		if (wrong.length === 0) {
			return {
				outcome: "pass",
				says: `${plainCount(files.length, "file")} for machines, each with the right type.${says}`,
				exhibits,
			};
		}
		return byShare(1 - wrong.length / files.length, {
			says: `${listing(wrong.map(({ url, contentType }) => `${url} is served ${contentType === "" ? "without a type" : `as ${clip(contentType, 60)}`}`))}.${says}`,
			fix: wrong.map(({ url, wanted }) => `Send ${url} with Content-Type: ${wanted}.`).join(" "),
			exhibits,
		});
	},
});

/** The type that the content needs, and whether it was sent; undefined if another check judges it. */
type Judged = readonly [wanted: string, right: boolean] | undefined;

function served<T extends { readonly contentType: string }>(
	seen: Observation<T>,
	judge: (value: T, url: string) => Judged,
): readonly Served[] {
	if (seen.state !== "found") return [];
	const { url, value } = seen;
	const judged = judge(value, url);
	return judged ? [{ url, contentType: value.contentType, wanted: judged[0], right: judged[1] }] : [];
}

function sitemapType(kind: string, contentType: string, url: string): Judged {
	if (kind === "text") return ["text/plain; charset=utf-8", contentType === "text/plain"];
	if (!MARKUP.has(kind)) return undefined;
	// Compressed files have the type of their compression.
	const packed = new URL(url).pathname.endsWith(".gz");
	if (packed)
		return [
			"application/gzip",
			XML.test(contentType) || GZIP.test(contentType) || contentType === "application/octet-stream",
		];
	return ["application/xml", XML.test(contentType)];
}

function jsonType({ sniffed, softNotFound, jsonError, contentType }: MachineFile): Judged {
	if (softNotFound || sniffed !== "json" || jsonError !== null) return undefined;
	return ["application/json", admitsJson(contentType)];
}

function describeNosniff(header: string | undefined): string {
	const sent = header?.toLowerCase().includes("nosniff") ?? false;
	return sent
		? " The home page forbids guessing (nosniff)."
		: " The home page does not forbid guessing (nosniff), which costs nothing here.";
}

function exhibitOf({ url, contentType }: Served): Exhibit {
	return { url, at: "header content-type", excerpt: clip(contentType) };
}
