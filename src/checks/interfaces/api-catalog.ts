import { isJsonObject } from "#core/json-object.ts";
import type { Verdict } from "#core/verdict.ts";
import { plainCount } from "#core/wording.ts";
import type { MachineFile } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { admitsJson, isSilentType } from "../shared/machine-file.ts";

const MEDIA_TYPE = "application/linkset+json";

interface Fault {
	readonly at: string;
	readonly says: string;
}

export const apiCatalog = defineSiteCheck({
	id: "api-catalog",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "standard",
	scored: false,
	atStake: "quality",
	weightReason: "It matters only for sites with an API, and a page for people can replace it.",
	tableStakes: true,
	title: "The API catalog follows its standard, RFC 9727",
	fault: "The API catalog does not follow its standard, RFC 9727",
	consequence: "Programs that look for your interfaces cannot read the list, so they do not find them.",
	hours: 1,
	doneBy: "developer",
	why: "Agents look for your interfaces in this catalog. No client reads one in a non-standard format.",
	howToFix:
		'Publish the catalog as a linkset (RFC 9264): an object with "linkset", a list of contexts with links that have an href.',
	consumer: "API clients that follow RFC 9727",
	counterEvidence: {
		says: "In April 2026, fewer than 15 of the 200,000 most visited domains had an MCP server card or an API catalog.",
		source: "https://blog.cloudflare.com/agent-readiness/",
	},
	reference: "https://www.rfc-editor.org/rfc/rfc9727#section-4",
	reviewed: "2026-11-21",
	needs: ["apiCatalog"],
	evaluate({ apiCatalog: seen }) {
		if (seen.state === "absent" || seen.value.softNotFound) {
			return { outcome: "not-applicable", says: "The site has no API catalog." };
		}
		const { url, value: file } = seen;
		if (file.jsonError !== null || file.json === null) return { outcome: "not-applicable", says: whyUnread(url, file) };
		const { faults, links } = readLinkset(file.json, url);
		const [first] = faults;
		const exhibits = [{ url, at: first?.at ?? "beginning", excerpt: clip(file.excerpt) }];
		if (first) {
			const more = faults.length > 1 ? `, and ${plainCount(faults.length - 1, "more fault")}` : "";
			return {
				outcome: "fail",
				says: `${url} is not a valid API catalog (RFC 9727): ${first.says}${more}.`,
				fix: `Write ${url} in this format: {"linkset":[{"anchor":"${new URL("/", url).href}","service-desc":[{"href":"…"}]}]}`,
				exhibits,
			};
		}
		return { ...judgeType(url, file.contentType, `${url} is a linkset with ${plainCount(links, "link")}`), exhibits };
	},
});

/** declared-is-real reports types that are not JSON. */
function judgeType(url: string, contentType: string, sound: string): Verdict {
	if (contentType === MEDIA_TYPE || !admitsJson(contentType)) return { outcome: "pass", says: `${sound}.` };
	if (isSilentType(contentType)) {
		return { outcome: "pass", says: `${sound}. Its content type is generic. RFC 9727 requires ${MEDIA_TYPE}.` };
	}
	return {
		outcome: "partial",
		ratio: 0.5,
		fault: "The API catalog has the wrong content type",
		says: `${sound}, but is served as ${clip(contentType, 60)}. RFC 9727 requires ${MEDIA_TYPE}.`,
		fix: `Serve ${url} with Content-Type: ${MEDIA_TYPE}`,
	};
}

function whyUnread(url: string, { jsonError }: MachineFile): string {
	// declared-is-real reports what is not JSON: one fault, one penalty.
	if (jsonError !== null) return `${url} is not JSON, which "declared-is-real" reports.`;
	return `${url} is longer than we read.`;
}

/** RFC 9264 section 4.2: contexts, each with relations, each a list of targets with an href. */
function readLinkset(json: unknown, url: string): { faults: readonly Fault[]; links: number } {
	const linkset = isJsonObject(json) ? json.linkset : undefined;
	if (!Array.isArray(linkset)) return { faults: [{ at: "/linkset", says: 'it has no list "linkset"' }], links: 0 };
	const read = linkset.map((context, index) => readContext(context, `/linkset/${index}`, url));
	const links = read.reduce((sum, each) => sum + each.links, 0);
	const faults = read.flatMap((each) => each.faults);
	if (faults.length === 0 && links === 0) return { faults: [{ at: "/linkset", says: "it contains no link" }], links };
	return { faults, links };
}

function readContext(context: unknown, at: string, url: string): { faults: readonly Fault[]; links: number } {
	if (!isJsonObject(context)) return { faults: [{ at, says: `${at} is not an object` }], links: 0 };
	const { anchor, ...relations } = context;
	const base = typeof anchor === "string" && URL.canParse(anchor, url) ? new URL(anchor, url).href : url;
	const faults: Fault[] = [];
	let links = 0;
	for (const [relation, targets] of Object.entries(relations)) {
		const place = `${at}/${relation.replaceAll("~", "~0").replaceAll("/", "~1")}`;
		if (!Array.isArray(targets)) {
			faults.push({ at: place, says: `${clip(place, 80)} is not a list of links` });
			continue;
		}
		const broken = targets.findIndex((target) => !hasAddress(target, base));
		if (broken >= 0) faults.push({ at: `${place}/${broken}`, says: `${clip(place, 80)}/${broken} has no usable href` });
		links += targets.length;
	}
	return { faults, links };
}

function hasAddress(target: unknown, base: string): boolean {
	const href = isJsonObject(target) ? target.href : undefined;
	if (typeof href !== "string" || href.trim() === "" || !URL.canParse(href, base)) return false;
	return ["https:", "http:"].includes(new URL(href, base).protocol);
}
