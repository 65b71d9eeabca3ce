import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import * as z from "zod";
import { agencySlugSchema } from "#core/agency/agency.ts";
import { DEFAULT_BASE_URL } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { isSecret } from "./child-environment.ts";

/** A Node server, Vercel functions, or static files. */
export const ADAPTERS = ["node", "vercel", "none"] as const;
export type Adapter = (typeof ADAPTERS)[number];

/** Names of auth.md; `did` is our own, for agents that act for themselves. */
export const AGENT_TYPES = ["anonymous", "service_auth", "identity_assertion", "did"] as const;
export type AgentType = (typeof AGENT_TYPES)[number];

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

const ISSUERS_FAULT =
	'must be https addresses with spaces between them, or JSON such as [{"issuer": "https://…", "name": "…"}]';
const issuer = z
	.url({ protocol: /^https$/, error: ISSUERS_FAULT })
	.refine((url) => !url.endsWith("/"), "must have no trailing slash")
	.refine((url) => !/[?#@]/.test(url), "must have no user name, query or fragment");
/** Identity providers that we trust for their agents' users: address and name. */
const trustedIssuers = z
	.string()
	.transform((text): unknown => {
		if (!text.trim().startsWith("[")) return text.split(/\s+/).flatMap((each) => (each === "" ? [] : { issuer: each }));
		try {
			return JSON.parse(text);
		} catch {
			// Zod reports the setting; the engine's error adds nothing.
			return undefined;
		}
	})
	.pipe(
		z.array(
			z
				.strictObject({ issuer, name: z.string().min(1).max(60).optional() }, ISSUERS_FAULT)
				.transform((each) => ({ issuer: each.issuer, name: each.name ?? new URL(each.issuer).host })),
			ISSUERS_FAULT,
		),
	)
	.refine((all) => new Set(all.map((each) => each.issuer)).size === all.length, "must name each issuer once");
const agentTypes = z
	.string()
	.transform((text) => text.split(/[\s,]+/).filter(Boolean))
	.pipe(
		z
			.array(z.enum(AGENT_TYPES, `must be among ${AGENT_TYPES.join(", ")}`))
			.min(1, `must name one at least of ${AGENT_TYPES.join(", ")}`),
	);

const MAILBOX = /^(?:[^\s<>@,;"]+@[^\s<>@,;"]+|[^<>\p{Cc}",;]+ <[^\s<>@,;"]+@[^\s<>@,;"]+>)$/u;
/** Bucket names valid in S3, R2 and MinIO, and a prefix that needs no URL escaping. */
const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w-][\w.-]*(?:\/[\w-][\w.-]*)*))?\/?$/;

const proxyAddress = z
	.string()
	.transform((text) => (text.includes("://") ? text : `http://${text}`))
	.refine(
		(text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""),
		"must be the address of an http or https proxy such as http://proxy.example.com:3128",
	)
	.optional();

/** Operators' scripts depend on these names. docs/operating.md lists those with a description; `byDefault` is text. */
const VARIABLES = z.object({
	HOST: z
		.string()
		.min(1)
		.default("localhost")
		.describe(
			"the address it listens on; `localhost` may be only one of 127.0.0.1 and ::1. Behind a proxy use `HOST=127.0.0.1`, also in the proxy; in a container `HOST=0.0.0.0`",
		),
	PORT: wholeNumber(65_535).default(4321).describe("the port it listens on"),
	SIGHTLINE_BASE_URL: siteAddress("https://audit.example.com").optional(),
	SIGHTLINE_REPORTS: z.string().min(1).default("reports"),
	SIGHTLINE_DATA: z.string().min(1).default(".sightline"),
	SIGHTLINE_CONTACT: z.string().optional(),
	SIGHTLINE_AGENCY: agencySlugSchema
		.optional()
		.describe(
			"slug of the agency that runs this installation: pages then show the name, logo and colours of `agencies/<slug>.json` in the reports instead of ours",
		),
	SIGHTLINE_CLI: z
		.string()
		.regex(/^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/, "must be the name of an npm package such as @acme/sightline")
		.optional()
		.meta({
			byDefault: "the tarball that the site serves",
			description:
				"npm package under which you have published this command line; pages then print `npx <name>@<version> …`. A build looks it up in npm's registry, and fails if it is missing",
		}),
	SIGHTLINE_ADAPTER: z.enum(ADAPTERS, `must be one of ${ADAPTERS.join(", ")}`).default("node"),
	SIGHTLINE_API_URL: siteAddress("https://api.example.com").optional(),
	DATABASE_URL: z
		.url({ protocol: /^postgres(ql)?$/, error: "must be an address such as postgres://user@host:5432/sightline" })
		.optional()
		.describe(
			"Postgres for live state, such as `postgres://sightline@db/sightline`; without it a file, `SIGHTLINE_DATA/live.sqlite`",
		),
	SIGHTLINE_CONCURRENCY: wholeNumber(256).optional().meta({
		byDefault: "24; a rescan 6",
		description:
			"audits at once in one process, shared as under [limits](#of-the-server); 4 times as many, at least 16, wait up to 20 s; further requests get 503 with `Retry-After`",
	}),
	SIGHTLINE_LIMITS: z.string().optional().meta({
		byDefault:
			"`burst=5/10s reading=100/10s audit=30/1h brief=30/1h form=20/1h sign-in=5/15m register=10/1h claim=10/10m credential=60/1m look-up=20/10m token=300/1h key=300/1h`",
		description:
			"rate limits; name only those that you change. A deep audit counts as 3, a comparison as 2. Two limits replace `audit`, `brief` and `form` and cover all 3 together: `token` for a token that acts for no account (all such tokens from one address also share it), and `key` for an account (an API key, a session or a token that acts for it). `sign-in` counts by address and by email address; `register` (registrations of clients and agents), `claim` (claims that agents begin), `credential` (tokens and assertions issued) and `look-up` (documents and keys of clients and agents that are fetched) by address. `burst` is also how many unfinished audits one caller may have",
	}),
	SIGHTLINE_TRUSTED_PROXIES: z
		.string()
		.optional()
		.describe(
			"addresses and ranges of your proxies, such as `127.0.0.1,10.0.0.0/8`; only then is `X-Forwarded-For` read. Without it everyone behind a proxy is one client, with one client's limits and connections",
		),
	SIGHTLINE_CONNECTIONS: wholeNumber(100_000)
		.default(2_000)
		.describe(
			"connections open at once; fewer if the process may not open enough descriptors, which it reports at start",
		),
	SIGHTLINE_CONNECTIONS_PER_ADDRESS: wholeNumber(100_000)
		.default(100)
		.describe("connections open at once from one IPv4 address or IPv6 /64; trusted proxies have no such limit"),
	SIGHTLINE_TOKEN_KEYS: z
		.string()
		.optional()
		.describe(
			"JSON Web Key Set: the first private P-256 key signs access tokens, the others verify them. Anyone who can sign with any of these keys can [act for any account](decisions/025-an-authorization-server-on-jose.md), by the claim `sightline_account`: list only keys of signers whom you trust with all accounts. Without a signing key, the server makes keys, stores them encrypted with `SIGHTLINE_SECRET`, and rotates them every 30 days",
		),
	SIGHTLINE_TRUSTED_ISSUERS: trustedIssuers.default([]).meta({
		byDefault: "–",
		description:
			'[providers of agents](#agents) that vouch for their users: https addresses separated by spaces, or JSON such as `[{"issuer": "https://agents.example.com", "name": "Example Agents"}]`; people see the name, by default the host',
	}),
	SIGHTLINE_AGENT_TYPES: agentTypes
		.default([...AGENT_TYPES])
		.describe("how agents may register at `/agent/identity`; `identity_assertion` needs a trusted issuer"),
	SIGHTLINE_BOT_KEY: z
		.string()
		.optional()
		.describe(
			"a private Ed25519 key that [signs](#signed-requests) the requests of audits, as a JSON Web Key or a set of one or two; without it nothing is signed",
		),
	SIGHTLINE_RENDER: z.enum(["0", "1"], "must be 1 or 0").default("0").meta({
		byDefault: "0",
		description: "1 loads sites in an installed browser in deep audits; the server must not run as root then",
	}),
	HTTP_PROXY: proxyAddress,
	http_proxy: proxyAddress,
	HTTPS_PROXY: proxyAddress,
	https_proxy: proxyAddress,
	NO_PROXY: z.string().optional(),
	no_proxy: z.string().optional(),
	SIGHTLINE_SERVER_PROXY: z.enum(["0", "1"], "must be 1 or 0").default("0").meta({
		byDefault: "0",
		description:
			"1 lets the server's audits use the same [proxies](#proxies) as the command line; a proxy resolves names itself, so configure it to refuse private addresses",
	}),
	SIGHTLINE_STATIC_SITES: wholeNumber(1_000_000)
		.default(10_000)
		.describe(
			"with `DATABASE_URL` and a server: how many sites, from the top of the watchlist, get built pages; the server [answers for the others](#sites-beyond-the-build)",
		),
	SIGHTLINE_EVIDENCE: z
		.string()
		.regex(BUCKET, "must be the address of a bucket, such as s3://evidence or s3://evidence/sightline")
		.optional()
		.describe(
			"a bucket for evidence, such as `s3://evidence/sightline`, on AWS or any S3-compatible store (R2, MinIO); needs `AWS_REGION`, `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, with temporary keys also `AWS_SESSION_TOKEN`",
		),
	AWS_ENDPOINT_URL: z.string().optional().meta({
		byDefault: "AWS, by region",
		description: "address of the bucket's store, such as `http://minio:9000`",
	}),
	AWS_REGION: z.string().optional(),
	AWS_ACCESS_KEY_ID: z.string().optional(),
	AWS_SECRET_ACCESS_KEY: z.string().optional(),
	AWS_SESSION_TOKEN: z.string().optional(),
	SIGHTLINE_SECRET: z.string().min(32, "must have at least 32 characters").optional().meta({
		byDefault: "made in `SIGHTLINE_DATA/secret`",
		description:
			"at least 32 characters that sign sessions and forms. Servers that share a Postgres need the same one, so set it on several machines; required on Vercel. Changing it signs everyone out, makes new token keys, and invalidates pending claim codes",
	}),
	SMTP_URL: z
		.url({ protocol: /^smtps?$/, error: "must be an address such as smtp://user@host:587" })
		.optional()
		.describe(
			"mail server, such as `smtp://user:password@mail.example.com:587` (`smtps:` for TLS from the start); without it mails are printed on standard error",
		),
	SMTP_FROM: z
		.string()
		.regex(MAILBOX, "must be an address, or a name and an address such as Audits <audits@example.com>")
		.optional()
		.describe("sender of the mails"),
	GITHUB_CLIENT_ID: z.string().optional().describe("id of a GitHub OAuth app, for [sign-in](#accounts) with GitHub"),
	GITHUB_CLIENT_SECRET: z.string().optional().describe("secret of that app"),
	SIGHTLINE_METRICS: z
		.string()
		.refine((value) => value === "1" || value.length >= 16, "must be 1, or a secret of at least 16 characters")
		.optional()
		.describe("1 opens `/metrics` (Prometheus) to everyone, a secret of 16 characters or more only to its bearer"),
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
		.transform((text): Author => {
			const at = text.lastIndexOf(" <");
			return { name: text.slice(0, at).trim(), email: text.slice(at + 2, -1) };
		})
		.optional(),
});
type Given = z.output<typeof VARIABLES>;

function isTimeZone(name: string): boolean {
	try {
		return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
	} catch {
		return false;
	}
}

export interface Author {
	readonly name: string;
	readonly email: string;
}

export interface Settings extends Readonly<z.output<typeof settingsSchema>> {
	readonly browserPath: string | undefined;
}
export type MailSettings = Settings["mail"];
export type EvidenceBucket = NonNullable<Settings["evidence"]>;
export type GitHubApp = NonNullable<Settings["gitHubApp"]>;
export type TrustedIssuer = Settings["agents"]["trustedIssuers"][number];

/** Undefined means not set, unless a member says otherwise. */
const settingsSchema = VARIABLES.transform((given) => ({
	host: given.HOST,
	port: given.PORT,
	/** Without trailing slash; may include a path. */
	baseUrl: given.SIGHTLINE_BASE_URL ?? DEFAULT_BASE_URL,
	/** Whether readers can get the command line from an installation. */
	isNamed: (given.SIGHTLINE_BASE_URL ?? given.SIGHTLINE_CLI) !== undefined,
	/** Absolute path. */
	reports: resolve(given.SIGHTLINE_REPORTS),
	/** Absolute path. */
	data: resolve(given.SIGHTLINE_DATA),
	/** Concurrent audits; if undefined, rescans and servers use their own defaults. */
	concurrency: given.SIGHTLINE_CONCURRENCY,
	/** Email or web address. */
	contact: given.SIGHTLINE_CONTACT,
	/** Slug of the agency that runs this installation. */
	agency: given.SIGHTLINE_AGENCY,
	/** Name of an npm package; undefined if the site serves its own. */
	cli: given.SIGHTLINE_CLI,
	log: readLog(given),
	adapter: given.SIGHTLINE_ADAPTER,
	/** For a static site; without trailing slash. */
	apiUrl: given.SIGHTLINE_API_URL,
	/** If undefined, live state is in a file under `data`. */
	databaseUrl: given.DATABASE_URL,
	/** If undefined, evidence is under `data`, or in Postgres if several machines audit. */
	evidence: readEvidenceBucket(given),
	/** Number of watched sites with prebuilt pages; a server renders the others from Postgres. Undefined: all. */
	staticSites:
		given.DATABASE_URL === undefined || given.SIGHTLINE_ADAPTER === "none" ? undefined : given.SIGHTLINE_STATIC_SITES,
	/** Such as `burst=5/10s audit=30/1h`. */
	limits: given.SIGHTLINE_LIMITS,
	trustedProxies: given.SIGHTLINE_TRUSTED_PROXIES,
	connections: given.SIGHTLINE_CONNECTIONS,
	connectionsPerAddress: given.SIGHTLINE_CONNECTIONS_PER_ADDRESS,
	tokenKeys: given.SIGHTLINE_TOKEN_KEYS,
	botKey: given.SIGHTLINE_BOT_KEY,
	renderInServer: given.SIGHTLINE_RENDER === "1",
	/** Proxies of the command line and of rescans. */
	proxies: readProxies(given),
	/** Whether the server's live audits use the proxies too. */
	serverProxies: given.SIGHTLINE_SERVER_PROXY === "1",
	metrics: given.SIGHTLINE_METRICS,
	/** A cron expression with 5 fields, and its time zone, such as `Europe/Berlin`. */
	schedule: given.SIGHTLINE_SCHEDULE,
	timeZone: given.SIGHTLINE_TIME_ZONE,
	/** `repository` is `<owner>/<name>`. */
	github: { token: given.GITHUB_TOKEN, repository: given.GITHUB_REPOSITORY, apiUrl: given.GITHUB_API_URL },
	mail: readMail(given),
	/** Signs sessions and forms; if undefined, one is generated under `data`. */
	secret: given.SIGHTLINE_SECRET,
	/** Undefined if sign-in with GitHub is off. */
	gitHubApp: readGitHubApp(given),
	agents: readAgents(given),
	author: given.SIGHTLINE_AUTHOR,
}));

/** Lower case takes precedence, as in curl. */
function readProxies(given: Given) {
	const http = given.http_proxy ?? given.HTTP_PROXY;
	const https = given.https_proxy ?? given.HTTPS_PROXY;
	if (http === undefined && https === undefined) return undefined;
	return { http, https, none: given.no_proxy ?? given.NO_PROXY ?? "" };
}

function readLog(given: Given) {
	const { LOG_ORIGIN: origin, SIGHTLINE_BASE_URL: baseUrl, CI } = given;
	return {
		/** Newest first, `PRIVATE+KEY+…`; a retired key keeps signing until readers have switched. */
		signingKeys: given.LOG_SIGNING_KEY?.split(/\s+/).filter(Boolean) ?? [],
		/** Unique name of the log and of its keys. */
		origin: origin ?? `${(baseUrl ?? DEFAULT_BASE_URL).replace(/^https?:\/\//, "")}/log`,
		/** Whether the operator set the origin, or the base URL from which it derives. */
		isNamed: origin !== undefined || baseUrl !== undefined,
		/** The published log that a seal compares with before it signs. */
		publishedAt: given.LOG_PUBLISHED_URL,
		/** In CI no key is generated: it would be lost with the machine. */
		ci: !["false", "0", undefined].includes(CI),
	};
}

/** Without `url`, mail is printed. */
function readMail({ SMTP_URL: url, SMTP_FROM: from }: Given) {
	if (url !== undefined && from === undefined) throw unusable("SMTP_URL names a mail server, and SMTP_FROM is not set");
	return { url, from };
}

function readGitHubApp({ GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret }: Given) {
	if (clientId === undefined && clientSecret === undefined) return undefined;
	if (clientId === undefined || clientSecret === undefined)
		throw unusable("sign-in by GitHub needs both GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET");
	return { clientId, clientSecret };
}

/** `identity_assertion` needs a trusted issuer. */
function readAgents({ SIGHTLINE_TRUSTED_ISSUERS: trustedIssuers, SIGHTLINE_AGENT_TYPES: named }: Given) {
	const types = AGENT_TYPES.filter((type) => named.includes(type));
	const open = types.filter((type) => type !== "identity_assertion" || trustedIssuers.length > 0);
	if (open.length === 0)
		throw unusable(
			"SIGHTLINE_AGENT_TYPES names identity_assertion alone, which needs a provider in SIGHTLINE_TRUSTED_ISSUERS",
		);
	return { trustedIssuers, types: open as readonly AgentType[] };
}

/** Whether agents can name their user, themselves or through a provider. */
export function canBeClaimed(types: readonly AgentType[]): boolean {
	return types.includes("service_auth") || types.includes("identity_assertion");
}

/** AWS variables are read only if a bucket is set. */
function readEvidenceBucket(given: Given) {
	const [, bucket, prefix] = BUCKET.exec(given.SIGHTLINE_EVIDENCE ?? "") ?? [];
	if (bucket === undefined) return undefined;
	const need = (name: "AWS_REGION" | "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY") => {
		const value = given[name];
		if (value === undefined) throw unusable(`SIGHTLINE_EVIDENCE names a bucket, and ${name} is not set`);
		return value;
	};
	const region = need("AWS_REGION");
	const endpoint = given.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`;
	if (!isPlainAddress(endpoint))
		throw unusable("AWS_ENDPOINT_URL must be an http or https address without user name, query or fragment");
	return {
		bucket,
		/** `""`, or a path that ends with a slash. */
		prefix: prefix === undefined ? "" : `${prefix}/`,
		/** Without the bucket and without a trailing slash. */
		endpoint: endpoint.replace(/\/+$/, ""),
		region,
		accessKeyId: need("AWS_ACCESS_KEY_ID"),
		secretAccessKey: need("AWS_SECRET_ACCESS_KEY"),
		/** For temporary credentials. */
		sessionToken: given.AWS_SESSION_TOKEN,
	};
}

function isPlainAddress(text: string): boolean {
	const url = URL.parse(text);
	if (!url || !["http:", "https:"].includes(url.protocol)) return false;
	return url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}

const BROWSER_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"];
const BROWSER_PLACES = [
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
	"C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** CHROME_PATH, else the usual names and places. */
export function findInstalledBrowser(environment: NodeJS.ProcessEnv): string | undefined {
	if (environment.CHROME_PATH) return environment.CHROME_PATH;
	const folders = (environment.PATH ?? "").split(delimiter).filter(Boolean);
	const named = BROWSER_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
	return [...named, ...BROWSER_PLACES].find((path) => existsSync(path));
}

/** @param options by variable: its option and the value @throws Failure `input-invalid` listing all faults */
export function readEnvironment(
	environment: NodeJS.ProcessEnv,
	options: Readonly<Record<string, readonly [option: string, value: string]>> = {},
): Settings {
	const values = Object.entries(options).map(([name, [, value]]) => [name, value] as const);
	const set = Object.entries(environment).filter(([, value]) => value !== "");
	const given = Object.fromEntries([...set, ...values]);
	const read = settingsSchema.safeParse(given);
	if (read.success) return { ...read.data, browserPath: findInstalledBrowser(environment) };
	const faults = read.error.issues.map(({ path: [key], message }) => {
		const name = String(key);
		return { option: options[name]?.[0], says: faultOf(name, message, given) };
	});
	for (const { option, says } of faults)
		if (option !== undefined)
			throw new Failure("input-invalid", { what: `${says.replace(/^\w+/, option)}.`, todo: "Correct the option." });
	throw unusable(faults.map(({ says }) => says).join("; "));
}

function unusable(why: string): Failure {
	return new Failure("input-invalid", {
		what: "The environment has errors.",
		why: `${why}.`,
		todo: "Correct or unset the variable.",
	});
}

export function settingsTable(): string {
	const rows = Object.entries(VARIABLES.shape).flatMap(([name, schema]) => {
		const { description, byDefault } = schema.meta() ?? {};
		const value = schema instanceof z.ZodDefault ? [schema.def.defaultValue].flat().join(" ") : undefined;
		const shown = byDefault ?? (value === undefined ? "–" : `\`${value}\``);
		return description === undefined ? [] : [`| \`${name}\` | ${shown} | ${description} |`];
	});
	return ["| variable | default | what it is |", "|---|---|---|", ...rows].join("\n");
}

