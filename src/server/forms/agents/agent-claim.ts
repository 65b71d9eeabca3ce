import * as z from "zod";
import { accountIn, defineForm, type Form } from "../form.ts";

const PAGE = { page: "/agent-claim", access: "account" } as const;
const token = z.string("The link is not whole. Open it again.").max(200, "The link is not whole. Open it again.");

const confirmForm = defineForm({
	...PAGE,
	name: "confirm",
	quota: "form",
	input: z.object({ token, change: z.literal("on").optional() }),
	async handle({ token, change }, call) {
		const mayChange = change === "on";
		const code = await call.people.agents.confirm(token, accountIn(call), { mayChange });
		if (code === undefined)
			return { faults: [{ says: "This link does not work any more. Ask the agent for a new one." }] };
		return { show: { code } };
	},
});

const denyForm = defineForm({
	...PAGE,
	name: "deny",
	quota: "form",
	input: z.object({ token }),
	async handle({ token }, call) {
		await call.people.agents.deny(token, accountIn(call));
		return { see: "/agent-claim/", done: "denied" };
	},
});

const endForm = defineForm({
	page: "/account",
	access: "account",
	quota: "form",
	name: "end-agent",
	input: z.object({ id: z.string().max(100) }),
	async handle({ id }, call) {
		await call.people.agents.end(accountIn(call).id, id);
		return { see: "/account/", done: "grant-ended" };
	},
});

export const AGENT_CLAIM_FORMS = [confirmForm, denyForm, endForm] as readonly Form[];
