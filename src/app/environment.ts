import { resolve } from "node:path";
import { z } from "zod";
import { DEFAULT_BASE_URL } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { findInstalledBrowser } from "./installed-browser.ts";

/** What the environment decides; names are fixed, others script against them. */
const environmentSchema = z.object({
	HOST: z.string().min(1).default("localhost"),
	PORT: z.coerce
		.number("must be a whole number from 1 to 65535")
		.int("must be a whole number from 1 to 65535")
		.min(1, "must be a whole number from 1 to 65535")
		.max(65_535, "must be a whole number from 1 to 65535")
		.default(4321),
	SIGHTLINE_BASE_URL: z
		.url({ protocol: /^https?$/, error: "must be an http or https address such as https://audit.example.com" })
		.refine((url) => !url.endsWith("/"), "must have no trailing slash")
		.default(DEFAULT_BASE_URL),
	SIGHTLINE_REPORTS: z.string().min(1).default("reports"),
	SIGHTLINE_DATA: z.string().min(1).default(".sightline"),
	SIGHTLINE_CONCURRENCY: z.coerce
		.number("must be a whole number from 1 to 64")
		.int("must be a whole number from 1 to 64")
		.min(1, "must be a whole number from 1 to 64")
		.max(64, "must be a whole number from 1 to 64")
		.default(6),
	SIGHTLINE_CONTACT: z.string().optional(),
	LOG_SIGNING_KEY: z.string().optional(),
	LOG_ORIGIN: z
		.string()
		.regex(/^[^\s+]{1,255}$/, "must be a name without spaces or plus signs, such as audit.example.com/log")
		.optional(),
	CI: z.string().optional(),
});

export interface Settings {
	/** Where a server of ours listens. */
	readonly host: string;
	readonly port: number;
	/** Address of the site, no trailing slash; may carry a path. */
	readonly baseUrl: string;
	/** Absolute path of the published data. */
	readonly reports: string;
	/** Absolute path of live state and evidence. */
	readonly data: string;
	/** Audits at once in a rescan. */
	readonly concurrency: number;
	/** How to reach whoever runs this installation: an e-mail or web address. */
	readonly contact: string | undefined;
	/** An installed Chrome or Chromium for the rendered pass of deep audits; undefined where there is none. */
	readonly browserPath: string | undefined;
	readonly log: LogSettings;
}

export interface LogSettings {
	/** Private keys, the newest first, in the form `PRIVATE+KEY+…`; a key given up signs along while readers move on. */
	readonly signingKeys: readonly string[];
	/** Unique name of the log, and of its keys. By default the site's address without the scheme, and `/log`. */
	readonly origin: string;
	/** Whether this runs in continuous integration, where no key is made up: it would be lost with the machine. */
	readonly ci: boolean;
}

/**
 * Reads and checks the environment once.
 * @throws Failure `input-invalid` naming every variable that is wrong
 */
export function readEnvironment(environment: NodeJS.ProcessEnv): Settings {
	const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
	const read = environmentSchema.safeParse(given);
	if (!read.success) {
		const faults = read.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
		throw new Failure("input-invalid", {
			what: "The environment is not usable.",
			why: `${faults.join("; ")}.`,
			todo: "Correct or unset the variable.",
		});
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
			ci: !["false", "0", undefined].includes(read.data.CI),
		},
	};
}
