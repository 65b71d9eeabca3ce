import * as z from "zod";
import { auditRequestSchema, compareRequestSchema, simulateRequestSchema } from "#core/audit-request.ts";
import {
	type AuditResult,
	type AuditStage,
	auditResultSchema,
	auditStageSchema,
	comparisonSchema,
	type Unaudited,
} from "#core/audit-result.ts";
import { REFUSAL } from "#core/brand.ts";
import { briefRequestSchema, briefResponseSchema } from "#core/brief-document.ts";
import { type Failure, isFailure, isInputFailure } from "#core/failure.ts";
import { occurrenceFilterSchema, occurrencePageSchema } from "#core/occurrence.ts";
import { type AuditMode, DEEP_PAGES } from "#core/preset.ts";
import { RECEIPT_ID, type StoredReceipt } from "#core/receipt.ts";
import { type Simulation, simulateResponseSchema } from "#core/simulation.ts";
import { parseTarget, type Target } from "#core/target.ts";
import type { Membership } from "#people/agencies/members.ts";
import type { LiveAudit } from "#receipts/live/save-live-audit.ts";
import { compareResults, toAuditResult, toUnaudited } from "#site/brief/audit-result.ts";
import { toBriefDocument } from "#site/brief/brief-twin.ts";
import { type Answer, type Call, defineEndpoint, SerializedJson } from "../api/endpoint.ts";
import { EventStream, STREAM_FIELDS, wantsEvents } from "../api/event-stream.ts";
import type { AnsweredAudit, LiveApp, LiveBrief } from "../api/live-app.ts";
import { atField, FieldFailure, type FieldFault, Rejection } from "../api/problems.ts";
import { BOOKSHOP, CLOSED_SITE, EXAMPLE_SITE, NEWSPAPER } from "./receipts.examples.ts";

/** Adds the audit to the caller's account. */
export async function auditDomain(asked: AuditRequest, call: Call): Promise<AnsweredAudit> {
	const { domain, mode } = asked;
	const pages = asked.pages === undefined ? undefined : await allowedPages(asked, call);
	const answered = await atField("#/domain", async () =>
		call.app.audit({ target: parseTarget(domain), mode, pages }, call),
	);
	const { account } = call.identity;
	if (account !== undefined && answered.audit.place.state !== "unsaved")
		await call.people.audits.record(account, answered.audit);
	return answered;
}

type AuditRequest = { readonly domain: string; readonly mode: AuditMode; readonly pages?: number | undefined };

/** @returns undefined for the default number @throws FieldFailure if the caller may not ask for so many */
async function allowedPages(
	{ domain, mode, pages = DEEP_PAGES }: AuditRequest,
	{ identity: { account }, people }: Call,
): Promise<number | undefined> {
	const refuse = (detail: string) => new FieldFailure("input-invalid", [{ detail, pointer: "#/pages" }]);
	if (mode === "light") throw refuse("A light audit reads one page; pages needs mode deep.");
	if (pages <= DEEP_PAGES) return pages === DEEP_PAGES ? undefined : pages;
	const { host } = await atField("#/domain", async () => parseTarget(domain));
	const watched = account === undefined ? undefined : await people.watched.get(account, host);
	if (watched?.control.since !== undefined) return pages;
	throw refuse(
		`More than ${DEEP_PAGES} pages are read for the account that has proved on its dashboard that ${host} is its own.`,
	);
}

async function answerFromLightAudit<Output>(
	domain: string,
	call: Call,
	make: (audit: LiveAudit) => Output | Promise<Output>,
): Promise<Answer<Output | Unaudited>> {
	const { audit, ageSeconds } = await auditDomain({ domain, mode: "light" }, call);
	const { receipt } = audit.stored;
	const body = receipt.scores ? await make(audit) : toUnaudited(receipt);
	return { body, headers: ageHeader(ageSeconds) };
}

/** `baseUrl` has no trailing slash. */
function liveAuditResult({ stored, auditedAt, place }: LiveAudit, baseUrl: string): AuditResult {
	return toAuditResult(stored, { baseUrl, auditedAt, ...place });
}

/** RFC 9111 section 5.1; none for an audit made for this request. */
function ageHeader(ageSeconds: number | undefined): Record<string, string> {
	return ageSeconds === undefined ? {} : { Age: String(ageSeconds) };
}

