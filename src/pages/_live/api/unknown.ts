import type { APIRoute } from "astro";
import { unknownAddress } from "#api/unknown-address.ts";
import { baseUrl } from "#layouts/site.ts";

export const prerender = false;
export const ALL: APIRoute = () => unknownAddress(baseUrl);
