/** Fake repository of the GitHub REST API: files, branches and pull requests. */

import { createHash } from "node:crypto";

interface FakePullRequest {
	readonly number: number;
	readonly author: string;
	readonly head: string;
	title: string;
	body: string;
	state: "open" | "closed";
}

interface Commit {
	readonly message: string;
	readonly tree: string;
	readonly parents: readonly string[];
}

interface Review {
	readonly commit_id: string;
	readonly comments: readonly {
		readonly path: string;
		readonly body: string;
		readonly line: number;
		readonly start_line?: number;
	}[];
}

type Files = ReadonlyMap<string, Buffer>;
interface Sent {
	readonly content?: string;
	readonly base_tree?: string;
	readonly message?: string;
	readonly parents?: readonly string[];
	readonly tree?: unknown;
	readonly ref?: string;
	readonly sha?: string;
	readonly title?: string;
	readonly body?: string;
	readonly head?: string;
}

export const BASE = "0123456789abcdef0123456789abcdef01234567";
const idOf = (value: unknown) => createHash("sha1").update(JSON.stringify(value)).digest("hex");
const blobOf = (bytes: Buffer) => createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

export class FakeRepository {
	defaultBranch = "main";
	isFork = false;
	readonly pulls: FakePullRequest[] = [];
	readonly refs = new Map<string, string>();
	readonly reviews: Review[] = [];
	/** Hunks of pull request 7 by path. */
	patches: Readonly<Record<string, string>> = {};
	readonly #commits = new Map<string, Commit>();
	readonly #trees = new Map<string, Files>();
	readonly #blobs = new Map<string, Buffer>();

	/** Starts with one commit. */
	constructor(files: Files) {
		this.commit(files, BASE);
	}

	commit(files: Files, id: string): void {
		const tree = this.#keep(files);
		this.#commits.set(id, { message: "Site", tree, parents: [] });
	}

	/** Files of a branch. */
	filesOf(branch: string): Files {
		return this.#trees.get(this.#commits.get(this.refs.get(branch) ?? "")?.tree ?? "") ?? new Map();
	}

	answer(method: string, path: string, url: URL, sent: unknown): { status: number; body?: unknown } | undefined {
		const given = (sent || {}) as Sent;
		const [, kind = "", rest = ""] = /^\/(git\/[a-z]+|pulls)\/?(.*)$/.exec(decodeURIComponent(path)) ?? [];
		if (path === "") return ok({ fork: this.isFork, default_branch: this.defaultBranch });
		if (kind === "pulls") return this.#pulls(method, rest, url, given);
		return this.#objects(method, kind, rest, given);
	}

	#objects(method: string, kind: string, rest: string, sent: Sent) {
		const tree = (id: string, files: Files) => ({
			sha: id,
			tree: [...files].map(([path, bytes]) => ({ path, type: "blob", mode: "100644", sha: blobOf(bytes) })),
		});
		const { content = "", base_tree = "", message = "", parents = [] } = sent;
		const entries = (sent.tree ?? []) as { path: string; sha?: string; content?: string }[];
		switch (`${method} ${kind}`) {
			case "GET git/commits": {
				const found = this.#commits.get(rest);
				return found && ok({ ...found, tree: { sha: found.tree }, parents: found.parents.map((sha) => ({ sha })) });
			}
			case "GET git/trees":
				return ok(tree(rest, this.#trees.get(rest) ?? new Map()));
			case "POST git/blobs":
				return made({ sha: this.#blob(Buffer.from(content, "base64")) });
			case "POST git/trees": {
				const changed = entries.map(({ path, sha = "", content: text }) => {
					return [path, text === undefined ? (this.#blobs.get(sha) ?? Buffer.alloc(0)) : Buffer.from(text)] as const;
				});
				const files = new Map([...(this.#trees.get(base_tree) ?? []), ...changed]);
				return made(tree(this.#keep(files), files));
			}
			case "POST git/commits": {
				const commit = { message, tree: sent.tree as string, parents };
				this.#commits.set(idOf(commit), commit);
				return made({ sha: idOf(commit) });
			}
			case "GET git/ref": {
				const sha = this.refs.get(rest.replace("heads/", ""));
				return sha === undefined ? { status: 404 } : ok({ object: { sha } });
			}
			case "POST git/refs":
				this.refs.set(String(sent.ref).replace("refs/heads/", ""), String(sent.sha));
				return made({});
			case "PATCH git/refs":
				this.refs.set(rest.replace("heads/", ""), String(sent.sha));
				return ok({});
			case "DELETE git/refs":
				return { status: this.refs.delete(rest.replace("heads/", "")) ? 204 : 422 };
		}
		return undefined;
	}

	#pulls(method: string, rest: string, url: URL, sent: Sent) {
		const { title = "", body = "", head = "" } = sent;
		if (rest === "" && method === "GET") {
			const [, branch] = (url.searchParams.get("head") ?? "").split(":");
			const asked = url.searchParams.get("state");
			return ok(
				this.pulls.filter((each) => each.head === branch && (asked === "all" || each.state === asked)).map(shown),
			);
		}
		if (rest === "" && method === "POST") {
			this.pulls.push({
				number: this.pulls.length + 10,
				author: "github-actions[bot]",
				head,
				title,
				body,
				state: "open",
			});
			return made(shown(this.pulls.at(-1) as FakePullRequest));
		}
		if (rest === "7/files") {
			const files = this.#trees.get(this.#commits.get(BASE)?.tree ?? "") ?? new Map<string, Buffer>();
			return ok(
				Object.entries(this.patches).map(([filename, patch]) => ({
					...{ filename, patch },
					sha: blobOf(files.get(filename) ?? Buffer.alloc(0)),
				})),
			);
		}
		if (rest === "7/comments")
			return ok(
				this.reviews
					.flatMap(({ comments }) => comments)
					.map((each) => ({ ...each, user: { login: "github-actions[bot]" } })),
			);
		if (rest === "7/reviews") {
			this.reviews.push(sent as unknown as Review);
			return ok({});
		}
		const pull = this.pulls.find(({ number }) => String(number) === rest);
		if (!pull) return { status: 404 };
		Object.assign(pull, sent);
		return ok(shown(pull));
	}

	#keep(files: Files): string {
		for (const bytes of files.values()) this.#blob(bytes);
		const id = idOf([...files].map(([path, bytes]) => [path, blobOf(bytes)]).sort());
		this.#trees.set(id, files);
		return id;
	}

	#blob(bytes: Buffer): string {
		this.#blobs.set(blobOf(bytes), bytes);
		return blobOf(bytes);
	}
}

const ok = (body: unknown) => ({ status: 200, body });
const made = (body: unknown) => ({ status: 201, body });

function shown({ author, head, ...pull }: FakePullRequest) {
	return { ...pull, user: { login: author }, head: { ref: head }, merged_at: null };
}
