import { publicAudit } from "../endpoints/audit.ts";
import { publicExecutiveBrief } from "../endpoints/brief.ts";
import { publicCompare } from "../endpoints/compare.ts";
import { getHealth } from "../endpoints/health.ts";
import { publicSimulateLift } from "../endpoints/simulate-lift.ts";
import { publicTools } from "../endpoints/tools.ts";
import { publicWall } from "../endpoints/wall.ts";
import type { Endpoint } from "./endpoint.ts";

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
