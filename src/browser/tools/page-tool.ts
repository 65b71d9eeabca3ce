import { siteOfPath, siteOfText } from "#site/home/asked-site.ts";
import type { Api } from "./api.ts";
import type { Question } from "./confirm-dialog.ts";
import type { Place } from "./place.ts";

/** Gets input validated by the catalog's schema; calls are serialized. */
export interface PageTool {
	/** Defined for exactly the tools that need the person's consent. */
	question?(call: ToolCall): Question;
	/** @throws ToolFault, or the signal's reason once it aborts */
	run(call: ToolCall): Promise<ToolAnswer>;
	/** Result of a declined call; by default a refusal. */
	declined?(call: ToolCall): Promise<ToolAnswer>;
}

export interface ToolCall {
	readonly input: ToolInput;
	readonly signal: AbortSignal;
	readonly place: Place;
	readonly api: Api;
	/** Shows one sentence until the result is sent. */
	say(sentence: string): void;
}

/** Members of all tools; those that the tool's schema requires are set. */
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
	/** For programs; same members as over MCP. */
	readonly data: object;
	/** Audited sites quoted in text or data, which are then marked. */
	readonly about?: readonly string[];
	/** URL to open after the result is sent and no call is waiting. */
	readonly opens?: string;
	readonly carries?: Paint;
}

/** Carried to the next page of the same origin; `data` matches the schema of its kind's painter. */
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

/** ASCII host; undefined unless the page is about one site. */
export function siteInView(): string | undefined {
	const { domain, host } = document.querySelector<HTMLElement>("[data-domain], #scan-panel")?.dataset ?? {};
	return domain ?? host ?? siteOfPath(location.pathname, homePath());
}

/** Home of this site, not of another server. */
function homePath(): string {
	const { home = "/" } = document.querySelector<HTMLElement>("meta[name=sightline-tools]")?.dataset ?? {};
	return new URL(home, location.origin).pathname;
}

/** The message tells an agent what to do next. */
export class ToolFault extends Error {
	/** Such as `input-invalid`, or an API code. */
	readonly code: string;
	readonly waitSeconds: number | undefined;
	/** Undefined if the API did not send JSON. */
	readonly body: unknown;

	/** @param sentence what happened and what to do; ours, or the API's `detail` */
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
