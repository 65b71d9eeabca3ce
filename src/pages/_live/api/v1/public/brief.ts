import { publicExecutiveBrief } from "#api/public/brief.ts";
import { live } from "#layouts/live.ts";

export const prerender = false;
export const ALL = live(publicExecutiveBrief);
