import { DIRECTORY_PATH } from "#core/discovery.ts";
import type { DirectoryVerdict } from "#signing/bot/key-directory.ts";
import { type BotDirectory, notShown, type Observation, settle } from "../evidence-map.ts";
import { mediaTypeOf } from "../response-body.ts";
import type { SiteSource } from "../site/site-source.ts";

const FAULTS_MAX = 10;

export interface BotDirectoryRequest {
	/** Absent if the request budget is spent. */
	readonly source: SiteSource | undefined;
	readonly origin: string;
	/** Milliseconds since 1970, for signatures and keys. */
	readonly now: () => number;
}

/** draft-ietf-webbotauth-httpsig-protocol-01. Uses a spare request, because few sites run a bot. */
export async function collectBotDirectory({
	source,
	origin,
	now,
}: BotDirectoryRequest): Promise<Observation<BotDirectory>> {
	const asked = new URL(DIRECTORY_PATH, origin);
	if (!source)
		return notShown(
			asked.href,
			"The audit's request limit was reached before it could read the keys of the site's bots.",
		);
	if (source.kind === "folder") return notShown(asked.href, "A folder has no signed answers.");
	return settle(asked.href, source.signal, async () => {
		const response = await source.get(asked, "keys", { unfollowed: true });
		const { url, status, headers, body } = response;
		const verdict = await source.read("keys", { url, status, headers, body, now: now() });
		const { outcome, keys, faults } = verdict;
		if (outcome === "absent") return { state: "absent", url, status };
		const contentType = mediaTypeOf(response);
		return { state: "found", url, status, value: { contentType, outcome, keys, faults: faults.slice(0, FAULTS_MAX) } };
	});
}

interface KeysInput {
	readonly url: string;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Uint8Array;
	readonly now: number;
}

export async function readBotDirectory({ now, ...answer }: KeysInput): Promise<DirectoryVerdict> {
	const { verifyKeyDirectory } = await import("#signing/bot/key-directory.ts");
	return verifyKeyDirectory(answer, now);
}
