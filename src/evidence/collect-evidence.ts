import type { LookedAt } from "#core/audit-result.ts";
import { DIRECTORY_PATH } from "#core/discovery.ts";
import { type FailureCode, isFailure } from "#core/failure.ts";
import { ANNOTATIONS_PATH, type ResponseRecord } from "#core/report.ts";
import type { Target } from "#core/target.ts";
import {
	collectHome,
	collectLinkedHost,
	collectNamed,
	collectPlainHttp,
	collectRandomPath,
	collectSiblingHost,
	type HomeVisit,
	observeHttps,
	siblingOf,
} from "./collect-home.ts";
import { collectAnnotations, collectMachineFile, collectUcp, isShop, UCP_PATH } from "./collect-machine-files.ts";
import { collectBotDirectory } from "./declared/collect-bot-directory.ts";
import { collectDeclared } from "./declared/collect-declared.ts";
import { collectDepth, type Depth, noDepth } from "./deep/collect-depth.ts";
import {
	type Evidence,
	type Failed,
	MACHINE_FILES,
	type MachineFileKey,
	notShown,
	type Observation,
	type RedirectTrace,
	type RobotsTxt,
} from "./evidence-map.ts";
import { collectFeed } from "./files/collect-feed.ts";
import { collectMarkdown } from "./files/collect-markdown.ts";
import { collectRobots } from "./files/collect-robots.ts";
import { collectSitemap } from "./files/collect-sitemap.ts";
import { type Cut, fitPacked } from "./fit-size.ts";
import { REQUESTS, type SiteSource } from "./site/site-source.ts";

export interface EvidenceRequest {
	readonly target: Target;
	readonly depth: Depth;
	readonly source: SiteSource;
	/** For a folder: start page to use instead of a missing home page. */
	readonly frontPage?: (() => Promise<string | undefined>) | undefined;
	/** ISO 8601, UTC. */
	readonly auditedAt: string;
	readonly signal: AbortSignal;
	readonly onLook?: ((what: LookedAt) => void) | undefined;
}

export interface Collected {
	readonly evidence: Evidence;
	readonly responses: readonly ResponseRecord[];
	readonly cuts: readonly Cut[];
}

/** Failures of the home page after which we send the site no more requests. */
const ENDS: ReadonlySet<string> = new Set<FailureCode>([
	"robots-refused",
	"wait-requested",
	"challenged",
	"target-blocked",
	"name-not-found",
	"name-lookup-failed",
	"connection-refused",
	"connection-timeout",
	"deadline-exceeded",
]);

type Rest = Omit<Evidence, "home" | "robots" | "https">;

/** robots.txt and home page first, then the rest concurrently. @throws the signal's reason; never a Failure */
export async function collectEvidence(request: EvidenceRequest): Promise<Collected> {
	const { source, target, onLook } = request;
	const clock = startClock(request.auditedAt);
	onLook?.("robots");
	const robots = await collectRobots(source, target.host);
	onLook?.("home");
	const home = await collectHome(source, target, request.frontPage);
	const https = observeHttps(source, target, home);
	const ended = home.page.state === "failed" && ENDS.has(home.page.code) ? home.page : undefined;
	const rest = ended ? nothingMore(source, target, ended) : await collectRest(request, robots, home, clock);
	throwIfCancelled(request.signal);
	// Truncate before judging: the score must be reproducible from the stored evidence.
	const { value, cuts } = await fitPacked({
		evidence: { home: home.page, robots, https, ...rest },
		responses: source.responses(),
	});
	return { ...value, cuts };
}

/** Milliseconds since 1970, starting at the audit's time, not the machine's. */
function startClock(auditedAt: string): () => number {
	const started = performance.now();
	return () => Date.parse(auditedAt) + performance.now() - started;
}

/** Reserves each collector's share before the next one starts, so that results do not depend on speed. */
async function collectRest(
	request: EvidenceRequest,
	robots: Observation<RobotsTxt>,
	home: HomeVisit,
	now: () => number,
): Promise<Rest> {
	const { source, target, auditedAt, depth, onLook } = request;
	onLook?.("files");
	const origin = originOf(target, home);
	// The folder's own path: the root of its host may belong to another owner.
	const base = new URL(new URL(target.url).pathname, origin).href;
	const hosts = [...new Set([target.host, new URL(origin).hostname])];
	const seed = `${target.host} ${auditedAt}`;
	const others = REQUESTS.otherSitemaps[depth.mode];
	// Few sites have one. First, so that it always takes the same share of the requests to other hosts.
	const linkedHost = await collectLinkedHost(source, target, home.page);
	const shares: SiteSource[] = [];
	const share = (requests: number) => {
		const one = source.share(requests);
		shares.push(one);
		return one;
	};
	const addresses = {
		plainHttp: collectPlainHttp(share(2), target.host),
		siblingHost: collectSiblingHost(share(2), target),
		sitemap: collectSitemap({ source: share(3 + others), base, hosts, robots, others }),
	};
	const randomPath = collectRandomPath(share(2), base, seed);
	const annotations = collectAnnotations(share(1), origin);
	const feed = collectFeed(share(1), home.page);
	const markdown = collectMarkdown(share(1), home.page);
	const forDeclared = source.shareForOtherSites(REQUESTS.declared[depth.mode]);
	const [seen, files] = await Promise.all([
		allOf({ ...addresses, randomPath, feed, markdown, annotations }),
		allOf(startMachineFiles(source, share, origin, randomPath)),
	]);
	// All collectors have finished, so the remainder does not depend on speed.
	const left = shares.reduce((sum, each) => sum + each.left, 0);
	source.reclaim(shares);
	const rest = source.share(left);
	const spare = rest.left > 0 ? rest.share(1) : undefined;
	const botDirectory = collectBotDirectory({ source: spare, origin, now });
	// A redirect used up its only request; cached responses cost nothing.
	const behind = ranOut(seen.feed) ? { feed: await collectFeed(rest.share(1), home.page) } : {};
	const shop = rest.share(isShop(home.page) ? 2 : 0);
	const named = collectNamed(rest, home.page, seen.randomPath);
	const deep =
		depth.mode === "deep"
			? await collectDepth({ depth, source, home: home.page, onLook })
			: noDepth(notShown(target.url, "A light audit reads only the home page."));
	onLook?.("declared");
	const known = { home: home.page, robots, files, randomPath: seen.randomPath };
	const declared = await collectDeclared({ source: forDeclared, mode: depth.mode, target, seed, ...known });
	return {
		...seen,
		...behind,
		...noPages(notShown(target.url, "A light audit reads only the home page.")),
		linkedHost,
		...deep,
		...declared,
		botDirectory: await botDirectory,
		named: await named,
		ucp: await collectUcp({ source: shop.share(shop.left), origin, ...known, declared: declared.declared }),
	};
}

