import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { publishedRepair, repairPaths } from "#site/repair/published-repair.ts";
import { repairMarkdown } from "#site/repair/repair-words.ts";

export const getStaticPaths = (() => repairPaths("twins")) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props }) => {
	const { proof, command, words } = await publishedRepair(props);
	return new Response(repairMarkdown(proof, command, words), {
		headers: { "Content-Type": "text/markdown; charset=utf-8" },
	});
};
