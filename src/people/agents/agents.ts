import type { AgentType, Settings } from "#config/environment.ts";
import { ProtocolError } from "#core/protocol-error.ts";
import type { GuardedClient } from "#net/guarded-client.ts";
import { readForeignJwt } from "#signing/foreign-jwt.ts";
import { createSiteLinks, type SiteLinks } from "#site/page/site-links.ts";
import type { Database } from "#store/database.ts";
import { type Account, isoTime } from "../accounts/account.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import { type CountLookUp, createForeignJson, type ForeignJson, publicWayOut } from "../oauth/foreign-json.ts";
import type { Oauth } from "../oauth/oauth.ts";
import { oauthError, PUBLIC_SCOPES, splitScope } from "../oauth/protocol.ts";
import type { ExchangeAssertion } from "../oauth/token-endpoint.ts";
import {
	clientName,
	type OwnAssertions,
	openOwnAssertions,
	openTrustedProviders,
	readIdJag,
	scopesOf,
	type TrustedProviders,
	useAssertion,
} from "./assertions.ts";
import {
	type Attempts,
	type ClaimAnswer,
	type ClaimQuestion,
	type ClaimRequest,
	type CompleteAnswer,
	type CompleteRequest,
	claim,
	complete,
	confirm,
	deny,
	openAttempts,
	question,
} from "./claim.ts";
import { notify } from "./notify.ts";
import { isNewcomer, type RegisterAnswer, type RegisterRequest, register } from "./register.ts";
import {
	type AgentRow,
	openRefreshTokens,
	openRegistrations,
	type RefreshTokens,
	type Registrations,
} from "./registrations.ts";

/** Agents: how they register, get an assertion of who they are, and come to act for a person's account (auth.md). */
export interface Agents extends OwnAgents {
	/** Whether a request makes a registration that counts among those of its address, as far as is known before it is verified. */
	isNewcomer(request: RegisterRequest): Promise<boolean>;
	/** @param count counts the look-up of a DID's document @throws ProtocolError as auth.md names them; what `count` throws */
	register(request: RegisterRequest, count?: CountLookUp): Promise<RegisterAnswer>;
	/** Begins a claim, by a link for the person. @throws ProtocolError */
	claim(request: ClaimRequest): Promise<ClaimAnswer>;
	/** Ends it, by the code that the person was shown. @throws ProtocolError */
	complete(request: CompleteRequest): Promise<CompleteAnswer>;
	/** Takes a Security Event Token of a provider. @throws ProtocolError as RFC 8935 names them */
	notify(set: string): Promise<void>;
	/** For the token endpoint. */
	readonly exchange: ExchangeAssertion;
	/** For the revocation endpoint: ends the registration of a refresh token or an assertion. */
	giveUp(token: string): Promise<void>;
	/** What a person is asked by the token of a link; undefined where it does not work for them. */
	question(token: string, account: Account): Promise<ClaimQuestion | undefined>;
	/** The person's yes. @returns the code that they read to the agent; undefined where the link does not work any more */
	confirm(token: string, account: Account, allowed: { readonly mayChange: boolean }): Promise<string | undefined>;
	/** The person's no. */
	deny(token: string, account: Account): Promise<void>;
	/** Deletes what has expired. @param now milliseconds since 1970 */
	sweep(now: number): Promise<void>;
}

interface OpenAgentsParts {
	readonly database: Database;
	readonly settings: Pick<Settings, "baseUrl" | "agents">;
	readonly secret: InstallationSecret;
	readonly accounts: Pick<Accounts, "find" | "findByEmail">;
	readonly oauth: Pick<Oauth, "sign" | "verifyingKeys" | "revokeSubject" | "endSubject">;
	/** In place of the way out to providers' keys and documents of DIDs on public addresses. */
	readonly openClient?: (() => GuardedClient) | undefined;
	/** Milliseconds since 1970. */
	readonly now?: () => number;
}

