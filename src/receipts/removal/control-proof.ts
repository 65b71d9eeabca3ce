import { z } from "zod";
import type { Settings } from "#config/environment.ts";
import { userAgent } from "#core/brand.ts";
import { isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import type { RemovalRequest, RequestPlace } from "#core/notice.ts";
import { decodeStrictly } from "#log/encoding.ts";
import { createGuardedClient } from "#net/guarded-client.ts";
import type { HttpClient, HttpResponse } from "#net/http-client.ts";
import { createTxtRecordReader, type ReadTxtRecords } from "#net/name-resolver.ts";
import { isPublicAddress } from "#net/public-address.ts";

/** The ways to look at what only a domain's owner can publish. */
export interface OwnersPlaces {
	readonly readTxt: ReadTxtRecords;
	/** Reaches public addresses only. */
	readonly client: HttpClient;
}

type Looked = { readonly place: RequestPlace; readonly request?: RemovalRequest };

/** Looks at both places for the owner's request. Only the owner's own words count; a place that fails is reported as such. */
export async function lookForRequests(domain: string, places: OwnersPlaces) {
	const both = await Promise.all([lookInDns(domain, places.readTxt), lookInFile(domain, places.client)]);
	const requests = both.flatMap(({ request }) => request ?? []);
	return {
		looked: both.map(({ place }) => place),
		// One for everything before one for single receipts.
		requests: requests.toSorted((a, b) => Number(b.receipts === "all") - Number(a.receipts === "all")),
	};
}

const RECORD = /^sightline-remove=(all|[0-9a-f]{64})$/;

/** TXT records at `_sightline.<domain>`; others there belong to others. */
async function lookInDns(domain: string, readTxt: ReadTxtRecords): Promise<Looked> {
	const at = `_sightline.${domain}`;
	const tell = (answered: boolean, says: string) => ({ place: "dns", at, answered, says }) as const;
	let records: readonly string[];
	try {
		records = await readTxt(at);
	} catch (error) {
		if (isFailure(error)) return { place: tell(false, error.message) };
		throw error;
	}
	const asking = records.filter((record) => RECORD.test(record));
	const words = asking.map((record) => RECORD.exec(record)?.[1] ?? "");
	if (words.length === 0) {
		const strange = records.find((record) => record.startsWith("sightline-remove"));
		const others =
			strange === undefined ? "No TXT record there asks for a removal." : `"${strange.slice(0, 100)}" is none.`;
		return { place: tell(true, `${others} It would be sightline-remove=all or sightline-remove=<receipt id>.`) };
	}
	const found = asking.join("\n").slice(0, 1000);
	return {
		place: tell(true, `It says ${asking.join(" and ")}.`),
		request: { place: "dns", found, receipts: words.includes("all") ? "all" : [...new Set(words)] },
	};
}

const FILE_BYTES = 16 * 1024;
const fileSchema = z.object({
	remove: z
		.union([
			z.literal("all"),
			z
				.array(z.string().regex(/^[0-9a-f]{64}$/))
				.min(1)
				.max(100),
		])
		.optional(),
});

/** The member `remove` of a file; its other members belong to others. */
async function lookInFile(domain: string, client: HttpClient): Promise<Looked> {
	const url = new URL(`https://${domain}/.well-known/sightline.json`);
	const tell = (answered: boolean, says: string) => ({ place: "well-known", at: url.href, answered, says }) as const;
	try {
		const response = await getFromHost(domain, url, client);
		if (typeof response === "string")
			return { place: tell(true, `It redirects to ${response}; only what this host itself says is its owner's word.`) };
		if (response.status !== 200) return { place: tell(response.status < 500, `It answers ${response.status}.`) };
		return readFile(response.body, tell);
	} catch (error) {
		if (isFailure(error)) return { place: tell(false, error.message) };
		throw error;
	}
}

const MOST_REDIRECTS = 3;

/** The answer, or the address of another host to which it redirects; that host is not asked. */
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

function readFile(body: Uint8Array, tell: (answered: boolean, says: string) => RequestPlace): Looked {
	const parsed = fileSchema.safeParse(parseJson((decodeStrictly(body) ?? "").replace(/^\ufeff/, "")));
	if (!parsed.success) return { place: tell(true, 'It is not JSON whose "remove" is "all" or a list of receipt ids.') };
	const { remove } = parsed.data;
	if (remove === undefined) return { place: tell(true, 'It has no member "remove".') };
	const found = JSON.stringify({ remove }).slice(0, 1000);
	return { place: tell(true, `It says ${found}.`), request: { place: "well-known", found, receipts: remove } };
}

/** The public DNS and the public web. Whoever opens them closes them. */
export function openOwnersPlaces(settings: Settings): { readonly places: OwnersPlaces; close(): Promise<void> } {
	const client = createGuardedClient({ userAgent: userAgent(settings.baseUrl), isPublicAddress });
	return { places: { readTxt: createTxtRecordReader(), client }, close: () => client.close() };
}
