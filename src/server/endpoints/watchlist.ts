import * as z from "zod";
import { domainSchema } from "#core/audit-request.ts";
import { REFUSAL } from "#core/brand.ts";
import { type Failure, isInputFailure } from "#core/failure.ts";
import { AUDIT_MODES } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import type { WatchedDomain } from "#people/watched/watched-domains.ts";
import { accountOf, defineEndpoint } from "../api/endpoint.ts";
import { atField, FieldFailure, type FieldFault } from "../api/rejection.ts";

const MOST = 100;

const changeSchema = z
	.strictObject({
		add: z
			.array(
				z.strictObject({
					domain: domainSchema,
					mode: z.enum(AUDIT_MODES, "must be light or deep").default("light").describe("Scan depth of rescans."),
				}),
				"must be a list of domains",
			)
			.max(MOST, `must name at most ${MOST} domains`)
			.default([])
			.describe("Domains to watch from now on; one that is watched already gets the mode."),
		remove: z
			.array(domainSchema, "must be a list of domains")
			.max(MOST, `must name at most ${MOST} domains`)
			.default([])
			.describe("Domains to watch no longer, and with it to prove control of no longer."),
	})
	.meta({ id: "WatchlistChange", description: "What to watch, and what no longer." });

const watchedSchema = z
	.strictObject({
		domain: z.string().describe("ASCII host."),
		mode: z.enum(AUDIT_MODES).describe("Scan depth of rescans."),
		addedAt: z.iso.datetime({ precision: 3 }).describe("Since when the account watches it."),
		isPublic: z.boolean().describe("Whether the account has proved control, which makes the domain public."),
	})
	.meta({ id: "WatchedDomain", description: "A domain that the account watches." });

const watchlistSchema = z
	.strictObject({
		ok: z.literal(true),
		added: z.array(z.string()).describe("ASCII hosts that the account did not watch before."),
		removed: z.array(z.string()).describe("ASCII hosts that it watched until now."),
		watched: z.array(watchedSchema).describe("All that the account watches now, by name."),
		refusal: z.string().describe("What is sold here, and what is not."),
	})
	.meta({ id: "Watchlist", description: "What an account watches after a change." });

const EXAMPLE = { domain: "example.com", mode: "light" as const };

export const changeWatchlist = defineEndpoint({
	operationId: "changeWatchlist",
	method: "POST",
	path: "/api/v1/watchlist",
	tag: "Account",
	summary: "Change what an account watches",
	description: `Adds domains to what the account watches, and removes others; an empty object changes nothing and lists them. Every rescan
audits a watched domain, and the account has the audits. It stays private until the account has proved control of it.

All domains are read before anything is changed. Said twice, it changes nothing.`,
	account: "required",
	scope: "audit:write",
	quota: "form",
	input: changeSchema,
	output: watchlistSchema,
	examples: {
		input: { addOne: { add: [EXAMPLE] }, removeOne: { remove: [EXAMPLE.domain] }, list: {} },
		output: {
			added: {
				ok: true,
				added: [EXAMPLE.domain],
				removed: [],
				watched: [{ ...EXAMPLE, addedAt: "2026-11-21T09:30:12.480Z", isPublic: false }],
				refusal: REFUSAL,
			},
		},
	},
	async handle({ add, remove }, call) {
		const account = accountOf(call);
		const { watched } = call.people;
		const [toAdd, toRemove] = readAll(
			add.map(({ domain }) => domain),
			remove,
		);
		const removed: string[] = [];
		for (const host of new Set(toRemove)) if (await watched.unwatch(account, host)) removed.push(host);
		const added: string[] = [];
		for (const [at, host] of toAdd.entries()) {
			const isKnown = (await watched.get(account, host)) !== undefined;
			await atField(`#/add/${at}/domain`, () => watched.watch(account, host, add[at]?.mode ?? "light"));
			if (!isKnown) added.push(host);
		}
		const all = (await watched.list(account)).map(entryOf);
		return { body: { ok: true as const, added, removed, watched: all, refusal: REFUSAL } };
	},
});

function entryOf({ domain, mode, addedAt, control }: WatchedDomain) {
	return { domain, mode, addedAt, isPublic: control.since !== undefined };
}

/** Hosts of both lists. @throws FieldFailure that names every domain which is none */
function readAll(add: readonly string[], remove: readonly string[]): [string[], string[]] {
	const faults: (FieldFault & { readonly failure: Failure })[] = [];
	const read = (domain: string, pointer: string) => {
		try {
			return [parseTarget(domain).host];
		} catch (failure) {
			if (!isInputFailure(failure)) throw failure;
			faults.push({ detail: failure.message, pointer, failure });
			return [];
		}
	};
	const hosts: [string[], string[]] = [
		add.flatMap((domain, at) => read(domain, `#/add/${at}/domain`)),
		remove.flatMap((domain, at) => read(domain, `#/remove/${at}`)),
	];
	const [first] = faults;
	if (!first) return hosts;
	throw new FieldFailure(
		first.failure.code,
		faults.map(({ detail, pointer }) => ({ detail, pointer })),
		{ cause: first.failure },
	);
}
