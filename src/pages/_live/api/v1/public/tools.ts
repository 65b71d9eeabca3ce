import { publicTools } from "#api/public/tools.ts";
import { live } from "#layouts/live.ts";

export const prerender = false;
export const ALL = live(publicTools);
