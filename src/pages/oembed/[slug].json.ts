import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { embeddedSites } from "#layouts/embedded-facts.ts";
import { links } from "#layouts/site.ts";
import { oembedBody } from "#render/badge/oembed.ts";

export const getStaticPaths = (async () =>
	(await embeddedSites()).map((facts) => ({
		params: { slug: facts.slug },
		props: { facts },
	}))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
	Response.json(oembedBody(props.facts, links));
