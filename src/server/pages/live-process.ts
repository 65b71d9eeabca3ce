import { readEnvironment } from "#config/environment.ts";
import { isFailure } from "#core/failure.ts";
import { publishedFacts } from "#site/publication/embedded-site.ts";
import { baseUrl } from "#site/site.ts";
import type { Endpoint, PathParams } from "../api/endpoint.ts";
import type { Live } from "../api/live-app.ts";
import { problemKind, Rejection } from "../api/problems.ts";
import { policyField, problemAnswer, toResponse } from "../api/responses.ts";
import { openEventLog } from "../live/event-log.ts";
import { type LiveOptions, openLive } from "../live/open-live.ts";
import { readQuotas } from "../rate-limits/rate-limits.ts";

let opening: Promise<Live> | undefined;

/** Opened on first use; the next request retries after a failure. */
export function openedLive(options?: LiveOptions): Promise<Live> {
	opening ??= open(options).catch((error) => {
		opening = undefined;
		throw error;
	});
	return opening;
}

function open(options?: LiveOptions): Promise<Live> {
	// The adapter of the build, not of the running environment.
	const settings = { ...readEnvironment(process.env), adapter: import.meta.env.SIGHTLINE_ADAPTER ?? "node" };
	return openLive(settings, publishedFacts, options);
}

/** 503 if the live app cannot be opened. */
export async function respondLive(
	endpoint: Endpoint,
	request: Request,
	peer: string,
	params: PathParams,
): Promise<Response> {
	const live = await openedLive().catch((error: unknown) => unavailable(error, endpoint));
	return live instanceof Response ? live : toResponse(await live.answer(endpoint, request, peer, params));
}

/** Shown to callers, because whoever sets up a function may see only responses. They name no host. */
const UNSET = /^(?:DATABASE_URL|SIGHTLINE_SECRET) is not set\./;

/** Logs the reason, which may name host and database; callers only learn that the store is unavailable. */
function unavailable(error: unknown, endpoint: Endpoint): Response {
	if (!isFailure(error)) throw error;
	openEventLog({ write: (line) => process.stderr.write(line) }).fault(error);
	const { retryAfterSeconds } = problemKind("store-unavailable");
	const [unset] = UNSET.exec(error.message) ?? [];
	const rejection = new Rejection("store-unavailable", {
		headers: { "Retry-After": String(retryAfterSeconds), ...policyOf(endpoint) },
		...(unset !== undefined && { detail: unset }),
	});
	return problemAnswer(rejection, baseUrl, endpoint.protocol);
}

/** Empty if the limits are misconfigured. */
function policyOf(endpoint: Endpoint): Record<string, string> {
	try {
		return { "RateLimit-Policy": policyField(endpoint, readQuotas(readEnvironment(process.env).limits)) };
	} catch {
		return {};
	}
}
