import type { APIRoute } from "astro";
import { unknownAddress } from "#server/api/responses.ts";
import { baseUrl } from "#site/site.ts";

export const prerender = false;
export const ALL: APIRoute = () => unknownAddress(baseUrl);
