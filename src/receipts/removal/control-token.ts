import { createHmac } from "node:crypto";
import * as z from "zod";
import type { FailureCode } from "#core/failure.ts";
import type { RequestPlace } from "#core/notice.ts";
import { type OwnersPlaces, ownersPlacesOf, readOwnersFile, readOwnersRecords } from "./owners-places.ts";

/** Of no use to another account, nor at another domain. */
export function controlToken(secret: string, account: string, domain: string): string {
	return createHmac("sha256", secret).update(`control ${account} ${domain}`).digest("base64url").slice(0, 32);
}

/** A TXT record at `record` with `text`, or the JSON `member` at `file`. */
export function controlPlaces(domain: string, token: string) {
	const member = JSON.stringify({ control: token });
	return { ...ownersPlacesOf(domain), text: `sightline-control=${token}`, member };
}

export interface ControlLook {
	readonly looked: readonly RequestPlace[];
	readonly place?: RequestPlace["place"];
	/** The name system knows no such domain: it may have ended, or our own resolver was cut off. */
	readonly isNameUnknown: boolean;
}

/** Other accounts' tokens may stand beside it. */
export async function lookForControl(domain: string, token: string, places: OwnersPlaces): Promise<ControlLook> {
	const both = await Promise.all([lookInDns(domain, token, places), lookInFile(domain, token, places)]);
	const found = both.find(({ isThere }) => isThere);
	const isNameUnknown = both.some((each) => each.reason === "name-not-found");
	return { looked: both.map(({ place }) => place), isNameUnknown, ...(found ? { place: found.place.place } : {}) };
}

type Looked = { readonly place: RequestPlace; readonly isThere: boolean; readonly reason?: FailureCode };

async function lookInDns(domain: string, token: string, places: OwnersPlaces): Promise<Looked> {
	const { found: records, ...place } = await readOwnersRecords(domain, places);
	if (!records) return { place, isThere: false };
	const isThere = records.includes(controlPlaces(domain, token).text);
	const others = records.some((record) => record.startsWith("sightline-control="));
	const missing = others
		? "The TXT record there holds another token than yours."
		: "No TXT record there holds your token.";
	return { place: { ...place, says: isThere ? "The TXT record holds your token." : missing }, isThere };
}

const fileSchema = z.object({ control: z.union([z.string(), z.array(z.string()).max(100)]).optional() });

async function lookInFile(domain: string, token: string, places: OwnersPlaces): Promise<Looked> {
	const { found: file, reason, ...place } = await readOwnersFile(domain, places);
	if (!file) return { place, isThere: false, ...(reason ? { reason } : {}) };
	const parsed = fileSchema.safeParse(file.value);
	const control = parsed.data?.control ?? [];
	const isThere = [control].flat().includes(token);
	return {
		place: { ...place, says: isThere ? "The file holds your token." : whyNot(parsed.success, control) },
		isThere,
	};
}

function whyNot(isReadable: boolean, control: string | readonly string[]): string {
	if (!isReadable) return 'It is not JSON whose "control" is a token or a list of tokens.';
	return control.length === 0 ? 'It has no member "control".' : 'Its member "control" is another token than yours.';
}
