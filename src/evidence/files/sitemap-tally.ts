import type { SitemapEntry } from "../evidence-map.ts";
import { cut } from "../html/tree/fold-text.ts";

/** The protocol's limit for one file (sitemaps.org/protocol.html). */
const MAX_URLS = 50_000;
/** Entries that are kept. */
const KEPT = 50;
/** "Must be less than 2,048 characters" (sitemaps.org/protocol.html). */
const LOC_MAX = 2048;
const LASTMOD_MAX = 64;
/** Language versions of one entry that are kept, and the longest of their addresses. */
const ALTERNATES_KEPT = 40;
const ALTERNATE_MAX = 500;
const HREFLANG_MAX = 40;
/** How much of a wrong address is shown. */
const SHOWN = 100;

type Kind = "missing" | "relative" | "fragment" | "foreign" | "long";
type Wrong = { count: number; readonly example: string };

/** Counts the entries of a sitemap while it is read, keeps the first ones and notes what is wrong with any. */
export class SitemapTally {
	count = 0;
	/** True once there were more entries than one file may hold; those are not counted. */
	full = false;
	readonly entries: SitemapEntry[] = [];
	readonly #hosts: ReadonlySet<string>;
	readonly #wrong = new Map<Kind, Wrong>();
	readonly #url: string;
	/** Those that are no pages, too. */
	#read = 0;

	/**
	 * @param hosts hosts that the sitemap may speak for: the audited one and its own
	 * @param url address of the sitemap
	 */
	constructor(hosts: readonly string[], url: string) {
		this.#hosts = new Set(hosts);
		this.#url = url;
	}

	add(loc: string, lastmod: string, alternates: NonNullable<SitemapEntry["alternates"]> = []): void {
		if (this.#read === MAX_URLS) this.full = true;
		if (this.full) return;
		this.#read++;
		const address = loc.trim().toWellFormed();
		const fault = this.#faultOf(address);
		if (fault !== undefined) this.#note(fault, address);
		// A place in a page is no page; that page has an entry of its own, or none.
		if (fault === "fragment") return;
		this.count++;
		if (this.entries.length === KEPT || address === "") return;
		this.entries.push({
			loc: cut(fault === "relative" ? (URL.parse(address, this.#url)?.href ?? address) : address, LOC_MAX),
			lastmod: cut(lastmod.trim().toWellFormed(), LASTMOD_MAX) || null,
			...(alternates.length > 0 ? { alternates: keep(alternates) } : {}),
		});
	}

	faults(): string[] {
		const faults = [...this.#wrong].map(([kind, { count, example }]) => this.#say(kind, count, example));
		if (this.full) faults.push("It lists more than 50,000 addresses, the most that one file may hold.");
		if (this.#read === 0) faults.push("It lists no address.");
		return faults;
	}

	#faultOf(address: string): Kind | undefined {
		if (address === "") return "missing";
		if (address.length >= LOC_MAX) return "long";
		if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return "relative";
		const { hostname, hash } = new URL(address);
		if (!this.#hosts.has(hostname)) return "foreign";
		// Addresses behind #! and #/ are pages of old applications, which engines do not list either.
		return hash === "" ? undefined : "fragment";
	}

	#note(kind: Kind, address: string): void {
		const wrong = this.#wrong.get(kind);
		if (wrong) wrong.count++;
		else this.#wrong.set(kind, { count: 1, example: cut(address, SHOWN) });
	}

	#say(kind: Kind, count: number, example: string): string {
		const where = `in ${count} of ${this.#read} entries`;
		const sentences: Readonly<Record<Kind, string>> = {
			missing: `No address ${where}.`,
			relative: `No full address ${where}, such as "${example}".`,
			fragment: `A place in a page in place of a page ${where}, such as ${example}.`,
			foreign: `Another host than ${[...this.#hosts].join(" or ")} ${where}, such as ${example}.`,
			long: `An address of 2,048 characters or more ${where}, such as ${example}…`,
		};
		return sentences[kind];
	}
}

function keep(alternates: NonNullable<SitemapEntry["alternates"]>) {
	const whole = alternates.filter(({ href }) => href.length <= ALTERNATE_MAX);
	return whole.slice(0, ALTERNATES_KEPT).map(({ hreflang, href }) => ({
		hreflang: cut(hreflang.trim().toWellFormed(), HREFLANG_MAX),
		href: href.trim().toWellFormed(),
	}));
}