const AUDIT_EXAMPLES = {
	input: {
		hostName: { domain: "tidewater-books.example.net" },
		deepAuditOfAnAddress: { domain: "https://www.example.com/about", mode: "deep" },
	},
	output: {
		audited: toAuditResult(BOOKSHOP, { baseUrl: EXAMPLE_SITE, state: "logged", logIndex: 1204 }),
		couldNotBeAudited: toAuditResult(CLOSED_SITE, { baseUrl: EXAMPLE_SITE, state: "pending" }),
	},
};

const STREAM_EXAMPLE = `event: stage
data: {"stage":"requested","at":"2026-11-21T09:30:10.120Z","domain":"tidewater-books.example.net","mode":"light"}

event: stage
data: {"stage":"collecting","at":"2026-11-21T09:30:10.122Z","what":"robots","answers":0}

event: stage
data: {"stage":"recorded","at":"2026-11-21T09:30:12.480Z"}

event: result
data: {"ok":true,"domain":"tidewater-books.example.net"}

`;

export const publicAudit = defineEndpoint({
	operationId: "publicAudit",
	method: "POST",
	path: "/api/v1/public/audit",
	tag: "Audits",
	summary: "Audit a public domain",
	description: `Reads the home page of a public site and the files beside it, or in mode \`deep\` a sample of further pages too, and answers
with scores, findings and what to fix.

A site is audited at most once in 60 seconds and mode: within that time everyone gets the same result, with its age in
seconds in the \`Age\` field.

A deep audit reads up to 25 pages and counts as three audits. The account that has proved control of the domain, on its dashboard,
may ask for up to 1,000 \`pages\`; each further 25 count as one audit more. Such an audit takes minutes: ask for the stream.

A fine public host that could not be audited (it is unreachable, challenges or refuses our bot, leads inward, or shows too
little) is answered with status 200, \`ok: false\`, \`error\` and \`code\`, and without a score. Names and addresses that
are not public are refused with 400.

With \`Accept: text/event-stream\` the answer is a stream of server-sent events: \`stage\` for each step of the audit while it
runs (\`requested\`, \`collecting\` with what is being read and how many pages were read, \`evaluated\`, \`recorded\`), those that were before first, and at the
end one event \`result\` with the same body as without, or \`problem\` with the problem document, where \`retry\` says when to ask
again. What keeps an audit from beginning is answered with its status, as without. Who goes away gives up only their own
place: an audit that others wait for goes on.

Where the reason may lie with us or on the way (no answer, a time-out), the answer has no \`receipt\`: nothing is recorded, and
pages of the domain go on showing the last audit that got through.`,
	scope: "audit:public",
	account: "welcome",
	quota: "audit",
	extraCost: ({ mode, pages = DEEP_PAGES }) =>
		mode === "deep" ? 2 + Math.max(0, Math.ceil(pages / DEEP_PAGES) - 1) : 0,
	input: auditRequestSchema,
	output: auditResultSchema,
	events: { progress: auditStageSchema, example: STREAM_EXAMPLE },
	examples: AUDIT_EXAMPLES,
	async handle(asked, call) {
		if (wantsEvents(call.headers.get("accept"))) return streamAudit(asked, call);
		const { audit, ageSeconds } = await auditDomain(asked, call);
		return { body: serializedResult(audit, call.app), headers: ageHeader(ageSeconds) };
	},
});

/** Responds once the audit has begun, so that a refusal has its own status. */
async function streamAudit(asked: Parameters<typeof auditDomain>[0], call: Call) {
	const stream = new EventStream(async (say, signal) => {
		const onStage = (stage: AuditStage) =>
			say({
				event: "stage",
				data: JSON.stringify(stage),
				key: stage.stage === "collecting" ? stage.what : stage.stage,
			});
		const { audit, ageSeconds } = await auditDomain(asked, { ...call, signal, onStage });
		return { last: { event: "result", data: serializedResult(audit, call.app) }, age: ageHeader(ageSeconds).Age };
	}, call.signal);
	await stream.begun;
	return { body: stream, headers: STREAM_FIELDS };
}

const serialized = new WeakMap<LiveAudit, SerializedJson>();

