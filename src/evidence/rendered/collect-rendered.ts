import type {
	Browser,
	BrowserContext,
	BrowserContextOptions,
	Page as BrowserPage,
	Request,
	Route,
} from "playwright-core";
import { Failure } from "#core/failure.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { networkFailure } from "#net/network-failure.ts";
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
import { type SiteSource, watchDelay } from "../site/site-source.ts";

export interface InstalledBrowser {
	readonly executablePath: string;
	/** False only on a disposable machine. */
	readonly sandbox: boolean;
	/** Must contain nothing that a page may not learn. */
	readonly environment: Readonly<Record<string, string>>;
}

/** Lighthouse's mobile preset, the size that search engines use. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const LAUNCH_MS = 15_000;

/** Backstop for the routes: with a proxy Chromium resolves no names and opens no connections, even to loopback. */
const DEAD_PROXY = { server: "http://proxy.invalid:9", bypass: "<-loopback>" };

const FLAGS = [
	..."background-networking component-update sync gpu quic domain-reliability client-side-phishing-detection"
		.split(" ")
		.map((each) => `--disable-${each}`),
	"--no-first-run",
	"--no-pings",
	"--dns-prefetch-disable",
	"--host-resolver-rules=MAP * ~NOTFOUND",
	"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--js-flags=--max-old-space-size=512",
	"--enable-features=WebMCP",
];

/** Without network access. @throws Failure `browser-failed` */
export async function openBrowser(
	installed: InstalledBrowser,
	userAgent: string,
): Promise<{ browser: Browser; context: BrowserContext }> {
	const browser = await launchBrowser(installed);
	try {
		return { browser, context: await openContext(browser, userAgent, PHONE) };
	} catch (error) {
		await browser.close();
		throw error;
	}
}

/** With separate cookies and storage. */
export async function openContext(
	browser: Browser,
	userAgent: string,
	screen: BrowserContextOptions,
): Promise<BrowserContext> {
	const context = await browser.newContext({
		...screen,
		userAgent,
		locale: "en-US",
		timezoneId: "UTC",
		serviceWorkers: "block",
		acceptDownloads: false,
		permissions: [],
	});
	await context.addInitScript(removeBypassApis);
	return context;
}

/** Without network access. @throws Failure `browser-failed` */
export async function launchBrowser({ executablePath, sandbox, environment }: InstalledBrowser): Promise<Browser> {
	const { chromium } = await import("playwright-core");
	try {
		return await chromium.launch({
			executablePath,
			chromiumSandbox: sandbox,
			env: environment,
			args: FLAGS,
			proxy: DEAD_PROXY,
			timeout: LAUNCH_MS,
		});
	} catch (error) {
		throw new Failure(
			"browser-failed",
			{
				what: `The browser ${executablePath} did not start.`,
				why: sandbox
					? "Its sandbox may not work here, for example for the root user or in some containers."
					: undefined,
				todo: "Run as a user other than root, or set CHROME_PATH to another Chrome or Chromium.",
			},
			{ cause: error },
		);
	}
}

/** Runs in every frame before its scripts: removes APIs that bypass HTTP. */
function removeBypassApis(): void {
	const names = ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport", "WebSocketStream"];
	for (const name of names) Reflect.deleteProperty(globalThis, name);
}

export type Paper = "A4" | "Letter";

/** A document that loads nothing; prints title and page number in the footer. */
export async function printPage(page: BrowserPage, html: string, paper: Paper): Promise<Uint8Array> {
	await page.setContent(html, { waitUntil: "load" });
	await page.evaluate("document.fonts.ready.then(() => undefined)");
	return page.pdf({
		format: paper,
		preferCSSPageSize: false,
		displayHeaderFooter: true,
		headerTemplate: "<span></span>",
		footerTemplate:
			'<div style="width:100%;margin:0 14mm;display:flex;justify-content:space-between;gap:6mm;font:7.5pt sans-serif;color:#555b5f"><span class="title" style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap"></span><span style="flex:none"><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>',
		margin: { top: "11mm", bottom: "13mm", left: "14mm", right: "14mm" },
	});
}

interface RenderQuery {
	readonly source: SiteSource;
	readonly home: Observation<Page>;
	readonly browser: InstalledBrowser | undefined;
	readonly userAgent: string;
}

