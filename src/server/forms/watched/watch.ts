import * as z from "zod";
import { AUDIT_MODES } from "#core/preset.ts";
import { TARGET_MAX_LENGTH } from "#core/target.ts";
import { atField } from "../../api/problems.ts";
import { accountIn, defineForm } from "../form.ts";

const domain = z.string("Enter a domain.").max(TARGET_MAX_LENGTH, "This must have at most 2,048 characters.");
const mode = z.enum(AUDIT_MODES, "Choose how much is read.");

/** Adds a domain to the account's watchlist. */
export const watchForm = defineForm({
	page: "/dashboard",
	name: "watch",
	access: "account",
	quota: "form",
	input: z.object({ domain, mode: mode.default("light") }),
	async handle(input, call) {
		const { id } = accountIn(call);
		await atField("#/domain", () => call.people.watched.watch(id, input.domain, input.mode));
		return { see: "/dashboard/", done: "watched" };
	},
});

/** Takes one off it. What it was is shown this once, so that it can be undone. */
export const unwatchForm = defineForm({
	page: "/dashboard",
	name: "unwatch",
	access: "account",
	quota: "form",
	input: z.object({ domain }),
	async handle(input, call) {
		const { watched } = call.people;
		const { id } = accountIn(call);
		const was = await watched.get(id, input.domain);
		await watched.unwatch(id, input.domain);
		return was ? { show: { unwatched: was.domain, mode: was.mode } } : { see: "/dashboard/" };
	},
});

/** Changes how much of it is read each night. */
export const modeForm = defineForm({
	page: "/dashboard/[domain]",
	name: "mode",
	access: "account",
	quota: "form",
	input: z.object({ mode }),
	async handle(input, call) {
		const watched = await call.people.watched.watch(accountIn(call).id, call.params.domain ?? "", input.mode);
		return { see: `/dashboard/${watched.domain}/`, done: "mode-changed" };
	},
});
