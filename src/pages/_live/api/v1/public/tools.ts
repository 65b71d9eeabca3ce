import { publicTools } from "#server/endpoints/tools.ts";
import { live } from "#server/pages/live-process.ts";

export const prerender = false;
export const ALL = live(publicTools);
