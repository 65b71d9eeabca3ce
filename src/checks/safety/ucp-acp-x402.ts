import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import type { Exhibit } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { DeclaredTarget, Evidence } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { deadWords } from "../shared/declared-interfaces.ts";
import { clip } from "../shared/exhibits.ts";
import { eachObject, isWebAddress, type JsonFault, lacksText } from "../shared/machine-file.ts";

const PROTOCOLS: readonly (readonly [RegExp, string])[] = [
	[/^\/\.well-known\/ucp$/, "UCP"],
	[/^\/\.well-known\/acp\.json$/, "ACP"],
	[/^\/\.well-known\/x402(?:\.json)?$/, "x402"],
];

interface Offer {
	readonly protocol: string;
	readonly url: string;
	readonly exhibit: Exhibit;
	readonly fault: string | undefined;
	readonly fix: string;
}

export const ucpAcpX402 = defineSiteCheck({
	id: "ucp-acp-x402",
	pillar: "safety",
	axis: "structure",
	engines: ["answers"],
	grade: "draft",
	scored: false,
	atStake: "advice",
	weightReason:
		"Several drafts compete for the same task, and a shop without any of them loses nothing so far. We show this but do not score it.",
	title: "The profile for shopping agents is valid",
	fault: "The profile for shopping agents is not valid",
	consequence: "Agents that buy for customers stop before the purchase begins.",
	hours: 2,
	doneBy: "developer",
	why: "Agents that buy for people read a shop's profile first. If the profile is not valid, the purchase ends before it begins.",
	howToFix:
		"Serve the profile as JSON at the linked address, without a login, following the schema of the version that it states. Or remove it.",
	consumer: "Agents that buy by UCP, ACP or x402",
	reference: "https://ucp.dev/latest/specification/overview/",
	reviewed: "2026-11-28",
	note: "On a shop we request /.well-known/ucp, because agents do so without a link. We do not ask for a profile if there is none. We check profiles against UCP's schemas of 2026-01-11, 2026-01-23, 2026-04-08 and 2026-08-25, and later versions against the last of these. We check the other protocols if the site links to them. A 402 response means that x402 works and is not a fault. We list /agents.md and sitemap_agentic_discovery.xml, which Shopify generates, if we find them. No standard requires them.",
	needs: ["declared"],
	wants: ["ucp", "home", "llmsTxt", "sitemap"],
	evaluate({ declared, ucp, ...others }) {
		const targets = declared.state === "found" ? declared.value : [];
		const offers = [...targets.flatMap((target) => linkedOffer(target, ucp)), ...unlinkedOffer(targets, ucp)];
		const also = filesForAgents(others);
		const [unasked] = targets.filter((target) => protocolOf(target.url) !== undefined);
		if (offers.length === 0)
			return {
				outcome: "not-applicable",
				says: `${unasked ? `The site links to ${unasked.url}, which we did not request.` : noProfile(ucp)}${also}`,
			};
		const exhibits = offers.map(({ exhibit }) => exhibit);
		const wrong = offers.filter(({ fault }) => fault !== undefined);
		const [first] = wrong;
		if (!first)
			return {
				outcome: "pass",
				says: `For shopping agents: ${listing([...new Set(offers.map(({ protocol, url }) => `${protocol} at ${url}`))])}.${also}`,
				exhibits,
			};
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `${listing(wrong.map(({ url, fault }) => `${url} ${fault}`))}.${also}`,
			fix: first.fix,
			exhibits,
		};
	},
});

type Profile = Evidence["ucp"];

function noProfile(ucp: Profile): string {
	return ucp.state === "failed"
		? "The site links to no profile for shopping agents."
		: `The site links to no profile for shopping agents and has none at ${ucp.url}.`;
}

function protocolOf(url: string): string | undefined {
	const { pathname } = new URL(url);
	return PROTOCOLS.find(([path]) => path.test(pathname))?.[1];
}

function linkedOffer(target: DeclaredTarget, ucp: Profile): Offer[] {
	const { url, at, excerpt, answer } = target;
	const protocol = protocolOf(url);
	if (protocol === undefined || answer.state === "not-asked") return [];
	const exhibit = { url, at, excerpt: clip(excerpt) };
	const dead = faultOf(target);
	const own =
		dead === undefined && ucp.state === "found" && protocol === "UCP" ? profileFault(ucp.value.json) : undefined;
	const fix =
		own === undefined
			? `Serve the ${protocol} profile as JSON at ${url}, or remove the link at ${at}.`
			: `Correct ${own.at || "the profile"} at ${url}.`;
	return [{ protocol, url, exhibit, fault: dead ?? (own && describeFault(own)), fix }];
}

/** An HTML page in place of an unlinked profile is not an offer. */
function unlinkedOffer(targets: readonly DeclaredTarget[], ucp: Profile): Offer[] {
	if (ucp.state !== "found" || ucp.value.softNotFound) return [];
	const { url, value } = ucp;
	const { json } = value;
	if (!isJsonObject(json)) return [];
	if (targets.some((target) => target.url === url)) return [];
	const fault = profileFault(json);
	const exhibit = { url, at: fault?.at || "beginning", excerpt: clip(value.excerpt) };
	const fix = `Correct ${fault?.at || "the profile"} at ${url}.`;
	return [{ protocol: `UCP ${versionOf(json)}`, url, exhibit, fault: fault && describeFault(fault), fix }];
}

