import { siteOfPath, siteOfText } from "#site/home/asked-site.ts";
import type { Api } from "./api.ts";
import type { Question } from "./confirm-dialog.ts";
import type { Place } from "./place.ts";

/** Its input holds by the catalog's schema; calls come one after another. */
export interface PageTool {
	/** Of every tool that needs the person's consent, and of no other. */
	question?(call: ToolCall): Question;
	/** @throws ToolFault, or the signal's reason once it aborts */
	run(call: ToolCall): Promise<ToolAnswer>;
	/** Without it a declined call is refused. */
	declined?(call: ToolCall): Promise<ToolAnswer>;
}

export interface ToolCall {
	readonly input: ToolInput;
	readonly signal: AbortSignal;
	readonly place: Place;
	readonly api: Api;
	/** Shows the person one sentence until the answer is out. */
	say(sentence: string): void;
}

/** Of all tools of the catalog; what the tool's own schema requires is there. */
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
	readonly carries?: Paint;
}

/** For the next page of the same origin; `data` holds by the schema of its kind's painter. */
export interface Paint {
	readonly kind: string;
	readonly data: object;
}

/** ASCII host. @throws ToolFault `input-invalid` */
export function siteOf(typed = ""): string {
	const host = siteOfText(typed.trim());
	if (host === undefined)
		throw new ToolFault(
			"input-invalid",
			`“${typed}” is not a public host name or a site's address. Use one such as example.com.`,
		);
	return host;
}

/** ASCII host; undefined for a page about no site, or many. */
export function siteInView(): string | undefined {
	const { domain, host } = document.querySelector<HTMLElement>("[data-domain], #scan-panel")?.dataset ?? {};
	return domain ?? host ?? siteOfPath(location.pathname, homePath());
}

/** Not that of a server elsewhere. */
function homePath(): string {
	const { home = "/" } = document.querySelector<HTMLElement>("meta[name=sightline-tools]")?.dataset ?? {};
	return new URL(home, location.origin).pathname;
}

/** The message says what an agent can do next. */
export class ToolFault extends Error {
	/** Such as `input-invalid`, or a code of the API's. */
	readonly code: string;
	readonly waitSeconds: number | undefined;
	/** Undefined where the API answered no JSON. */
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
