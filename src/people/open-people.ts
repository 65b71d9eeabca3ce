import type { Settings } from "#config/environment.ts";
import { contactEmail } from "#core/agency/contact-link.ts";
import { type Mailer, openMailer } from "#mail/mailer.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";
import { AccessResults } from "./access/access-results.ts";
import type { Account } from "./accounts/account.ts";
import { Accounts } from "./accounts/accounts.ts";
import { type InstallationSecret, installationSecret } from "./accounts/installation-secret.ts";
import { Agencies } from "./agencies/agencies.ts";
import { AgencyBrands, FileBrands } from "./agencies/agency-brands.ts";
import { Agents } from "./agents/agents.ts";
import { Alerts } from "./alerts/alerts.ts";
import { OwnAudits } from "./audits/own-audits.ts";
import { ApiKeys } from "./keys/api-keys.ts";
import { Revocations } from "./oauth/access-tokens.ts";
import type { WayOut } from "./oauth/foreign-json.ts";
import { Oauth } from "./oauth/oauth.ts";
import { TokenKeys } from "./oauth/token-keys.ts";
import { openRecipients, Requests } from "./requests/requests.ts";
import { WatchedDomains } from "./watched/watched-domains.ts";

interface PeopleOptions {
	readonly database: Database;
	readonly settings: Settings;
	readonly secret?: InstallationSecret | undefined;
	readonly mailer?: Mailer | undefined;
	readonly print?: ((text: string) => void) | undefined;
	readonly facts?: (() => Promise<Pick<PublishedFacts, "agencies" | "embedded" | "lastRun">>) | undefined;
	readonly openClient?: WayOut | undefined;
	readonly onFault?: ((error: unknown) => void) | undefined;
}

/** Lazy-loads its parts. */
export class People {
	readonly accounts: Accounts;
	readonly keys: ApiKeys;
	readonly access: AccessResults;
	readonly alerts: Alerts;
	readonly audits: OwnAudits;
	readonly watched: WatchedDomains;
	readonly requests: Requests;
	readonly agencies: Agencies;
	readonly tokenKeys: TokenKeys;
	readonly oauth: Oauth;
	readonly agents: Agents;
	readonly secret: InstallationSecret;
	readonly mailer: Mailer;
	readonly #operator: string | undefined;

	/** @throws Failure `input-invalid` for missing settings or invalid keys */
	constructor({ database, settings, openClient, ...options }: PeopleOptions) {
		const { secret = installationSecret(settings), onFault = console.error } = options;
		const { mailer = openMailer(settings.mail, options.print) } = options;
		const { facts = async () => ({ agencies: new Map(), embedded: () => undefined, lastRun: null }) } = options;
		const { baseUrl, gitHubApp } = settings;
		this.secret = secret;
		this.mailer = mailer;
		this.#operator = contactEmail(settings.contact)?.toLowerCase();
		const accounts = new Accounts({ database, secret, mailer, baseUrl, gitHubApp, onFault });
		this.accounts = accounts;
		this.keys = new ApiKeys(database, accounts);
		this.access = new AccessResults({ database, baseUrl });
		this.audits = new OwnAudits(database, facts);
		this.alerts = new Alerts({ database, settings, accounts, audits: this.audits, mailer, secret });
		this.watched = new WatchedDomains({ database, settings, secret, facts });
		const tokenKeys = new TokenKeys(database, secret, settings.tokenKeys);
		const revocations = new Revocations(database, Date.now);
		const tokens = { database, settings, accounts, tokenKeys, revocations, openClient };
		this.tokenKeys = tokenKeys;
		this.agents = new Agents({ ...tokens, secret });
		this.oauth = new Oauth({ ...tokens, agents: this.agents });
		const links = createSiteLinks(baseUrl);
		const portal = links.absolute(links.portal);
		const brands = new AgencyBrands(database, new FileBrands(async () => (await facts()).agencies));
		const recipient = openRecipients(database, brands, settings.contact);
		this.requests = new Requests({ database, accounts, secret, mailer, onFault, baseUrl, portal, recipient });
		const isOperator = (account: Account) => this.isOperator(account);
		this.agencies = new Agencies({ database, brands, requests: this.requests, accounts, mailer, portal, isOperator });
	}

	/** Whether the account has the verified email address of the installation's contact. */
	isOperator({ email }: Pick<Account, "email">): boolean {
		return email.toLowerCase() === this.#operator;
	}

	async exportOf(account: string): Promise<Readonly<Record<string, unknown>>> {
		return {
			keys: await this.keys.list(account),
			watched: await this.watched.list(account),
			audits: await this.audits.exportOf(account),
			access: await this.access.exportOf(account),
			alerts: await this.alerts.exportOf(account),
			requests: await this.requests.exportOf(account),
			agencies: await this.agencies.exportOf(account),
			oauth: await this.oauth.grants.list(account),
			agents: await this.agents.list(account),
			account: await this.accounts.exportOf(account),
		};
	}

	/** Can be retried after a failure. */
	async forget(account: string): Promise<void> {
		const { keys, watched, audits, access, alerts, requests, agencies, oauth, agents, accounts } = this;
		// No other browser may add data now.
		await accounts.endSessions(account, "all");
		// Delete the account last: while it exists, its owner can retry a failed deletion.
		const owned = [keys, watched, audits, access, alerts, requests, agencies, oauth.grants, agents, accounts];
		// Delete twice, because requests in flight and a rescan write data until the account is gone.
		for (const _ of ["while it is there", "once it is gone"]) for (const part of owned) await part.forget(account);
	}

	async sweep(now: number): Promise<void> {
		for (const part of [this.accounts, this.requests, this.agencies, this.oauth, this.agents]) await part.sweep(now);
	}

	close(): Promise<void> {
		return this.mailer.close();
	}
}
