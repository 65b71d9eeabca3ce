import * as z from "zod";
import { Failure, isFailure } from "#core/failure.ts";
import { AUDIT_MODES } from "#core/preset.ts";
import { RECEIPT_ID } from "#core/receipt.ts";
import { parseTarget, TARGET_MAX_LENGTH } from "#core/target.ts";
import { LEAST_POINTS } from "#people/alerts/alert-settings.ts";
import { repositorySchema } from "#site/export/fix-ticket.ts";
import type { AnsweredAudit } from "../api/live-app.ts";
import { atField } from "../api/problems.ts";
import { accountKey } from "../caller/identify.ts";
import { type AccountCall, accountForms, domainIn, type Form } from "./form.ts";

const dashboardForm = accountForms("/dashboard");
const domainForm = accountForms("/dashboard/[domain]");

const tooLong = "Use at most 2,048 characters.";
const domain = z.string("Enter a domain.").max(TARGET_MAX_LENGTH, tooLong);
const mode = z.enum(AUDIT_MODES, "Choose how much to read.");
const receiptId = z.string("Enter a receipt's id.").regex(RECEIPT_ID, "A receipt's id has 64 hexadecimal digits.");

export const rescanForm = dashboardForm(
	"rescan",
	z.object({ domain, mode: mode.default("light") }),
	async ({ domain, mode }, { people, app, account, addressKey, requestId, signal }) => {
		const caller = { identity: { key: accountKey(account.id) }, addressKey, requestId, signal };
		const answered = await atField("#/domain", async () => app.audit({ target: parseTarget(domain), mode }, caller));
		const { stored, place } = answered.audit;
		if (place.state === "unsaved") {
			const why = stored.receipt.failure?.says ?? "";
			return {
				faults: [{ field: "domain", says: `We learned nothing about the site. ${why} Nothing was saved.` }],
			};
		}
		await people.audits.record(account.id, answered.audit);
		return { see: `/dashboard/${stored.receipt.domain}/`, done: doneCode(answered) };
	},
	{ quota: "audit", extraCost: ({ mode }) => (mode === "deep" ? 2 : 0) },
);

function doneCode({ audit: { stored, auditedAt }, ageSeconds }: AnsweredAudit): string {
	if (ageSeconds !== undefined) return "audited-before";
	if (!stored.receipt.scores) return "no-score";
	return auditedAt > stored.receipt.auditedAt ? "unchanged" : "audited";
}

export const watchForm = dashboardForm(
	"watch",
	z.object({ domain, mode: mode.default("light") }),
	async ({ domain, mode }, { people, account }) => {
		const watched = await atField("#/domain", () => people.watched.watch(account.id, domain, mode));
		const known = await people.audits.list(account.id, { limit: 1, domain: watched.domain });
		if (known.audits.length === 0) return { see: "/dashboard/", done: "watched" };
		return { see: `/dashboard/${watched.domain}/`, done: "watched" };
	},
);

/** The page shows the removed domain once, so that it can be undone. */
export const unwatchForm = dashboardForm(
	"unwatch",
	z.object({ domain }),
	async ({ domain }, { people: { watched }, account: { id } }) => {
		const was = await watched.get(id, domain);
		await watched.unwatch(id, domain);
		return was ? { show: { unwatched: was.domain, mode: was.mode } } : { see: "/dashboard/" };
	},
);

export const modeForm = domainForm("mode", z.object({ mode }), async ({ mode }, { people, account, params }) => {
	const watched = await people.watched.watch(account.id, params.domain ?? "", mode);
	return { see: `/dashboard/${watched.domain}/`, done: "mode-changed" };
});

export const proveForm = domainForm("prove", z.object({}), async (_, { people, account, params }) => {
	const { domain, control } = await people.watched.prove(account.id, params.domain ?? "");
	if (control.since !== undefined) return { see: `/dashboard/${domain}/`, done: "proved" };
	// The page shows beside the form what was found in each place.
	return { faults: [{ says: "We found your token in neither place. A new DNS record may take an hour." }] };
});

export const publishForm = domainForm(
	"publish",
	z.object({ public: z.enum(["yes", "no"]) }),
	async ({ public: isPublic }, { people, account, params: { domain = "" } }) => {
		await people.watched.publish(account.id, domain, isPublic === "yes");
		return { see: `/dashboard/${domain}/`, done: isPublic === "yes" ? "published" : "unpublished" };
	},
);

