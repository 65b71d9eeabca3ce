import { isFailure } from "#core/failure.ts";
import { isJsonObject, type JsonObject } from "#core/json-object.ts";
import type { AuditMode } from "#core/preset.ts";
import type { Target } from "#core/target.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { randomPath } from "../collect-home.ts";
import { isSoftNotFound, readMachineFile } from "../collect-machine-files.ts";
import {
	type ApiDescription,
	type ApiError,
	type DeclaredTarget,
	type Evidence,
	type Failed,
	isSuccess,
	type MachineFile,
	type MachineFileKey,
	notShown,
	type Observation,
	type Page,
	type RedirectTrace,
	type RobotsTxt,
	type SkillsIndex,
	settle,
} from "../evidence-map.ts";
import { printable, tidy } from "../html/tree/fold-text.ts";
import { type JsonReading, mediaTypeOf, sniffBody } from "../response-body.ts";
import { REQUESTS, type SiteSource } from "../site/site-source.ts";
import { isTooLong } from "./api-description.ts";
import { collectMcp } from "./collect-mcp.ts";
import {
	addressOf,
	type CardKey,
	type Declared,
	declaredByFile,
	declaredByPage,
	declaredByRobots,
	GONE,
	isOwn,
	NOT_READ,
	OUR_LIMITS,
	USES,
	type Use,
	whyNotRead,
} from "./declarations.ts";

type MachineFiles = Readonly<Record<MachineFileKey, Observation<MachineFile>>>;

interface DeclaredRequest {
	readonly source: SiteSource;
	readonly mode: AuditMode;
	readonly target: Target;
	readonly home: Observation<Page>;
	readonly robots: Observation<RobotsTxt>;
	readonly files: MachineFiles;
	readonly randomPath: Observation<RedirectTrace>;
	readonly seed: string;
}

type Interfaces = MachineFiles &
	Pick<Evidence, "declared" | "apiDescription" | "mcp" | "skills" | "mcpServerCard" | "authMd" | "apiError">;

const MCP_REQUESTS = 4;
const SKILL_REQUESTS = 3;
/** The path, and the robots.txt of the API's host. */
const API_ERROR_REQUESTS = 2;

/** Requests only what the site declares. A light audit reads; a deep one also talks to MCP and the API. */
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

function machineFileOf(round: DeclaredRound, use: Use, none: string): Promise<Observation<MachineFile>> {
	return observe(round, use, none, async ({ url }, response) =>
		readMachineFile(round.options.source, response, url, "text", round.options.randomPath),
	);
}

/** A deep audit also looks below a declared endpoint (SEP-2127). */
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

/** A page that declares more is a list, not an interface. */
const DECLARED_MAX = 60;

type Answer = DeclaredTarget["answer"];

interface RoundOptions {
	readonly source: SiteSource;
	readonly mode: AuditMode;
	readonly target: Target;
	readonly randomPath: Observation<RedirectTrace>;
	readonly files: Readonly<Record<MachineFileKey, Observation<MachineFile>>>;
}

const NAMING_FILES: Partial<Record<Use, CardKey>> = {
	"api-catalog": "apiCatalog",
	"ai-catalog": "aiCatalog",
	"agent-card": "agentCard",
	"mcp-server-card": "mcpServerCard",
};

/** Addresses in order of score, deduplicated, while requests remain. */
export class DeclaredRound {
	readonly options: RoundOptions;
	readonly #declared: Declared[] = [];
	readonly #answers = new Map<string, Answer>();
	readonly #responses = new Map<string, HttpResponse>();
	readonly #files: Record<MachineFileKey, Observation<MachineFile>>;

	constructor(options: RoundOptions) {
		this.options = options;
		this.#files = { ...options.files };
	}

