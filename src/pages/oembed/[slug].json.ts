import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { oembedBody } from "#site/badge/oembed.ts";
import { sitePictures } from "#site/publication/published-pictures.ts";
import { links } from "#site/site.ts";

export const getStaticPaths = (async () =>
	(await sitePictures()).map((facts) => ({
		params: { slug: facts.slug },
		props: { facts },
	}))) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
	Response.json(oembedBody(props.facts, links));
