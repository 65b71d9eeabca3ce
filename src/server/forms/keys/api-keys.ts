import * as z from "zod";
import { KEY_NAME_LENGTH, KEY_SCOPES } from "#people/keys/api-keys.ts";
import { accountIn, defineForm, type Form, severalOf } from "../form.ts";

/** Choices of how long a key lasts: days, or for good. */
export const KEY_LIFETIMES = ["30", "90", "365", "unlimited"] as const;

const PAGE = "/admin/api-keys";
const ID_LENGTH = 100;
const name = z
	.string("Give the key a name, such as the program that will use it.")
	.max(KEY_NAME_LENGTH, `The name must have at most ${KEY_NAME_LENGTH} characters.`)
	.regex(/^[^\n\t]*$/, "The name must be one line.");
const id = z.string("The key is missing. Load the page again.").max(ID_LENGTH, "There is no such key.");

const makeKeyForm = defineForm({
	page: PAGE,
	name: "make",
	access: "account",
	quota: "form",
	input: z.object({
		name,
		scopes: severalOf(z.enum(KEY_SCOPES, "Choose from the scopes that are listed.")),
		lifetime: z.enum(KEY_LIFETIMES, "Choose how long the key lasts."),
	}),
	async handle({ lifetime, ...parts }, call) {
		const days = lifetime === "unlimited" ? undefined : Number(lifetime);
		const key = await call.people.keys.make(accountIn(call).id, { ...parts, days });
		return { show: { key, name: parts.name } };
	},
});

const renameKeyForm = defineForm({
	page: PAGE,
	name: "rename",
	access: "account",
	quota: "form",
	input: z.object({ id, name }),
	async handle({ id, name }, call) {
		const isThere = await call.people.keys.rename(accountIn(call).id, id, name);
		return { see: `${PAGE}/`, done: isThere ? "renamed" : "gone" };
	},
});

const revokeKeyForm = defineForm({
	page: PAGE,
	name: "revoke",
	access: "account",
	quota: "form",
	input: z.object({ id }),
	async handle({ id }, call) {
		await call.people.keys.revoke(accountIn(call).id, id);
		// One that is gone already is what was asked for.
		return { see: `${PAGE}/`, done: "revoked" };
	},
});

export const API_KEY_FORMS: readonly Form[] = [makeKeyForm, renameKeyForm, revokeKeyForm];
