import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { API_CATALOG_TYPE, apiCatalog, securityTxt } from "#site/discovery/discovery.ts";
import { installation } from "#site/site.ts";

export const prerender = true;

/** Only for static sites. security.txt expires unless the site is rebuilt. */
export const getStaticPaths = (() => {
	const catalog = installation.apiUrl === undefined ? undefined : JSON.stringify(apiCatalog(installation));
	return [
		{ document: "api-catalog", type: API_CATALOG_TYPE, text: catalog },
		{ document: "security.txt", type: "text/plain; charset=utf-8", text: securityTxt(installation, Date.now()) },
	].flatMap(({ document, type, text }) =>
		text === undefined ? [] : [{ params: { document }, props: { type, text } }],
	);
}) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props: { type, text } }) =>
	new Response(text, { headers: { "Content-Type": type } });
