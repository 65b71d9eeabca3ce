import { publicCompare } from "#api/public/compare.ts";
import { live } from "#layouts/live.ts";

export const prerender = false;
export const ALL = live(publicCompare);
