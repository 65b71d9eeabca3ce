import { publicWall } from "#server/endpoints/wall.ts";
import { live } from "#server/pages/live-process.ts";

export const prerender = false;
export const ALL = live(publicWall);