/** Pages are read after everything else (`audit/site-pages.ts`). */
function noPages(at: Failed): Pick<Evidence, "pages" | "visits"> {
	return { pages: at, visits: at };
}

function ranOut(seen: Observation<unknown>): boolean {
	return seen.state === "failed" && seen.code === "request-budget";
}

async function allOf<T extends Readonly<Record<string, Promise<unknown>>>>(
	started: T,
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
	const entries = await Promise.all(Object.entries(started).map(async ([key, work]) => [key, await work] as const));
	return Object.fromEntries(entries) as { [K in keyof T]: Awaited<T[K]> };
}

/** The budget also allows some of them one redirect. */
function startMachineFiles(
	source: SiteSource,
	share: (requests: number) => SiteSource,
	origin: string,
	randomPath: Promise<Observation<RedirectTrace>>,
) {
	const keys = machineFileKeys();
	let spare = Math.max(0, source.left - keys.length);
	const shares = keys.map((key) => [key, share(spare-- > 0 ? 2 : 1)] as const);
	return fromKeys(shares.map(([key, share]) => [key, collectMachineFile(share, origin, key, randomPath)] as const));
}

/** The audited host or its sibling, wherever the site is. */
function originOf(target: Target, { response }: HomeVisit): string {
	const landed = response ? new URL(response.url) : undefined;
	const ownHosts = [target.host, siblingOf(target)];
	return landed && ownHosts.includes(landed.host) ? landed.origin : new URL(target.url).origin;
}

/** The evidence of an audit that failed at the home page. */
export function nothingSeen(source: Pick<SiteSource, "kind">, target: Target, home: Failed): Evidence {
	const https = source.kind === "folder" ? notShown(target.url, "A folder has no certificate.") : home;
	const robots = { ...home, url: new URL("/robots.txt", target.url).href };
	return { home, robots, https, ...nothingMore(source, target, home) };
}

/** Everything else fails for the home page's reason. */
function nothingMore(source: Pick<SiteSource, "kind">, { url, host }: Target, home: Failed): Rest {
	const reason = `Not requested because the home page could not be checked: ${home.reason}`;
	const at = (address: string): Failed => ({ ...home, url: new URL(address, url).href, reason });
	const online = (address: string) => {
		return source.kind === "folder" ? notShown(address, "A folder cannot show this.") : at(address);
	};
	return {
		plainHttp: online(`http://${host}/`),
		siblingHost: online(url),
		linkedHost: online(url),
		named: at("/"),
		markdown: online(url),
		...noPages(at("/")),
		sitemap: at("/sitemap.xml"),
		randomPath: at("/"),
		feed: at("/"),
		...noDepth(at("/")),
		...fromKeys(machineFileKeys().map((key) => [key, at(MACHINE_FILES[key])] as const)),
		declared: at("/"),
		apiDescription: at("/"),
		mcp: at("/"),
		skills: at("/"),
		mcpServerCard: at("/"),
		authMd: at("/"),
		apiError: at("/"),
		botDirectory: online(new URL(DIRECTORY_PATH, url).href),
		annotations: at(ANNOTATIONS_PATH),
		ucp: at(UCP_PATH),
	};
}

function machineFileKeys(): MachineFileKey[] {
	return Object.keys(MACHINE_FILES) as MachineFileKey[];
}

function fromKeys<T>(entries: readonly (readonly [MachineFileKey, T])[]): Record<MachineFileKey, T> {
	return Object.fromEntries(entries) as Record<MachineFileKey, T>;
}

/** A deadline ends the audit with a result; any other abort cancels it. */
function throwIfCancelled(signal: AbortSignal): void {
	const { reason } = signal;
	const deadline = isFailure(reason) || (reason instanceof DOMException && reason.name === "TimeoutError");
	if (signal.aborted && !deadline) throw reason;
}
