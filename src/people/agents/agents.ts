import type { Settings } from "#config/environment.ts";
import { userAgent } from "#core/brand.ts";
import { createGuardedClient, type GuardedClient } from "#net/guarded-client.ts";
import { isPublicAddress } from "#net/public-address.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import type { Database } from "#store/database.ts";
import type { Account } from "../accounts/account.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import { createForeignJson } from "../oauth/foreign-json.ts";
import type { Oauth } from "../oauth/open-oauth.ts";
import type { ExchangeAssertion } from "../oauth/token-endpoint.ts";
import type { AgentParts } from "./agent-parts.ts";
import { openAttempts } from "./attempts.ts";
import {
	type ClaimAnswer,
	type ClaimRequest,
	type CompleteAnswer,
	type CompleteRequest,
	claim,
	complete,
} from "./claim.ts";
import { type ClaimQuestion, confirm, deny, question } from "./confirmation.ts";
import { exchange } from "./exchange.ts";
import { giveUp } from "./give-up.ts";
import { notify } from "./notify.ts";
import { type OwnAgents, openOwnAgents } from "./own-agents.ts";
import { openOwnAssertions } from "./own-assertions.ts";
import { openRefreshTokens } from "./refresh-tokens.ts";
import { isNewcomer, type RegisterAnswer, type RegisterRequest, register } from "./register.ts";
import { openRegistrations } from "./registrations.ts";
import { openTrustedProviders } from "./trusted-providers.ts";

/** Agents: how they register, get an assertion of who they are, and come to act for a person's account (auth.md). */
export interface Agents extends OwnAgents {
	/** Whether a request makes a registration that counts among those of its address, as far as is known before it is verified. */
	isNewcomer(request: RegisterRequest): Promise<boolean>;
	/** @throws ProtocolError as auth.md names them */
	register(request: RegisterRequest): Promise<RegisterAnswer>;
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

export interface OpenAgentsParts {
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
	const wayOut = () => createGuardedClient({ userAgent: userAgent(issuer), isPublicAddress, ports: [443] });
	const json = createForeignJson({ openClient: more.openClient ?? wayOut, now });
	const registrations = openRegistrations(database, now);
	const parts: AgentParts = {
		...{ database, accounts, oauth, registrations, json, issuer, now },
		attempts: openAttempts({ database, secret, now }),
		assertions: openOwnAssertions({ registrations, oauth, issuer, now }),
		refresh: openRefreshTokens(database, now),
		providers: openTrustedProviders(agents.trustedIssuers, json),
		links: createSiteLinks(issuer),
		types: agents.types,
	};
	return {
		...openOwnAgents(parts),
		isNewcomer: (request) => isNewcomer(request, parts),
		register: (request) => register(request, parts),
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
