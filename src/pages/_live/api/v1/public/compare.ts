import { publicCompare } from "#server/endpoints/compare.ts";
import { live } from "#server/pages/live-process.ts";

export const prerender = false;
export const ALL = live(publicCompare);
