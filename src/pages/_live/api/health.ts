import { getHealth } from "#server/endpoints/health.ts";
import { live } from "#server/pages/live-process.ts";

export const prerender = false;
export const ALL = live(getHealth);
