import type { BrowserContext, Page as BrowserPage, Request, Route } from "playwright-core";
import { Failure } from "#core/failure.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { readTools } from "../declared/agent-tools.ts";
import {
	type LayoutBarrier,
	notShown,
	type Observation,
	type Page,
	type RenderedPage,
	settle,
} from "../evidence-map.ts";
import { printable } from "../html/tree/fold-text.ts";
import type { PageDigest } from "../page-digest.ts";
import type { SiteSource } from "../site/site-source.ts";
import { type InstalledBrowser, openBrowser } from "./browser.ts";

interface RenderQuery {
	readonly source: SiteSource;
	readonly home: Observation<Page>;
	readonly browser: InstalledBrowser | undefined;
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

/** Fields that no longer hold once a body is decoded and a redirect followed, and what a site would store. */
const LEFT_OUT: ReadonlySet<string> = new Set(
	`content-encoding content-length transfer-encoding connection keep-alive set-cookie alt-svc nel report-to
	reporting-endpoints`.split(/\s+/),
);
/** What a page needs to be seen; sound, pictures that move and messages home are not fetched. */
const WANTED: ReadonlySet<string> = new Set(
	"document stylesheet script image font xhr fetch manifest other".split(" "),
);
const MAX_ADDRESS = 4_096;

export type Tally = { -readonly [K in keyof RenderedPage["requests"]]: number };

/**
 * Every request of the browser is answered by the guarded client, as any other request of the audit: public addresses
 * only, within the budget, as robots.txt allows. Nothing but GET leaves, and no socket is opened.
 */
async function answerRequests(context: BrowserContext, source: SiteSource, userAgent: string): Promise<Tally> {
	let opened = false;
	const tally: Tally = { answered: 0, refused: 0, beyond: 0 };
	await context.routeWebSocket(/.*/, (socket) => {
		tally.refused++;
		void socket.close();
	});
	await context.route(/.*/, async (route) => {
		if (isOfPage(route.request())) {
			// The page that was asked for is looked at, not where it goes from there; an aborted navigation leaves it in place.
			if (opened) {
				tally.refused++;
				return route.abort("aborted");
			}
			opened = true;
		}
		if (source.left === 0) {
			tally.beyond++;
			return route.abort("blockedbyclient");
		}
		const fulfilled = await answer(route, source, userAgent);
		if (fulfilled) tally.answered++;
		else tally.refused++;
		return undefined;
	});
	return tally;
}

/** @returns false where the request was refused or came to nothing; what a page cannot load is no failure of ours */
async function answer(route: Route, source: SiteSource, userAgent: string): Promise<boolean> {
	const request = route.request();
	if (!isWanted(request)) {
		await route.abort("blockedbyclient");
		return false;
	}
	try {
		const headers = { accept: request.headers().accept ?? "*/*", "accept-language": "en", "user-agent": userAgent };
		const response = await source.get(new URL(request.url()), "asset", { headers });
		const kept = Object.entries(response.headers).filter(([name]) => !LEFT_OUT.has(name));
		await route.fulfill({
			status: response.status,
			headers: Object.fromEntries(kept),
			body: Buffer.from(response.body),
		});
		return true;
	} catch {
		// A refusal, a dead address, or a page that has gone away meanwhile: the browser sees a failed load.
		// Where the page is gone, nobody waits for this answer any more.
		await route.abort("failed").catch(() => undefined);
		return false;
	}
}

function isOfPage(request: Request): boolean {
	if (!request.isNavigationRequest()) return false;
	try {
		return request.frame().parentFrame() === null;
	} catch {
		// The first navigation of a window that has no frame yet: one that the page has opened.
		return true;
	}
}

function isWanted(request: Request): boolean {
	const url = request.url();
	return (
		request.method() === "GET" &&
		WANTED.has(request.resourceType()) &&
		/^https?:/.test(url) &&
		url.length <= MAX_ADDRESS &&
		URL.canParse(url)
	);
}

const SHOWN = 10;
const RULES = { contrast: "color-contrast", "target-size": "target-size" } as const;
type Kind = keyof typeof RULES;
const KINDS = Object.keys(RULES) as Kind[];

interface RuleAnswer {
	readonly passed: number;
	readonly failed: readonly { readonly target: string; readonly html: string; readonly message: string }[];
	readonly failedCount: number;
}

/**
 * Contrast (WCAG 1.4.3) and target size (2.5.8) as axe-core measures them on the laid-out page. What it cannot decide,
 * such as text on a picture, counts neither way.
 */
async function readLayoutBarriers(world: IsolatedWorld): Promise<NonNullable<RenderedPage["layout"]>> {
	const { default: axe } = await import("axe-core");
	await world.load(axe.source);
	const answers = await world.call(runAxe, { rules: Object.values(RULES), shown: SHOWN });
	const of = (kind: Kind): RuleAnswer => answers[RULES[kind]] ?? { passed: 0, failed: [], failedCount: 0 };
	const counts = (kind: Kind) => ({
		examined: Number(of(kind).passed) + Number(of(kind).failedCount),
		found: Number(of(kind).failedCount),
	});
	return {
		barriers: KINDS.flatMap((kind) =>
			of(kind)
				.failed.slice(0, SHOWN)
				.map((each) => toBarrier(kind, each)),
		),
		contrast: counts("contrast"),
		targetSize: counts("target-size"),
	};
}

function toBarrier(kind: Kind, { target, html, message }: RuleAnswer["failed"][number]): LayoutBarrier {
	return {
		kind,
		at: printable(String(target), EXCERPT_LENGTH),
		excerpt: printable(String(html), EXCERPT_LENGTH),
		says: printable(String(message), EXCERPT_LENGTH * 2),
	};
}

async function runAxe({
	rules,
	shown,
}: {
	rules: readonly string[];
	shown: number;
}): Promise<Record<string, RuleAnswer>> {
	type AxeNode = { target: unknown[]; html: string; any: { message: string }[]; all: { message: string }[] };
	type AxeRule = { id: string; nodes: AxeNode[] };
	const { axe } = globalThis as unknown as {
		axe: { run(root: unknown, options: object): Promise<{ violations: AxeRule[]; passes: AxeRule[] }> };
	};
	const { document } = globalThis as unknown as { document: unknown };
	const options = { runOnly: { type: "rule", values: rules }, resultTypes: ["violations", "passes"] };
	const { violations, passes } = await axe.run(document, options);
	const nodesOf = (list: AxeRule[], rule: string) => list.find(({ id }) => id === rule)?.nodes ?? [];
	return Object.fromEntries(
		rules.map((rule) => {
			const failed = nodesOf(violations, rule);
			const named = failed.slice(0, shown).map(({ target, html, any, all }) => ({
				target: target.flat(3).join(" "),
				html: html.slice(0, 400),
				message: ([...any, ...all][0]?.message ?? "").slice(0, 400),
			}));
			return [rule, { passed: nodesOf(passes, rule).length, failed: named, failedCount: failed.length }];
		}),
	);
}

interface IsolatedWorld {
	load(source: string): Promise<void>;
	/** Calls a function that uses nothing from around it; argument and result travel as JSON. */
	call<A, R>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
}

const NAME = "sightline";

/** Call once the page has come to rest: another document has another world. */
async function openIsolatedWorld(context: BrowserContext, page: BrowserPage): Promise<IsolatedWorld> {
	const session = await context.newCDPSession(page);
	const { frameTree } = await session.send("Page.getFrameTree");
	const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
		frameId: frameTree.frame.id,
		worldName: NAME,
	});
	const evaluate = async (expression: string): Promise<unknown> => {
		const answer = await session.send("Runtime.evaluate", {
			expression,
			contextId,
			awaitPromise: true,
			returnByValue: true,
		});
		if (answer.exceptionDetails) throw new Error(`page.evaluate: ${answer.exceptionDetails.text}`);
		return answer.result.value;
	};
	return {
		load: async (source) => {
			await evaluate(`${source}\n;undefined`);
		},
		call: async (work, argument) =>
			(await evaluate(`(${work})(${JSON.stringify(argument)})`)) as Awaited<ReturnType<typeof work>>,
	};
}

