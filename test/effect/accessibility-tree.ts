import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import type { EffectPage } from "./pages.ts";

/** Chromium's accessibility tree, for screen readers and agents. */
export interface Tree {
	/** Named links, buttons and fields with their roles. */
	readonly controls: readonly string[];
	/** Those of them that are buttons and fields. */
	readonly forms: readonly string[];
	/** Headings, landmarks, lists and header cells. */
	readonly structure: readonly string[];
	/** Named images. */
	readonly images: readonly string[];
	/** Everything focusable, named or not. */
	readonly focusable: number;
}

const CONTROLS = new Set(
	"link button textbox searchbox combobox listbox checkbox radio switch slider spinbutton menuitem tab option".split(
		" ",
	),
);
const STRUCTURE = new Set(
	"heading main navigation banner contentinfo complementary search form region article list listitem table columnheader rowheader".split(
		" ",
	),
);
/** Enough for a busy machine. */
const PATIENCE_MS = 300_000;
/** Reads a page before it redirects. */
const REFRESH = /http-equiv\s*=\s*["']?refresh["']?/gi;
const BLANK = "about:blank";

/** Chromium without scripts and without a network: the page as it was sent. */
export class TreeReader {
	readonly #browser: Browser;
	readonly #page: Page;
	readonly #session: CDPSession;
	#html = "";
	#url = BLANK;

	private constructor(browser: Browser, page: Page, session: CDPSession) {
		this.#browser = browser;
		this.#page = page;
		this.#session = session;
	}

	static async open(executablePath: string): Promise<TreeReader> {
		const { chromium } = await import("playwright-core");
		// The pages are files of this machine, and the root user's Chromium has no sandbox.
		const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
		const context = await browser.newContext({ javaScriptEnabled: false });
		const page = await context.newPage();
		const reader = new TreeReader(browser, page, await context.newCDPSession(page));
		await reader.#serve(context);
		return reader;
	}

	async #serve(context: BrowserContext): Promise<void> {
		await context.route("**/*", (route) =>
			route.request().isNavigationRequest() && route.request().url() === this.#url && this.#html !== ""
				? route.fulfill({ body: this.#html, contentType: "text/html; charset=utf-8" })
				: route.abort("aborted"),
		);
	}

	async read(html: string, { url }: Pick<EffectPage, "url">): Promise<Tree> {
		this.#html = html.replaceAll(REFRESH, "data-refresh");
		this.#url = new URL(url).href.replace(/#.*/s, "");
		await this.#page.goto(this.#url, { waitUntil: "domcontentloaded", timeout: PATIENCE_MS });
		this.#html = "";
		const { nodes } = await this.#session.send("Accessibility.getFullAXTree");
		const seen = nodes.flatMap(({ ignored, role, name, properties = [] }) => {
			if (ignored) return [];
			const property = (key: string) => properties.find((each) => each.name === key)?.value.value;
			const level = property("level") ?? "";
			const called = String(name?.value ?? "")
				.replaceAll(/\s+/g, " ")
				.trim();
			return [{ role: `${role?.value}`, name: called, level, focusable: property("focusable") === true }];
		});
		const named = seen.filter(({ name }) => name !== "");
		const controls = named.filter(({ role }) => CONTROLS.has(role));
		return {
			controls: controls.map(({ role, name }) => `${role} ${name}`),
			forms: controls.filter(({ role }) => role !== "link").map(({ role, name }) => `${role} ${name}`),
			structure: seen
				.filter(({ role }) => STRUCTURE.has(role))
				.map(({ role, name, level }) => (role === "heading" ? `${role} ${level} ${name}` : role)),
			images: named.filter(({ role }) => role === "image" || role === "img").map(({ name }) => name),
			focusable: seen.filter(({ focusable, role }) => focusable && role !== "RootWebArea").length,
		};
	}

	async close(): Promise<void> {
		await this.#browser.close();
	}
}
