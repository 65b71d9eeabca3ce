import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { embeddedReceipts } from "#layouts/embedded-facts.ts";
import { baseUrl } from "#layouts/site.ts";
import { drawSeal } from "#render/badge/draw-seal.ts";

export const getStaticPaths = (async () =>
	(await embeddedReceipts()).map((facts) => ({
		params: { id: facts.receiptId },
		props: { facts },
	}))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props }) =>
	new Response(await drawSeal(props.facts, baseUrl), { headers: { "Content-Type": "image/svg+xml" } });
