import { isJsonObject } from "#core/json-object.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { randomPath } from "../collect-probes.ts";
import { type ApiDescription, type ApiError, notShown, type Observation, settle } from "../evidence-map.ts";
import { printable } from "../html/tree/fold-text.ts";
import { mediaTypeOf, sniffBody } from "../response-body.ts";
import type { SiteSource } from "../site/site-source.ts";
import { isOwn } from "./declared-uses.ts";

/** RFC 9457 section 3.1. */
const MEMBERS = ["type", "title", "status", "detail", "instance"];

interface Context {
	readonly target: { readonly url: string; readonly registrableDomain: string };
	/** Of the home page, as far as it is known. */
	readonly home: { readonly url: string };
	readonly seed: string;
}

/**
 * Asks the described API for a path that cannot exist, to see how it says no.
 * @param source absent in a light audit, which asks an API nothing
 */
export async function collectApiError(
	source: SiteSource | undefined,
	description: Observation<ApiDescription>,
	{ target, home, seed }: Context,
): Promise<Observation<ApiError>> {
	if (description.state !== "found" || description.value.error !== null || description.value.version === "")
		return notShown(target.url, "The site describes no API that could be asked.");
	const { url, value } = description;
	// The root of the description's own host stands in for servers that it leaves out (OpenAPI 3.1.1, 4.8.1.1).
	const server = value.servers.length > 0 ? value.servers.find(isAskable(url, target.registrableDomain)) : url;
	if (server === undefined) return notShown(url, "The described API is on a host that is not the site's own.");
	if (source === undefined) return notShown(url, "A light audit asks an API nothing; a deep one does.");
	const base = value.servers.length > 0 ? server.replace(/\/?(?:[?#].*)?$/, "") : new URL(server).origin;
	if ([target.url, home.url].some((site) => isRootOf(base, site)))
		return notShown(url, "The described API lies at the root of the website, where an unknown path is the website's.");
	const asked = new URL(`${base}${randomPath(seed)}`);
	return settle(asked.href, source.signal, async () => {
		const response = await source.get(asked, "page");
		const { body, status } = response;
		const { json } = await source.read("json", { url: response.url, body });
		const members = isJsonObject(json) ? MEMBERS.filter((name) => Object.hasOwn(json, name)) : [];
		const sniffed = sniffBody(body);
		const text = sniffed === "binary" ? "" : new TextDecoder().decode(body.subarray(0, EXCERPT_LENGTH * 8));
		const excerpt = printable(text, EXCERPT_LENGTH);
		const seen: ApiError = { url: asked.href, status, contentType: mediaTypeOf(response), sniffed, members, excerpt };
		return { state: "found", url: response.url, status, value: seen };
	});
}

/** True for the root of the site's host, www or not. */
function isRootOf(base: string, site: string): boolean {
	const { host, pathname } = new URL(base);
	const plain = (each: string) => each.replace(/^www\./, "");
	return pathname === "/" && plain(host) === plain(new URL(site).host);
}

/** The site's own hosts, and the one that serves the description. */
function isAskable(description: string, domain: string): (server: string) => boolean {
	return (server) => {
		const { protocol, hostname } = new URL(server);
		const own = isOwn(server, domain) || hostname === new URL(description).hostname;
		return own && (protocol === "https:" || protocol === "http:") && !/[{}]|%7b/i.test(server);
	};
}
