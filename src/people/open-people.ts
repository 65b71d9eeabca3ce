import type { Settings } from "#config/environment.ts";
import { type Mailer, openMailer } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import { type Accounts, openAccounts } from "./accounts/accounts.ts";
import { type InstallationSecret, installationSecret } from "./accounts/installation-secret.ts";
import { type OwnAudits, openOwnAudits } from "./audits/own-audits.ts";

/** What has to do with people and their accounts. */
export interface People {
	readonly accounts: Accounts;
	readonly audits: OwnAudits;
	/** Signs what is given to people, and must come back as it was. */
	readonly secret: InstallationSecret;
	readonly mailer: Mailer;
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
}

/**
 * Opens what has to do with people, over a store that is open. Nothing of it is loaded that is not used.
 * @throws Failure `input-invalid` for settings that are missing
 */
export function openPeople({ database, settings, ...parts }: PeopleParts): People {
	const { secret = installationSecret(settings), mailer = openMailer(settings.mail) } = parts;
	const { baseUrl } = settings;
	return {
		accounts: openAccounts({ database, secret, baseUrl }),
		audits: openOwnAudits(database),
		secret,
		mailer,
		close: () => mailer.close(),
	};
}
