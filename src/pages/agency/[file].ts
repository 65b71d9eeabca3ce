import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { AGENCY_FILE_TYPES, agencyStyleSheet } from "#site/agency/agency-style.ts";
import { publication } from "#site/publication/publication.ts";

export const getStaticPaths = (async () => {
	const { agencies } = await publication();
	const logos = [...agencies.logos].map(([slug, { bytes }]) => ({ slug, ending: "png" as const, content: bytes }));
	const styles = [...agencies.brands.values()]
		.filter(({ colors }) => colors)
		.map((brand) => ({ slug: brand.slug, ending: "css" as const, content: agencyStyleSheet(brand) }));
	return [...styles, ...logos].map(({ slug, ...props }) => ({ params: { file: `${slug}.${props.ending}` }, props }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
	new Response(props.content, { headers: { "Content-Type": AGENCY_FILE_TYPES[props.ending] } });
