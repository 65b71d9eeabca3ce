/** Variables that may hold a password or a key. */
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

/** What a program that is started by this one may see of the environment: no secret of ours but those that it needs. */
export function withoutSecrets(environment: NodeJS.ProcessEnv, needed: readonly Secret[] = []): NodeJS.ProcessEnv {
	const keep: ReadonlySet<string> = new Set(needed);
	return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSecret(name) || keep.has(name)));
}

/** Where programs, folders, fonts and libraries are on this machine; Windows writes names in any case. */
const OF_THE_MACHINE =
	/^(?:PATH|PATHEXT|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|TZ|LANG|LANGUAGE|LC_\w+|XDG_\w+|FONTCONFIG_\w+|(?:DY)?LD_\w+|CHROME_\w+|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|USERPROFILE|(?:LOCAL)?APPDATA|PROGRAM\w*(?:\(X86\))?)$/i;

/**
 * What a browser that shows pages of strangers sees of the environment. It is named what it may see: the values of
 * `--header` and the secrets of a workflow's job have names that are not known here.
 */
export function browserEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
	const own = Object.entries(environment).filter(([name]) => OF_THE_MACHINE.test(name));
	return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
