import type { Settings } from "#config/environment.ts";
import { contactEmail } from "#core/agency/contact-link.ts";
import { type Mailer, openMailer } from "#mail/mailer.ts";
import type { GuardedClient } from "#net/guarded-client.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";
import type { Account } from "./accounts/account.ts";
import { type Accounts, openAccounts } from "./accounts/accounts.ts";
import { type InstallationSecret, installationSecret } from "./accounts/installation-secret.ts";
import { type Agencies, openAgencies } from "./agencies/agencies.ts";
import { openAgencyBrands, openFileBrands } from "./agencies/agency-brands.ts";
import { openAgencyBriefs } from "./agencies/agency-briefs.ts";
import { type Agents, openAgents } from "./agents/agents.ts";
import { type Alerts, openAlerts } from "./alerts/alerts.ts";
import { type OwnAudits, openOwnAudits } from "./audits/own-audits.ts";
import { type ApiKeys, openApiKeys } from "./keys/api-keys.ts";
import { type Oauth, openOauth } from "./oauth/oauth.ts";
import { openRecipients, openRequests, type Requests } from "./requests/requests.ts";
import { openWatchedDomains, type WatchedDomains } from "./watched/watched-domains.ts";

/** What has to do with people and their accounts. */
export interface People {
	readonly accounts: Accounts;
	readonly keys: ApiKeys;
	readonly alerts: Alerts;
	readonly audits: OwnAudits;
	readonly requests: Requests;
	readonly agencies: Agencies;
	/** Whether an account is of whoever runs this installation: its owner has shown that the contact's e-mail address is theirs. */
	isOperator(account: Account): boolean;
	readonly watched: WatchedDomains;
	readonly oauth: Oauth;
	readonly agents: Agents;
	/** Signs what is given to people, and must come back as it was. */
	readonly secret: InstallationSecret;
	readonly mailer: Mailer;
	/** All that an account has, as JSON, by topic. @param account its id */
	exportOf(account: string): Promise<Readonly<Record<string, unknown>>>;
	/** Deletes an account with all that it has. What fails halfway can be done again. @param account its id */
	forget(account: string): Promise<void>;
	/** Deletes what has expired. @param now milliseconds since 1970 */
	sweep(now: number): Promise<void>;
	/** Waits for mail that is being sent. The store stays open. */
	close(): Promise<void>;
}

/** What an account has of one kind; it can be read by its owner whole, and ends with the account. */
export interface AccountData {
	/** As JSON. @param account its id */
	exportOf(account: string): Promise<unknown>;
	/** @param account its id */
	forget(account: string): Promise<void>;
}

/** What each part of it works on. */
export interface PeopleParts {
	readonly database: Database;
	readonly settings: Settings;
	/** In place of those of the settings. */
	readonly secret?: InstallationSecret | undefined;
	readonly mailer?: Mailer | undefined;
	/** Prints mail as it is where none is sent; on standard error by default. */
	readonly print?: ((text: string) => void) | undefined;
	/** What the site was built from; by default from nothing. */
	readonly facts?: (() => Promise<Pick<PublishedFacts, "agencies" | "embedded" | "lastRun">>) | undefined;
	/** In place of the way out to what clients, providers and agents publish, on public addresses. */
	readonly openClient?: (() => GuardedClient) | undefined;
	/** Gets what went wrong where nobody waits for it; standard error by default. */
	readonly onFault?: ((error: unknown) => void) | undefined;
}

/**
 * Opens what has to do with people, over a store that is open. Nothing of it is loaded that is not used.
 * @throws Failure `input-invalid` for settings that are missing
 */
export function openPeople({ database, settings, ...parts }: PeopleParts): People {
	const { secret = installationSecret(settings), onFault = console.error } = parts;
	const { mailer = openMailer(settings.mail, parts.print) } = parts;
	const { facts = async () => ({ agencies: new Map(), embedded: () => undefined, lastRun: null }) } = parts;
	const { baseUrl, gitHubApp } = settings;
	const accounts = openAccounts({ database, secret, mailer, baseUrl, gitHubApp, onFault });
	const keys = openApiKeys(database, accounts);
	const audits = openOwnAudits(database, facts);
	const alerts = openAlerts({ database, settings, accounts, audits, mailer, secret });
	const watched = openWatchedDomains({ database, settings, secret, facts });
	const exchange: Agents["exchange"] = (...asked) => agents.exchange(...asked);
	const giveUp: Agents["giveUp"] = (token) => agents.giveUp(token);
	const oauth = openOauth({ ...parts, database, settings, secret, accounts, exchange, giveUp });
	const agents: Agents = openAgents({ ...parts, database, settings, secret, accounts, oauth });
	const links = createSiteLinks(baseUrl);
	const portal = links.absolute(links.portal);
	const brands = openAgencyBrands(
		database,
		openFileBrands(async () => (await facts()).agencies),
	);
	const briefs = openAgencyBriefs(database);
	const requests = openRequests({
		...{ database, accounts, secret, mailer, onFault, baseUrl, portal },
		recipient: openRecipients(database, brands, settings.contact),
	});
	const operator = contactEmail(settings.contact)?.toLowerCase();
	const isOperator = ({ email }: Pick<Account, "email">) => email.toLowerCase() === operator;
	const api = async () => (await accounts.auth()).api;
	const agencies = openAgencies({ database, brands, briefs, requests, api, mailer, portal, isOperator });
	// What others write is ended first, and the account itself last: as long as it is there, its owner can ask again for what failed.
	const owned = { keys, watched, audits, alerts, requests, agencies, oauth, agents, account: accounts };
	return {
		accounts,
		keys,
		alerts,
		audits,
		watched,
		requests,
		agencies,
		oauth,
		agents,
		isOperator,
		secret,
		mailer,
		exportOf: (account) => exportAll(owned, account),
		forget: (account) => forgetAll(owned, account, accounts),
		async sweep(now) {
			for (const part of [accounts, requests, briefs, agencies, oauth, agents]) await part.sweep(now);
		},
		close: () => mailer.close(),
	};
}

type Owned = Readonly<Record<string, AccountData>>;

async function exportAll(owned: Owned, account: string): Promise<Readonly<Record<string, unknown>>> {
	const parts = Object.entries(owned).map(async ([topic, { exportOf }]) => [topic, await exportOf(account)] as const);
	return Object.fromEntries(await Promise.all(parts));
}

async function forgetAll(owned: Owned, account: string, { endSessions }: Pick<Accounts, "endSessions">): Promise<void> {
	// Nobody goes on adding to it in another browser.
	await endSessions(account, "all");
	// Again once the account is gone: requests that were under way, and a rescan, write for it until then.
	for (const _ of ["while it is there", "once it is gone"])
		for (const { forget } of Object.values(owned)) await forget(account);
}
