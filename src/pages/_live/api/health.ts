import { getHealth } from "#api/health.ts";
import { live } from "#layouts/live.ts";

export const prerender = false;
export const ALL = live(getHealth);