	declare(declarations: readonly Declared[]): void {
		for (const each of declarations) {
			const known = this.#declared.some((other) => {
				return other.url === each.url && other.declaredIn === each.declaredIn && other.rel === each.rel;
			});
			if (!known && this.#declared.length < DECLARED_MAX) this.#declared.push(each);
		}
	}

	async run(): Promise<void> {
		for (let next = this.#next(); next; next = this.#next()) {
			const why = whyNotRead(next, this.options.target.registrableDomain);
			const answer: Answer = why === undefined ? await this.#ask(next) : { state: "not-asked", reason: why };
			this.#answers.set(next.url, answer);
			await this.#readOn(next);
		}
	}

	of(use: Use): readonly Declared[] {
		return this.#declared.filter((each) => each.use === use);
	}

	answerTo(url: string): Answer {
		return this.#answers.get(url) ?? { state: "not-asked", reason: NOT_READ["mcp-endpoint"] ?? "" };
	}

	unread(url: string): Failed {
		const answer = this.answerTo(url);
		const reason = "reason" in answer ? answer.reason : "";
		if (answer.state === "failed" && !GONE.has(answer.code)) return { state: "failed", url, code: answer.code, reason };
		return notShown(url, `${url} is declared. ${reason}`.trim());
	}

	responseTo(url: string): HttpResponse | undefined {
		return this.#responses.get(url);
	}

	files(): Readonly<Record<MachineFileKey, Observation<MachineFile>>> {
		return this.#files;
	}

	targets(): DeclaredTarget[] {
		return this.#sorted().map(({ use: _, ...declaration }) => ({
			...declaration,
			answer: this.answerTo(declaration.url),
		}));
	}

	#next(): Declared | undefined {
		return this.#sorted().find(({ url }) => !this.#answers.has(url));
	}

	#sorted(): readonly Declared[] {
		return this.#declared.toSorted((a, b) => USES.indexOf(a.use) - USES.indexOf(b.use));
	}

	async #ask({ url }: Declared): Promise<Answer> {
		try {
			const response = await this.options.source.get(new URL(url), "page");
			this.#responses.set(url, response);
			const sniffed = sniffBody(response.body);
			const softNotFound = isSuccess(response.status) && isSoftNotFound(response, sniffed, this.options.randomPath);
			return { state: "asked", status: response.status, contentType: mediaTypeOf(response), sniffed, softNotFound };
		} catch (error) {
			if (!isFailure(error)) throw error;
			const { code, message } = error;
			if (code === "request-budget") return { state: "not-asked", reason: this.#outOfRequests() };
			return OUR_LIMITS.has(code)
				? { state: "not-asked", reason: message }
				: { state: "failed", code, reason: message };
		}
	}

	#outOfRequests(): string {
		const { mode } = this.options;
		const most = REQUESTS.declared[mode];
		if (mode === "deep")
			return `A deep audit makes at most ${most} requests for what a site declares, and the limit was reached.`;
		return `A light audit makes at most ${most} requests for what a site declares; a deep audit makes more.`;
	}

	async #readOn({ url, use }: Declared): Promise<void> {
		const key = NAMING_FILES[use];
		const response = this.#responses.get(url);
		if (key === undefined || response === undefined) return;
		const { source, randomPath } = this.options;
		const file = await settle(url, source.signal, () => readMachineFile(source, response, url, "json", randomPath));
		if (file.state !== "found") return;
		if (key !== "mcpServerCard" && !isThere(this.#files[key])) this.#files[key] = file;
		this.declare(declaredByFile(key, file.value, file.url, this.options.target.registrableDomain));
	}
}

function isThere(seen: Observation<MachineFile>): boolean {
	return seen.state === "found" && !seen.value.softNotFound;
}

const SKILLS_MAX = 50;
const FAULTS_MAX = 10;
const NAME_LENGTH = 100;
const TYPES = ["skill-md", "archive"];

type Skill = SkillsIndex["skills"][number];

/** Agent Skills Discovery 0.2.0. @param source absent in a light audit */
async function collectSkills(round: DeclaredRound, source: SiteSource | undefined): Promise<Observation<SkillsIndex>> {
	const { source: reader } = round.options;
	const named = round.of("skills-index");
	const [first] = named;
	if (!first) return notShown(round.options.target.url, "The site names no index of agent skills.");
	const answered = named.find(({ url }) => round.responseTo(url));
	const response = answered && round.responseTo(answered.url);
	if (!response) return round.unread(first.url);
	const { url, status, body } = response;
	if (!isSuccess(status)) return { state: "absent", url, status };
	return settle(url, reader.signal, async () => {
		const { faults, entries } = readIndex(await reader.read("json", { url, body }));
		const skills: Skill[] = [];
		for (const entry of entries) skills.push(await askFor(entry, url, source));
		const excerpt = printable(new TextDecoder().decode(body.subarray(0, EXCERPT_LENGTH * 8)), EXCERPT_LENGTH);
		return { state: "found", url, status, value: { declaredIn: answered.declaredIn, excerpt, faults, skills } };
	});
}

function readIndex({ json, jsonError }: JsonReading): { faults: readonly string[]; entries: readonly JsonObject[] } {
	if (!isJsonObject(json) || !Array.isArray(json.skills)) {
		const fault = jsonError === null ? 'It has no list "skills"' : `It is not valid JSON: ${jsonError}`;
		return { faults: [fault], entries: [] };
	}
	const entries = json.skills.slice(0, SKILLS_MAX).map((entry) => (isJsonObject(entry) ? entry : {}));
	// Before 0.2.0 an index listed files without digests; do not judge it by the newer format.
	const faults = typeof json.$schema === "string" ? entries.flatMap(faultsOf).slice(0, FAULTS_MAX) : [];
	return { faults, entries };
}