export const takeDownForm = domainForm(
	"take-down",
	z.object({ receipts: z.union([z.literal("all"), receiptId]).default("all") }),
	async ({ receipts }, { people, account, params: { domain = "" } }) => {
		await people.watched.deleteReceiptsOf(account.id, domain, receipts === "all" ? "all" : [receipts]);
		return { see: `/dashboard/${domain}/`, done: receipts === "all" ? "taken-down" : "receipt-taken-down" };
	},
);

export const withdrawForm = domainForm(
	"withdraw",
	z.object({}),
	async (_, { people, account, params: { domain = "" } }) => {
		await people.watched.withdraw(account.id, domain);
		return { see: `/dashboard/${domain}/`, done: "withdrawn" };
	},
);

export const correctForm = domainForm(
	"correct",
	z.object({ receipt: receiptId, says: z.string().default("") }),
	async ({ receipt, says }, { people, account, params: { domain = "" } }) => {
		const { waiting } = await atField("#/says", () => people.watched.correct(account.id, domain, receipt, says));
		const isDone = !waiting.some(({ kind }) => kind === "correction");
		const said = isDone ? "corrected" : "correction-waits";
		return { see: `/dashboard/${domain}/`, done: says === "" ? "correction-taken-back" : said };
	},
);

export const forgetAuditForm = domainForm(
	"forget-audit",
	z.object({ receipt: z.string("Choose an audit.").regex(RECEIPT_ID, "This is not a receipt's id.") }),
	async ({ receipt }, call) => {
		const isThere = await call.people.audits.remove(call.account.id, receipt);
		if (!isThere) return { faults: [{ says: "This audit is not on your list." }] };
		return { see: `/dashboard/${domainIn(call)}/`, done: "forgotten" };
	},
);

export const trackerForm = domainForm(
	"tracker",
	z.object({ url: repositorySchema.optional() }),
	async (typed, call) => {
		const domain = domainIn(call);
		await call.people.audits.setTracker(call.account.id, domain, typed.url ?? "");
		return { see: `/dashboard/${domain}/`, done: "tracker-changed" };
	},
);

export const alertsForm = domainForm(
	"alerts",
	z.object({
		mail: z.literal("on").optional(),
		least: z.coerce.number().pipe(z.literal(LEAST_POINTS, "Choose from how many points we should tell you.")),
	}),
	async ({ mail, least }, call) => {
		const domain = await watchedIn(call);
		await call.people.alerts.change(call.account.id, domain, { mail: mail === "on", least });
		return { see: `/dashboard/${domain}/`, done: "alerts-changed" };
	},
);

export const webhookForm = domainForm(
	"webhook",
	z.object({ url: z.string("Enter an address.").max(2048, tooLong) }),
	async ({ url }, call) => {
		const domain = await watchedIn(call);
		const webhookSecret = await atField("#/url", () => call.people.alerts.setWebhook(call.account.id, domain, url));
		return { show: { webhookSecret } };
	},
);

const webhookRemoveForm = domainForm("webhook-remove", z.object({}), async (_, call) => {
	const domain = domainIn(call);
	await call.people.alerts.removeWebhook(call.account.id, domain);
	return { see: `/dashboard/${domain}/`, done: "webhook-removed" };
});

export const webhookTestForm = domainForm("webhook-test", z.object({}), async (_, call) => {
	const domain = domainIn(call);
	try {
		await call.people.alerts.sendTest(call.account.id, domain);
	} catch (error) {
		// The failure is that of the address that the owner entered.
		if (!isFailure(error) || error.code === "store-unavailable") throw error;
		return { faults: [{ says: `The test did not arrive. ${error.message}` }] };
	}
	return { see: `/dashboard/${domain}/`, done: "webhook-tested" };
});

const forgetLogsForm = domainForm("forget-logs", z.object({}), async (_, call) => {
	const domain = domainIn(call);
	await call.people.access.remove(call.account.id, domain);
	return { see: `/dashboard/${domain}/`, done: "logs-forgotten" };
});

/** Only watched domains have settings, so that others cannot fill the store. */
async function watchedIn(call: AccountCall): Promise<string> {
	const domain = domainIn(call);
	if (await call.people.watched.get(call.account.id, domain)) return domain;
	throw new Failure("input-invalid", {
		what: "You do not watch this domain, so there are no alerts.",
		todo: "Watch it first.",
	});
}

export const DASHBOARD_FORMS: readonly Form[] = [
	...[rescanForm, watchForm, unwatchForm, modeForm, proveForm, publishForm, takeDownForm, withdrawForm, correctForm],
	...[forgetAuditForm, trackerForm, alertsForm, webhookForm, webhookRemoveForm, webhookTestForm, forgetLogsForm],
];
