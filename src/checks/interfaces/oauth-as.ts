import type { JsonObject } from "#core/json-object.ts";
import { defineSiteCheck } from "../define-check.ts";
import { isHttps, type JsonFault, judgeMachineFile } from "../shared/machine-file.ts";

const WELL_KNOWN = "/.well-known/oauth-authorization-server";
const ENDPOINT =
	/^(?:jwks_uri|registration_endpoint|(?:authorization|token|revocation|introspection|device_authorization|pushed_authorization_request|userinfo)_endpoint)$/;

export const oauthAs = defineSiteCheck({
	id: "oauth-as",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "standard",
	atStake: "quality",
	weightReason:
		"Clients must reject metadata that names another issuer, so sign-in fails. Only sites with an API are affected.",
	tableStakes: true,
	title: "The OAuth server metadata names its own issuer and endpoints",
	fault: "The OAuth server metadata is wrong or incomplete",
	problem: "programs may refuse to sign in to your service",
	consequence: "Programs refuse to sign in to your service, because the standard requires it.",
	hours: 2,
	doneBy: "developer",
	why: "A program that wants to sign in reads this file first. If its issuer (the sign-in service that it names) is not the address of the file, the standard tells the program to stop, because the file may come from an impostor.",
	howToFix: "Publish the issuer exactly as clients use it, and give every endpoint a full https address.",
	consumer: "OAuth and MCP clients",
	reference: "https://www.rfc-editor.org/rfc/rfc8414#section-3.3",
	reviewed: "2026-11-21",
	note: "A slash after the issuer's host name makes no difference: RFC 8414 section 3.1 removes it when it forms the address.",
	needs: ["authorizationServer"],
	evaluate({ authorizationServer }, { target }) {
		return judgeMachineFile(authorizationServer, {
			kind: "OAuth authorization server metadata",
			standard: "RFC 8414",
			faults: (json, url) => [...issuerFaults(json, url, target.url), ...endpointFaults(json), ...listFaults(json)],
			sound: ({ issuer }) => `names the issuer ${String(issuer)} and secure endpoints`,
			fix: ({ at }, url) => {
				if (at === "/issuer") return `Change in ${url}: "issuer": "${new URL(url).origin}"`;
				return `Give ${at.slice(1)} in ${url} a value that follows RFC 8414 section 2.`;
			},
		});
	},
});

function issuerFaults({ issuer }: JsonObject, url: string, home: string): JsonFault[] {
	const at = "/issuer";
	if (!isHttps(issuer)) return [{ at, says: "is not an https address" }];
	const { origin, pathname, search, hash } = new URL(issuer);
	if (search !== "" || hash !== "") return [{ at, says: "has a query or a fragment" }];
	const path = pathname.replace(/\/$/, "");
	const served = new URL(url);
	const places = [`${served.origin}${served.pathname}`, `${new URL(home).origin}${WELL_KNOWN}`];
	if (places.includes(`${origin}${WELL_KNOWN}${path}`)) return [];
	// Metadata at another well-known path or declared address states its issuer itself.
	if (!served.pathname.startsWith(WELL_KNOWN) && origin === served.origin) return [];
	return [{ at, says: `is ${issuer}, whose metadata belongs at ${origin}${WELL_KNOWN}${path}` }];
}

function endpointFaults(json: JsonObject): JsonFault[] {
	const insecure = Object.keys(json).filter((name) => ENDPOINT.test(name) && !isHttps(json[name]));
	return insecure.map((name) => ({ at: `/${name}`, says: "is not a full https address" }));
}

/** Section 2: members that clients need. The default grant types are authorization code and implicit. */
function listFaults(json: JsonObject): JsonFault[] {
	const { grant_types_supported: stated } = json;
	const grants = Array.isArray(stated) ? stated : ["authorization_code", "implicit"];
	const faults: JsonFault[] = [];
	const usesCode = grants.some((grant) => grant === "authorization_code" || grant === "implicit");
	if (usesCode && json.authorization_endpoint === undefined) {
		faults.push({ at: "/authorization_endpoint", says: "is missing, although a grant needs it" });
	}
	if (grants.some((grant) => grant !== "implicit") && json.token_endpoint === undefined) {
		faults.push({ at: "/token_endpoint", says: "is missing, although a grant needs it" });
	}
	if (!Array.isArray(json.response_types_supported)) {
		faults.push({ at: "/response_types_supported", says: "is not a list" });
	}
	return faults;
}