export function openAgents({
	database,
	settings,
	secret,
	accounts,
	oauth,
	now = Date.now,
	...more
}: OpenAgentsParts): Agents {
	const { baseUrl: issuer, agents } = settings;
	const openJson = () => createForeignJson({ openClient: more.openClient ?? publicWayOut(issuer), now });
	const registrations = openRegistrations(database, oauth, now);
	const parts: AgentParts = {
		...{ database, accounts, oauth, registrations, json: openJson(), issuer, now },
		attempts: openAttempts({ database, secret, now }),
		assertions: openOwnAssertions({ registrations, oauth, issuer, now }),
		refresh: openRefreshTokens(database, now),
		// Of their own: what strangers name pushes no provider's keys out, and makes none wait.
		providers: openTrustedProviders(agents.trustedIssuers, openJson()),
		links: createSiteLinks(issuer),
		types: agents.types,
	};
	return {
		...openOwnAgents(parts),
		isNewcomer: (request) => isNewcomer(request, parts),
		register: (request, count) => register(request, { ...parts, count }),
		claim: (request) => claim(request, parts),
		complete: (request) => complete(request, parts),
		notify: (set) => notify(set, parts),
		exchange: (assertion, asked) => exchange(assertion, asked, parts),
		giveUp: (token) => giveUp(token, parts),
		question: (token, account) => question(token, account, parts),
		confirm: (token, account, allowed) => confirm(token, account, allowed, parts),
		deny: (token, account) => deny(token, account, parts),
		sweep: (at) => registrations.sweep(at),
	};
}

/**
 * Ends the registration whose refresh token or assertion somebody holds and gives up (RFC 7009), with all its tokens: whoever else may
 * hold one has nothing of it. Nothing happens for what is none of ours.
 */
async function giveUp(token: string, { assertions, refresh, registrations }: AgentParts): Promise<void> {
	const id = (await refresh.find(token)) ?? (await assertions.read(token))?.id;
	if (id !== undefined) await registrations.end(id);
}

/** An agent that acts for an account, as its owner reads of it. */
interface ListedAgent {
	readonly id: string;
	/** What the provider is called that vouches for it; undefined where none does. */
	readonly provider?: string;
	/** Which of the provider's clients it is: its host, or what the provider calls it. */
	readonly client?: string;
	/** ISO 8601: when the person let it. */
	readonly since: string;
	readonly scopes: readonly string[];
}

/** The agents that act for accounts; all take the account's id first. */
interface OwnAgents {
	/** Newest first. */
	list(account: string): Promise<readonly ListedAgent[]>;
	/** The agent acts for the account no more, and its tokens work no more. Nothing happens to others' agents. */
	end(account: string, id: string): Promise<void>;
	exportOf(account: string): Promise<readonly ListedAgent[]>;
	/** Deletes them, and registrations that wait for the account's e-mail address; others' agents forget the address. */
	forget(account: string): Promise<void>;
}

type Parts = Pick<AgentParts, "database" | "accounts" | "oauth" | "registrations" | "providers">;

function openOwnAgents({ database: { sql }, accounts, oauth, registrations, providers }: Parts): OwnAgents {
	const list = async (account: string): Promise<readonly ListedAgent[]> => {
		const rows = await sql
			.selectFrom("agent_registration")
			.select(["id", "issuer", "client", "scope", "claimed_ms"])
			.where("account", "=", account)
			.orderBy("claimed_ms", "desc")
			.orderBy("id")
			.execute();
		return rows.map(({ id, issuer, client, scope, claimed_ms }) => {
			const provider = issuer === null ? undefined : (providers.nameOf(issuer) ?? issuer);
			const facts = { id, since: isoTime(claimed_ms ?? 0), scopes: scope.split(" ") };
			if (provider === undefined) return facts;
			return { ...facts, provider, ...(client !== "" && { client: clientName(client) }) };
		});
	};
	return {
		list,
		async end(account, id) {
			const mine = sql.selectFrom("agent_registration").select("id").where("account", "=", account);
			if (!(await mine.where("id", "=", id).executeTakeFirst())) return;
			await registrations.end(id);
		},
		exportOf: list,
		async forget(account) {
			const email = (await accounts.find(account))?.email ?? null;
			const named = await sql
				.selectFrom("agent_registration")
				.select("id")
				.where((where) =>
					where.or([
						where("account", "=", account),
						where.and([where("account", "is", null), where("email", "=", email)]),
					]),
				)
				.execute();
			for (const { id } of named) await oauth.endSubject(id);
			const ids = named.map(({ id }) => id);
			await sql.transaction().execute(async (trx) => {
				await trx.deleteFrom("agent_attempt").where("account", "=", account).execute();
				// A provider's user may have moved to this address since somebody else let the agent act.
				await trx.updateTable("agent_registration").set({ email: null }).where("email", "=", email).execute();
				if (ids.length === 0) return;
				await trx.deleteFrom("agent_attempt").where("registration", "in", ids).execute();
				await trx.deleteFrom("agent_refresh").where("registration", "in", ids).execute();
				await trx.deleteFrom("agent_registration").where("id", "in", ids).execute();
			});
		},
	};
}

