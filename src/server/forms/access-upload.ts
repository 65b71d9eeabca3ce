import { createHash } from "node:crypto";
import PQueue from "p-queue";
import * as z from "zod";
import { buildAccessReport, type ReportSettings } from "#access-logs/access-report.ts";
import { AccessTally, type TallyState } from "#access-logs/access-tally.ts";
import { shippedRanges } from "#access-logs/bot-ranges.ts";
import { openLogStream } from "#access-logs/log-source.ts";
import { type ReadLog, type ReadLogs, readLogs } from "#access-logs/read-logs.ts";
import type { AccessReport } from "#core/access/access-report.ts";
import { Failure } from "#core/failure.ts";
import type { AccessResult } from "#people/access/access-results.ts";
import type { People } from "#people/open-people.ts";
import { accountOf as accountOfCall } from "../api/endpoint.ts";
import { ClientGone, problemKind, Rejection, rejectionFor } from "../api/problems.ts";
import { type ApiRequest, drop } from "../api/request-body.ts";
import { problemAnswer } from "../api/responses.ts";
import type { ApiContext } from "../api/serve.ts";
import { type Credentials, identify } from "../caller/identify.ts";
import type { FormContext } from "./answer-form.ts";
import { ownDomain } from "./form.ts";

/** Maximum bytes of a log, as sent and unpacked. */
const MOST = { sent: 200 * 1024 * 1024, unpacked: 4 * 1024 * 1024 * 1024 };
/** Timeout for a whole log in milliseconds. */
const LONGEST_MS = 300_000;

/** Each takes about 10 MB. Waiting uploads are not read from their connections. */
const turns = new PQueue({ concurrency: 2 });

const querySchema = z.strictObject({
	proxies: z.coerce.number("must be a number").int().min(0).max(9).default(0),
	format: z.string().max(2_000).optional(),
});

type UploadContext = FormContext & Pick<ApiContext, "verifyToken"> & Pick<Credentials, "verifyToken">;

/**
 * Adds a log to the counts of a domain that the account controls. By API key or token with `audit:write`, or
 * from a page of this site. Streams the log and stores only counts. Never rejects.
 */
export async function answerAccessUpload(
	context: UploadContext,
	request: ApiRequest,
	peer: string,
	domain: string | undefined,
): Promise<Response> {
	try {
		if (request.method !== "POST") throw notPosted();
		const account = await admit(context, request, peer);
		const target = ownDomain(domain);
		if (!target) throw new Rejection("not-found", { detail: "The address has no domain." });
		await requireOwner(context.people, account, target.host);
		const report = await turns.add(() => receiveLog(context.people, account, target.host, request));
		return Response.json(summaryOf(report), { headers: { "Cache-Control": "no-store" } });
	} catch (error) {
		drop(request.body);
		const rejection = error instanceof ClientGone ? new Rejection("input-invalid") : rejectionFor(error);
		if (problemKind(rejection.code).status >= 500) context.fault(rejection.parts.cause ?? rejection, "access-upload");
		return problemAnswer(rejection, context.app.baseUrl);
	}
}

function notPosted(): Rejection {
	return new Rejection("method-not-allowed", { detail: "Send a log with POST.", headers: { Allow: "POST" } });
}

async function admit(context: UploadContext, request: ApiRequest, peer: string): Promise<string> {
	const address = context.addressKey(context.clientAddress(peer, request.headers));
	await count(context, "reading", address);
	const identity = await identify(
		request.headers,
		address,
		{ account: "required", scope: "audit:write" },
		context as Credentials,
	);
	await count(context, "form", identity.key, "key");
	return accountOfCall({ identity });
}

async function count(
	{ limits }: UploadContext,
	policy: "reading" | "form",
	key: string,
	holder?: "key",
): Promise<void> {
	const { allowed, resetSeconds } = await limits.take(policy, key, { ...(holder && { holder }) });
	if (!allowed)
		throw new Rejection("rate-limited", {
			detail: `Too many logs: wait ${resetSeconds} seconds and send it again.`,
			headers: { "Retry-After": String(resetSeconds) },
		});
}

