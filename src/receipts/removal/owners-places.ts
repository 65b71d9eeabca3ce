import type { Settings } from "#config/environment.ts";
import { userAgent } from "#core/brand.ts";
import { decodeStrictly } from "#core/bytes.ts";
import { type FailureCode, isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import type { RequestPlace } from "#core/notice.ts";
import { GuardedClient } from "#net/guarded-client.ts";
import type { HttpClient, HttpResponse } from "#net/http-client.ts";
import { readTxtRecords } from "#net/name-lookups.ts";
import { isPublicAddress } from "#net/public-address.ts";

/** Places where only a domain's owner can publish. */
export interface OwnersPlaces {
	readonly readTxt: (name: string) => Promise<readonly string[]>;
	/** Connects only to public addresses. */
	readonly client: HttpClient;
}

/** Public DNS and web. The caller must close them. */
export function openOwnersPlaces({ baseUrl, proxies }: Pick<Settings, "baseUrl" | "proxies">): {
	readonly places: OwnersPlaces;
	close(): Promise<void>;
} {
	const client = new GuardedClient({ userAgent: userAgent(baseUrl), isPublicAddress, proxies });
	return { places: { readTxt: readTxtRecords, client }, close: () => client.close() };
}

/** `found` is undefined if there is nothing or it is unreadable; then `says` has the reason. */
export interface PlaceLook<T> extends RequestPlace {
	readonly found?: T;
	readonly reason?: FailureCode;
}

export function ownersPlacesOf(domain: string) {
	return { record: `_sightline.${domain}`, file: `https://${domain}/.well-known/sightline.json` };
}

/** TXT records at `_sightline.<domain>`. */
export async function readOwnersRecords(
	domain: string,
	{ readTxt }: Pick<OwnersPlaces, "readTxt">,
): Promise<PlaceLook<readonly string[]>> {
	const { record: at } = ownersPlacesOf(domain);
	try {
		return { place: "dns", at, answered: true, says: "", found: await readTxt(at) };
	} catch (error) {
		if (isFailure(error)) return { place: "dns", at, answered: false, says: error.message };
		throw error;
	}
}

const FILE_BYTES = 16 * 1024;

/** `/.well-known/sightline.json`; `found` contains undefined if it is not JSON. */
export async function readOwnersFile(
	domain: string,
	{ client }: Pick<OwnersPlaces, "client">,
): Promise<PlaceLook<{ readonly value: unknown }>> {
	const url = new URL(ownersPlacesOf(domain).file);
	const look = { place: "well-known", at: url.href } as const;
	try {
		const response = await getFromHost(domain, url, client);
		if (typeof response === "string")
			return {
				...look,
				answered: true,
				says: `It redirects to ${response}; only an answer from the host itself counts.`,
			};
		if (response.status !== 200)
			return { ...look, answered: response.status < 500, says: `It answers ${response.status}.` };
		const text = (decodeStrictly(response.body) ?? "").replace(/^\ufeff/, "");
		return { ...look, answered: true, says: "", found: { value: parseJson(text) } };
	} catch (error) {
		if (isFailure(error)) return { ...look, answered: false, says: error.message, reason: error.code };
		throw error;
	}
}

const MOST_REDIRECTS = 3;

/** Returns the URL if it redirects to another host, which is not fetched. */
async function getFromHost(domain: string, start: URL, client: HttpClient): Promise<HttpResponse | string> {
	let url = start;
	for (let hops = 0; ; hops++) {
		const response = await client.get(url, { maxBytes: FILE_BYTES, maxRedirects: 0 });
		const { location } = response.headers;
		const next = response.status >= 300 && response.status < 400 && location ? URL.parse(location, url) : null;
		if (!next || hops === MOST_REDIRECTS) return response;
		if (next.protocol !== "https:" || next.host !== domain) return next.href;
		url = next;
	}
}
