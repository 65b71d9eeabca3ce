import { createHmac } from "node:crypto";
import * as z from "zod";
import { REFUSAL } from "#core/brand.ts";
import { type Answer, accountOf, type Call, defineEndpoint } from "../api/endpoint.ts";

const inputSchema = z.strictObject({
	confirmed: z
		.enum(["true", "false"], "must be true or false")
		.default("false")
		.describe(
			"`true` once the person has agreed that the caller learns who they are. A token that acts for them learns what they let it know: the address by the scope `email`, the key by `openid`.",
		),
});

const outputSchema = z
	.strictObject({
		ok: z.literal(true),
		plan: z.enum(["free", "agency"]).describe("`agency` for members of an agency."),
		email: z.email().optional().describe("Only with `confirmed=true`."),
		visitorKey: z
			.string()
			.regex(/^[\w-]{22}$/)
			.optional()
			.describe("Names the account here and nowhere else, and does not change. Only with `confirmed=true`."),
		refusal: z.literal(REFUSAL),
	})
	.meta({ id: "Session", description: "Whose session it is, as far as the caller may know." });

export const getSession = defineEndpoint({
	operationId: "getSession",
	method: "GET",
	path: "/api/v1/session",
	tag: "Account",
	summary: "What the signed-in account may do",
	description:
		"The plan of the account that asks. Its e-mail address and the key that names it are in the answer only where the person has confirmed that.",
	account: "required",
	scope: "audit:read",
	input: inputSchema,
	output: outputSchema,
	examples: {
		input: { usual: {}, confirmedByThePerson: { confirmed: "true" } },
		output: {
			usual: { ok: true, plan: "free", refusal: REFUSAL },
			confirmedByThePerson: {
				ok: true,
				plan: "agency",
				email: "ann@studio.example.com",
				visitorKey: "q3Zb0s1VJmC2m4n8r5t7wA",
				refusal: REFUSAL,
			},
		},
	},
	async handle({ confirmed }, call): Promise<Answer<z.output<typeof outputSchema>>> {
		const { people } = call;
		const id = accountOf(call);
		const agencies = await people.agencies.members.agenciesOf(id);
		const plan = agencies.length > 0 ? ("agency" as const) : ("free" as const);
		const account = confirmed === "true" ? await people.accounts.find(id) : undefined;
		const named = account && {
			...(mayKnow(call, "email") && { email: account.email }),
			...(mayKnow(call, "openid") && { visitorKey: visitorKey(await people.secret(), id) }),
		};
		return { body: { ok: true, plan, ...named, refusal: REFUSAL } };
	},
});

/** Pages of this site, and programs with the person's own key, have the person's word; others have what the person was asked, by its scope. */
function mayKnow({ identity }: Pick<Call, "identity">, scope: "email" | "openid"): boolean {
	return identity.kind !== "grant" || (identity.scopes ?? []).includes(scope);
}

/** The same for an account as long as the installation's secret is, and no way back to it. */
function visitorKey(secret: string, account: string): string {
	return createHmac("sha256", secret).update(`visitor ${account}`).digest("base64url").slice(0, 22);
}
