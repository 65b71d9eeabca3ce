import * as z from "zod";
import { RECEIPT_ID } from "#core/receipt.ts";
import { atField } from "../../api/problems.ts";
import { accountIn, defineForm, type FormCall } from "../form.ts";

const receiptId = z.string("Name a receipt.").regex(RECEIPT_ID, "A receipt's id has 64 hexadecimal digits.");

/** Takes down everything of a domain, or one receipt. */
export const takeDownForm = defineForm({
	page: "/dashboard/[domain]",
	name: "take-down",
	access: "account",
	quota: "form",
	input: z.object({ receipts: z.union([z.literal("all"), receiptId]).default("all") }),
	async handle({ receipts }, call) {
		const { account, domain } = whose(call);
		await call.people.watched.takeDown(account, domain, receipts === "all" ? "all" : [receipts]);
		return { see: `/dashboard/${domain}/`, done: receipts === "all" ? "taken-down" : "receipt-taken-down" };
	},
});

/** Lets audits of the domain be kept and shown again. */
export const withdrawForm = defineForm({
	page: "/dashboard/[domain]",
	name: "withdraw",
	access: "account",
	quota: "form",
	input: z.object({}),
	async handle(_, call) {
		const { account, domain } = whose(call);
		await call.people.watched.withdraw(account, domain);
		return { see: `/dashboard/${domain}/`, done: "withdrawn" };
	},
});

/** Sets a sentence of the owner beside a receipt; an empty one takes it back. */
export const correctForm = defineForm({
	page: "/dashboard/[domain]",
	name: "correct",
	access: "account",
	quota: "form",
	input: z.object({ receipt: receiptId, says: z.string().default("") }),
	async handle({ receipt, says }, call) {
		const { account, domain } = whose(call);
		await atField("#/says", () => call.people.watched.correct(account, domain, receipt, says));
		return { see: `/dashboard/${domain}/`, done: says === "" ? "correction-taken-back" : "corrected" };
	},
});

/** The domain is as the page's address has it: one that the account does not watch, however it is written, is not its own. */
function whose(call: FormCall): { readonly account: string; readonly domain: string } {
	return { account: accountIn(call).id, domain: call.params.domain ?? "" };
}