function serializedResult(audit: LiveAudit, { baseUrl }: LiveApp): SerializedJson {
	const cached = serialized.get(audit);
	if (cached) return cached;
	const body = new SerializedJson(JSON.stringify(liveAuditResult(audit, baseUrl)));
	serialized.set(audit, body);
	return body;
}

const { domain, auditedAt } = BOOKSHOP.receipt;

const exampleBrief = toBriefDocument(
	{
		stored: BOOKSHOP,
		auditedAt,
		place: {},
		slug: `${domain}~4k7v2m9q`,
		agencyName: "Northlight Partners",
		expiresAt: "2026-12-21T09:30:12.480Z",
		history: [BOOKSHOP],
	},
	EXAMPLE_SITE,
);

const BRIEF_EXAMPLES = {
	input: { plain: { domain }, withAgencyName: { domain, agencyName: "Northlight Partners" } },
	output: {
		made: { ok: true, brief: exampleBrief, refusal: REFUSAL },
		couldNotBeAudited: toUnaudited(CLOSED_SITE.receipt),
	},
};

export const publicExecutiveBrief = defineEndpoint({
	operationId: "publicExecutiveBrief",
	method: "POST",
	path: "/api/v1/public/brief",
	tag: "Briefs",
	summary: "Make an executive brief",
	description: `Audits a public site in light mode, or takes the audit of the last 60 seconds, and opens a brief of it: structural
readiness for search engines and answer engines, what to fix first, and the receipt it rests on. \`shareUrl\` answers at
once and shows the newest audit of the domain; \`permalink\` shows exactly this one. The share and brief address of a
domain that stands on the wall shows the audit that was published last.

No search engine lists these pages. They end at \`expiresAt\`: 30 days after the last audit of the domain, whatever it
found. With \`agencyName\` the brief carries that name and gets an address of its own, which ends 30 days after the last
audit that found the same.

Where \`agencyName\` is the name or the slug of an agency in which the caller may approve briefs, the brief is made and
approved for that agency at once: \`slug\` is \`<domain>~<agency slug>\`, and its page, with the agency's brand, goes on
showing this audit until another one is approved. The caller is then an owner or editor of the agency, by a session of this
site or by an API key with the scope \`audit:write\`.

A fine public host that could not be audited is answered with status 200 and \`ok: false\`: there is no brief without a
score.`,
	scope: "brief:public",
	account: "welcome",
	quota: "brief",
	input: briefRequestSchema,
	output: briefResponseSchema,
	examples: BRIEF_EXAMPLES,
	handle: ({ domain, agencyName }, call) =>
		answerFromLightAudit(domain, call, async (audit) => {
			// The page keeps showing an earlier audit, which saw more.
			if (audit.place.state === "unsaved") return toUnaudited(audit.stored.receipt);
			const opened = await openBrief(audit, agencyName, call);
			return { ok: true as const, brief: toBriefDocument(opened, call.app.baseUrl), refusal: REFUSAL };
		}),
});

export async function openBrief(audit: LiveAudit, agencyName: string, call: Call): Promise<LiveBrief> {
	const own = await ownAgency(agencyName, call);
	if (!own) return call.app.openBrief(audit, agencyName);
	const { agency, account } = own;
	return call.app.openBrief(audit, agency.name, { agency: agency.slug, account });
}

/** Finds by slug, else by name, an agency whose briefs the caller may approve. */
async function ownAgency(named: string, { identity, people }: Call): Promise<Membership | undefined> {
	const { account } = identity;
	if (named === "" || account === undefined || !identity.mayChange) return undefined;
	const memberships = await people.agencies.members.agenciesOf(account);
	const own = memberships.filter(({ may }) => may("brief:make") && may("brief:approve"));
	return own.find(({ agency }) => agency.slug === named) ?? own.find(({ agency }) => agency.name === named);
}

const resultOf = (stored: StoredReceipt) => toAuditResult(stored, { baseUrl: EXAMPLE_SITE, state: "pending" });
const shop = resultOf(BOOKSHOP);
const paper = resultOf(NEWSPAPER);
const closed = resultOf(CLOSED_SITE);

const COMPARE_EXAMPLES = {
	input: { twoSites: { domainA: shop.domain, domainB: paper.domain } },
	output: { bothAudited: compareResults(shop, paper), oneCouldNotBeAudited: compareResults(shop, closed) },
};

