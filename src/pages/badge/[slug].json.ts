import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { shieldsEndpoint } from "#site/badge/shields-endpoint.ts";
import { sitePictures } from "#site/publication/published-pictures.ts";

export const getStaticPaths = (async () =>
	(await sitePictures()).map((facts) => ({
		params: { slug: facts.slug },
		props: { facts },
	}))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
	Response.json(shieldsEndpoint(props.facts));
