import type { Endpoint } from "./endpoint.ts";
import { getHealth } from "./health.ts";
import { publicAudit } from "./public/audit.ts";
import { publicExecutiveBrief } from "./public/brief.ts";
import { publicCompare } from "./public/compare.ts";
import { publicSimulateLift } from "./public/simulate-lift.ts";
import { publicTools } from "./public/tools.ts";
import { publicWall } from "./public/wall.ts";

/** Every address of the API, in the order in which its description lists them. */
export const ENDPOINTS: readonly Endpoint[] = [
	publicAudit,
	publicExecutiveBrief,
	publicSimulateLift,
	publicCompare,
	publicWall,
	publicTools,
	getHealth,
];