type Side = { readonly target: Target; readonly pointer: "#/domainA" | "#/domainB" };

export const publicCompare = defineEndpoint({
	operationId: "publicCompare",
	method: "POST",
	path: "/api/v1/public/compare",
	tag: "Audits",
	summary: "Compare two public domains",
	description: `Audits two public sites in light mode at the same time, or takes audits of the last 60 seconds, and answers both results
with the difference of scores, axes and pillars: A minus B. It counts as two audits. \`www.example.com\` and \`example.com\`
are two sites; the same host twice is refused with 400.

\`ok\` is true when both could be audited. Where one could not, its own result says why, and there is no difference.`,
	scope: "audit:public",
	quota: "audit",
	cost: 2,
	input: compareRequestSchema,
	output: comparisonSchema,
	examples: COMPARE_EXAMPLES,
	async handle({ domainA, domainB }, call) {
		const [a, b] = await auditBoth(parseSides(domainA, domainB), call);
		const { baseUrl } = call.app;
		return {
			body: compareResults(liveAuditResult(a.audit, baseUrl), liveAuditResult(b.audit, baseUrl)),
			headers: ageHeader(olderOf(a.ageSeconds, b.ageSeconds)),
		};
	},
});

const exampleOccurrence = {
	check: "title",
	outcome: "fail" as const,
	page: `https://${BOOKSHOP.receipt.domain}/books/walking/`,
	line: 3,
	column: 1,
	excerpt: "<head>",
	says: `https://${BOOKSHOP.receipt.domain}/books/walking/ has no title.`,
	fix: "Add to the <head>: <title>Books about walking</title>",
};
const OCCURRENCES_EXAMPLES = {
	input: { ofOneCheck: { id: BOOKSHOP.id, check: "title", limit: 1 } },
	output: {
		firstOfMany: {
			ok: true,
			receipt: BOOKSHOP.id,
			domain: BOOKSHOP.receipt.domain,
			total: 214,
			occurrences: [exampleOccurrence],
			nextCursor: "1",
			refusal: REFUSAL,
		},
	},
};

export const listOccurrences = defineEndpoint({
	operationId: "listOccurrences",
	method: "GET",
	path: "/api/v1/receipts/{id}/occurrences",
	tag: "Audits",
	summary: "List every place of every fault",
	description: `The list behind a receipt of several pages: each place of each fault, with its page, line and column, of one check or one page or
all. The receipt names the list by count and SHA-256 (\`site.list\`), and what is given here is held against both.

It is kept for the newest two audits of a site. Where there is no public receipt with this id, or its list is not kept here, the
answer is 404; for the receipt of a single page, whose findings have every place, it is 400.`,
	input: z.strictObject({
		id: z
			.string()
			.regex(RECEIPT_ID, "must be the id of a receipt: 64 hexadecimal digits")
			.describe("Id of the receipt."),
		...occurrenceFilterSchema.shape,
	}),
	output: occurrencePageSchema,
	examples: OCCURRENCES_EXAMPLES,
	async handle({ id, ...filter }, { app }) {
		const part = await atField("#/id", () => app.occurrences(id, filter)).catch((error) => {
			if (!isFailure(error) || error.code !== "evidence-missing") throw error;
			throw new Rejection("not-found", { detail: error.message, cause: error });
		});
		return { body: { ok: true as const, ...part, occurrences: [...part.occurrences], refusal: REFUSAL } };
	},
});

/** Runs before any audit, so that faults of both members are reported together. */
function parseSides(domainA: string, domainB: string): readonly [Side, Side] {
	const [a, b] = [parseSide(domainA, "#/domainA"), parseSide(domainB, "#/domainB")];
	if ("failure" in a) throw new FieldFailure(a.failure.code, "failure" in b ? [a.fault, b.fault] : [a.fault]);
	if ("failure" in b) throw new FieldFailure(b.failure.code, [b.fault]);
	if (a.target.host !== b.target.host) return [a, b];
	const detail = `Both sides name ${a.target.host}. A comparison needs two different hosts.`;
	throw new FieldFailure("input-invalid", [{ detail, pointer: b.pointer }]);
}

