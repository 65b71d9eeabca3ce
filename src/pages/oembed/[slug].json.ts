import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { oembedBody } from "#site/badge/embed.ts";
import { picturePaths } from "#site/publication/published-pictures.ts";
import { links } from "#site/site.ts";

export const getStaticPaths = picturePaths satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
	Response.json(oembedBody(props.facts, links));
