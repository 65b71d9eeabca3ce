import { BOT_TOKEN } from "#core/brand.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { decide, namesAgent, type RobotsGroup } from "#core/robots-rules.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { eitherScheme } from "./either-scheme.ts";
import type { RobotsTxt } from "./evidence-map.ts";
import { mediaTypeOf } from "./media-type.ts";
import { readRobotsTxt } from "./robots-txt.ts";
import { isSuccess } from "./settle.ts";

/** What asking a host for its robots.txt came to. */
export type RobotsVisit =
	| { readonly state: "read"; readonly response: HttpResponse; readonly robots: RobotsTxt }
	/** Any other status than 2xx. */
	| { readonly state: "none"; readonly response: HttpResponse }
	| { readonly state: "failed"; readonly failure: Failure };

const NO_GROUPS: readonly RobotsGroup[] = [];

/**
 * Keeps the robots.txt of every host that an audit comes to, and turns us away where a group names SightlineBot. A `*`
 * group does not close a one-page audit that a person asked for; nor does a robots.txt that answers an error.
 */
export class RobotsDoor {
	readonly #visits = new Map<string, Promise<RobotsVisit>>();
	readonly #fetch: (url: URL) => Promise<HttpResponse>;

	/** @param fetch follows redirects and asks no robots.txt for leave */
	constructor(fetch: (url: URL) => Promise<HttpResponse>) {
		this.#fetch = fetch;
	}

	/** Reads a host's robots.txt, once, over https or else http. */
	visit(host: string): Promise<RobotsVisit> {
		const known = this.#visits.get(host);
		if (known) return known;
		const visit = this.#read(host);
		this.#visits.set(host, visit);
		return visit;
	}

	/** @throws Failure `robots-refused`; `request-budget` where the rules could not be read for want of requests */
	async admit(url: URL): Promise<void> {
		const visit = await this.visit(url.hostname);
		if (visit.state === "failed" && visit.failure.code === "request-budget") throw visit.failure;
		const groups = groupsOf(visit);
		if (!namesAgent(groups, BOT_TOKEN)) return;
		const { allowed, rule } = decide(groups, BOT_TOKEN, `${url.pathname}${url.search}`);
		if (!allowed) throw refused(url, rule?.line, rule?.text);
	}

	async #read(host: string): Promise<RobotsVisit> {
		try {
			const { value: response } = await eitherScheme(new URL(`https://${host}/robots.txt`), this.#fetch);
			if (!isSuccess(response.status)) return { state: "none", response };
			const { body, truncated } = response;
			const robots = readRobotsTxt({ body, truncated, contentType: mediaTypeOf(response) });
			return { state: "read", response, robots };
		} catch (error) {
			if (!isFailure(error)) throw error;
			return { state: "failed", failure: error };
		}
	}
}

function groupsOf(visit: RobotsVisit): readonly RobotsGroup[] {
	return visit.state === "read" ? visit.robots.groups : NO_GROUPS;
}

function refused(url: URL, line: number | undefined, text: string | undefined): Failure {
	return new Failure("robots-refused", {
		what: `The site's robots.txt asks ${BOT_TOKEN} not to fetch ${url.pathname}.`,
		why: line === undefined ? undefined : `Line ${line} says "${text}".`,
		todo: `Remove the ${BOT_TOKEN} group from robots.txt if you want this audit.`,
	});
}