function parseSide(
	domain: string,
	pointer: Side["pointer"],
): Side | { readonly failure: Failure; readonly fault: FieldFault } {
	try {
		return { target: parseTarget(domain), pointer };
	} catch (failure) {
		if (!isInputFailure(failure)) throw failure;
		return { failure, fault: { detail: failure.message, pointer } };
	}
}

/** If one fails, does not wait for the other. */
async function auditBoth([a, b]: readonly [Side, Side], call: Call): Promise<readonly [AnsweredAudit, AnsweredAudit]> {
	const failing = new AbortController();
	const caller = { ...call, signal: AbortSignal.any([call.signal, failing.signal]) };
	const audit = ({ target, pointer }: Side) =>
		atField(pointer, () => call.app.audit({ target, mode: "light" }, caller));
	try {
		return await Promise.all([audit(a), audit(b)]);
	} catch (error) {
		failing.abort(error);
		throw error;
	}
}

function olderOf(a: number | undefined, b: number | undefined): number | undefined {
	return a === undefined ? b : Math.max(a, b ?? 0);
}

const { methodology, findings } = BOOKSHOP.receipt;
const fixOf = (wanted: string) => findings.find(({ id }) => id === wanted)?.fix ?? "";
const step = (id: string, score: number, delta: number) => ({
	id,
	fix: fixOf(id),
	score,
	delta,
	opens: [],
	closed: [],
});

const SIMULATE_EXAMPLES = {
	input: { everyFix: { domain }, chosenFixes: { domain, fixes: ["jsonld-parse", "control-names"] } },
	output: {
		computed: {
			ok: true,
			domain,
			methodology,
			auditedAt,
			current: 74.2,
			simulated: 81.2,
			fixes: ["jsonld-parse", "control-names"],
			axes: { structure: 76, accessibility: 86 },
			pillars: [
				{ key: "discovery", score: 34 },
				{ key: "data", score: 71 },
				{ key: "semantics", score: 92 },
			],
			deltas: [
				{ id: "canonical", delta: 4.7 },
				{ id: "jsonld-parse", delta: 6.3 },
				{ id: "alt", delta: 5.4 },
				{ id: "control-names", delta: 0.7 },
			],
			sequence: [step("jsonld-parse", 80.5, 6.3), step("alt", 85.8, 5.4), step("canonical", 90.5, 4.7)],
			refusal: REFUSAL,
		},
		couldNotBeAudited: toUnaudited(CLOSED_SITE.receipt),
	},
};

export const publicSimulateLift = defineEndpoint({
	operationId: "publicSimulateLift",
	method: "POST",
	path: "/api/v1/public/simulate-lift",
	tag: "Audits",
	summary: "Compute what fixes would gain",
	description: `Audits a public site in light mode, or takes the audit of the last 60 seconds, and computes what its score would be if
checks passed: those named in \`fixes\`, or all that cost points. Beside it stand what each fix gains alone, and the order in
which they gain most.

It is a computation on the evidence there is, not a promise.`,
	scope: "audit:public",
	quota: "audit",
	input: simulateRequestSchema,
	output: simulateResponseSchema,
	examples: SIMULATE_EXAMPLES,
	handle: ({ domain, fixes }, call) =>
		answerFromLightAudit(domain, call, (audit) => {
			const { methodology, domain: host } = audit.stored.receipt;
			const simulation = simulateFixes(call.app, audit, fixes);
			const { auditedAt } = audit;
			return { ok: true as const, domain: host, methodology, auditedAt, ...simulation, refusal: REFUSAL };
		}),
});

/** @throws FieldFailure with a pointer to every unknown fix */
function simulateFixes(app: LiveApp, audit: LiveAudit, fixes: readonly string[] | undefined): Simulation {
	try {
		return app.simulate(audit, fixes);
	} catch (error) {
		if (!isInputFailure(error)) throw error;
		const known = new Set(audit.stored.receipt.findings.map(({ id }) => id));
		const faults = (fixes ?? []).flatMap((id, index) =>
			known.has(id) ? [] : [{ detail: `Unknown check "${id}".`, pointer: `#/fixes/${index}` }],
		);
		throw new FieldFailure(error.code, faults.length > 0 ? faults : [{ detail: error.message, pointer: "#/fixes" }], {
			cause: error,
		});
	}
}
