import type { Settings } from "#config/environment.ts";
import { userAgent } from "#core/brand.ts";
import { createGuardedClient } from "#net/guarded-client.ts";
import { isPublicAddress } from "#net/public-address.ts";
import { createTxtRecordReader } from "#net/txt-records.ts";
import type { OwnersPlaces } from "./control-proof.ts";

/** The public DNS and the public web. Whoever opens them closes them. */
export function openOwnersPlaces(settings: Settings): { readonly places: OwnersPlaces; close(): Promise<void> } {
	const client = createGuardedClient({ userAgent: userAgent(settings.baseUrl), isPublicAddress });
	return { places: { readTxt: createTxtRecordReader(), client }, close: () => client.close() };
}
