import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GitHubOptions } from "./client.ts";

/**
 * How one request goes wrong. `lost`: done, but the connection breaks; `dropped`: it breaks before; `hang`: no answer ever; `secondary`
 * and `limit`: put off by one second; `protected`: the branch takes no commits; a number: a status, with nothing done.
 */
export type Fault = "lost" | "dropped" | "hang" | "secondary" | "limit" | "protected" | 500 | 502 | 409 | 410;

export interface FakeIssue {
	number: number;
	title: string;
	body: string;
	state: "open" | "closed";
	closed_at: string | null;
	labels: { name: string }[];
	comments: { body: string }[];
}

export interface FakeGitHub {
	readonly url: string;
	/** A bare repository: what the calls answer is in it. */
	readonly folder: string;
	readonly issues: FakeIssue[];
	/** `<method> <path>` of every request, without the repository. */
	readonly requests: string[];
	/** What becomes of a request; before it is done. */
	fault: (request: string) => Fault | undefined;
	/** Called before a branch is moved. */
	beforeMove: () => void;
	/** Time that closed issues are stamped with. */
	now: () => Date;
	git(...args: readonly string[]): string;
	close(): Promise<void>;
}

/** Octokit's plugins without their pauses; what they do about limits and errors stays. */
const unhurried = {
	key: () => ({
		schedule: (_options: object, work: (...given: unknown[]) => unknown, ...given: unknown[]) =>
			Promise.resolve(work(...given)),
	}),
};
export const UNHURRIED: NonNullable<GitHubOptions["pace"]> = {
	throttle: { write: unhurried, notifications: unhurried, retryAfterBaseValue: 5 },
	retry: { retryAfterBaseValue: 2 },
};

const REPOSITORY = "/repos/octo/audits";

/** A server with the calls of GitHub's REST API that a publisher makes, over real git objects. */
export async function startGitHub(): Promise<FakeGitHub> {
	const folder = mkdtempSync(join(tmpdir(), "sightline-github-"));
	const git = (...args: readonly string[]) => runGit(folder, args);
	git("init", "--quiet", "--bare", "--initial-branch=main", ".");
	const readme = runGit(folder, ["hash-object", "-w", "--stdin"], "Audits\n");
	const tree = runGit(folder, ["mktree"], `100644 blob ${readme}\tREADME.md\n`);
	git("update-ref", "refs/heads/main", git("commit-tree", "-m", "Begin", tree));
	const server = createServer((request, response) => void answer(fake, request, response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const fake: FakeGitHub = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		folder,
		issues: [],
		requests: [],
		fault: () => undefined,
		beforeMove: () => undefined,
		now: () => new Date(),
		git,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			rmSync(folder, { recursive: true, force: true });
		},
	};
	return fake;
}

function runGit(folder: string, args: readonly string[], input?: string | Buffer, env: NodeJS.ProcessEnv = {}): string {
	const identity = { GIT_AUTHOR_NAME: "Octo", GIT_AUTHOR_EMAIL: "octo@example.com" };
	const committer = { GIT_COMMITTER_NAME: "Octo", GIT_COMMITTER_EMAIL: "octo@example.com" };
	return execFileSync("git", args, {
		cwd: folder,
		env: { ...process.env, ...identity, ...committer, ...env },
		encoding: "utf8",
		stdio: ["pipe", "pipe", "pipe"],
		maxBuffer: 1 << 28,
		...(input === undefined ? {} : { input }),
	}).trim();
}

interface Answer {
	readonly status: number;
	readonly body: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

async function answer(fake: FakeGitHub, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const pieces: Buffer[] = [];
	for await (const piece of request) pieces.push(piece as Buffer);
	const url = new URL(request.url ?? "", fake.url);
	const path = url.pathname.replace(REPOSITORY, "");
	const name = `${request.method} ${decodeURIComponent(path)}`;
	fake.requests.push(name);
	const fault = fake.fault(name);
	if (fault === "hang") return;
	if (fault === "dropped") {
		request.socket.destroy();
		return;
	}
	const put = fault === undefined || fault === "lost" ? undefined : refusal(fault);
	const body = pieces.length > 0 ? JSON.parse(Buffer.concat(pieces).toString()) : {};
	const {
		status,
		body: text,
		headers,
	} = put ?? (request.headers.authorization === "token hush" ? handle(fake, name, url.searchParams, body) : BAD_TOKEN);
	if (fault === "lost") {
		request.socket.destroy();
		return;
	}
	response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...headers });
	response.end(JSON.stringify(text));
}

const BAD_TOKEN: Answer = { status: 401, body: { message: "Bad credentials" } };

function refusal(fault: Exclude<Fault, "lost" | "dropped" | "hang">): Answer {
	if (fault === "secondary")
		return {
			status: 403,
			headers: { "retry-after": "1" },
			body: { message: "You have exceeded a secondary rate limit." },
		};
	if (fault === "limit") {
		const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Math.floor(Date.now() / 1000)) };
		return { status: 429, headers, body: { message: "API rate limit exceeded" } };
	}
	if (fault === "protected")
		return { status: 422, body: { message: "Protected branch update failed for refs/heads/main." } };
	return { status: fault, body: { message: "Something went wrong" } };
}

/** What a request sends: the members of all calls together. */
interface Body {
	readonly content?: string;
	readonly base_tree?: string;
	readonly tree?: unknown;
	readonly parents?: readonly string[];
	readonly message?: string;
	readonly sha?: string;
	readonly force?: boolean;
	readonly title?: string;
	readonly body?: string;
	readonly labels?: readonly string[];
	readonly state?: "open" | "closed";
}

