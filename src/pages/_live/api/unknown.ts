import type { APIRoute } from "astro";
import { unknownAddress } from "#server/api/unknown-address.ts";
import { baseUrl } from "#site/site.ts";

export const prerender = false;
export const ALL: APIRoute = () => unknownAddress(baseUrl);
