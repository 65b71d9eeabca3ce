import { isFailure } from "#core/failure.ts";
import { isWithin } from "#core/hosts/is-within.ts";
import type { PageInput } from "#evidence/html/digest-page.ts";
import type { PageView, ViewNode } from "#evidence/page-view.ts";
import type { SiteSource } from "#evidence/site/site-source.ts";
import type { HttpResponse } from "#net/http-client.ts";

/** An agent's access to pages: through a browser that runs them, or as raw HTML. */
export interface Session {
	readonly kind: "browser" | "raw";
	/** @throws Obstructed if the page cannot be loaded */
	open(url: string): Promise<PageView>;
	/** The page in its current state. @throws Obstructed if it has navigated to a page that cannot be loaded */
	look(): Promise<PageView>;
	/** Why a node cannot be pressed; undefined if it can. */
	ready(node: ViewNode): Promise<Obstructed | undefined>;
	/** Follows a link or presses a button. */
	press(node: ViewNode): Promise<Pressed>;
	/** Presses Enter in a field. */
	enter(node: ViewNode): Promise<Pressed>;
	fill(node: ViewNode, value: string): Promise<Filled>;
	/** Whether the keyboard can leave the field. */
	leavesByKey(node: ViewNode): Promise<boolean>;
	/** Scrolls to the end of the page. @returns whether the page grew */
	scroll(): Promise<boolean>;
	/** The page's current HTML, and the tools registered by its scripts. @throws Obstructed */
	source(): Promise<PageSource>;
	/** Screenshot as JPEG; undefined without a browser. */
	picture(): Promise<Uint8Array | undefined>;
	close(): Promise<void>;
}

export interface PageSource {
	readonly input: PageInput;
	readonly tools: readonly unknown[];
}

export type Obstacle =
	| "covered"
	| "moving"
	| "invisible"
	| "disabled"
	| "needs-script"
	| "robots"
	| "unreachable"
	| "elsewhere"
	| "file"
	| "endless";

export class Obstructed extends Error {
	readonly obstacle: Obstacle;
	/** For `covered` what covers it, for `elsewhere` the host, for `file` its type, else a sentence. */
	readonly detail: string;

	constructor(obstacle: Obstacle, detail: string) {
		super(`${obstacle}: ${detail}`);
		this.obstacle = obstacle;
		this.detail = detail;
	}
}

export interface Pressed {
	/** Why it could not be pressed, or had no effect. */
	readonly obstructed?: Obstructed | undefined;
	/** A request that would have changed something and was blocked: `POST https://…`. */
	readonly held?: string | undefined;
	/** Whether it had an effect: another page, other nodes, or a blocked request. */
	readonly changed: boolean;
	readonly view: PageView;
}

export interface Filled {
	readonly obstructed?: Obstructed | undefined;
	/** The field's value afterwards. */
	readonly value: string;
}

/** Loads a page of the site, following redirects. @throws Obstructed */
export async function fetchPage(
	url: string,
	{ pages, domain, userAgent }: { readonly pages: SiteSource; readonly domain: string; readonly userAgent: string },
): Promise<HttpResponse> {
	const address = new URL(url);
	if (!isWithin(address.hostname, domain)) throw new Obstructed("elsewhere", address.hostname);
	const headers = { accept: "text/html,application/xhtml+xml", "user-agent": userAgent };
	const response = await pages.get(address, "page", { headers }).catch((error: unknown) => {
		if (!isFailure(error)) throw error;
		const isRobots = error.code === "robots-refused";
		throw new Obstructed(isRobots ? "robots" : "unreachable", isRobots ? address.href : error.message);
	});
	const end = new URL(response.url);
	if (!isWithin(end.hostname, domain)) throw new Obstructed("elsewhere", end.hostname);
	if (response.status >= 400) throw new Obstructed("unreachable", `${end.href} answers ${response.status}.`);
	const type = response.headers["content-type"] ?? "";
	if (type !== "" && !/html|xml/i.test(type)) throw new Obstructed("file", type.split(";")[0] ?? type);
	return response;
}
