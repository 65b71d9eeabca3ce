import { getHealth } from "#server/api/health.ts";
import { live } from "#server/pages/live.ts";

export const prerender = false;
export const ALL = live(getHealth);
