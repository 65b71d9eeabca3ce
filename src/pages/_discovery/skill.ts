import type { APIRoute, GetStaticPaths } from "astro";
import { SKILLS, skillText } from "#site/discovery/skills.ts";
import { installation } from "#site/site.ts";

export const prerender = true;

export const getStaticPaths: GetStaticPaths = () => SKILLS.map(({ name }) => ({ params: { name } }));

export const GET: APIRoute = ({ params }) => {
	const skill = SKILLS.find(({ name }) => name === params.name);
	if (!skill) return new Response(null, { status: 404 });
	return new Response(skillText(installation, skill), { headers: { "Content-Type": "text/markdown; charset=utf-8" } });
};
