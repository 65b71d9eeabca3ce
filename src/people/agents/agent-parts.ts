import type { AgentType } from "#config/agent-settings.ts";
import type { SiteLinks } from "#site/page/site-links.ts";
import type { Database } from "#store/database.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { CountLookUp, ForeignJson } from "../oauth/foreign-json.ts";
import type { Oauth } from "../oauth/open-oauth.ts";
import type { Attempts } from "./attempts.ts";
import type { OwnAssertions } from "./own-assertions.ts";
import type { RefreshTokens } from "./refresh-tokens.ts";
import type { Registrations } from "./registrations.ts";
import type { TrustedProviders } from "./trusted-providers.ts";

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
