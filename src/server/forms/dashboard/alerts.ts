import * as z from "zod";
import { Failure, isFailure } from "#core/failure.ts";
import { LEAST_POINTS } from "#people/alerts/alert-settings.ts";
import { atField } from "../../api/problems.ts";
import { domainIn } from "../../dashboard/own-domain.ts";
import { accountIn, defineForm, type FormCall } from "../form.ts";

const OF_DOMAIN = { page: "/dashboard/[domain]", access: "account", quota: "form" } as const;

/** Says which faults of a watched domain are reported to its account. */
export const alertsForm = defineForm({
	...OF_DOMAIN,
	name: "alerts",
	input: z.object({
		mail: z.literal("on").optional(),
		least: z.coerce.number().pipe(z.literal(LEAST_POINTS, "Choose how much it must cost.")),
	}),
	async handle({ mail, least }, call) {
		const { account, domain } = await watchedIn(call);
		await call.people.alerts.change(account, domain, { mail: mail === "on", least });
		return { see: `/dashboard/${domain}/`, done: "alerts-changed" };
	},
});

/** Sets the address that alerts are posted to, and shows the secret that signs them. */
export const webhookForm = defineForm({
	...OF_DOMAIN,
	name: "webhook",
	input: z.object({ url: z.string("Enter an address.").max(2048, "This must have at most 2,048 characters.") }),
	async handle({ url }, call) {
		const { account, domain } = await watchedIn(call);
		const secret = await atField("#/url", () => call.people.alerts.setWebhook(account, domain, url));
		return { show: { webhookSecret: secret } };
	},
});

export const webhookRemoveForm = defineForm({
	...OF_DOMAIN,
	name: "webhook-remove",
	input: z.object({}),
	async handle(_, call) {
		const domain = domainIn(call);
		await call.people.alerts.removeWebhook(accountIn(call).id, domain);
		return { see: `/dashboard/${domain}/`, done: "webhook-removed" };
	},
});

/** Posts a message that says that it is a test. */
export const webhookTestForm = defineForm({
	...OF_DOMAIN,
	name: "webhook-test",
	input: z.object({}),
	async handle(_, call) {
		const domain = domainIn(call);
		try {
			await call.people.alerts.sendTest(accountIn(call).id, domain);
		} catch (error) {
			// Whatever kept it from arriving lies with the address that its owner has given.
			if (!isFailure(error) || error.code === "store-unavailable") throw error;
			return { faults: [{ says: `The test did not arrive. ${error.message}` }] };
		}
		return { see: `/dashboard/${domain}/`, done: "webhook-tested" };
	},
});

/** Settings are kept of domains that the account watches, so that nobody fills the store with those of others. */
async function watchedIn(call: FormCall) {
	const { id: account } = accountIn(call);
	const domain = domainIn(call);
	if (await call.people.watched.get(account, domain)) return { account, domain };
	throw new Failure("input-invalid", {
		what: "You do not watch this domain, so nothing of it is reported.",
		todo: "Watch it first.",
	});
}
