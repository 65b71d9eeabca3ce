import type { AuditMode } from "#core/preset.ts";
import type { Target } from "#core/target.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { readMachineFile } from "../collect-machine-files.ts";
import {
	type ApiDescription,
	type Evidence,
	isSuccess,
	type MachineFile,
	type MachineFileKey,
	notShown,
	type Observation,
	type Page,
	type RedirectTrace,
	type RobotsTxt,
	settle,
} from "../evidence-map.ts";
import type { SiteSource } from "../site/site-source.ts";
import { isTooLong } from "./api-description.ts";
import { collectApiError } from "./collect-api-error.ts";
import { collectMcp } from "./collect-mcp.ts";
import { collectSkills } from "./collect-skills.ts";
import { type CardKey, declaredByFile } from "./declared-by-file.ts";
import { declaredByPage, declaredByRobots } from "./declared-by-page.ts";
import { DeclaredRound } from "./declared-round.ts";
import type { Declared, Use } from "./declared-uses.ts";

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
	if (mcpServerCard.state === "found")
		round.declare(declaredByFile("mcpServerCard", mcpServerCard.value, mcpServerCard.url, target.registrableDomain));
	const apiDescription = await apiDescriptionOf(round);
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

/** The first declared description that is there, or else the first that was asked for. */
function apiDescriptionOf(round: DeclaredRound): Promise<Observation<ApiDescription>> {
	const { source } = round.options;
	return observe(round, "api-description", "The site declares no API description.", async (declared, response) => {
		const { url, status, body, truncated } = response;
		if (!isSuccess(status)) return { state: "absent", url, status };
		if (truncated || isTooLong(body))
			return { state: "failed", url, code: "body-too-large", reason: `${url} is longer than what we read of it.` };
		const value = await source.read("description", { body, url, declaredIn: declared.declaredIn });
		return { state: "found", url, status, value };
	});
}

/** A text file that the site names, such as auth.md. */
function machineFileOf(round: DeclaredRound, use: Use, none: string): Promise<Observation<MachineFile>> {
	return observe(round, use, none, async ({ url }, response) =>
		readMachineFile(round.options.source, response, url, "text", round.options.randomPath),
	);
}

/** The declared server card; a deep audit also looks where the draft puts it, below a declared endpoint (SEP-2127). */
async function cardOf(round: DeclaredRound, deep: boolean): Promise<Observation<MachineFile>> {
	const { source, randomPath, target } = round.options;
	const none = "The site names no MCP server card.";
	const declared = await observe(round, "mcp-server-card", none, async ({ url }, response) => {
		return readMachineFile(source, response, url, "json", randomPath);
	});
	const [endpoint] = round.of("mcp-endpoint");
	if (declared.state !== "failed" || declared.code !== "not-shown" || !deep || !endpoint) return declared;
	const url = new URL(endpoint.url);
	url.search = "";
	url.pathname = `${url.pathname.replace(/\/$/, "")}/server-card`;
	const seen = await settle(url.href, source.signal, async () => {
		return readMachineFile(source, await source.get(url, "page"), url.href, "json", randomPath);
	});
	const isCard = seen.state === "found" && seen.value.sniffed === "json" && !seen.value.softNotFound;
	return isCard ? seen : notShown(target.url, none);
}

type Read<T> = (declared: Declared, response: HttpResponse) => Promise<Observation<T>>;

async function observe<T>(round: DeclaredRound, use: Use, none: string, read: Read<T>): Promise<Observation<T>> {
	const all = round.of(use);
	const answered = all.flatMap((declared) => {
		const response = round.responseTo(declared.url);
		return response ? [{ declared, response }] : [];
	});
	const best = answered.find(({ response }) => isSuccess(response.status)) ?? answered[0];
	if (best) return settle(best.response.url, round.options.source.signal, () => read(best.declared, best.response));
	const [first] = all;
	if (!first) return notShown(round.options.target.url, none);
	return round.unread(first.url);
}
