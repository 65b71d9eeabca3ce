const SECRETS = [
	"DATABASE_URL",
	"SIGHTLINE_METRICS",
	"LOG_SIGNING_KEY",
	"GITHUB_TOKEN",
	"GITHUB_CLIENT_SECRET",
	"SIGHTLINE_SECRET",
	"SIGHTLINE_TOKEN_KEYS",
	"SIGHTLINE_BOT_KEY",
	"SMTP_URL",
	"AWS_SECRET_ACCESS_KEY",
	"AWS_SESSION_TOKEN",
] as const;
export type Secret = (typeof SECRETS)[number];

const NAMES: ReadonlySet<string> = new Set(SECRETS);

export function isSecret(name: string): boolean {
	return NAMES.has(name);
}

/** Removes all our secrets except those that the program needs. */
export function withoutSecrets(environment: NodeJS.ProcessEnv, needed: readonly Secret[] = []): NodeJS.ProcessEnv {
	const keep: ReadonlySet<string> = new Set(needed);
	return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSecret(name) || keep.has(name)));
}

/** Case-insensitive for Windows. */
const OF_THE_MACHINE =
	/^(?:PATH|PATHEXT|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|TZ|LANG|LANGUAGE|LC_\w+|XDG_\w+|FONTCONFIG_\w+|(?:DY)?LD_\w+|CHROME_\w+|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|USERPROFILE|(?:LOCAL)?APPDATA|PROGRAM\w*(?:\(X86\))?)$/i;

/** An allowlist, because pages are foreign: variables for `--header` and a job's secrets may have any name. */
export function browserEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
	const own = Object.entries(environment).filter(([name]) => OF_THE_MACHINE.test(name));
	return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
