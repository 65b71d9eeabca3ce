import type { APIRoute } from "astro";
import { skillsIndex } from "#site/discovery/skills.ts";
import { installation } from "#site/site.ts";

export const prerender = true;

export const GET: APIRoute = () => Response.json(skillsIndex(installation));
