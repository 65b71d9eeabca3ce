import { publicExecutiveBrief } from "#server/endpoints/brief.ts";
import { live } from "#server/pages/live-process.ts";

export const prerender = false;
export const ALL = live(publicExecutiveBrief);
