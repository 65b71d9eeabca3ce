import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { drawSeal } from "#site/badge/draw-seal.ts";
import { embeddedReceipts } from "#site/publication/embedded-facts.ts";
import { baseUrl } from "#site/site.ts";

export const getStaticPaths = (async () =>
	(await embeddedReceipts()).map((facts) => ({
		params: { id: facts.receiptId },
		props: { facts },
	}))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props }) =>
	new Response(await drawSeal(props.facts, baseUrl), { headers: { "Content-Type": "image/svg+xml" } });
