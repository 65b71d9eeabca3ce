import type { Browser, BrowserContext, CDPSession, Page, Request, Route } from "playwright-core";
import { isWithin } from "#core/hosts/is-within.ts";
import type { PageView, ViewNode } from "#evidence/page-view.ts";
import { answer, browserFailure, openContext, orNull, watchTools } from "#evidence/rendered/collect-rendered.ts";
import type { SiteSource } from "#evidence/site/site-source.ts";
import { type AxNode, type FrameTree, type Snapshot, type Spoken, viewOf } from "./browser-view.ts";
import { fillIn, focusOn, isAnimated, keepsFocus, toEnd, whatLiesOver } from "./page-scripts.ts";
import { type Filled, fetchPage, Obstructed, type PageSource, type Pressed, type Session } from "./session.ts";

interface BrowserSessionOptions {
	readonly browser: Browser;
	readonly userAgent: string;
	readonly pictures: boolean;
	/** Answers the subresource requests of pages. */
	readonly source: SiteSource;
	/** Answers page requests, and obeys robots.txt as a crawler. */
	readonly pages: SiteSource;
	/** The site includes its subdomains. */
	readonly domain: string;
}

interface Started {
	readonly tab: Page;
	readonly wire: CDPSession;
	readonly work: PageWork;
	/** Tools registered by the page's scripts; null if this browser does not support them. */
	readonly tools: () => readonly unknown[] | null;
}

/** A wide screen, on which menus are expanded. */
const SCREEN = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, reducedMotion: "reduce" } as const;
/** Milliseconds without requests until a page counts as settled, and the longest wait for it. */
const REST_MS = 500;
const MAX_REST_MS = 2_500;
/** Looks at a settled page before a press counts as without effect. */
const LOOKS_FOR_EFFECT = 5;
/** Milliseconds after filling in a field. */
const SETTLE_MS = 120;
const WAITS_FOR_CURTAIN = 4;
/** Milliseconds of CPU time for one answer and for a whole task: endless scripts exceed them. */
const ANSWER_WORK_MS = 5_000;
const TASK_WORK_MS = 30_000;
/** Interval of that check, and the longest wait for an answer while hardly any CPU time is used. Milliseconds. */
const LOOK_AT_WORK_MS = 1_000;
const SILENT = { ms: 60_000, work: 1_000 };
/** For the load event, which some pages never fire. Milliseconds. */
const LOAD_MS = 10_000;
/** Consecutive redirects by script while loading. */
const MAX_SCRIPT_REDIRECTS = 3;
const MAX_POPUPS = 20;
/** Looks at an animated control, and at any control, before giving up. */
const LOOKS_AT_ANIMATED = 6;
const MAX_LOOKS = 12;
const PICTURE_QUALITY = 55;

/** Chromium without network access except through the guarded client: only GET, and only pages of the site. */
export class BrowserSession implements Session {
	readonly kind = "browser";
	readonly #options: BrowserSessionOptions;
	readonly #context: BrowserContext;
	readonly #tab: Page;
	readonly #wire: CDPSession;
	readonly #work: PageWork;
	readonly #tools: Started["tools"];
	/** The response for the page that `open` requested. */
	#expected:
		| { readonly url: string; readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer }
		| undefined;
	/** Address that the page navigates to. */
	#wanted: string | undefined;
	/** Resolves when it navigates. */
	#leaves = Promise.withResolvers<null>();
	#held: string | undefined;
	#popups = 0;
	#file: string | undefined;
	/** Number of requests in flight, and time of the last response. */
	#loading = 0;
	#loadedAt = 0;

	private constructor(options: BrowserSessionOptions, context: BrowserContext, { tab, wire, work, tools }: Started) {
		this.#options = options;
		this.#context = context;
		this.#tab = tab;
		this.#wire = wire;
		this.#work = work;
		this.#tools = tools;
	}

