import { auditRequestSchema } from "#core/audit-request.ts";
import { type AuditStage, auditResultSchema, auditStageSchema } from "#core/audit-result.ts";
import type { LiveAudit } from "#receipts/live/keep-live-audit.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { type Call, defineEndpoint, SerializedJson } from "../api/endpoint.ts";
import { EventStream, STREAM_FIELDS, wantsEvents } from "../api/event-stream.ts";
import type { LiveApp } from "../api/live-app.ts";
import { ageHeader, auditDomain, liveAuditResult } from "./audit-answer.ts";
import { BOOKSHOP, CLOSED_SITE, EXAMPLE_SITE } from "./receipts.examples.ts";

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

/** The beginning and the end of a stream. */
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

A site is audited at most once in 60 seconds and mode: within that time everybody gets the same result, with its age in
seconds in the \`Age\` field.

A deep audit counts as three audits.

A fine public host that could not be audited (it is unreachable, challenges or refuses our bot, leads inward, or shows too
little) is answered with status 200, \`ok: false\`, \`error\` and \`code\`, and without a score. Names and addresses that
are not public are refused with 400.

With \`Accept: text/event-stream\` the answer is a stream of server-sent events: \`stage\` for each step of the audit while it
runs (\`requested\`, \`collecting\` with what is looked at, \`evaluated\`, \`recorded\`), those that were before first, and at the
end one event \`result\` with the same body as without, or \`problem\` with the problem document, where \`retry\` says when to ask
again. What keeps an audit from beginning is answered with its status, as without. Who goes away gives up only their own
place: an audit that others wait for goes on.

Where the reason may lie with us or on the way (no answer, a time-out), the answer has no \`receipt\`: nothing is recorded, and
pages of the domain go on showing the last audit that got through.`,
	scope: "audit:public",
	account: "welcome",
	quota: "audit",
	extraCost: ({ mode }) => (mode === "deep" ? 2 : 0),
	input: auditRequestSchema,
	output: auditResultSchema,
	events: { progress: auditStageSchema, example: STREAM_EXAMPLE },
	examples: AUDIT_EXAMPLES,
	async handle({ domain, mode }, call) {
		if (wantsEvents(call.headers.get("accept"))) return streamAudit({ domain, mode }, call);
		const { audit, ageSeconds } = await auditDomain({ domain, mode }, call);
		return { body: serializedResult(audit, call.app), headers: ageHeader(ageSeconds) };
	},
});

/** Answers when the audit has begun: what keeps it from beginning has a status of its own. */
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

/** A result that many ask for is serialized once. */
function serializedResult(audit: LiveAudit, { baseUrl }: LiveApp): SerializedJson {
	const cached = serialized.get(audit);
	if (cached) return cached;
	const body = new SerializedJson(JSON.stringify(liveAuditResult(audit, baseUrl)));
	serialized.set(audit, body);
	return body;
}