async function requireOwner({ watched }: Pick<People, "watched">, account: string, domain: string): Promise<void> {
	const watch = await watched.get(account, domain);
	if (watch?.control.since !== undefined) return;
	throw new Rejection("not-found", {
		detail: `First prove on your dashboard that ${domain} is yours.`,
	});
}

async function receiveLog(people: People, account: string, domain: string, request: ApiRequest): Promise<AccessReport> {
	const query = querySchema.safeParse(Object.fromEntries(new URL(request.url, "http://x").searchParams));
	if (!query.success) throw new Rejection("input-invalid", { detail: z.prettifyError(query.error) });
	const { proxies, format } = query.data;
	const ranges = shippedRanges();
	const settings: ReportSettings = { domain, pages: [], ranges, format, proxies, dns: false };
	const digest = createHash("sha256");
	let unpacked = 0;
	const log = {
		name: "sent",
		open: () => openLogStream(piecesOf(request), (bytes) => digest.update(bytes)),
	};
	const read = await readLogs([log], {
		settings,
		now: Date.now(),
		threads: 0,
		onProgress(bytes) {
			unpacked += bytes;
			if (unpacked > MOST.unpacked) throw tooLarge("unpacks to more than 4 GiB");
		},
	});
	const faulty = read.logs.find(({ end }) => end !== "whole");
	if (faulty)
		throw new Failure("input-invalid", {
			what: "This log was not counted.",
			why: faulty.end === "bomb" ? "It unpacks to more than 400 times its size." : "Its compressed data is damaged.",
		});
	// CDNs send the same test file for every new address, so a log without requests may be sent twice.
	const isOfRequests = read.logs.some(({ lines, unread }) => lines > unread);
	const known = isOfRequests ? digest.digest("hex") : undefined;
	return people.access.add(account, domain, known, (before) => merged(read, settings, before));
}

function tooLarge(why: string): Rejection {
	return new Rejection("request-too-large", { detail: `The log ${why}. Send it in parts.` });
}

/** @throws Rejection `request-too-large`, `request-too-slow`; ClientGone */
async function* piecesOf({ body, headers }: ApiRequest): AsyncGenerator<Buffer> {
	if (Number(headers.get("content-length")) > MOST.sent) throw tooLarge("has more than 200 MiB");
	const reader = body?.getReader();
	if (!reader) return;
	let [isLate, sent] = [false, 0];
	const timer = setTimeout(() => {
		isLate = true;
		drop(reader);
	}, LONGEST_MS);
	try {
		for (;;) {
			const next = await reader.read().catch((cause: unknown) => {
				throw new ClientGone("The log broke off.", { cause });
			});
			if (isLate) throw new Rejection("request-too-slow");
			if (next.done) return;
			sent += next.value.byteLength;
			if (sent > MOST.sent) throw tooLarge("has more than 200 MiB");
			yield Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
		}
	} finally {
		clearTimeout(timer);
		drop(reader);
	}
}

/** Stored form: the tally, and the sums of all logs so far. */
export interface KeptCounts {
	readonly tally: TallyState;
	readonly log: Pick<ReadLog, "lines" | "unread" | "formats" | "samples">;
}

function merged({ tally, logs }: ReadLogs, settings: ReportSettings, before: AccessResult | undefined): AccessResult {
	const kept = before && (JSON.parse(before.state) as KeptCounts);
	const all = new AccessTally(settings);
	if (kept) all.merge(kept.tally);
	all.merge(tally.toJSON());
	const [now] = logs;
	const formats = { ...kept?.log.formats };
	for (const [name, lines] of Object.entries(now?.formats ?? {})) formats[name] = (formats[name] ?? 0) + lines;
	const log = {
		lines: (kept?.log.lines ?? 0) + (now?.lines ?? 0),
		unread: (kept?.log.unread ?? 0) + (now?.unread ?? 0),
		formats,
		samples: now?.samples ?? [],
	};
	const whole: ReadLogs = { tally: all, logs: [{ name: "all that was sent", end: "whole", ...log }] };
	const state: KeptCounts = { tally: all.toJSON(), log };
	return { report: buildAccessReport(whole, settings), state: JSON.stringify(state) };
}

function summaryOf({ domain, period, lines, bots, changes }: AccessReport) {
	return { ok: true, domain, ...(period && { period }), lines, bots: bots.map(({ token }) => token), changes };
}
