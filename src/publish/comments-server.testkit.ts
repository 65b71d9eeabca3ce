/** Fake of the GitHub REST API that the Action uses: comments of one pull request, and code scanning. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import type { FakeRepository } from "./repository-server.testkit.ts";

export interface FakeComment {
	readonly id: number;
	readonly author: string;
	body: string;
}

interface Upload {
	readonly commit_sha: string;
	readonly ref: string;
	readonly sarif: unknown;
}

/** Members of all request bodies. */
type Sent = Upload & { readonly body: string; readonly sarif: string };

interface Answer {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: unknown;
	/** Carry out the request anyway, as if its response was lost. */
	readonly isDone?: boolean;
}

/** Author of anything written with a workflow's token. */
export const ACTIONS_BOT = "github-actions[bot]";
const REPOSITORY = "/repos/octo-org/website";
const NOT_ACCESSIBLE: Answer = { status: 403, body: { message: "Resource not accessible by integration" } };

export class FakeGitHub {
	comments: FakeComment[] = [];
	readonly uploads: Upload[] = [];
	/** Commits, branches and pull requests, if the test has any. */
	repository: FakeRepository | undefined;
	/** `GET /repos/…`, in order. */
	readonly requests: string[] = [];
	/** Write permissions of the token. */
	permissions: ReadonlySet<"pull-requests" | "security-events"> = new Set(["pull-requests", "security-events"]);
	readonly #faults = new Map<string, Answer[]>();
	readonly #server: Server;
	#lastId = 100;

	constructor() {
		this.#server = createServer((request, response) => {
			this.#handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
		});
	}

	async open(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
		return this;
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	/** Replaces the responses to the next requests of this method. */
	fail(method: string, ...faults: readonly Answer[]): void {
		this.#faults.set(method, [...(this.#faults.get(method) ?? []), ...faults]);
	}

	async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(request.url ?? "/", this.url);
		const method = request.method ?? "GET";
		this.requests.push(`${method} ${url.pathname}`);
		const sent = await text(request);
		const fault = this.#faults.get(method)?.shift();
		const usual = () => this.#answer(method, url, request.headers.authorization, sent && JSON.parse(sent));
		if (fault?.isDone) usual();
		const { status, headers, body } = fault ?? usual();
		response.writeHead(status, { "content-type": "application/json", ...headers });
		response.end(status === 204 ? undefined : JSON.stringify(body ?? { message: `Status ${status}` }));
	}

	#answer(method: string, url: URL, authorization: string | undefined, sent: Sent): Answer {
		if (authorization !== "token of-the-job") return { status: 401 };
		if (url.pathname === `${REPOSITORY}/code-scanning/sarifs`) return this.#upload(sent);
		if (method !== "GET" && !this.permissions.has("pull-requests")) return NOT_ACCESSIBLE;
		const ofRepository = this.repository?.answer(method, url.pathname.slice(REPOSITORY.length), url, sent);
		if (ofRepository) return ofRepository;
		if (url.pathname !== `${REPOSITORY}/issues/7/comments`) return this.#change(method, url, sent);
		return method === "GET" ? this.#list(url) : this.#create(sent.body);
	}

	#list(url: URL): Answer {
		const size = Number(url.searchParams.get("per_page") ?? 30);
		const page = Number(url.searchParams.get("page") ?? 1);
		const more = this.comments.length > page * size;
		url.searchParams.set("page", String(page + 1));
		const headers: Record<string, string> = more ? { link: `<${url.href}>; rel="next"` } : {};
		return { status: 200, headers, body: this.comments.slice((page - 1) * size, page * size).map(shown) };
	}

	#create(body: string): Answer {
		if (body.length > 65_536) return { status: 422, body: { message: "Body is too long" } };
		const comment = { id: ++this.#lastId, author: ACTIONS_BOT, body };
		this.comments.push(comment);
		return { status: 201, body: shown(comment) };
	}

	#change(method: string, url: URL, sent: Sent): Answer {
		const id = Number(new RegExp(`^${REPOSITORY}/issues/comments/(\\d+)$`).exec(url.pathname)?.[1]);
		const comment = this.comments.find((each) => each.id === id);
		if (!comment) return { status: 404 };
		if (method === "DELETE") {
			this.comments = this.comments.filter((each) => each !== comment);
			return { status: 204 };
		}
		comment.body = sent.body;
		return { status: 200, body: shown(comment) };
	}

	#upload(sent: Sent): Answer {
		if (!this.permissions.has("security-events")) return NOT_ACCESSIBLE;
		this.uploads.push({ ...sent, sarif: JSON.parse(gunzipSync(Buffer.from(sent.sarif, "base64")).toString()) });
		return { status: 202, body: { id: "upload-1", url: "https://github.example/upload-1" } };
	}
}

function shown({ id, author, body }: FakeComment) {
	const type = author.endsWith("[bot]") ? "Bot" : "User";
	return { id, body, user: { login: author, type }, html_url: `https://github.example/comments/${id}` };
}
