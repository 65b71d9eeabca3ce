import * as z from "zod";
import type { RemovalRequest, RequestPlace } from "#core/notice.ts";
import { RECEIPT_ID } from "#core/receipt.ts";
import { type OwnersPlaces, readOwnersFile, readOwnersRecords } from "./owners-places.ts";

type Looked = { readonly place: RequestPlace; readonly request?: RemovalRequest };

/** Only the owner's own words count; a place that fails is reported as such. */
export async function lookForRequests(domain: string, places: OwnersPlaces) {
	const both = await Promise.all([lookInDns(domain, places), lookInFile(domain, places)]);
	const requests = both.flatMap(({ request }) => request ?? []);
	return {
		looked: both.map(({ place }) => place),
		// One for everything comes before one for single receipts.
		requests: requests.toSorted((a, b) => Number(b.receipts === "all") - Number(a.receipts === "all")),
	};
}

const RECORD = /^sightline-remove=(all|[0-9a-f]{64})$/;

/** Other records there belong to others. */
async function lookInDns(domain: string, places: OwnersPlaces): Promise<Looked> {
	const { found: records, ...place } = await readOwnersRecords(domain, places);
	if (!records) return { place };
	const asking = records.filter((record) => RECORD.test(record));
	const words = asking.map((record) => RECORD.exec(record)?.[1] ?? "");
	if (words.length === 0) {
		const strange = records.find((record) => record.startsWith("sightline-remove"));
		const others =
			strange === undefined ? "No TXT record there asks for a removal." : `"${strange.slice(0, 100)}" is none.`;
		const says = `${others} It would be sightline-remove=all or sightline-remove=<receipt id>.`;
		return { place: { ...place, says } };
	}
	const found = asking.join("\n").slice(0, 1000);
	return {
		place: { ...place, says: `It says ${asking.join(" and ")}.` },
		request: { place: "dns", found, receipts: words.includes("all") ? "all" : [...new Set(words)] },
	};
}

const fileSchema = z.object({
	remove: z.union([z.literal("all"), z.array(z.string().regex(RECEIPT_ID)).min(1).max(100)]).optional(),
});

/** Reads the member `remove`: the others belong to others. */
async function lookInFile(domain: string, places: OwnersPlaces): Promise<Looked> {
	const { found: file, reason: _, ...place } = await readOwnersFile(domain, places);
	if (!file) return { place };
	const tell = (says: string): RequestPlace => ({ ...place, says });
	const parsed = fileSchema.safeParse(file.value);
	if (!parsed.success) return { place: tell('It is not JSON whose "remove" is "all" or a list of receipt ids.') };
	const { remove } = parsed.data;
	if (remove === undefined) return { place: tell('It has no member "remove".') };
	const found = JSON.stringify({ remove }).slice(0, 1000);
	return { place: tell(`It says ${found}.`), request: { place: "well-known", found, receipts: remove } };
}
