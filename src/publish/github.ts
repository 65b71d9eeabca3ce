import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { Octokit } from "@octokit/rest";
import { PACKAGE, VERSION } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";

const Client = Octokit.plugin(throttling, retry);
export type GitHubClient = InstanceType<typeof Client>;

export interface GitHub {
	readonly client: GitHubClient;
	readonly owner: string;
	readonly repo: string;
}

export interface GitHubOptions {
	readonly token: string;
	/** Without a trailing slash. */
	readonly apiUrl: string;
	/** `<owner>/<name>` */
	readonly repository: string;
	readonly exchangeMs: number;
	/** Overrides the plugins' pace: 1 second between writes, 3 if GitHub notifies people. */
	readonly pace?: Readonly<Record<"throttle" | "retry", object>>;
}

/** Maximum retries of a rate-limited request, and maximum wait in seconds. */
const PUT_OFF = { times: 4, seconds: 900 };

/** Respects rate limits; retries idempotent requests after server errors. */
export function openGitHub({ token, apiUrl, repository, exchangeMs, pace }: GitHubOptions): GitHub {
	const isWorthWaiting = (seconds: number, _options: unknown, _client: unknown, count: number) =>
		count < PUT_OFF.times && seconds <= PUT_OFF.seconds;
	const client = new Client({
		auth: token,
		baseUrl: apiUrl,
		userAgent: `${PACKAGE}/${VERSION}`,
		log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
		request: {
			fetch: (url: string, init: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(exchangeMs) }),
		},
		throttle: {
			id: `${apiUrl} ${repository}`,
			onRateLimit: isWorthWaiting,
			onSecondaryRateLimit: isWorthWaiting,
			...pace?.throttle,
		},
		retry: { ...pace?.retry },
	});
	const [owner = "", repo = ""] = repository.split("/");
	return { client, owner, repo };
}

/** Undefined for any other error; 500 for an exchange without a response. */
export function statusOf(error: unknown): number | undefined {
	return error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : undefined;
}

/** The request may have been carried out, or may succeed later. */
export function isUncertain(error: unknown): boolean {
	const status = statusOf(error);
	return status !== undefined && status >= 500;
}

export function asFailure(error: unknown, what: string): unknown {
	const status = statusOf(error);
	if (status === undefined) return error;
	const said = (error as Error).message.slice(0, 300);
	const answered = (error as { readonly response?: unknown }).response !== undefined;
	const why = answered ? `GitHub answered ${status}: ${said}.` : `GitHub did not answer: ${said}.`;
	const isPassing = status >= 500 || status === 429;
	const todo = isPassing ? "Publish again later." : (REMEDIES[status] ?? "Check the token and the repository.");
	return new Failure(isPassing ? "publish-unreachable" : "publish-refused", { what, why, todo }, { cause: error });
}

const REMEDIES: Readonly<Record<number, string>> = {
	401: "Set GITHUB_TOKEN to a valid token.",
	403: "Let the token write contents and issues (in GitHub Actions: permissions: contents: write, issues: write), or wait if GitHub names a limit.",
	404: "Check GITHUB_REPOSITORY and the branch, and that the token can read the repository.",
};

function ignore(): void {
	// Silenced: failures contain what the client would print.
}
