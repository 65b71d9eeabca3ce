/** A live app for tests: real receipts and rules, but no store and no network. */

import { rootCausesOf, simulate } from "#audit/simulate.ts";
import { CHECKS } from "#checks/registry.ts";
import { Failure } from "#core/failure.ts";
import type { Health } from "#core/health.ts";
import type { AuditMode } from "#core/preset.ts";
import type { Receipt } from "#core/receipt.ts";
import type { WallEntry } from "#core/wall-page.ts";
import type { LiveAudit } from "#receipts/live/save-live-audit.ts";
import { createReceipt } from "#receipts/store/receipt.ts";
import { HEALTH_EXAMPLES } from "../endpoints/installation.ts";
import { type ApiEndpoint, type Call, SerializedJson } from "./endpoint.ts";
import type { AnsweredAudit, AuditCaller, LiveApp } from "./live-app.ts";
import { stubPeople } from "./people.testkit.ts";

export const TEST_SITE = "https://audit.example.com/base";

/** A live audit with the real id and digests of its receipt. */
export async function makeLiveAudit(
	draft: Receipt,
	parts: { readonly place?: LiveAudit["place"]; readonly auditedAt?: string } = {},
): Promise<LiveAudit> {
	const stored = await createReceipt(draft, draft.evidenceDigest);
	return { stored, auditedAt: parts.auditedAt ?? draft.auditedAt, place: parts.place ?? { state: "pending" } };
}

export interface FakeLiveApp extends LiveApp {
	/** Requested audits, in order. */
	readonly jobs: readonly { readonly host: string; readonly mode: AuditMode; readonly pages?: number }[];
	/** Agency names of opened briefs. */
	readonly agencyNames: readonly string[];
}

export interface FakeParts {
	/** By host; any other host fails as a private address. */
	readonly audits?: Readonly<
		Record<string, LiveAudit | Failure | ((signal: AbortSignal, caller: AuditCaller) => Promise<AnsweredAudit>)>
	>;
	readonly ageSeconds?: number;
	readonly wall?: readonly WallEntry[];
	readonly published?: LiveApp["published"];
	readonly shownAt?: LiveApp["shownAt"];
	readonly occurrences?: LiveApp["occurrences"];
	readonly health?: Health;
}

export function createFakeApp({
	audits = {},
	ageSeconds,
	wall = [],
	published = async () => undefined,
	shownAt = async () => undefined,
	occurrences = async (id) => {
		throw new Failure("evidence-missing", { what: `There is no public receipt ${id}.` });
	},
	health = WELL,
}: FakeParts = {}): FakeLiveApp {
	const jobs: { host: string; mode: AuditMode; pages?: number }[] = [];
	const agencyNames: string[] = [];
	return {
		baseUrl: TEST_SITE,
		jobs,
		agencyNames,
		async audit({ target: { host }, mode, pages }, caller) {
			jobs.push({ host, mode, ...(pages === undefined ? {} : { pages }) });
			const known = audits[host];
			if (!known) throw new Failure("target-blocked", { what: `${host} leads to a private address.` });
			if (known instanceof Failure) throw known;
			return typeof known === "function"
				? known(caller.signal, caller)
				: { audit: known, ...(ageSeconds === undefined ? {} : { ageSeconds }) };
		},
		async openBrief(audit, agencyName, approval) {
			agencyNames.push(agencyName);
			const { place } = audit;
			if (place.state === "unsaved") throw new RangeError("There is no page of an audit that was not kept.");
			const { domain } = audit.stored.receipt;
			const slug = agencyName === "" ? domain : `${domain}~${approval?.agency ?? "4k7v2m9q"}`;
			return { ...audit, place, slug, agencyName, expiresAt: "2026-12-20T02:00:00.000Z", history: [audit.stored] };
		},
		simulate: ({ stored }, fixes) => simulate(stored.receipt.findings, rootCausesOf(CHECKS), fixes),
		wall: async () => wall,
		published,
		publishedAudit: async () => undefined,
		shownAt,
		occurrences,
		health: async () => health,
		verify: async () => {
			throw new Failure("not-fetched", { what: "Nothing was fetched." });
		},
		keyDirectory: undefined,
	};
}

export const WELL: Health = HEALTH_EXAMPLES.output.well;

export interface TestAnswer {
	readonly status: number;
	/** As the caller reads it. */
	readonly body: Record<string, unknown>;
	/** The text, if the handler serialized it itself. */
	readonly written: SerializedJson | undefined;
	readonly headers: Readonly<Record<string, string>>;
}

/** Calls a handler as `serve` does and validates the response against its schema. @param who anonymous by default */
export async function ask<Input, Output>(
	endpoint: ApiEndpoint<Input, Output>,
	input: unknown,
	app: LiveApp,
	signal = new AbortController().signal,
	who: Partial<Pick<Call, "identity" | "people">> = {},
): Promise<TestAnswer> {
	const parsed = endpoint.input ? endpoint.input.parse(input) : (undefined as Input);
	const { identity = { kind: "anonymous", key: "test" }, people = stubPeople() } = who;
	const call: Call = {
		app,
		people,
		identity,
		addressKey: "test",
		requestId: "request-1",
		signal,
		method: endpoint.method,
		url: app.baseUrl + endpoint.path,
		headers: new Headers(),
		take: async () => {},
	};
	const { status = 200, body, headers = {} } = await endpoint.handle(parsed, call);
	const written = body instanceof SerializedJson ? body : undefined;
	const read = JSON.parse(written?.text ?? JSON.stringify(body));
	endpoint.output.parse(read);
	return { status, body: read, written, headers };
}