function faultsOf(entry: JsonObject, index: number): string[] {
	const at = `/skills/${index}`;
	const missing = ["name", "type", "description", "url", "digest"].filter((key) => typeof entry[key] !== "string");
	if (missing.length > 0) return [`${at} has no ${missing.join(", ")}`];
	const faults: string[] = [];
	if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(String(entry.name)) || String(entry.name).length > 64)
		faults.push(`${at}/name is not 1 to 64 lower-case letters, digits and single hyphens`);
	if (!TYPES.includes(String(entry.type))) faults.push(`${at}/type is neither ${TYPES.join(" nor ")}`);
	if (!/^sha256:[0-9a-f]{64}$/.test(String(entry.digest))) faults.push(`${at}/digest is not sha256: and 64 hex digits`);
	return faults;
}

async function askFor(entry: JsonObject, index: string, source: SiteSource | undefined): Promise<Skill> {
	const url = addressOf(entry.url, index);
	const skill = {
		name: typeof entry.name === "string" ? tidy(entry.name, NAME_LENGTH) : "",
		url: url ?? (typeof entry.url === "string" ? tidy(entry.url, NAME_LENGTH) : ""),
		stated: typeof entry.digest === "string" ? tidy(entry.digest, NAME_LENGTH) : "",
	};
	if (source === undefined || url === undefined || source.left === 0) return { ...skill, actual: null, status: null };
	try {
		const { status, sha256, truncated } = await source.get(new URL(url), "page");
		return { ...skill, actual: isSuccess(status) && !truncated ? sha256 : null, status };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { ...skill, actual: null, status: null };
	}
}

/** RFC 9457 section 3.1. */
const MEMBERS = ["type", "title", "status", "detail", "instance"];

interface Context {
	readonly target: { readonly url: string; readonly registrableDomain: string };
	readonly home: { readonly url: string };
	readonly seed: string;
}

/** Requests an unknown path, to see the error format. @param source absent in a light audit, which requests nothing */
async function collectApiError(
	source: SiteSource | undefined,
	description: Observation<ApiDescription>,
	{ target, home, seed }: Context,
): Promise<Observation<ApiError>> {
	if (description.state !== "found" || description.value.error !== null || description.value.version === "")
		return notShown(target.url, "The site does not describe an API that can be tested.");
	const { url, value } = description;
	// OpenAPI 3.1.1, 4.8.1.1: without servers, the root of the description's host.
	const server = value.servers.length > 0 ? value.servers.find(isAskable(url, target.registrableDomain)) : url;
	if (server === undefined) return notShown(url, "The described API is on another host.");
	if (source === undefined) return notShown(url, "A light audit does not call an API; a deep audit does.");
	const base = value.servers.length > 0 ? server.replace(/\/?(?:[?#].*)?$/, "") : new URL(server).origin;
	if ([target.url, home.url].some((site) => isRootOf(base, site)))
		return notShown(url, "The described API is at the root of the website, so an unknown path belongs to the website.");
	const asked = new URL(`${base}${randomPath(seed)}`);
	return settle(asked.href, source.signal, async () => {
		const response = await source.get(asked, "page");
		const { body, status } = response;
		const { json } = await source.read("json", { url: response.url, body });
		const members = isJsonObject(json) ? MEMBERS.filter((name) => Object.hasOwn(json, name)) : [];
		const sniffed = sniffBody(body);
		const text = sniffed === "binary" ? "" : new TextDecoder().decode(body.subarray(0, EXCERPT_LENGTH * 8));
		const excerpt = printable(text, EXCERPT_LENGTH);
		const seen: ApiError = { url: asked.href, status, contentType: mediaTypeOf(response), sniffed, members, excerpt };
		return { state: "found", url: response.url, status, value: seen };
	});
}

function isRootOf(base: string, site: string): boolean {
	const { host, pathname } = new URL(base);
	const plain = (each: string) => each.replace(/^www\./, "");
	return pathname === "/" && plain(host) === plain(new URL(site).host);
}

function isAskable(description: string, domain: string): (server: string) => boolean {
	return (server) => {
		const { protocol, hostname } = new URL(server);
		const own = isOwn(server, domain) || hostname === new URL(description).hostname;
		return own && (protocol === "https:" || protocol === "http:") && !/[{}]|%7b/i.test(server);
	};
}
