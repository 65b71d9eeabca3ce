import type { APIRoute, GetStaticPaths } from "astro";
import { pageKeys } from "#site/publication/page-keys.ts";
import { publication } from "#site/publication/publication.ts";
import { loggedReceipts } from "#site/publication/shown-receipt.ts";

export const getStaticPaths = (async () => {
	const published = await publication();
	const keys = pageKeys(published);
	return loggedReceipts(published).map((id) => ({ params: { id }, cacheKey: keys.proof(id) }));
}) satisfies GetStaticPaths;

/** By the first checkpoint that had it, so that the file never changes. C2SP tlog-proof. */
export const GET: APIRoute = async ({ params: { id = "" } }) => {
	const { log } = await publication();
	const index = log?.position(id);
	if (!log || index === undefined) throw new RangeError(`The log has no audit leaf for ${id}.`);
	return new Response(await log.inclusionFile(index), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
};
