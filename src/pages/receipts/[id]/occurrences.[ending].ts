import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { listLine } from "#core/occurrence.ts";
import { occurrencesCsv } from "#site/export/audit-tables.ts";
import { LIST_TYPES, type ListEnding } from "#site/page/site-links.ts";
import { publication } from "#site/publication/publication.ts";
import { keptList } from "#site/publication/published-brief.ts";

/** Of the newest receipt of each site whose list is kept where the site is built. */
export const getStaticPaths = (async () => {
	const { sites, receipts } = await publication();
	const newest = sites.map(({ history: [{ id, hasList }] }) => (hasList ? id : undefined));
	const paths = [];
	for (const id of new Set(newest.filter((each) => each !== undefined))) {
		const occurrences = await keptList(await receipts.read(id));
		if (!occurrences) continue;
		for (const ending of Object.keys(LIST_TYPES) as ListEnding[])
			paths.push({ params: { id, ending }, props: { occurrences } });
	}
	return paths;
}) satisfies GetStaticPaths;

type Props = InferGetStaticPropsType<typeof getStaticPaths>;

/** As NDJSON to the letter: its SHA-256 stands in the receipt. */
export const GET: APIRoute<Props> = ({ props: { occurrences }, params }) => {
	const ending = params.ending === "csv" ? "csv" : "ndjson";
	const text = ending === "csv" ? occurrencesCsv(occurrences) : occurrences.map(listLine).join("");
	return new Response(text, { headers: { "Content-Type": `${LIST_TYPES[ending]}; charset=utf-8` } });
};
