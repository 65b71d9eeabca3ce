import type { Page as BrowserPage } from "playwright-core";
import { Failure } from "#core/failure.ts";
import { readTools } from "../declared/agent-tools.ts";
import { notShown, type Observation, type Page, type RenderedPage, settle } from "../evidence-map.ts";
import type { PageDigest } from "../page-digest.ts";
import type { SiteSource } from "../site/site-source.ts";
import { answerRequests } from "./answer-requests.ts";
import { type InstalledBrowser, openBrowser } from "./browser.ts";
import { readLayoutBarriers } from "./layout-barriers.ts";
import { type IsolatedWorld, openIsolatedWorld, readLayoutShift, watchTools } from "./page-scripts.ts";

export interface RenderQuery {
	/** A share of the budget for the page and all it loads. */
	readonly source: SiteSource;
	readonly home: Observation<Page>;
	/** Undefined where none is installed. */
	readonly browser: InstalledBrowser | undefined;
	/** Of a browser, and still naming us. */
	readonly userAgent: string;
}

/** The whole pass ends within this, whatever the page does. Milliseconds. */
const RENDER_MS = 20_000;
const LOAD_MS = 10_000;
/** Scripts may go on for so long after the load event. */
const QUIET_MS = 3_000;
const SETTLE_MS = 800;
const LAYOUT_MS = 5_000;
const CLOSE_MS = 3_000;
const MAX_HTML = 5 * 1024 * 1024;

/** The home page as it stands after its scripts have run. */
export async function collectRendered(query: RenderQuery): Promise<Observation<RenderedPage>> {
	const { home, source, browser } = query;
	if (home.state !== "found") return notShown(home.url, "There is no home page that could be rendered.");
	const { url } = home;
	if (!browser) {
		return {
			state: "failed",
			url,
			code: "browser-missing",
			reason: "No Chrome or Chromium is installed here, so the page was not rendered. Install one, or set CHROME_PATH.",
		};
	}
	return settle(url, source.signal, async () => ({ ...home, value: await render(home.value, browser, query) }));
}

async function render(page: Page, installed: InstalledBrowser, query: RenderQuery): Promise<RenderedPage> {
	query.source.signal.throwIfAborted();
	const signal = AbortSignal.any([query.source.signal, AbortSignal.timeout(RENDER_MS)]);
	const { browser, context } = await openBrowser(installed, query.userAgent);
	try {
		const seen = (async () => {
			const requests = await answerRequests(context, query.source, query.userAgent);
			const tab = await context.newPage();
			// A page that opens others gets none; one that cannot be closed is closed already, or ends with the browser.
			context.on("page", (popup) => void popup.close().catch(() => undefined));
			const tools = await watchTools(context, tab);
			await load(tab, page.url);
			const world = await openIsolatedWorld(context, tab);
			const cls = await readLayoutShift(world);
			const digest = await digestOf(world, page.url, query);
			const layout = await orNull(readLayoutBarriers(world), LAYOUT_MS);
			const registered = tools();
			return {
				browser: `Chromium ${browser.version().split(".")[0]}`,
				url: page.url,
				text: digest.text,
				head: headOf(digest),
				cls,
				layout,
				tools: registered === null ? null : readTools(registered).sort((a, b) => (a.name < b.name ? -1 : 1)),
				requests: { ...requests },
			};
		})();
		return await untilAborted(seen, signal, page.url);
	} catch (error) {
		throw browserFailure(error, page.url);
	} finally {
		// Ends the process too, and with it whatever still runs in the page; a browser that hangs is not waited for.
		await orNull(browser.close(), CLOSE_MS);
	}
}

async function load(tab: BrowserPage, url: string): Promise<void> {
	await tab.goto(url, { waitUntil: "domcontentloaded", timeout: LOAD_MS });
	const patience = { timeout: QUIET_MS };
	// A page that loads for longer is read as far as it has come; in one that is gone the next call fails.
	await tab.waitForLoadState("load", { timeout: LOAD_MS }).catch(() => undefined);
	// Some pages never fall silent; they are read all the same.
	await tab.waitForLoadState("networkidle", patience).catch(() => undefined);
	await tab.waitForTimeout(SETTLE_MS);
}

/** @throws Failure `browser-failed` where the document is no longer the one that was asked for */
async function digestOf(world: IsolatedWorld, url: string, { source }: RenderQuery): Promise<PageDigest> {
	const { html, origin, length } = await world.call(readDocument, MAX_HTML);
	if (origin !== new URL(url).origin) {
		throw new Failure("browser-failed", {
			what: `${url} was not rendered.`,
			why: `Its scripts went on to ${String(origin).slice(0, 100)}.`,
			todo: "See where the page sends a browser.",
		});
	}
	const body = new TextEncoder().encode(html);
	return source.read("page", { body, contentType: "text/html; charset=utf-8", url, truncated: length > MAX_HTML });
}

/** Runs in the page. */
function readDocument(most: number): { html: string; length: number; origin: string } {
	const whole = `<!doctype html>${document.documentElement?.outerHTML ?? ""}`;
	return { html: whole.slice(0, most), length: whole.length, origin: location.origin };
}

function headOf({ titles, links, metas, jsonLd }: PageDigest): RenderedPage["head"] {
	const contentOf = (key: string) => metas.filter((meta) => meta.by === "name" && meta.key === key);
	return {
		title: titles[0]?.text ?? "",
		canonical: links.filter(({ rel }) => rel.includes("canonical")).flatMap(({ href }) => href ?? []),
		robots: contentOf("robots").map(({ content }) => content),
		description: contentOf("description")[0]?.content ?? "",
		jsonLdTypes: [...new Set(jsonLd.nodes.filter(({ top }) => top).flatMap(({ types }) => types))].sort(),
	};
}

/** A measurement that the page keeps from ending, or breaks, is left out. */
async function orNull<T>(work: Promise<T>, ms: number): Promise<T | null> {
	const late = new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref());
	return Promise.race([work.catch(() => null), late]);
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal, url: string): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const why = "Its scripts had not come to rest in time.";
	const todo = "See what the page does while it loads.";
	const stop = () => reject(new Failure("deadline-exceeded", { what: `${url} was not rendered.`, why, todo }));
	if (signal.aborted) stop();
	signal.addEventListener("abort", stop, { once: true });
	// What is left of the work ends with the browser.
	work.catch(() => undefined);
	return Promise.race([promise, work]).finally(() => signal.removeEventListener("abort", stop));
}

/** What playwright throws names the call that failed; anything else is passed on. */
function browserFailure(error: unknown, url: string): unknown {
	if (
		!(error instanceof Error) ||
		!/^(?:page|frame|browser|browserContext|cdpSession|route)\.\w+: /.test(error.message)
	) {
		return error;
	}
	const [first = ""] = error.message.split("\n");
	const words = { what: `${url} was not rendered.`, why: `The browser said: ${first.slice(0, 200)}.` };
	return new Failure("browser-failed", words, { cause: error });
}
