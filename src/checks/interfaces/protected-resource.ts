import type { JsonObject } from "#core/json-object.ts";
import { defineSiteCheck } from "../define-check.ts";
import { isHttps, isWebAddress, type JsonFault, judgeMachineFile } from "../shared/machine-file.ts";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";
const METHODS = ["header", "body", "query"];

export const protectedResource = defineSiteCheck({
	id: "protected-resource",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason:
		"Clients must not use metadata about a different resource, so no program can sign in. Only sites with an API are affected.",
	tableStakes: true,
	title: "The protected-resource metadata names this resource",
	fault: "The protected-resource metadata is wrong or incomplete",
	problem: "programs cannot find out where to sign in to your service",
	consequence: "Programs cannot find out where to sign in to your service, so they stop there.",
	hours: 1,
	doneBy: "developer",
	why: "A program that gets a 401 (sign-in required) learns here where to get a token. If the file names another resource, the standard tells the program not to use it, because it may lead to an impostor.",
	howToFix: 'Set "resource" to exactly the address that the file describes, and list https authorization servers.',
	consumer: "OAuth and MCP clients",
	reference: "https://www.rfc-editor.org/rfc/rfc9728#section-3.3",
	reviewed: "2026-11-21",
	note: "RFC 9728 requires the metadata of /mcp at the well-known address plus /mcp. MCP clients also look at the root, so a resource with a path earns half there.",
	needs: ["protectedResource"],
	evaluate({ protectedResource: seen }, { target }) {
		const verdict = judgeMachineFile(seen, {
			kind: "protected-resource metadata",
			standard: "RFC 9728",
			faults: (json, url) => [...resourceFaults(json, url, target.url), ...serverFaults(json), ...methodFaults(json)],
			sound: ({ resource }) => `describes ${String(resource)}`,
			fix: ({ at }, url) => {
				if (at === "/resource") return `Change in ${url}: "resource": "${resourceOf(url)}"`;
				return `Give ${at} in ${url} a value that follows RFC 9728 section 2.`;
			},
		});
		if (verdict.outcome !== "pass" || seen.state !== "found") return verdict;
		const resource = (seen.value.json as JsonObject).resource as string;
		if (addressesOf(resource).includes(placeOf(seen.url)) || addressesOf(resource).includes(placeOf(target.url)))
			return verdict;
		return {
			...verdict,
			outcome: "partial",
			ratio: 0.5,
			fault: "The protected-resource metadata is at the wrong address",
			says: `${seen.url} describes ${resource}. MCP clients accept that at the root address, but RFC 9728 forbids it for others.`,
			fix: `Serve the same metadata at ${addressesOf(resource)[0]} too.`,
		};
	},
});

/** Addresses for a resource's metadata (section 3.1). */
function addressesOf(resource: string): string[] {
	const { origin, pathname } = new URL(resource);
	return [`${origin}${WELL_KNOWN}${pathname.replace(/\/$/, "")}`];
}

function placeOf(url: string): string {
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname === "/" ? WELL_KNOWN : pathname.replace(/\/$/, "")}`;
}

function resourceOf(url: string): string {
	return placeOf(url).replace(WELL_KNOWN, "");
}

function resourceFaults({ resource }: JsonObject, url: string, home: string): JsonFault[] {
	const at = "/resource";
	if (!isWebAddress(resource)) return [{ at, says: "is not a full address" }];
	if (new URL(resource).hash !== "") return [{ at, says: "has a fragment" }];
	const { origin } = new URL(resource);
	if (origin === new URL(url).origin || origin === new URL(home).origin) return [];
	return [{ at, says: `is ${resource}, which is not on ${new URL(url).host}` }];
}

function serverFaults({ authorization_servers: servers }: JsonObject): JsonFault[] {
	const at = "/authorization_servers";
	if (servers === undefined) return [];
	if (!Array.isArray(servers) || servers.length === 0) return [{ at, says: "is not a list with at least one issuer" }];
	const wrong = servers.findIndex((server) => !isHttps(server));
	return wrong < 0 ? [] : [{ at: `${at}/${wrong}`, says: "is not an https address" }];
}

function methodFaults({ bearer_methods_supported: methods }: JsonObject): JsonFault[] {
	if (methods === undefined) return [];
	const sound = Array.isArray(methods) && methods.every((method) => METHODS.includes(method));
	return sound ? [] : [{ at: "/bearer_methods_supported", says: `is not a list of ${METHODS.join(", ")}` }];
}
