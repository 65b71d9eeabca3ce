import type { Account } from "../accounts/account.ts";
import { PUBLIC_SCOPES } from "../oauth/scopes.ts";
import type { AgentParts } from "./agent-parts.ts";
import { type AgentRow, isoOf } from "./registrations.ts";

/** What a person is asked at `/agent-claim/`. */
export interface ClaimQuestion {
	/** Which agent it is, as far as anybody vouches for it: the name of a trusted provider. */
	readonly provider: string | undefined;
	/** ISO 8601: when the agent registered. */
	readonly registeredAt: string;
	/** Whether no agent acts for the account yet, and whether none of this provider does. */
	readonly isFirst: boolean;
	readonly isFirstOfProvider: boolean;
}

/** A link is for whoever has the e-mail address that the agent named: undefined for everybody else, and once it has ended. */
export async function question(token: string, account: Account, parts: AgentParts): Promise<ClaimQuestion | undefined> {
	const found = await find(token, account, parts);
	if (!found) return undefined;
	const { issuer, created_ms } = found.row;
	const mine = await parts.database.sql
		.selectFrom("agent_registration")
		.select("issuer")
		.where("account", "=", account.id)
		.execute();
	return {
		provider: issuer === null ? undefined : parts.providers.nameOf(issuer),
		registeredAt: isoOf(created_ms),
		isFirst: mine.length === 0,
		isFirstOfProvider: !mine.some((each) => each.issuer === issuer),
	};
}

/** @returns the code that the person reads to the agent; undefined where the link does not work any more */
export async function confirm(
	token: string,
	account: Account,
	{ mayChange }: { readonly mayChange: boolean },
	parts: AgentParts,
): Promise<string | undefined> {
	const found = await find(token, account, parts);
	const scopes = [...PUBLIC_SCOPES, "audit:read", ...(mayChange ? ["audit:write"] : [])];
	return found && parts.attempts.confirm(found.attempt, { account: account.id, scope: scopes.join(" ") });
}

export async function deny(token: string, account: Account, parts: AgentParts): Promise<void> {
	const found = await find(token, account, parts);
	if (found) await parts.attempts.deny(found.attempt);
}

async function find(token: string, account: Account, { attempts, registrations, now }: AgentParts) {
	const attempt = await attempts.byToken(token);
	const row = attempt && (await registrations.find(attempt.registration));
	return row && isOpenTo(account, row, now()) ? { attempt, row } : undefined;
}

function isOpenTo({ email }: Account, row: AgentRow, now: number): boolean {
	const isOpen = row.account === null && row.revoked_ms === null && (row.claim_ends_ms ?? 0) > now;
	return isOpen && row.email === email;
}
