import { publicWall } from "#api/public/wall.ts";
import { live } from "#layouts/live.ts";

export const prerender = false;
export const ALL = live(publicWall);