function handle(fake: FakeGitHub, name: string, query: URLSearchParams, body: Body): Answer {
	try {
		return (
			handleGit(fake, name, query, body) ??
			handleIssues(fake, name, query, body) ?? { status: 404, body: { message: "Not Found" } }
		);
	} catch (error) {
		return { status: 404, body: { message: `Not Found: ${(error as Error).message}` } };
	}
}

function handleGit(fake: FakeGitHub, name: string, query: URLSearchParams, body: Body): Answer | undefined {
	const { git, folder } = fake;
	const [, method = "", kind = "", rest = ""] = /^(\w+) \/?(?:git\/)?([^/]*)\/?(.*)$/.exec(name) ?? [];
	switch (`${method} ${kind}`) {
		case "GET ":
			return { status: 200, body: { default_branch: "main" } };
		case "GET ref":
			return { status: 200, body: { object: { sha: git("rev-parse", "--verify", `refs/${rest}`) } } };
		case "GET commits":
			return { status: 200, body: { sha: rest, tree: { sha: git("rev-parse", `${rest}^{tree}`) } } };
		case "GET trees": {
			const lines = git("ls-tree", "-t", ...(query.has("recursive") ? ["-r"] : []), rest)
				.split("\n")
				.filter(Boolean);
			const tree = lines.map((line) => {
				const [facts = "", path] = line.split("\t");
				const [mode, type, sha] = facts.split(" ");
				return { mode, type, sha, path };
			});
			return { status: 200, body: { sha: rest, tree, truncated: false } };
		}
		case "GET blobs": {
			const bytes = execFileSync("git", ["cat-file", "blob", rest], { cwd: folder });
			return { status: 200, body: { content: bytes.toString("base64"), encoding: "base64" } };
		}
		case "GET compare": {
			const [before = "", after = ""] = rest.split("...");
			const isAhead = git("merge-base", before, after) === git("rev-parse", before);
			return { status: 200, body: { status: isAhead ? "ahead" : "diverged" } };
		}
		case "POST blobs": {
			const bytes = Buffer.from(body.content ?? "", "base64");
			return { status: 201, body: { sha: runGit(folder, ["hash-object", "-w", "--stdin"], bytes) } };
		}
		case "POST trees":
			return { status: 201, body: { sha: makeTree(folder, body) } };
		case "POST commits": {
			const parents = (body.parents ?? []).flatMap((parent) => ["-p", parent]);
			return {
				status: 201,
				body: { sha: git("commit-tree", ...parents, "-m", body.message ?? "", String(body.tree)) },
			};
		}
		case "PATCH refs":
			return moveRef(fake, rest, body);
	}
	return undefined;
}

function makeTree(folder: string, body: Body): string {
	const index = join(folder, `index-${process.hrtime.bigint()}`);
	const env = { GIT_INDEX_FILE: index };
	runGit(folder, ["read-tree", body.base_tree ?? ""], undefined, env);
	const items = body.tree as readonly { path: string; sha?: string | null; content?: string }[];
	const lines = items.map(({ path, sha, content }) => {
		if (sha === null) return `0 ${"0".repeat(40)}\t${path}\0`;
		return `100644 ${sha ?? runGit(folder, ["hash-object", "-w", "--stdin"], content)}\t${path}\0`;
	});
	runGit(folder, ["update-index", "-z", "--index-info"], lines.join(""), env);
	const tree = runGit(folder, ["write-tree"], undefined, env);
	rmSync(index, { force: true });
	return tree;
}

function moveRef(fake: FakeGitHub, ref: string, body: Body): Answer {
	fake.beforeMove();
	const now = fake.git("rev-parse", `refs/${ref}`);
	const sha = body.sha ?? "";
	if (body.force) throw new Error("A publisher never forces a branch.");
	const parents = fake.git("rev-list", "--max-count=1000", sha).split("\n");
	if (!parents.includes(now)) return { status: 422, body: { message: "Update is not a fast forward" } };
	fake.git("update-ref", `refs/${ref}`, sha, now);
	return { status: 200, body: { object: { sha } } };
}

function handleIssues(fake: FakeGitHub, name: string, query: URLSearchParams, body: Body): Answer | undefined {
	switch (name) {
		case "POST /labels":
			return { status: 201, body: {} };
		case "GET /issues":
			return listIssues(fake, query);
		case "POST /issues": {
			const labels = (body.labels ?? []).map((label) => ({ name: label }));
			const { title = "", body: text = "" } = body;
			const number = fake.issues.length + 1;
			fake.issues.push({ number, title, body: text, state: "open", closed_at: null, labels, comments: [] });
			return { status: 201, body: fake.issues.at(-1) };
		}
	}
	const [, method, number, comments] = /^(\w+) \/issues\/(\d+)(\/comments)?$/.exec(name) ?? [];
	const issue = fake.issues.find((each) => each.number === Number(number));
	if (!issue) return undefined;
	if (comments && method === "GET") return { status: 200, body: issue.comments };
	if (comments) {
		issue.comments.push({ body: body.body ?? "" });
		return { status: 201, body: {} };
	}
	if (body.state) issue.closed_at = body.state === "closed" ? fake.now().toISOString() : null;
	Object.assign(issue, body);
	return { status: 200, body: issue };
}

function listIssues(fake: FakeGitHub, query: URLSearchParams): Answer {
	const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("per_page") ?? 30)];
	const isAsked = ({ labels }: FakeIssue) => labels.some((label) => label.name === query.get("labels"));
	const found = fake.issues.filter(isAsked).toReversed();
	const next = new URLSearchParams({ ...Object.fromEntries(query), page: String(page + 1) });
	const link = `<${fake.url}${REPOSITORY}/issues?${next}>; rel="next"`;
	return {
		status: 200,
		headers: page * size < found.length ? { link } : {},
		body: found.slice((page - 1) * size, page * size),
	};
}
