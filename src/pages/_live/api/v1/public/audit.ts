import { publicAudit } from "#server/endpoints/audit.ts";
import { live } from "#server/pages/live-process.ts";

export const prerender = false;
export const ALL = live(publicAudit);
