import { join, resolve } from "node:path";
import * as z from "zod";
import { DEFAULT_BASE_URL } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { type AgentSettings, agentVariables, readAgentSettings } from "./agent-settings.ts";
import { isSecret } from "./child-environment.ts";
import { type EvidenceBucket, evidenceVariables, readEvidenceBucket } from "./evidence-bucket.ts";
import { findInstalledBrowser } from "./installed-browser.ts";
import {
	type GitHubApp,
	type MailSettings,
	peopleVariables,
	readGitHubApp,
	readMailSettings,
} from "./people-settings.ts";

/** Where the site lives: a Node server, Vercel's functions, or files alone. */
export const ADAPTERS = ["node", "vercel", "none"] as const;
export type Adapter = (typeof ADAPTERS)[number];

/** An address that others are appended to. */
function siteAddress(example: string) {
	return z
		.url({ protocol: /^https?$/, error: `must be an http or https address such as ${example}` })
		.refine((url) => !url.endsWith("/"), "must have no trailing slash")
		.refine((url) => !/[?#]|^https?:\/\/[^/]*@/i.test(url), "must have no user name, query or fragment");
}

function wholeNumber(most: number) {
	const fault = `must be a whole number from 1 to ${most}`;
	return z.coerce.number(fault).int(fault).min(1, fault).max(most, fault);
}

/** What the environment decides; names are fixed, others script against them. */
const environmentSchema = z.object({
	HOST: z.string().min(1).default("localhost"),
	PORT: wholeNumber(65_535).default(4321),
	SIGHTLINE_BASE_URL: siteAddress("https://audit.example.com").default(DEFAULT_BASE_URL),
	SIGHTLINE_REPORTS: z.string().min(1).default("reports"),
	SIGHTLINE_DATA: z.string().min(1).default(".sightline"),
	SIGHTLINE_CONCURRENCY: wholeNumber(256).optional(),
	SIGHTLINE_CONTACT: z.string().optional(),
	SIGHTLINE_ADAPTER: z.enum(ADAPTERS, `must be one of ${ADAPTERS.join(", ")}`).default("node"),
	SIGHTLINE_API_URL: siteAddress("https://api.example.com").optional(),
	SIGHTLINE_STATIC_SITES: wholeNumber(1_000_000).default(10_000),
	DATABASE_URL: z
		.url({ protocol: /^postgres(ql)?$/, error: "must be an address such as postgres://user@host:5432/sightline" })
		.optional(),
	SIGHTLINE_LIMITS: z.string().optional(),
	SIGHTLINE_TRUSTED_PROXIES: z.string().optional(),
	SIGHTLINE_CONNECTIONS: wholeNumber(100_000).default(2_000),
	SIGHTLINE_CONNECTIONS_PER_ADDRESS: wholeNumber(100_000).default(100),
	SIGHTLINE_TOKEN_KEYS: z.string().optional(),
	SIGHTLINE_BOT_KEY: z.string().optional(),
	SIGHTLINE_RENDER: z.enum(["0", "1"], "must be 1 or 0").default("0"),
	SIGHTLINE_METRICS: z
		.string()
		.refine((value) => value === "1" || value.length >= 16, "must be 1, or a secret of at least 16 characters")
		.optional(),
	...evidenceVariables,
	...peopleVariables,
	...agentVariables,
	LOG_SIGNING_KEY: z.string().optional(),
	LOG_ORIGIN: z
		.string()
		.regex(/^[^\s+]{1,255}$/, "must be a name without spaces or plus signs, such as audit.example.com/log")
		.optional(),
	LOG_PUBLISHED_URL: siteAddress("https://audit.example.com").optional(),
	CI: z.string().optional(),
	SIGHTLINE_SCHEDULE: z.string().default("17 2 * * *"),
	SIGHTLINE_TIME_ZONE: z.string().refine(isTimeZone, "must be a time zone such as Europe/Berlin").default("UTC"),
	GITHUB_TOKEN: z
		.string()
		.regex(/^[\x21-\x7e]+$/, "must be one word of printable characters")
		.optional(),
	GITHUB_REPOSITORY: z
		.string()
		.regex(/^[\w.-]+\/[\w.-]+$/, "must be an owner and a name such as octocat/audits")
		.optional(),
	GITHUB_API_URL: siteAddress("https://api.github.com").default("https://api.github.com"),
	SIGHTLINE_AUTHOR: z
		.string()
		.regex(/^[^<>\p{Cc}]+ <[^<>\s]+@[^<>\s]+>$/u, "must be a name and an address such as Audits <audits@example.com>")
		.optional(),
});

function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
	} catch {
		return false;
	}
}

