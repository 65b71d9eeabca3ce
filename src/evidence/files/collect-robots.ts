import { BOT_TOKEN } from "#core/brand.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { decide, namesAgent, type RobotsGroup } from "#core/robots-rules.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { eitherScheme } from "../collect-home.ts";
import { isSuccess, type Observation, type RobotsTxt } from "../evidence-map.ts";
import { mediaTypeOf } from "../response-body.ts";
import type { RequestBudget } from "../site/request-pace.ts";
import type { RequestContent, SiteSource } from "../site/site-source.ts";
import type { RobotsBody } from "./robots-txt.ts";

export type RobotsAnswer =
	| { readonly state: "read"; readonly response: HttpResponse; readonly robots: RobotsTxt }
	| { readonly state: "none"; readonly response: HttpResponse }
	| { readonly state: "failed"; readonly failure: Failure };

const HOST_FAILURES: ReadonlySet<string> = new Set(["request-budget", "name-not-found"]);
const NO_GROUPS: readonly RobotsGroup[] = [];

/** `visitor`: for pages the user named, only a group for SightlineBot can refuse. `crawler`: RFC 9309 in full. */
export type RobotsPolicy = "visitor" | "crawler";

/** `payer`: budget for other hosts' robots.txt. */
export type FetchRobots = (
	url: URL,
	payer: RequestBudget | undefined,
	asked: RequestContent | undefined,
) => Promise<HttpResponse>;

type ReadRobots = (input: RobotsBody) => Promise<RobotsTxt>;

export class RobotsFiles {
	readonly #visits = new Map<string, Promise<RobotsAnswer>>();
	readonly #fetch: FetchRobots;
	readonly #parse: ReadRobots;

	constructor(fetch: FetchRobots, parse: ReadRobots) {
		this.#fetch = fetch;
		this.#parse = parse;
	}

	read(host: string, payer?: RequestBudget): Promise<RobotsAnswer> {
		const known = this.#visits.get(host);
		if (known) return known;
		const visit = this.#read(host, payer);
		this.#visits.set(host, visit);
		return visit;
	}

	/** @throws Failure `robots-refused`; `request-budget`, `name-not-found` if no rules could be read */
	async assertAllowed(url: URL, policy: RobotsPolicy, payer?: RequestBudget): Promise<void> {
		const visit = await this.read(url.hostname, payer);
		if (visit.state === "failed" && HOST_FAILURES.has(visit.failure.code)) throw visit.failure;
		const refusal = policy === "crawler" ? refusalOf(visit, url) : refusalByName(visit, url);
		if (refusal) throw refusal;
	}

	async #read(host: string, payer: RequestBudget | undefined): Promise<RobotsAnswer> {
		try {
			const fetch = (url: URL, asked?: RequestContent) => this.#fetch(url, payer, asked);
			const { value: response } = await eitherScheme(new URL(`https://${host}/robots.txt`), fetch);
			if (!isSuccess(response.status)) return { state: "none", response };
			const { url, body, truncated } = response;
			const robots = await this.#parse({ url, body, truncated, contentType: mediaTypeOf(response) });
			return { state: "read", response, robots };
		} catch (error) {
			if (!isFailure(error)) throw error;
			return { state: "failed", failure: error };
		}
	}
}

/** RFC 9309: server and network errors disallow all (2.3.1.4), 4xx allows all (2.3.1.3). */
export function refusalOf(visit: RobotsAnswer, url: URL): Failure | undefined {
	// For a folder published below a path, the file belongs to another owner.
	if (visit.state === "failed" && visit.failure.code === "not-in-folder") return undefined;
	if (visit.state === "failed") return unreachable(url, visit.failure.message);
	if (visit.response.status >= 500) return unreachable(url, `It answers ${visit.response.status}.`);
	return refusalByRule(visit, url);
}

function refusalByName(visit: RobotsAnswer, url: URL): Failure | undefined {
	return namesAgent(groupsOf(visit), BOT_TOKEN) ? refusalByRule(visit, url) : undefined;
}

function refusalByRule(visit: RobotsAnswer, url: URL): Failure | undefined {
	const { allowed, rule, group } = decide(groupsOf(visit), BOT_TOKEN, `${url.pathname}${url.search}`);
	if (allowed) return undefined;
	const wish =
		group === BOT_TOKEN
			? `Remove the ${BOT_TOKEN} group from robots.txt if you want this audit.`
			: `Add a group for ${BOT_TOKEN} to robots.txt if you want us to check this page.`;
	return new Failure("robots-refused", {
		what: `The site's robots.txt asks ${group === BOT_TOKEN ? BOT_TOKEN : "all crawlers"} not to fetch ${url.pathname}.`,
		why: rule && `Line ${rule.line} says "${rule.text}".`,
		todo: wish,
	});
}

function groupsOf(visit: RobotsAnswer): readonly RobotsGroup[] {
	return visit.state === "read" ? visit.robots.groups : NO_GROUPS;
}

function unreachable(url: URL, why: string): Failure {
	return new Failure("robots-refused", {
		what: `robots.txt of ${url.host} could not be read, so ${BOT_TOKEN} reads no further pages.`,
		why,
		todo: "Let /robots.txt answer 200, or 404 if you have no robots.txt.",
	});
}

export async function collectRobots(source: SiteSource, host: string): Promise<Observation<RobotsTxt>> {
	const visit = await source.robots();
	if (visit.state === "failed") {
		const { code, message } = visit.failure;
		return { state: "failed", url: `https://${host}/robots.txt`, code, reason: message };
	}
	const { url, status } = visit.response;
	return visit.state === "none"
		? { state: "absent", url, status }
		: { state: "found", url, status, value: visit.robots };
}
