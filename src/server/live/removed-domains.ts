import { statSync } from "node:fs";
import { Failure } from "#core/failure.ts";
import { type Notices, removalOf } from "#core/notice.ts";
import { oncePer } from "#core/once-per.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import type { WallEntry } from "#core/wall-page.ts";
import type { OwnerOrders } from "#receipts/removal/owner-orders.ts";
import { isIn } from "#receipts/removal/removal-files.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";

/**
 * Removals from the build, `notices.json` and owners' orders. Each covers one host and results based on its responses,
 * but no subdomain, because owners prove control of one host. Methods throw Failure `store-unavailable`.
 */
export class RemovedDomains {
	readonly #facts: () => Promise<Pick<PublishedFacts, "removed">>;
	readonly #notices: () => Promise<Notices>;
	readonly #orders: OwnerOrders["hidden"];

	/** @param path `notices.json`, effective at once @param readOrders owners' orders, effective within a second */
	constructor(
		path: string,
		facts: () => Promise<Pick<PublishedFacts, "removed">>,
		readOrders: OwnerOrders["hidden"] = async () => new Map(),
	) {
		this.#facts = facts;
		this.#notices = createNoticesReader(path);
		this.#orders = oncePerSecond(readOrders);
	}

	async includes(domain: string, receipt?: string): Promise<boolean> {
		return (await this.#look()).has(domain, receipt);
	}

	/** Matches the receipt, its domain or a host whose responses it uses. */
	async hides({ id, receipt }: StoredReceipt): Promise<boolean> {
		const { isEmpty, has } = await this.#look();
		return !isEmpty && (has(receipt.domain, id) || hostsOf(receipt).some((host) => has(host)));
	}

	/** @throws Failure `removal-asked` */
	async refuse(domain: string): Promise<void> {
		if (await this.includes(domain)) throw removalAsked(domain);
	}

	/** For results that use responses of a removed host. @throws Failure `removal-asked` */
	async refuseFound(found: Pick<Report, "domain" | "responses">): Promise<void> {
		const { isEmpty, has } = await this.#look();
		if (isEmpty) return;
		const host = [found.domain, ...hostsOf(found)].find((each) => has(each));
		if (host !== undefined) throw removalAsked(host);
	}

	async shownOf(wall: readonly WallEntry[]): Promise<readonly WallEntry[]> {
		const { isEmpty, has } = await this.#look();
		return isEmpty ? wall : wall.filter(({ domain, receipt }) => !has(domain, receipt.id));
	}

	async #look() {
		const [{ removed }, now, ordered] = await Promise.all([this.#facts(), this.#notices(), this.#orders()]);
		const isOrdered = (domain: string, receipt = "") => {
			const scope = ordered.get(domain);
			return scope !== undefined && isIn(scope, receipt);
		};
		return {
			isEmpty: removed.length === 0 && now.notices.length === 0 && ordered.size === 0,
			has: (domain: string, receipt?: string) =>
				removed.includes(domain) || isOrdered(domain, receipt) || removalOf(now, domain, receipt) !== undefined,
		};
	}
}

/** Hosts that responded; memoized per report. */
const hostsOf = oncePer(({ responses }: Pick<Report, "responses">): readonly string[] => [
	...new Set(responses.flatMap(({ url }) => URL.parse(url)?.hostname ?? [])),
]);

function removalAsked(domain: string): Failure {
	return new Failure("removal-asked", {
		what: `The owner of ${domain} asked us to take its audits down.`,
		why: "We no longer audit it, even through another address that redirects to it.",
	});
}

const A_SECOND = 1_000;

/** Reuses a result for a second, and while the store does not respond. */
function oncePerSecond<T>(ask: () => Promise<T>): () => Promise<T> {
	let [last, at]: [Promise<T> | undefined, number] = [undefined, 0];
	return async () => {
		const before = last;
		if (before && performance.now() - at < A_SECOND) return before;
		at = performance.now();
		last = ask().catch((error) => {
			if (before) return before;
			last = undefined;
			throw error;
		});
		return last;
	};
}

function createNoticesReader(path: string): () => Promise<Notices> {
	let read: { readonly version: string; readonly notices: Notices } | undefined;
	return async () => {
		const version = versionOf(path);
		if (version === undefined) return { notices: [] };
		if (read?.version === version) return read.notices;
		const notices = await readNotices(path).catch((cause: unknown) => {
			// A server error: a typo in the file must not bring back removed receipts.
			const what = "The list of taken-down domains cannot be read.";
			throw new Failure("store-unavailable", { what, todo: "Tell the operator of this server." }, { cause });
		});
		read = { version, notices };
		return notices;
	};
}

/** Undefined without a file. Synchronous, because the thread pool costs 10 times as much. */
function versionOf(path: string): string | undefined {
	const found = statSync(path, { throwIfNoEntry: false });
	return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}
