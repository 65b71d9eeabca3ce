import type { Browser } from "playwright-core";
import { createAuditor, openSite } from "#audit/auditor.ts";
import { ThreadPool } from "#audit/thread-pool.ts";
import { browserEnvironment } from "#config/child-environment.ts";
import type { Settings } from "#config/environment.ts";
import { browserUserAgent, userAgent } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import type { Preset } from "#core/preset.ts";
import { ASKS, digestOf, type Rehearsal, type TaskId, type TaskJourney } from "#core/rehearsal.ts";
import type { Target } from "#core/target.ts";
import type { PageView } from "#evidence/page-view.ts";
import { browserFailure, launchBrowser, orNull } from "#evidence/rendered/collect-rendered.ts";
import { SiteSource } from "#evidence/site/site-source.ts";
import { BrowserSession } from "./browser-session.ts";
import { withDeclared } from "./declared-ways.ts";
import { RawSession } from "./raw-session.ts";
import { Obstructed } from "./session.ts";
import { type Ending, type OwnTask, ownTask, RUNS, type TaskMeans } from "./tasks.ts";
import { Blocked, Walk } from "./walk.ts";

/** Tasks per kind of site; `!` marks those that it is expected to offer. */
export const TASKS_OF: Readonly<Record<Preset, string>> = {
	general: "find-contact contact search",
	saas: "find-price! sign-up! find-contact contact",
	ecommerce: "find-price! buy! find-returns find-contact! contact search",
	publisher: "read! search find-contact",
	"local-business": "find-hours find-contact! book contact",
	docs: "read search",
	"professional-services": "find-contact! contact book",
};

export interface RehearsalOptions {
	readonly target: Target;
	readonly folder?: string | undefined;
	/** False: raw HTML only. A running browser is reused and not closed. */
	readonly browser: boolean | Browser;
	/** Whether to take a screenshot at each step. */
	readonly pictures: boolean;
	/** If empty, the tasks of the kind of site. */
	readonly tasks: readonly TaskId[];
	/** In addition to `tasks`. */
	readonly alsoTasks?: readonly TaskId[];
	readonly own: readonly OwnTask[];
	readonly kind?: Preset | undefined;
	readonly onTask?: ((asks: string) => void) | undefined;
	readonly signal?: AbortSignal | undefined;
}

export interface Rehearsed {
	readonly rehearsal: Rehearsal;
	/** JPEG by SHA-256. */
	readonly pictures: ReadonlyMap<string, Uint8Array>;
}

/** Requests per rehearsal: pages and their subresources. */
const PAGE_REQUESTS = 150;
const REQUESTS = 1_500;
const BOOKED_AHEAD_DAYS = 14;

/** Submits no form, pays nothing, creates no account: GET requests only. @throws Failure if a site cannot be opened */
export async function rehearse(options: RehearsalOptions, settings: Settings): Promise<Rehearsed> {
	const { target, folder, signal = new AbortController().signal } = options;
	const kindOfSite = options.kind ?? (await kindOf(options, settings));
	const site = await openSite({ target, folder, mode: "light" }, settings, undefined);
	const pool = new ThreadPool({ threads: 1, here: "small", cpuMs: 5_000, heapMb: 256 });
	const { kind, client } = site;
	const source = SiteSource.open({
		kind,
		client,
		reader: pool,
		host: target.host,
		registrableDomain: target.registrableDomain,
		signal,
		limits: { requests: REQUESTS, atOnce: 6, otherRobots: 10 },
	});
	const means = {
		pages: source.crawl(PAGE_REQUESTS),
		domain: target.registrableDomain,
		userAgent: userAgent(settings.baseUrl),
	};
	const pictures = new Map<string, Uint8Array>();
	let browser: Browser | undefined;
	try {
		browser = options.browser === true ? await launchInstalled(settings) : options.browser || undefined;
		const agent = browserUserAgent(settings.baseUrl);
		const sessionOf = async () =>
			browser
				? BrowserSession.start({ browser, ...means, source, userAgent: agent, pictures: options.pictures })
				: new RawSession(means);
		const journeys: TaskJourney[] = [];
		for (const { id, asks, run, expected } of plan(options, kindOfSite)) {
			options.onTask?.(asks);
			signal.throwIfAborted();
			const session = await sessionOf();
			try {
				const taskMeans = { ...readers(means, source), ...means, task: id, run, expected, bookingDay: bookingDay() };
				const walk = new Walk(session, target.url, target.registrableDomain);
				journeys.push({ task: id, asks, ...(await oneTask(walk, () => withDeclared(walk, taskMeans))) });
				for (const [digest, picture] of walk.pictures) pictures.set(digest, picture);
			} finally {
				await session.close();
			}
		}
		const facts = {
			kind: "sightline-rehearsal",
			v: 1,
			domain: target.host,
			source: kind,
			through: options.browser ? "browser" : "raw HTML",
			rehearsedAt: new Date().toISOString(),
			kindOfSite,
			journeys,
		} as const;
		return { rehearsal: { ...facts, digest: await digestOf(facts) }, pictures };
	} finally {
		if (browser && browser !== options.browser) await orNull(browser.close(), 3_000);
		await pool.close();
		await site.close();
	}
}

