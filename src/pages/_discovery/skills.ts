import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from "astro";
import { SKILLS, skillsIndex, skillText } from "#site/discovery/skills.ts";
import { installation } from "#site/site.ts";

export const prerender = true;

export const getStaticPaths = (() => [
	{
		params: { path: "index.json" },
		props: { type: "application/json", text: JSON.stringify(skillsIndex(installation)) },
	},
	...SKILLS.map((skill) => ({
		params: { path: `${skill.name}/SKILL.md` },
		props: { type: "text/markdown; charset=utf-8", text: skillText(installation, skill) },
	})),
]) satisfies GetStaticPaths;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props: { type, text } }) =>
	new Response(text, { headers: { "Content-Type": type } });
