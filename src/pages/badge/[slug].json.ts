import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { shieldsEndpoint } from "#site/badge/shields-endpoint.ts";
import { embeddedSites } from "#site/publication/embedded-facts.ts";

export const getStaticPaths = (async () =>
	(await embeddedSites()).map((facts) => ({
		params: { slug: facts.slug },
		props: { facts },
	}))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
	Response.json(shieldsEndpoint(props.facts));
