import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { shieldsEndpoint } from "#site/badge/embed.ts";
import { picturePaths } from "#site/publication/published-pictures.ts";

export const getStaticPaths = picturePaths satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
	Response.json(shieldsEndpoint(props.facts));