/** Detected by a light audit. */
async function kindOf({ target, folder }: RehearsalOptions, settings: Settings): Promise<Preset> {
	const auditor = await createAuditor(settings, { load: "lone" });
	try {
		const { report } = await auditor.audit({ target, folder, mode: "light" });
		if (report.failure) throw new Failure(report.failure.code, { what: report.failure.says });
		return report.preset.key;
	} finally {
		await auditor.close();
	}
}

type Means = ConstructorParameters<typeof RawSession>[0];

/** @throws Failure `browser-missing`, `browser-failed` */
export async function launchInstalled({ browserPath: executablePath }: Settings): Promise<Browser> {
	if (executablePath === undefined)
		throw new Failure("browser-missing", {
			what: "No Chrome or Chromium is installed here.",
			todo: "Install one, set CHROME_PATH, or use --no-browser to read the raw HTML.",
		});
	const environment = browserEnvironment(process.env);
	// Chromium's sandbox works for ordinary users, but not for a container's root.
	return launchBrowser({ executablePath, sandbox: process.getuid?.() !== 0, environment });
}

function plan({ tasks, alsoTasks = [], own }: RehearsalOptions, kind: Preset) {
	const ofKind = TASKS_OF[kind]
		.split(" ")
		.map((each) => ({ id: each.replace("!", "") as TaskId, expected: each.endsWith("!") }));
	const named = tasks.map((id) => ({ id, expected: true }));
	const first = named.length > 0 || own.length > 0 ? named : ofKind;
	const also = alsoTasks.filter((id) => !first.some((task) => task.id === id)).map((id) => ({ id, expected: true }));
	const chosen = [...first, ...also];
	return [
		...chosen.map(({ id, expected }) => ({ id: id as string, asks: ASKS[id], run: RUNS[id], expected })),
		...own.map((task) => ({
			id: `find: ${task.find}`,
			asks: `Find “${task.find}”`,
			run: ownTask(task),
			expected: true,
		})),
	];
}

function bookingDay(): string {
	return new Date(Date.now() + BOOKED_AHEAD_DAYS * 86_400_000).toISOString().slice(0, 10);
}

function readers(means: Means, source: SiteSource): Pick<TaskMeans, "raw" | "markdown"> {
	const raw = async (url: string): Promise<PageView | undefined> => {
		try {
			return await new RawSession(means).open(url);
		} catch (error) {
			if (error instanceof Obstructed) return undefined;
			throw error;
		}
	};
	return {
		raw,
		markdown: async (url) => {
			const headers = { accept: "text/markdown", "user-agent": means.userAgent };
			const response = await source.get(new URL(url), "page", { headers }).catch(() => undefined);
			const isMarkdown = /^text\/(?:x-)?markdown/i.test(response?.headers["content-type"] ?? "");
			return response && isMarkdown ? new TextDecoder().decode(response.body) : undefined;
		},
	};
}

async function oneTask(walk: Walk, run: () => Promise<Ending>): Promise<Omit<TaskJourney, "task" | "asks">> {
	const { steps, home } = walk;
	try {
		await walk.begin();
		return { ...(await run()), steps };
	} catch (error) {
		if (error instanceof Blocked) return { outcome: "blocked", says: error.stop.says, steps, stop: error.stop };
		if (!(error instanceof Obstructed)) throw browserFailure(error, home);
		const { obstacle, detail } = error;
		if (obstacle === "unreachable" && steps.length === 0)
			throw new Failure("site-unavailable", { what: `${home} could not be opened.`, why: detail });
		const { stop } = await walk.halted(obstacle, detail);
		return { outcome: "blocked", says: stop.says, steps, stop };
	}
}