/**
 * Cumulative Layout Shift so far, three decimals: the largest session window of shifts, windows of at most 5 s with gaps
 * under 1 s (web.dev/articles/cls). Nobody touches this page, so `hadRecentInput`, which emulating a phone sets, is not
 * asked.
 */
async function readLayoutShift(world: IsolatedWorld): Promise<number> {
	const worst = await world.call(observe, 100);
	return typeof worst === "number" && Number.isFinite(worst) ? Math.round(Math.max(0, worst) * 1000) / 1000 : 0;
}

function observe(patience: number): Promise<number> {
	let worst = 0;
	let sum = 0;
	let first = 0;
	let last = 0;
	const add = ({ startTime, value }: { startTime: number; value: number }) => {
		const joins = sum > 0 && startTime - last < 1_000 && startTime - first < 5_000;
		if (!joins) {
			sum = 0;
			first = startTime;
		}
		sum += value;
		last = startTime;
		worst = Math.max(worst, sum);
	};
	return new Promise((resolve) => {
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) add(entry);
		}).observe({ type: "layout-shift", buffered: true });
		// What happened before comes in the next turn.
		setTimeout(() => resolve(worst), patience);
	});
}

const MAX_TOOLS = 100;

type ToolRecord = { readonly name: string };

/** Tools that a page registers; null where the browser does not know WebMCP. */
type RegisteredTools = readonly ToolRecord[] | null;

/**
 * Listens for WebMCP tools (webmachinelearning.github.io/webmcp), imperative and declarative. Call before the page is
 * opened; what it returns tells the tools that stand at the time of asking.
 */
async function watchTools(context: BrowserContext, page: BrowserPage): Promise<() => RegisteredTools> {
	const session = await context.newCDPSession(page);
	// A domain newer than playwright-core's list of them.
	const wire = session as unknown as {
		send(method: string): Promise<unknown>;
		on(event: string, listener: (message: { tools?: unknown }) => void): void;
	};
	const tools = new Map<string, ToolRecord>();
	const listed = (message: { tools?: unknown }) =>
		Array.isArray(message.tools) ? message.tools.filter(isToolRecord) : [];
	wire.on("WebMCP.toolsAdded", (message) => {
		for (const tool of listed(message)) if (tools.size < MAX_TOOLS) tools.set(tool.name, tool);
	});
	wire.on("WebMCP.toolsRemoved", (message) => {
		for (const { name } of listed(message)) tools.delete(name);
	});
	try {
		await wire.send("WebMCP.enable");
	} catch {
		// Browsers before WebMCP have no such domain.
		return () => null;
	}
	return () => [...tools.values()];
}

function isToolRecord(value: unknown): value is ToolRecord {
	return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}
