import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GitHubOptions } from "./github.ts";

/**
 * Fault of one request. `lost`: carried out, but the connection breaks; `secondary`: rate limited for one second; a
 * number: a status, and nothing is carried out.
 */
export type Fault = "lost" | "secondary" | 500 | 502 | 410;

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
	/** A bare repository. */
	readonly folder: string;
	readonly issues: FakeIssue[];
	/** `<method> <path>` of every request, relative to the repository. */
	readonly requests: string[];
	/** Called before a request is carried out. */
	fault: (request: string) => Fault | undefined;
	/** Time of closing for issues. */
	now: () => Date;
	git(...args: readonly string[]): string;
	close(): Promise<void>;
}

/** Removes the pauses of Octokit's plugins but keeps their handling of limits and errors. */
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

/** Fake of the GitHub REST API for issues, and a repository to push to. */
export async function startGitHub(): Promise<FakeGitHub> {
	const folder = mkdtempSync(join(tmpdir(), "sightline-github-"));
	const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
	git("init", "--quiet", "--bare", "--initial-branch=main", ".");
	const server = createServer((request, response) => void answer(fake, request, response));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const fake: FakeGitHub = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		folder,
		issues: [],
		requests: [],
		fault: () => undefined,
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

function refusal(fault: Exclude<Fault, "lost">): Answer {
	if (fault !== "secondary") return { status: fault, body: { message: "Something went wrong" } };
	const body = { message: "You have exceeded a secondary rate limit." };
	return { status: 403, headers: { "retry-after": "1" }, body };
}

/** Members of all request bodies. */
interface Body {
	readonly title?: string;
	readonly body?: string;
	readonly labels?: readonly string[];
	readonly state?: "open" | "closed";
}

function handle(fake: FakeGitHub, name: string, query: URLSearchParams, body: Body): Answer {
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
	if (!issue) return { status: 404, body: { message: "Not Found" } };
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
