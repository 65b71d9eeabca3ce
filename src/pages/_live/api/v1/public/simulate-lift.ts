import { publicSimulateLift } from "#api/public/simulate-lift.ts";
import { live } from "#layouts/live.ts";

export const prerender = false;
export const ALL = live(publicSimulateLift);
