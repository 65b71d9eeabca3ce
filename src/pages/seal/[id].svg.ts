import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { drawSeal } from "#site/badge/draw-seal.ts";
import { frozen } from "#site/badge/picture-facts.ts";
import { pictureKey } from "#site/publication/page-keys.ts";
import { receiptPictures } from "#site/publication/published-pictures.ts";
import { baseUrl } from "#site/site.ts";

export const getStaticPaths = (async () =>
	(await receiptPictures()).map((facts) => ({
		params: { id: facts.receiptId },
		props: { facts },
		cacheKey: pictureKey(frozen(facts)),
	}))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props }) =>
	new Response(await drawSeal(props.facts, baseUrl), { headers: { "Content-Type": "image/svg+xml" } });
