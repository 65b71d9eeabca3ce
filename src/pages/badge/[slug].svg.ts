import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { embeddedSites } from "#layouts/embedded-facts.ts";
import { drawBadge } from "#render/badge/draw-badge.ts";

export const getStaticPaths = (async () =>
	(await embeddedSites()).map((facts) => ({
		params: { slug: facts.slug },
		props: { facts },
	}))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props }) =>
	new Response(await drawBadge(props.facts), { headers: { "Content-Type": "image/svg+xml" } });
