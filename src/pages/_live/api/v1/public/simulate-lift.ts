import { publicSimulateLift } from "#server/endpoints/simulate-lift.ts";
import { live } from "#server/pages/live.ts";

export const prerender = false;
export const ALL = live(publicSimulateLift);
