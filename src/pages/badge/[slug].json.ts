import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { embeddedSites } from "#layouts/embedded-facts.ts";
import { shieldsEndpoint } from "#render/badge/shields-endpoint.ts";

export const getStaticPaths = (async () =>
	(await embeddedSites()).map((facts) => ({
		params: { slug: facts.slug },
		props: { facts },
	}))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
	Response.json(shieldsEndpoint(props.facts));