/** npm also runs the script `publish` after publishing a package; that has nothing to do with reports. */
export function isPackagePublished(environment: NodeJS.ProcessEnv): boolean {
	return environment.npm_command === "publish";
}

/** Maximum characters of a value that a message quotes. */
const SHOWN_LENGTH = 100;

/** Quotes no secret, and no address with a password. */
function faultOf(name: string, message: string, given: Readonly<Record<string, unknown>>): string {
	const value = String(given[name] ?? "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
	if (isSecret(name) || value.includes("@")) return `${name} ${message}`;
	const shown = value.length > SHOWN_LENGTH ? `${value.slice(0, SHOWN_LENGTH)}…` : value;
	return `${name} ${message}, and is "${shown}"`;
}

/** @throws Failure `input-invalid` if files on this disk do not persist */
export function storePlace({ adapter, databaseUrl, data }: Settings) {
	if (adapter === "vercel" && databaseUrl === undefined)
		throw new Failure("input-invalid", {
			what: "DATABASE_URL is not set.",
			why: "Functions on Vercel keep no files, so live audits need a Postgres.",
			todo: "Set DATABASE_URL to its address, such as postgres://user:password@host:5432/sightline.",
		});
	return { url: databaseUrl, file: join(data, "live.sqlite"), isFunction: adapter === "vercel" };
}
