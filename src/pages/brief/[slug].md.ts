import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { briefTwin } from "#site/brief/brief-twin.ts";
import { keyedPaths } from "#site/publication/page-keys.ts";
import { publication } from "#site/publication/publication.ts";
import { publishedBrief, twinPaths } from "#site/publication/published-brief.ts";
import { shownReceipt } from "#site/publication/shown-receipt.ts";

export const getStaticPaths = (async () => {
	const published = await publication();
	return keyedPaths(published, twinPaths(published, "md"), "twin");
}) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props, params }) => {
	const { brief } = await publishedBrief(props.site, params.slug ?? "", await publication());
	return new Response(briefTwin(brief, "md", await shownReceipt(brief.id)), {
		headers: { "Content-Type": "text/markdown; charset=utf-8" },
	});
};
