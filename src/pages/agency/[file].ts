import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { AGENCY_FILE_TYPES, agencyStyleSheet } from "#site/agency/agency-style.ts";
import { sampleAgency } from "#site/agency/sample-agency.ts";
import { publication } from "#site/publication/publication.ts";
import { hasServer } from "#site/site.ts";

export const getStaticPaths = (async () => {
	const { agencies } = await publication();
	const sample = hasServer ? await sampleAgency() : undefined;
	const brands = [...agencies.brands.values(), ...(sample ? [sample.brand] : [])];
	const files = [...agencies.logos, ...(sample ? [[sample.brand.slug, sample.logo] as const] : [])];
	const logos = files.map(([slug, { bytes }]) => ({ slug, ending: "png" as const, content: bytes }));
	const styles = brands
		.filter(({ colors }) => colors)
		.map((brand) => ({ slug: brand.slug, ending: "css" as const, content: agencyStyleSheet(brand) }));
	return [...styles, ...logos].map(({ slug, ...props }) => ({ params: { file: `${slug}.${props.ending}` }, props }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) =>
	new Response(props.content, { headers: { "Content-Type": AGENCY_FILE_TYPES[props.ending] } });
