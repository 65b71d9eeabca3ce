import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import { listing } from "#core/wording.ts";
import type { MachineFile, Observation } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";

/** Members of `agent_auth` with endpoints for agents, in all 3 generations of names. */
const ENDPOINTS = [
	"identity_endpoint",
	"claim_endpoint",
	"events_endpoint",
	"register_uri",
	"claim_uri",
	"revocation_uri",
];

export const authMd = defineSiteCheck({
	id: "auth-md",
	pillar: "interfaces",
	engines: ["answers"],
	grade: "convention",
	atStake: "advice",
	weightReason: "This is a new convention of one vendor. We show it and deduct nothing.",
	tableStakes: true,
	title: "The file auth.md matches the OAuth metadata",
	fault: "The file auth.md does not match the OAuth metadata",
	consequence: "Agents that want to register with your service get wrong instructions, or none.",
	hours: 1,
	doneBy: "developer",
	why: "Agents read auth.md to learn how to register, and the OAuth metadata (the sign-in settings for programs) for the addresses. If the two differ, registration ends at a page that does not exist.",
	howToFix: "In auth.md, list the addresses under agent_auth in the OAuth metadata, and serve the file as Markdown.",
	consumer: "Agents that register by WorkOS's auth.md",
	reference: "https://github.com/workos/auth.md",
	reviewed: "2026-11-21",
	note: "The convention has no schema, and 3 versions of it are in use. We only check that an address is in both places.",
	needs: ["authMd"],
	wants: ["authorizationServer", "protectedResource"],
	evaluate({ authMd: seen, authorizationServer, protectedResource }) {
		if (seen.state === "absent" || seen.value.softNotFound) {
			const fix = `Serve ${seen.url} as Markdown, or remove the references to it.`;
			const fault = "The file auth.md is referenced but does not exist";
			return {
				outcome: "partial",
				ratio: 0.5,
				fault,
				says: `The site refers to ${seen.url}, but the file does not exist.`,
				fix,
			};
		}
		const { url, value } = seen;
		const exhibits = [{ url, at: "beginning", excerpt: clip(value.excerpt) }];
		if (value.sniffed === "html") {
			const fault = "The file auth.md is a web page";
			const says = `${url} is a web page instead of Markdown.`;
			return {
				outcome: "partial",
				ratio: 0.5,
				fault,
				says,
				fix: `Serve ${url} as Markdown, or remove the references to it.`,
				exhibits,
			};
		}
		const stated = [authorizationServer, protectedResource].flatMap(endpointsOf);
		const mentions = value.text?.mentions ?? [];
		const unnamed = stated.filter(({ address }) => !names(mentions, address, url));
		const [first] = unnamed;
		if (first) {
			return {
				outcome: "partial",
				ratio: 0.5,
				says: `${url} does not name ${listing(unnamed.map(({ member, address }) => `${address} (${member})`))}, which the OAuth metadata lists.`,
				fix: `Add ${first.address} to ${url}, or correct ${first.member} in the metadata.`,
				exhibits,
			};
		}
		if (value.text?.h1 == null) {
			return {
				outcome: "partial",
				ratio: 0.5,
				fault: "The file auth.md has no heading",
				says: `${url} has no heading.`,
				fix: `Start ${url} with a heading: # auth.md`,
				exhibits,
			};
		}
		const agrees =
			stated.length > 0 ? " and matches the OAuth metadata" : ". No OAuth metadata has an address to compare";
		return { outcome: "pass", says: `${url} starts with "${clip(value.text.h1, 60)}"${agrees}.`, exhibits };
	},
});

function endpointsOf(seen: Observation<MachineFile>): { member: string; address: string }[] {
	const json = seen.state === "found" && !seen.value.softNotFound ? seen.value.json : null;
	const agentAuth: JsonObject = isJsonObject(json) && isJsonObject(json.agent_auth) ? json.agent_auth : {};
	return ENDPOINTS.flatMap((member) => {
		const address = agentAuth[member];
		return typeof address === "string" && URL.canParse(address, seen.url)
			? [{ member, address: clip(address, 200) }]
			: [];
	});
}

function names(mentions: readonly string[], address: string, url: string): boolean {
	const wanted = new URL(address, url);
	return mentions.some((mention) => URL.canParse(mention, url) && samePlace(new URL(mention, url), wanted));
}

function samePlace(a: URL, b: URL): boolean {
	return a.host === b.host && a.pathname.replace(/\/$/, "") === b.pathname.replace(/\/$/, "");
}