/** Milliseconds for the whole pass. */
const RENDER_MS = 20_000;
const LOAD_MS = 10_000;
/** Milliseconds for scripts after the load event. */
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
	const delayed = watchDelay(query.source.ownDelay);
	const signal = AbortSignal.any([query.source.signal, AbortSignal.timeout(RENDER_MS)]);
	const { browser, context } = await openBrowser(installed, query.userAgent);
	try {
		const seen = (async () => {
			const requests = await answerRequests(context, query.source, query.userAgent);
			const tab = await context.newPage();
			// A page that cannot be closed is already closed, or ends with the browser.
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
		const found = await untilAborted(seen, signal, page.url);
		// The page's scripts were starved too, so content may be missing.
		if (delayed().isOurs) throw networkFailure("machine-busy", page.url);
		return found;
	} catch (error) {
		throw delayed().isOurs ? networkFailure("machine-busy", page.url, error) : browserFailure(error, page.url);
	} finally {
		// Kills the process and everything in the page; do not wait for a browser that hangs.
		await orNull(browser.close(), CLOSE_MS);
	}
}

async function load(tab: BrowserPage, url: string): Promise<void> {
	await tab.goto(url, { waitUntil: "domcontentloaded", timeout: LOAD_MS });
	const patience = { timeout: QUIET_MS };
	// Read slow pages in their current state; if the page is gone, the next call fails.
	await tab.waitForLoadState("load", { timeout: LOAD_MS }).catch(() => undefined);
	// Some pages never become idle.
	await tab.waitForLoadState("networkidle", patience).catch(() => undefined);
	await tab.waitForTimeout(SETTLE_MS);
}

/** @throws Failure `browser-failed` if the page has navigated elsewhere */
async function digestOf(world: IsolatedWorld, url: string, { source }: RenderQuery): Promise<PageDigest> {
	const { html, origin, length } = await world.call(readDocument, MAX_HTML);
	if (origin !== new URL(url).origin) {
		throw new Failure("browser-failed", {
			what: `${url} was not rendered.`,
			why: `Its scripts sent the browser to ${String(origin).slice(0, 100)}.`,
			todo: "Check where the page sends a browser.",
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

/** null if the page stalls or breaks the measurement. */
export async function orNull<T>(work: Promise<T>, ms: number): Promise<T | null> {
	const late = new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref());
	return Promise.race([work.catch(() => null), late]);
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal, url: string): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const why = "Its scripts did not finish in time.";
	const todo = "Check what the page does while it loads.";
	const stop = () => reject(new Failure("deadline-exceeded", { what: `${url} was not rendered.`, why, todo }));
	if (signal.aborted) stop();
	signal.addEventListener("abort", stop, { once: true });
	// The work ends with the browser.
	work.catch(() => undefined);
	return Promise.race([promise, work]).finally(() => signal.removeEventListener("abort", stop));
}

/** Wraps Playwright's errors, which name the failed call; returns others unchanged. */
export function browserFailure(error: unknown, url: string): unknown {
	if (
		!(error instanceof Error) ||
		!/^(?:page|frame|browser|browserContext|cdpSession|route)\.\w+: /.test(error.message)
	) {
		return error;
	}
	const [first = ""] = error.message.split("\n");
	const words = { what: `${url} was not rendered.`, why: `The browser reported: ${first.slice(0, 200)}.` };
	return new Failure("browser-failed", words, { cause: error });
}

/** Headers that are wrong after decoding and redirects, or that a site would use to store something. */
const LEFT_OUT: ReadonlySet<string> = new Set(
	`content-encoding content-length transfer-encoding connection keep-alive set-cookie alt-svc nel report-to
	reporting-endpoints`.split(/\s+/),
);
/** Excludes audio, video and beacons. */
const WANTED: ReadonlySet<string> = new Set(
	"document stylesheet script image font xhr fetch manifest other".split(" "),
);
const MAX_ADDRESS = 4_096;

export type Tally = { -readonly [K in keyof RenderedPage["requests"]]: number };

/** Answers all requests through the guarded client: public addresses, budget, robots.txt, GET only, no sockets. */
async function answerRequests(context: BrowserContext, source: SiteSource, userAgent: string): Promise<Tally> {
	let opened = false;
	const tally: Tally = { answered: 0, refused: 0, beyond: 0 };
	await context.routeWebSocket(/.*/, (socket) => {
		tally.refused++;
		void socket.close();
	});
	await context.route(/.*/, async (route) => {
		if (isOfPage(route.request())) {
			// Only the requested page counts; aborting a navigation leaves it in place.
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

/** @returns false if it was refused or failed, which is not an error of the audit */
export async function answer(route: Route, source: SiteSource, userAgent: string): Promise<boolean> {
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
		// The browser sees a failed load, or the page is gone.
		await route.abort("failed").catch(() => undefined);
		return false;
	}
}

function isOfPage(request: Request): boolean {
	if (!request.isNavigationRequest()) return false;
	try {
		return request.frame().parentFrame() === null;
	} catch {
		// A first navigation without a frame belongs to a window that the page opened.
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

/** WCAG 1.4.3 and 2.5.8 by axe-core; undecidable cases, such as text on an image, are ignored. */
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
	/** `work` must not use its closure; argument and result are passed as JSON. */
	call<A, R>(work: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
}

const NAME = "sightline";

/** Open it after the page has settled: a new document has a new world. */
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

/** Windows of at most 5 s, gaps under 1 s (web.dev/articles/cls). Ignores `hadRecentInput`: emulation sets it. */
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
		// Buffered entries arrive in the next task.
		setTimeout(() => resolve(worst), patience);
	});
}

const MAX_TOOLS = 100;

type ToolRecord = { readonly name: string };

type RegisteredTools = readonly ToolRecord[] | null;

/** WebMCP (webmachinelearning.github.io/webmcp). Call it before opening the page. @returns a getter of current tools */
export async function watchTools(context: BrowserContext, page: BrowserPage): Promise<() => RegisteredTools> {
	const session = await context.newCDPSession(page);
	// playwright-core's types lack this domain.
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
		return () => null;
	}
	return () => [...tools.values()];
}

function isToolRecord(value: unknown): value is ToolRecord {
	return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}