	static async start(options: BrowserSessionOptions): Promise<BrowserSession> {
		const context = await openContext(options.browser, options.userAgent, SCREEN);
		try {
			const tab = await context.newPage();
			const wire = await context.newCDPSession(tab);
			const work = await PageWork.begin(options.browser);
			const session = new BrowserSession(options, context, { tab, wire, work, tools: await watchTools(context, tab) });
			await session.#watch(context);
			return session;
		} catch (error) {
			await orNull(context.close(), 3_000);
			throw error;
		}
	}

	async #watch(context: BrowserContext): Promise<void> {
		await context.routeWebSocket(/.*/, (socket) => void socket.close());
		await context.route(/.*/, (route) => this.#answer(route));
		context.on("page", (popup) => {
			this.#popups++;
			void popup.close().catch(() => undefined);
		});
		this.#tab.on("dialog", (dialog) => {
			this.#popups++;
			// Dismissing it would keep the agent on the page.
			const leaves = dialog.type() === "beforeunload";
			void (leaves ? dialog.accept() : dialog.dismiss()).catch(() => undefined);
		});
		this.#tab.on("download", (download) => {
			this.#file = download.url();
			void download.cancel().catch(() => undefined);
		});
	}

	async #answer(route: Route): Promise<void> {
		const request = route.request();
		if (!request.isNavigationRequest() || !isTopFrame(request)) return this.#answerPart(route, request);
		const url = request.url();
		if (request.method() !== "GET") {
			this.#hold(request);
			return route.abort("aborted");
		}
		if (this.#expected && withoutHash(this.#expected.url) === withoutHash(url) && isIn(this.#tab, request)) {
			const { status, headers, body } = this.#expected;
			this.#expected = undefined;
			return route.fulfill({ status, headers, body });
		}
		this.#wanted = url;
		this.#leaves.resolve(null);
		return route.abort("aborted");
	}

	async #answerPart(route: Route, request: Request): Promise<void> {
		if (request.method() !== "GET") {
			if (isWithin(hostOf(request.url()), this.#options.domain) && request.resourceType() !== "ping")
				this.#hold(request);
			return route.abort("aborted");
		}
		this.#loading++;
		await answer(route, this.#options.source, this.#options.userAgent);
		this.#loading--;
		this.#loadedAt = performance.now();
	}

	#hold(request: Request): void {
		this.#held ??= `${request.method()} ${request.url().split("?")[0]}`;
	}

	async open(url: string): Promise<PageView> {
		let next = url;
		for (let redirects = 0; ; redirects++) {
			await this.#load(next);
			if (this.#wanted === undefined) return this.look();
			if (redirects === MAX_SCRIPT_REDIRECTS)
				throw new Obstructed(
					"endless",
					`The scripts of ${url} redirect the browser ${MAX_SCRIPT_REDIRECTS + 1} times.`,
				);
			next = this.#wanted;
		}
	}

	async #load(url: string): Promise<void> {
		const response = await fetchPage(url, this.#options);
		const end = new URL(response.url);
		end.hash = new URL(url).hash;
		this.#expected = {
			url: end.href,
			status: response.status,
			headers: { "content-type": response.headers["content-type"] ?? "text/html" },
			body: Buffer.from(response.body),
		};
		// Go to another address first: if only the fragment differs, nothing would load.
		if (withoutHash(this.#tab.url()) === withoutHash(end.href)) await this.#tab.goto("about:blank");
		this.#wanted = undefined;
		this.#leaves = Promise.withResolvers();
		try {
			const loaded = this.#tab.goto(end.href, { waitUntil: "domcontentloaded", timeout: 0 });
			// A page that navigates while loading never finishes loading.
			await this.#answered(Promise.race([loaded, this.#leaves.promise]));
		} catch (error) {
			if (error instanceof Obstructed) throw error;
			if (this.#wanted === undefined) throw browserFailure(error, end.href);
		}
		if (this.#wanted === undefined)
			// If it keeps loading, look at it in its current state.
			await this.#tab.waitForLoadState("load", { timeout: LOAD_MS }).catch(() => undefined);
		await this.#rest();
	}

	/** Waits until no request or script is active. Some pages never become idle. */
	async #rest(): Promise<void> {
		const from = performance.now();
		while (performance.now() - from < MAX_REST_MS) {
			await this.#tab.waitForTimeout(50);
			if (this.#wanted !== undefined || this.#held !== undefined) return;
			const since = Math.max(this.#loadedAt, from);
			if (this.#loading === 0 && performance.now() - since >= REST_MS) break;
		}
		const expression = "new Promise((idle) => requestIdleCallback(idle, { timeout: 1000 }))";
		// A page that navigates no longer answers.
		await this.#answered(this.#wire.send("Runtime.evaluate", { expression, awaitPromise: true })).catch(
			unlessObstructed,
		);
	}

	async look(): Promise<PageView> {
		if (this.#popups > MAX_POPUPS)
			throw new Obstructed("endless", `${this.#tab.url()} keeps opening windows and messages.`);
		const wanted = this.#wanted;
		this.#wanted = undefined;
		if (wanted !== undefined) return this.open(wanted);
		const seen = Promise.all([
			this.#wire.send("DOMSnapshot.captureSnapshot", { computedStyles: ["cursor"], includePaintOrder: false }),
			this.#accessibility(),
		]);
		const [snapshot, spoken] = await this.#answered(seen);
		return viewOf(snapshot as Snapshot, spoken, this.#tab.url());
	}

	/** @throws Obstructed if the page's scripts keep it from answering, measured in CPU time */
	async #answered<T>(asked: Promise<T>): Promise<T> {
		let before: number | undefined;
		let heard = { at: performance.now(), spent: 0 };
		const answered = asked.then((value) => ({ value }));
		// The race below reports an error while waiting; after that, the page has been abandoned.
		answered.catch(() => undefined);
		for (;;) {
			const late = Promise.withResolvers<undefined>();
			const timer = setTimeout(late.resolve, LOOK_AT_WORK_MS);
			const first = await Promise.race([answered, late.promise]).finally(() => clearTimeout(timer));
			if (first) return first.value;
			const spent = await this.#work.spent();
			before ??= spent;
			if (spent - before >= ANSWER_WORK_MS || spent >= TASK_WORK_MS)
				throw new Obstructed("endless", `the scripts of ${this.#tab.url()} keep the browser busy.`);
			if (spent - heard.spent >= SILENT.work) heard = { at: performance.now(), spent };
			if (performance.now() - heard.at >= SILENT.ms)
				throw new Error(`page.evaluate: no answer in ${SILENT.ms / 1_000} s`);
		}
	}

	/** By backend node id, over all frames in the page's process. */
	async #accessibility(): Promise<ReadonlyMap<number, Spoken>> {
		await this.#wire.send("Accessibility.enable");
		const { frameTree } = await this.#wire.send("Page.getFrameTree");
		const spoken = new Map<number, Spoken>();
		const add = async (tree: FrameTree): Promise<void> => {
			const answered = await this.#wire
				.send("Accessibility.getFullAXTree", { frameId: tree.frame.id })
				.catch(() => undefined);
			for (const node of (answered?.nodes ?? []) as AxNode[]) {
				if (node.ignored || node.backendDOMNodeId === undefined) continue;
				const properties = new Map(node.properties?.map(({ name, value }) => [name, value.value]));
				spoken.set(node.backendDOMNodeId, {
					role: String(node.role?.value ?? ""),
					name: String(node.name?.value ?? ""),
					disabled: properties.get("disabled") === true,
					focusable: properties.get("focusable") === true,
					required: properties.get("required") === true,
					value: String(node.value?.value ?? properties.get("checked") ?? ""),
				});
			}
			for (const child of tree.childFrames ?? []) await add(child);
		};
		await add(frameTree as FrameTree);
		return spoken;
	}

	async ready(node: ViewNode): Promise<Obstructed | undefined> {
		try {
			if (node.disabled) throw new Obstructed("disabled", node.name);
			await this.#reach(node);
			return undefined;
		} catch (error) {
			if (error instanceof Obstructed) return error;
			throw error;
		}
	}

	press(node: ViewNode): Promise<Pressed> {
		return this.#act(node, async () => {
			const { x, y } = await this.#reach(node);
			return () => this.#tab.mouse.click(x, y);
		});
	}

	enter(node: ViewNode): Promise<Pressed> {
		return this.#act(node, async () => {
			await this.#call<boolean>(node, focusOn);
			return () => this.#tab.keyboard.press("Enter");
		});
	}

	/** @param prepare returns the action, to be run while the page is watched */
	async #act(node: ViewNode, prepare: () => Promise<() => Promise<void>>): Promise<Pressed> {
		const before = await this.look();
		try {
			if (node.disabled) throw new Obstructed("disabled", node.name);
			const act = await prepare();
			[this.#held, this.#wanted, this.#file] = [undefined, undefined, undefined];
			const popups = this.#popups;
			await this.#answered(act());
			for (let looks = 1; ; looks++) {
				await this.#rest();
				if (this.#file !== undefined) throw new Obstructed("file", this.#file);
				const held = this.#held;
				const view = await this.look();
				const changed = held !== undefined || this.#popups > popups || signatureOf(view) !== signatureOf(before);
				if (changed || looks === LOOKS_FOR_EFFECT) return { held, changed, view };
			}
		} catch (error) {
			if (!(error instanceof Obstructed)) throw error;
			return { obstructed: error, changed: false, view: before };
		}
	}

	/** The center of a node that is still, visible and not covered. @throws Obstructed */
	async #reach(node: ViewNode): Promise<{ readonly x: number; readonly y: number }> {
		let at = await this.#middleOf(node);
		const looks = (await this.#call<boolean>(node, isAnimated)) ? LOOKS_AT_ANIMATED : 1;
		for (let tries = 0, rested = 0; rested < looks; tries++) {
			await this.#tab.waitForTimeout(90);
			const now = await this.#middleOf(node);
			rested = Math.hypot(now.x - at.x, now.y - at.y) < 3 ? rested + 1 : 0;
			at = now;
			if (tries === MAX_LOOKS) throw new Obstructed("moving", node.name);
		}
		let over = await this.#call<string>(node, whatLiesOver);
		// Loading overlays disappear by themselves.
		for (let waited = 0; over !== "" && over !== "invisible" && waited < WAITS_FOR_CURTAIN; waited++) {
			await this.#tab.waitForTimeout(REST_MS);
			over = await this.#call<string>(node, whatLiesOver);
		}
		if (over === "invisible") throw new Obstructed("invisible", node.name);
		if (over !== "") throw new Obstructed("covered", over);
		return at;
	}

	async #middleOf({ key, name }: ViewNode): Promise<{ readonly x: number; readonly y: number }> {
		const backendNodeId = Number(key);
		await this.#wire.send("DOM.scrollIntoViewIfNeeded", { backendNodeId }).catch(() => undefined);
		const answered = await this.#wire.send("DOM.getContentQuads", { backendNodeId }).catch(() => undefined);
		const quad = answered?.quads.find((each) => areaOf(each) > 1);
		if (!quad) throw new Obstructed("invisible", name);
		const [xs, ys] = [quad.filter((_, at) => at % 2 === 0), quad.filter((_, at) => at % 2 === 1)];
		const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
		return { x: mean(xs), y: mean(ys) };
	}

	async fill(node: ViewNode, value: string): Promise<Filled> {
		try {
			if (node.disabled) throw new Obstructed("disabled", node.name);
			// Checkboxes and lists are often drawn by another element, such as their label.
			const drawnElsewhere = node.role === "checkbox" || node.role === "radio" || node.tag === "select";
			if (!drawnElsewhere) await this.#reach(node);
			const filled = await this.#call<string>(node, fillIn, value);
			await this.#tab.waitForTimeout(SETTLE_MS);
			return { value: filled };
		} catch (error) {
			if (!(error instanceof Obstructed)) throw error;
			return { obstructed: error, value: node.value };
		}
	}

	async leavesByKey(node: ViewNode): Promise<boolean> {
		const focused = await this.#call<boolean>(node, focusOn);
		if (!focused) return true;
		for (const key of ["Tab", "Tab", "Shift+Tab", "Shift+Tab", "Escape"]) {
			await this.#answered(this.#tab.keyboard.press(key));
			if (!(await this.#call<boolean>(node, keepsFocus))) return true;
		}
		return false;
	}

	async scroll(): Promise<boolean> {
		const before = await this.#answered(this.#tab.evaluate(toEnd));
		await this.#rest();
		return (await this.#answered(this.#tab.evaluate(toEnd))) > before + 1;
	}

	async source(): Promise<PageSource> {
		const body = Buffer.from(await this.#answered(this.#tab.content()));
		const input = { body, contentType: "text/html; charset=utf-8", url: this.#tab.url(), truncated: false };
		return { input, tools: this.#tools() ?? [] };
	}

	async picture(): Promise<Uint8Array | undefined> {
		if (!this.#options.pictures) return undefined;
		return (
			(await orNull(this.#tab.screenshot({ type: "jpeg", quality: PICTURE_QUALITY, timeout: 5_000 }), 6_000)) ??
			undefined
		);
	}

	async close(): Promise<void> {
		await orNull(Promise.all([this.#context.close(), this.#work.end()]), 3_000);
	}

	/** Runs `work` with the element as `this`. */
	async #call<R>(node: ViewNode, work: (this: Element, argument: string) => R | Promise<R>, argument = ""): Promise<R> {
		const called = this.#wire.send("DOM.resolveNode", { backendNodeId: Number(node.key) }).then(({ object }) =>
			this.#wire.send("Runtime.callFunctionOn", {
				objectId: object.objectId ?? "",
				functionDeclaration: String(work),
				arguments: [{ value: argument }],
				returnByValue: true,
				awaitPromise: true,
			}),
		);
		const { result, exceptionDetails } = await this.#answered(called).catch((error: unknown) => {
			// Scripts have rerendered the page.
			const isGone = error instanceof Error && /No node|Could not find node|Cannot find context/i.test(error.message);
			throw isGone ? new Obstructed("invisible", node.name) : error;
		});
		if (exceptionDetails) throw new Error(`page.evaluate: ${exceptionDetails.text}`);
		return result.value as R;
	}
}

function unlessObstructed(error: unknown): void {
	if (error instanceof Obstructed) throw error;
}

/** CPU time of a browser's page processes, which does not depend on the machine's load. */
class PageWork {
	readonly #system: CDPSession;
	#before: ReadonlyMap<number, number> = new Map();

	private constructor(system: CDPSession) {
		this.#system = system;
	}

	static async begin(browser: Browser): Promise<PageWork> {
		const work = new PageWork(await browser.newBrowserCDPSession());
		work.#before = await work.#byProcess();
		return work;
	}

	/** Milliseconds since `begin`, of processes that still exist. */
	async spent(): Promise<number> {
		const now = await this.#byProcess();
		return [...now].reduce((all, [id, ms]) => all + ms - (this.#before.get(id) ?? 0), 0);
	}

	async #byProcess(): Promise<ReadonlyMap<number, number>> {
		const { processInfo } = await this.#system.send("SystemInfo.getProcessInfo");
		const renderers = processInfo.filter(({ type }) => type === "renderer");
		return new Map(renderers.map(({ id, cpuTime }) => [id, cpuTime * 1_000]));
	}

	async end(): Promise<void> {
		await this.#system.detach();
	}
}

function isTopFrame(request: Request): boolean {
	try {
		return request.frame().parentFrame() === null;
	} catch {
		// The first navigation of a window that the page opened.
		return true;
	}
}

function isIn(tab: Page, request: Request): boolean {
	try {
		return request.frame() === tab.mainFrame();
	} catch {
		return false;
	}
}

function hostOf(url: string): string {
	return URL.parse(url)?.hostname ?? "";
}

function withoutHash(url: string): string {
	return url.split("#")[0] ?? url;
}

function areaOf(quad: readonly number[]): number {
	const xs = quad.filter((_, index) => index % 2 === 0);
	const ys = quad.filter((_, index) => index % 2 === 1);
	return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}

/** Changes when a press has an effect. */
function signatureOf({ url, nodes }: PageView): string {
	return `${url.replace(/#$/, "")}\n${nodes.map(({ role, name, hidden, value, disabled }) => `${role}|${name}|${hidden}|${value}|${disabled}`).join("\n")}`;
}