export interface Settings {
	readonly host: string;
	readonly port: number;
	/** Address of the site, no trailing slash; may carry a path. */
	readonly baseUrl: string;
	/** Absolute path of the published data. */
	readonly reports: string;
	/** Absolute path of live state and evidence. */
	readonly data: string;
	/** Audits at once; where it is not set, a rescan and a server have numbers of their own. */
	readonly concurrency: number | undefined;
	/** How to reach whoever runs this installation: an e-mail or web address. */
	readonly contact: string | undefined;
	/** An installed Chrome or Chromium for the rendered pass of deep audits; undefined where there is none. */
	readonly browserPath: string | undefined;
	readonly log: LogSettings;
	readonly adapter: Adapter;
	/** Address of a live API elsewhere, for a site of files alone; no trailing slash. */
	readonly apiUrl: string | undefined;
	/** Postgres for the live state; undefined keeps it in a file under `data`. */
	readonly databaseUrl: string | undefined;
	/** A bucket for evidence; undefined keeps it under `data`, or in Postgres where several machines audit. */
	readonly evidence: EvidenceBucket | undefined;
	/**
	 * Watched sites that a build makes pages for, the first of the watchlist: a server answers for the others from Postgres.
	 * Undefined where it cannot, so that there are pages for all.
	 */
	readonly staticSites: number | undefined;
	/** Rate limits that differ from the usual ones, such as `burst=5/10s audit=30/1h`. */
	readonly limits: string | undefined;
	/** Addresses and ranges of proxies whose word on the client's address is taken. */
	readonly trustedProxies: string | undefined;
	/** Connections open at once, in all and from one address. */
	readonly connections: number;
	readonly connectionsPerAddress: number;
	/** JSON Web Key Set that access tokens are verified with. */
	readonly tokenKeys: string | undefined;
	/** Private key, as JSON Web Key or a set of one or two, that requests of audits are signed with; undefined signs none. */
	readonly botKey: string | undefined;
	/** Whether the server shows sites to a browser in deep audits. */
	readonly renderInServer: boolean;
	/** `1` opens /metrics to everybody, a longer text to its bearer; undefined to nobody. */
	readonly metrics: string | undefined;
	/** When nights begin, as a cron expression of five fields. */
	readonly schedule: string;
	/** Whose clocks it means, such as `Europe/Berlin`. */
	readonly timeZone: string;
	readonly github: GitHubSettings;
	readonly mail: MailSettings;
	/** What sessions and forms are signed with; undefined makes one under `data`. */
	readonly secret: string | undefined;
	/** Undefined where nobody signs in through GitHub. */
	readonly gitHubApp: GitHubApp | undefined;
	/** Which agents may register. */
	readonly agents: AgentSettings;
	/** Who commits of reports are by; undefined leaves it to the program or to GitHub. */
	readonly author: Author | undefined;
}

export interface LogSettings {
	/** Private keys, the newest first, in the form `PRIVATE+KEY+…`; a key given up signs along while readers move on. */
	readonly signingKeys: readonly string[];
	/** Unique name of the log, and of its keys. By default the site's address without the scheme, and `/log`. */
	readonly origin: string;
	/** Whether the operator has given that name, or the address that it is made of. */
	readonly isNamed: boolean;
	/** Address of the published site, with which a seal compares before it signs. */
	readonly publishedAt: string | undefined;
	/** Whether this runs in continuous integration, where no key is made up: it would be lost with the machine. */
	readonly ci: boolean;
}

/** Who a commit is by. */
export interface Author {
	readonly name: string;
	readonly email: string;
}

/** Where GitHub is, and what may be done there. */
export interface GitHubSettings {
	readonly token: string | undefined;
	/** `<owner>/<name>` */
	readonly repository: string | undefined;
	/** Without a trailing slash. */
	readonly apiUrl: string;
}

/**
 * Reads and checks the environment once.
 * @param options variables that an option of a command stands for: the option, and the value it was given
 * @throws Failure `input-invalid` naming every variable, or an option, that is wrong
 */