function describeFault({ at, says }: JsonFault): string {
	return `is not a valid UCP profile: ${at || "it"} ${says}`;
}

function versionOf(profile: JsonObject): string {
	return isJsonObject(profile.ucp) ? clip(String(profile.ucp.version), 20) : "";
}

/**
 * Null if the file is not JSON or too long to be kept: its structure is then unknown.
 * https://github.com/Universal-Commerce-Protocol/ucp, source/schemas and source/discovery by release
 */
export function profileFault(json: unknown): JsonFault | undefined {
	if (json === null) return undefined;
	if (!isJsonObject(json) || !isJsonObject(json.ucp)) return { at: "/ucp", says: "is not an object" };
	const { ucp } = json;
	const first = ucp.version === "2026-01-11";
	const keys = [json.signing_keys, json.keys].flatMap((list, index) =>
		list === undefined
			? []
			: eachObject(list, index === 0 ? "/signing_keys" : "/keys", (key, at) => lacksText(key, at, ["kid", "kty"])),
	);
	return [...wrongVersion(ucp, "/ucp"), ...(first ? firstShape(ucp) : laterShape(ucp)), ...keys][0];
}

/** Version 2026-01-11: one object per service, capabilities as a list. */
function firstShape(ucp: JsonObject): JsonFault[] {
	return [
		...eachMember(ucp.services, "/ucp/services", (service, at) =>
			isJsonObject(service)
				? [...wrongVersion(service, at), ...lacksText(service, at, ["spec"])]
				: [{ at, says: "is not an object" }],
		),
		...eachObject(ucp.capabilities, "/ucp/capabilities", (each, at) => [
			...wrongVersion(each, at),
			...lacksText(each, at, ["name", "spec", "schema"]),
		]),
	];
}

const TRANSPORTS = ["rest", "mcp", "a2a", "embedded"];

/** Since 2026-01-23: a list per service, capability and payment handler, by reverse domain name. */
function laterShape(ucp: JsonObject): JsonFault[] {
	const registry = (name: string, read: (item: JsonObject, at: string) => JsonFault[]) =>
		eachMember(ucp[name], `/ucp/${name}`, (list, at) =>
			eachObject(list, at, (item, place) => [...wrongVersion(item, place), ...read(item, place)]),
		);
	return [
		...registry("services", wrongBinding),
		...(ucp.capabilities === undefined ? [] : registry("capabilities", () => [])),
		...registry("payment_handlers", (handler, at) => lacksText(handler, at, ["id"])),
	];
}

function wrongBinding({ transport, endpoint }: JsonObject, at: string): JsonFault[] {
	if (!TRANSPORTS.includes(String(transport)))
		return [{ at: `${at}/transport`, says: `is not one of ${listing(TRANSPORTS, 4)}` }];
	const optional = transport === "embedded" && endpoint === undefined;
	return optional || isWebAddress(endpoint) ? [] : [{ at: `${at}/endpoint`, says: "is not a web address" }];
}

function wrongVersion({ version }: JsonObject, at: string): JsonFault[] {
	const isDate = typeof version === "string" && /^\d{4}-\d{2}-\d{2}$/.test(version);
	return isDate ? [] : [{ at: `${at}/version`, says: "is not a version such as 2026-04-08" }];
}

/** Domain name length, RFC 1035 section 2.3.4. */
const NAME_MAX = 253;

function eachMember(value: unknown, at: string, read: (member: unknown, at: string) => JsonFault[]): JsonFault[] {
	if (!isJsonObject(value)) return [{ at, says: "is not an object" }];
	return Object.entries(value).flatMap(([name, member]) => {
		const isName =
			name.length <= NAME_MAX && /^[a-z](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9_])?)+$/.test(name);
		const place = `${at}/${clip(name, 60)}`;
		return isName ? read(member, place) : [{ at: place, says: "is not a reverse domain name" }];
	});
}

const FOR_AGENTS = /\/(?:agents\.md|sitemap_agentic_discovery\.xml)$/;

function filesForAgents({ home, llmsTxt, sitemap }: Pick<Evidence, "home" | "llmsTxt" | "sitemap">): string {
	const places: readonly (readonly [place: string, addresses: readonly (string | null)[]])[] = [
		["home page", home.state === "found" ? home.value.digest.anchors.map(({ url }) => url) : []],
		["llms.txt", llmsTxt.state === "found" ? (llmsTxt.value.text?.links ?? []) : []],
		["sitemap", sitemap.state === "found" ? sitemap.value.entries.map(({ loc }) => loc) : []],
	];
	const found = places.flatMap(([place, addresses]) =>
		addresses.flatMap((url) => (url !== null && FOR_AGENTS.test(url) ? [[clip(url, 100), place] as const] : [])),
	);
	const named = [...new Map(found)].map(([url, place]) => `${url} (${place})`);
	return named.length === 0 ? "" : ` Also for agents: ${listing(named)}.`;
}

function faultOf(target: DeclaredTarget): string | undefined {
	const { answer } = target;
	const dead = deadWords(target);
	if (dead !== undefined || answer.state !== "asked" || answer.status >= 300) return dead;
	return answer.sniffed === "json" ? undefined : `contains ${WORDS[answer.sniffed] ?? answer.sniffed}, not JSON`;
}

const WORDS: Readonly<Record<string, string>> = { html: "a web page", empty: "nothing", binary: "binary data" };
