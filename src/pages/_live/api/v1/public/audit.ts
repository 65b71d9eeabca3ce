import { publicAudit } from "#api/public/audit.ts";
import { live } from "#layouts/live.ts";

export const prerender = false;
export const ALL = live(publicAudit);
