import type { AuditMode } from "#core/preset.ts";
import type { Target } from "#core/target.ts";
import type { Evidence, MachineFile, MachineFileKey, Page, RedirectTrace, RobotsTxt } from "../evidence-map.ts";
import type { Observation } from "../observation.ts";
import type { SiteSource } from "../site/site-source.ts";
import { collectApiError } from "./collect-api-error.ts";
import { collectMcp } from "./collect-mcp.ts";
import { collectSkills } from "./collect-skills.ts";
import { type CardKey, declaredByFile } from "./declared-by-file.ts";
import { declaredByPage, declaredByRobots } from "./declared-by-page.ts";
import { DeclaredRound } from "./declared-round.ts";
import { apiDescriptionOf, cardOf, type Describe, machineFileOf } from "./interfaces-of-round.ts";

type MachineFiles = Readonly<Record<MachineFileKey, Observation<MachineFile>>>;

export interface DeclaredRequest {
	/** A share for all of this (`DECLARED_REQUESTS`). */
	readonly source: SiteSource;
	readonly mode: AuditMode;
	readonly target: Target;
	readonly home: Observation<Page>;
	readonly robots: Observation<RobotsTxt>;
	/** Those at their well-known addresses, as they were found. */
	readonly files: MachineFiles;
	readonly randomPath: Observation<RedirectTrace>;
	readonly describe: Describe;
	/** From it, a path that cannot exist. */
	readonly seed: string;
}

type Interfaces = MachineFiles &
	Pick<Evidence, "declared" | "apiDescription" | "mcp" | "skills" | "mcpServerCard" | "authMd" | "apiError">;

/** Parts of a deep audit's share; the rest goes to declared files. */
const MCP_REQUESTS = 4;
const SKILL_REQUESTS = 3;
/** The path, and the robots.txt of the host where the API lies. */
const API_ERROR_REQUESTS = 2;

/**
 * Asks for what the site itself declares for machines: in links, in robots.txt, in the machine files that were found.
 * Nothing that is not named is looked for. A light audit only reads; a deep one also speaks to an MCP endpoint and asks
 * the described API for something that cannot exist.
 */
export async function collectDeclared(request: DeclaredRequest): Promise<Interfaces> {
	const { source, mode, target, randomPath, files } = request;
	const deep = mode === "deep";
	const shareOf = (requests: number) => (deep ? source.share(requests) : undefined);
	const shares = {
		mcp: shareOf(MCP_REQUESTS),
		skills: shareOf(SKILL_REQUESTS),
		apiError: shareOf(API_ERROR_REQUESTS),
	};
	const round = new DeclaredRound({ source: source.share(source.left), mode, target, randomPath, files });
	round.declare(declarationsOf(request));
	await round.run();
	const mcpServerCard = await cardOf(round, deep);
	if (mcpServerCard.state === "found") {
		round.declare(declaredByFile("mcpServerCard", mcpServerCard.value, mcpServerCard.url, target.registrableDomain));
	}
	const apiDescription = await apiDescriptionOf(round, request.describe);
	return {
		...round.files(),
		declared: { state: "found", url: target.url, status: 200, value: round.targets() },
		apiDescription,
		mcpServerCard,
		authMd: await machineFileOf(round, "auth-md", "The site names no auth.md."),
		mcp: await collectMcp(shares.mcp, round, files.protectedResource),
		skills: await collectSkills(round, shares.skills),
		apiError: await collectApiError(shares.apiError, apiDescription, request),
	};
}

function declarationsOf({ home, robots, files, target }: DeclaredRequest) {
	const domain = target.registrableDomain;
	return [
		...(home.state === "found" ? declaredByPage(home.value, domain) : []),
		...(robots.state === "found" ? declaredByRobots(robots.value) : []),
		...Object.entries(files).flatMap(([key, seen]) =>
			seen.state === "found" ? declaredByFile(key as CardKey, seen.value, seen.url, domain) : [],
		),
	];
}
