import * as z from "zod";
import { ProtocolError } from "#core/protocol-error.ts";
import { countLookUp } from "../../rate-limits/rate-limits.ts";
import { accountIn, defineForm, type Form, type FormCall, type FormResult } from "../form.ts";

const PAGE = { page: "/oauth/consent", access: "account", quota: "form" } as const;
const GONE = "This request does not work any more. Go back to the program and begin again.";

/** The query of the client's request, as the page got it. */
const asked = z.object({ request: z.string(GONE).max(2_000, GONE) });

async function answer(request: string, call: FormCall, isAllowed: boolean): Promise<FormResult> {
	const { accounts, oauth } = call.people;
	const session = await accounts.session(call.headers.get("cookie"));
	// It ended between two reads.
	if (session?.account.id !== accountIn(call).id) return { faults: [{ says: GONE }] };
	const count = countLookUp(() => call.count("look-up", call.addressKey));
	try {
		return { leave: await oauth.consent.answer(new URLSearchParams(request), session, isAllowed, count) };
	} catch (error) {
		if (!(error instanceof ProtocolError)) throw error;
		return { faults: [{ says: error.description }] };
	}
}

const allow = defineForm({
	...PAGE,
	name: "allow",
	input: asked,
	handle: ({ request }, call) => answer(request, call, true),
});

const deny = defineForm({
	...PAGE,
	name: "deny",
	input: asked,
	handle: ({ request }, call) => answer(request, call, false),
});

const endGrant = defineForm({
	page: "/account",
	access: "account",
	quota: "form",
	name: "end-grant",
	input: z.object({ id: z.string().max(100) }),
	async handle({ id }, call) {
		await call.people.oauth.endGrant(accountIn(call).id, id);
		return { see: "/account/", done: "grant-ended" };
	},
});

export const CONSENT_FORMS = [allow, deny, endGrant] as readonly Form[];
