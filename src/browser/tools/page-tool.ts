import { siteOfPath, siteOfText } from "#site/home/asked-site.ts";
import type { Api } from "./api.ts";
import type { Question } from "./confirm-dialog.ts";
import type { Place } from "./place.ts";

/** What a tool of the catalog does in a page. Its input holds by the catalog's schema; calls come one after another. */
export interface PageTool {
	/** What the person is asked before it runs; of every tool that needs their consent, and of no other. */
	question?(call: ToolCall): Question;
	/** @throws ToolFault, or the signal's reason once it aborts */
	run(call: ToolCall): Promise<ToolAnswer>;
	/** What is answered where the person does not agree; without it the call is refused. */
	declined?(call: ToolCall): Promise<ToolAnswer>;
}

export interface ToolCall {
	readonly input: ToolInput;
	/** Aborts when the agent gives up, or the time of the call is over. */
	readonly signal: AbortSignal;
	readonly place: Place;
	readonly api: Api;
	/** Tells the person what is being done, in one sentence; it is taken away with the answer. */
	say(sentence: string): void;
}

/** Every input of the catalog's tools; those that the tool's own schema requires are there. */
export interface ToolInput {
	readonly domain?: string;
	readonly domainA?: string;
	readonly domainB?: string;
	readonly url?: string;
	readonly mode?: "light" | "deep";
	readonly query?: string;
	readonly note?: string;
	readonly name?: string;
	readonly email?: string;
	readonly score?: number;
}

export interface ToolAnswer {
	/** For models: plain text. */
	readonly text: string;
	/** For programs; where MCP has the tool, the same members as there. */
	readonly data: object;
	/** Audited sites that text or data quote: then both are marked as their words. */
	readonly about?: readonly string[];
	/** Address to open once the answer is out and no other call waits. */
	readonly opens?: string;
	/** What to paint there, once. */
	readonly carries?: Paint;
}

/** What a tool leaves to the next page of the same origin; `data` holds by the schema of the painter of its kind (painters.ts). */
export interface Paint {
	readonly kind: string;
	readonly data: object;
}

/**
 * ASCII host of the site that an agent names.
 * @throws ToolFault `input-invalid`
 */
export function siteOf(typed = ""): string {
	const host = siteOfText(typed.trim());
	if (host === undefined)
		throw new ToolFault(
			"input-invalid",
			`“${typed}” is no public host name or address of a site. Name one, such as example.com.`,
		);
	return host;
}

/** ASCII host of the site that the page in view is about; undefined for a page about none or many. */
export function siteInView(): string | undefined {
	const { domain, host } = document.querySelector<HTMLElement>("[data-domain], #scan-panel")?.dataset ?? {};
	return domain ?? host ?? siteOfPath(location.pathname, homePath());
}

/** Path of the home page in view, which is not that of a server elsewhere. */
function homePath(): string {
	const { home = "/" } = document.querySelector<HTMLElement>("meta[name=sightline-tools]")?.dataset ?? {};
	return new URL(home, location.origin).pathname;
}

/** Why a tool did not do what it was asked to, said so that an agent knows what to do next. */
export class ToolFault extends Error {
	/** For programs, such as `input-invalid` or a code of the API's. */
	readonly code: string;
	/** Seconds after which another try may succeed. */
	readonly waitSeconds: number | undefined;
	/** What the API answered with it, where that was JSON. */
	readonly body: unknown;

	/** @param sentence what happened, and what to do; ours, or the API's own `detail` */
	constructor(
		code: string,
		sentence: string,
		{ waitSeconds, body }: { readonly waitSeconds?: number; readonly body?: unknown } = {},
	) {
		super(sentence);
		this.name = "ToolFault";
		this.code = code;
		this.waitSeconds = waitSeconds;
		this.body = body;
	}
}
