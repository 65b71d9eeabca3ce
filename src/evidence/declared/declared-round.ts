import { isFailure } from "#core/failure.ts";
import type { AuditMode } from "#core/preset.ts";
import type { Target } from "#core/target.ts";
import type { HttpResponse } from "#net/http-client.ts";
import { isSoftNotFound, readMachineFile } from "../collect-machine-files.ts";
import {
	type DeclaredTarget,
	type Failed,
	isSuccess,
	type MachineFile,
	type MachineFileKey,
	notShown,
	type Observation,
	type RedirectTrace,
	settle,
} from "../evidence-map.ts";
import { mediaTypeOf, sniffBody } from "../response-body.ts";
import { DECLARED_REQUESTS, type SiteSource } from "../site/site-source.ts";
import { type CardKey, declaredByFile } from "./declared-by-file.ts";
import { type Declared, GONE, NOT_READ, OUR_LIMITS, USES, type Use, whyNotRead } from "./declared-uses.ts";

/** Declarations that are kept; a page that names more is a list, not an interface. */
const DECLARED_MAX = 60;

type Answer = DeclaredTarget["answer"];

export interface RoundOptions {
	readonly source: SiteSource;
	readonly mode: AuditMode;
	readonly target: Target;
	readonly randomPath: Observation<RedirectTrace>;
	readonly files: Readonly<Record<MachineFileKey, Observation<MachineFile>>>;
}

/** Files that name further addresses, by what they are declared as. */
const NAMING_FILES: Partial<Record<Use, CardKey>> = {
	"api-catalog": "apiCatalog",
	"ai-catalog": "aiCatalog",
	"agent-card": "agentCard",
	"mcp-server-card": "mcpServerCard",
};

/** What a site declares, asked for one by one: what is scored first, each address once, while there are requests. */
export class DeclaredRound {
	readonly options: RoundOptions;
	readonly #declared: Declared[] = [];
	readonly #answers = new Map<string, Answer>();
	readonly #responses = new Map<string, HttpResponse>();
	readonly #files: Record<MachineFileKey, Observation<MachineFile>>;

	constructor(options: RoundOptions) {
		this.options = options;
		this.#files = { ...options.files };
	}

	/** Adds declarations; the same one twice counts once. */
	declare(declarations: readonly Declared[]): void {
		for (const each of declarations) {
			const known = this.#declared.some((other) => {
				return other.url === each.url && other.declaredIn === each.declaredIn && other.rel === each.rel;
			});
			if (!known && this.#declared.length < DECLARED_MAX) this.#declared.push(each);
		}
	}

	/** Asks until everything has its answer; what is found may declare more. */
	async run(): Promise<void> {
		for (let next = this.#next(); next; next = this.#next()) {
			const why = whyNotRead(next, this.options.target.registrableDomain);
			const answer: Answer = why === undefined ? await this.#ask(next) : { state: "not-asked", reason: why };
			this.#answers.set(next.url, answer);
			await this.#readOn(next);
		}
	}

	/** Declarations of one use, in the order of declaration. */
	of(use: Use): readonly Declared[] {
		return this.#declared.filter((each) => each.use === use);
	}

	answerTo(url: string): Answer {
		return this.#answers.get(url) ?? { state: "not-asked", reason: NOT_READ["mcp-endpoint"] ?? "" };
	}

	/** Why nothing is known of a declared address that gave no response. */
	unread(url: string): Failed {
		const answer = this.answerTo(url);
		const reason = "reason" in answer ? answer.reason : "";
		if (answer.state === "failed" && !GONE.has(answer.code)) return { state: "failed", url, code: answer.code, reason };
		return notShown(url, `${url} is declared. ${reason}`.trim());
	}

	responseTo(url: string): HttpResponse | undefined {
		return this.#responses.get(url);
	}

	/** The well-known files; where one was not there, what is declared in its place. */
	files(): Readonly<Record<MachineFileKey, Observation<MachineFile>>> {
		return this.#files;
	}

	targets(): DeclaredTarget[] {
		return this.#sorted().map(({ use: _, ...declaration }) => ({
			...declaration,
			answer: this.answerTo(declaration.url),
		}));
	}

	#next(): Declared | undefined {
		return this.#sorted().find(({ url }) => !this.#answers.has(url));
	}

	#sorted(): readonly Declared[] {
		return this.#declared.toSorted((a, b) => USES.indexOf(a.use) - USES.indexOf(b.use));
	}

	async #ask({ url }: Declared): Promise<Answer> {
		try {
			const response = await this.options.source.get(new URL(url), "page");
			this.#responses.set(url, response);
			const sniffed = sniffBody(response.body);
			const softNotFound = isSuccess(response.status) && isSoftNotFound(response, sniffed, this.options.randomPath);
			return { state: "asked", status: response.status, contentType: mediaTypeOf(response), sniffed, softNotFound };
		} catch (error) {
			if (!isFailure(error)) throw error;
			const { code, message } = error;
			if (code === "request-budget") return { state: "not-asked", reason: this.#outOfRequests() };
			return OUR_LIMITS.has(code)
				? { state: "not-asked", reason: message }
				: { state: "failed", code, reason: message };
		}
	}

	#outOfRequests(): string {
		const { mode } = this.options;
		const most = DECLARED_REQUESTS[mode];
		if (mode === "deep") return `A deep audit makes ${most} requests for what a site declares, and they were used up.`;
		return `A light audit makes ${most} requests for what a site declares; a deep one makes more.`;
	}

	async #readOn({ url, use }: Declared): Promise<void> {
		const key = NAMING_FILES[use];
		const response = this.#responses.get(url);
		if (key === undefined || response === undefined) return;
		const { source, randomPath } = this.options;
		const file = await settle(url, source.signal, () => readMachineFile(source, response, url, "json", randomPath));
		if (file.state !== "found") return;
		if (key !== "mcpServerCard" && !isThere(this.#files[key])) this.#files[key] = file;
		this.declare(declaredByFile(key, file.value, file.url, this.options.target.registrableDomain));
	}
}

function isThere(seen: Observation<MachineFile>): boolean {
	return seen.state === "found" && !seen.value.softNotFound;
}