export function readEnvironment(
	environment: NodeJS.ProcessEnv,
	options: Readonly<Record<string, readonly [option: string, value: string]>> = {},
): Settings {
	const values = Object.entries(options).map(([name, [, value]]) => [name, value] as const);
	const set = Object.entries(environment).filter(([, value]) => value !== "");
	const given = Object.fromEntries([...set, ...values]);
	const read = environmentSchema.safeParse(given);
	if (!read.success) {
		const faults = read.error.issues.map(({ path: [key], message }) => {
			const name = String(key);
			return { option: options[name]?.[0], says: faultOf(name, message, given) };
		});
		for (const { option, says } of faults)
			if (option !== undefined)
				throw new Failure("input-invalid", { what: `${says.replace(/^\w+/, option)}.`, todo: "Correct the option." });
		throw unusable(faults.map(({ says }) => says).join("; "));
	}
	return {
		host: read.data.HOST,
		port: read.data.PORT,
		baseUrl: read.data.SIGHTLINE_BASE_URL,
		reports: resolve(read.data.SIGHTLINE_REPORTS),
		data: resolve(read.data.SIGHTLINE_DATA),
		concurrency: read.data.SIGHTLINE_CONCURRENCY,
		contact: read.data.SIGHTLINE_CONTACT,
		browserPath: findInstalledBrowser(environment),
		log: {
			signingKeys: read.data.LOG_SIGNING_KEY?.split(/\s+/).filter(Boolean) ?? [],
			origin: read.data.LOG_ORIGIN ?? `${read.data.SIGHTLINE_BASE_URL.replace(/^https?:\/\//, "")}/log`,
			isNamed: Boolean(environment.LOG_ORIGIN || environment.SIGHTLINE_BASE_URL),
			publishedAt: read.data.LOG_PUBLISHED_URL,
			ci: !["false", "0", undefined].includes(read.data.CI),
		},
		adapter: read.data.SIGHTLINE_ADAPTER,
		apiUrl: read.data.SIGHTLINE_API_URL,
		databaseUrl: read.data.DATABASE_URL,
		evidence: readEvidenceBucket(read.data, refuse),
		staticSites:
			read.data.DATABASE_URL === undefined || read.data.SIGHTLINE_ADAPTER === "none"
				? undefined
				: read.data.SIGHTLINE_STATIC_SITES,
		limits: read.data.SIGHTLINE_LIMITS,
		trustedProxies: read.data.SIGHTLINE_TRUSTED_PROXIES,
		connections: read.data.SIGHTLINE_CONNECTIONS,
		connectionsPerAddress: read.data.SIGHTLINE_CONNECTIONS_PER_ADDRESS,
		tokenKeys: read.data.SIGHTLINE_TOKEN_KEYS,
		botKey: read.data.SIGHTLINE_BOT_KEY,
		renderInServer: read.data.SIGHTLINE_RENDER === "1",
		metrics: read.data.SIGHTLINE_METRICS,
		schedule: read.data.SIGHTLINE_SCHEDULE,
		timeZone: read.data.SIGHTLINE_TIME_ZONE,
		github: {
			token: read.data.GITHUB_TOKEN,
			repository: read.data.GITHUB_REPOSITORY,
			apiUrl: read.data.GITHUB_API_URL,
		},
		mail: readMailSettings(read.data, refuse),
		secret: read.data.SIGHTLINE_SECRET,
		gitHubApp: readGitHubApp(read.data, refuse),
		agents: readAgentSettings(read.data, refuse),
		author: readAuthor(read.data.SIGHTLINE_AUTHOR),
	};
}

function refuse(why: string): never {
	throw unusable(why);
}

function unusable(why: string): Failure {
	return new Failure("input-invalid", {
		what: "The environment is not usable.",
		why: `${why}.`,
		todo: "Correct or unset the variable.",
	});
}

function readAuthor(text: string | undefined): Author | undefined {
	if (text === undefined) return undefined;
	const at = text.lastIndexOf(" <");
	return { name: text.slice(0, at).trim(), email: text.slice(at + 2, -1) };
}

/** npm runs the script `publish` after it has published a package, too; no reports belong to that. */
export function isPackagePublished(environment: NodeJS.ProcessEnv): boolean {
	return environment.npm_command === "publish";
}

/** Characters of a value that are repeated. */
const SHOWN_LENGTH = 100;

/** Names variable, value and what it may be; a secret, or an address with a password, is not repeated. */
function faultOf(name: string, message: string, given: Readonly<Record<string, unknown>>): string {
	const value = String(given[name] ?? "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
	if (isSecret(name) || value.includes("@")) return `${name} ${message}`;
	const shown = value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value;
	return `${name} ${message}, and is "${shown}"`;
}

/** Where the live state is kept. @throws Failure `input-invalid` where nothing that is written to disk stays there */
export function storePlace({ adapter, databaseUrl, data }: Settings) {
	if (adapter === "vercel" && databaseUrl === undefined)
		throw new Failure("input-invalid", {
			what: "DATABASE_URL is not set.",
			why: "Functions on Vercel keep no files, so live audits need a Postgres.",
			todo: "Set DATABASE_URL to its address, such as postgres://user:password@host:5432/sightline.",
		});
	return { url: databaseUrl, file: join(data, "live.sqlite"), isFunction: adapter === "vercel" };
}
