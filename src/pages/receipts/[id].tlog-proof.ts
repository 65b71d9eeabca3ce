import type { APIRoute, GetStaticPaths } from "astro";
import { isReceiptLeaf } from "#log/leaf.ts";
import { publication } from "#site/publication/publication.ts";

export const getStaticPaths = (async () => {
	const { log } = await publication();
	const leaves = (log?.leaves ?? []).filter(isReceiptLeaf);
	const ids = new Set(leaves.filter(({ kind }) => kind === "audit").map(({ receipt }) => receipt));
	return [...ids].map((id) => ({ params: { id } }));
}) satisfies GetStaticPaths;

/** The proof that the receipt is in the log, for any reader of C2SP tlog-proof. */
export const GET: APIRoute = async ({ params: { id = "" } }) => {
	const { log } = await publication();
	const index = log?.position(id);
	if (!log || index === undefined) throw new RangeError(`The log has no audit leaf for ${id}.`);
	return new Response(await log.inclusionFile(index), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
};