/** What the answers to agents are made with; wired once. */
export interface AgentParts {
	readonly database: Database;
	readonly accounts: Pick<Accounts, "find" | "findByEmail">;
	readonly oauth: Pick<Oauth, "revokeSubject" | "endSubject">;
	readonly registrations: Registrations;
	readonly attempts: Attempts;
	readonly assertions: OwnAssertions;
	readonly refresh: RefreshTokens;
	readonly providers: TrustedProviders;
	readonly json: ForeignJson;
	/** Counts what is looked up for one request. */
	readonly count?: CountLookUp | undefined;
	readonly links: SiteLinks;
	/** Ways in which agents may register. */
	readonly types: readonly AgentType[];
	/** Address of the site, no trailing slash. */
	readonly issuer: string;
	/** Milliseconds since 1970. */
	readonly now: () => number;
}

type Asked = Parameters<ExchangeAssertion>[1];

/**
 * Who an assertion at the token endpoint is about: one of ours, which works until its end, or one of a trusted provider, which works once
 * and for what is public.
 * @throws ProtocolError `invalid_grant`, `invalid_scope`
 */
export async function exchange(
	assertion: string,
	asked: Asked,
	parts: AgentParts,
): Promise<Awaited<ReturnType<ExchangeAssertion>>> {
	const own = await parts.assertions.read(assertion);
	const row = own ?? (await ofProvider(assertion, asked, parts));
	// Whose agent it is was said to us by that person, not by whoever sends a provider's word.
	const allowed = own ? scopesOf(own) : PUBLIC_SCOPES;
	const scopes = splitScope(asked.scope);
	if (scopes.some((scope) => !allowed.includes(scope)))
		throw oauthError("invalid_scope", `What can be asked for is ${allowed.join(", ")}.`);
	const account = own?.account ?? undefined;
	return { subject: row.id, scopes: scopes.length > 0 ? scopes : allowed, ...(account !== undefined && { account }) };
}

async function ofProvider(assertion: string, { clientId: asking }: Asked, parts: AgentParts): Promise<AgentRow> {
	const isOurs = readForeignJwt(assertion)?.claims.iss === parts.issuer;
	if (isOurs || !parts.types.includes("identity_assertion")) throw notOurs();
	try {
		const { claims, clientId } = await readIdJag(assertion, parts);
		if (asking !== undefined && asking !== clientId)
			throw oauthError("invalid_grant", "The assertion was issued to another client.");
		await useAssertion(parts.database, claims);
		const { iss: issuer, sub: subject } = claims;
		return await parts.registrations.ofVouched({ kind: "identity_assertion", issuer, subject, client: clientId });
	} catch (error) {
		if (error instanceof ProtocolError && error.error !== "temporarily_unavailable")
			throw oauthError("invalid_grant", error.description);
		throw error;
	}
}

function notOurs(): ProtocolError {
	return oauthError(
		"invalid_grant",
		"The assertion does not work: it is not one of ours, has expired, or was revoked.",
	);
}
