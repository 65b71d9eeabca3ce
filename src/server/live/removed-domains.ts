import { statSync } from "node:fs";
import { Failure } from "#core/failure.ts";
import { type Notices, removalOf } from "#core/notice.ts";
import { oncePer } from "#core/once-per.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import type { WallEntry } from "#core/wall-page.ts";
import { isIn } from "#receipts/live/remove-live.ts";
import type { OwnerOrders } from "#receipts/removal/owner-orders.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";

/**
 * What owners have had taken down: as the site was built, as `notices.json` says now, and as they have ordered in the live store. A
 * removal covers the host that it names and no subdomain, since its owner proved control of that host alone, and everything
 * that rests on that host's answers. All throw Failure `store-unavailable` where the list cannot be read.
 */
export interface RemovedDomains {
	/** Whether nothing of the domain may be kept, or this receipt of it may not be shown. */
	includes(domain: string, receipt?: string): Promise<boolean>;
	/** Whether a receipt may not be shown: by itself, by its domain, or by a host that it rests on. */
	hides(stored: StoredReceipt): Promise<boolean>;
	/** Refuses a domain whose owner asked for removal. @throws Failure `removal-asked` */
	refuse(domain: string): Promise<void>;
	/** Refuses a result that rests on answers of such a host. @throws Failure `removal-asked` */
	refuseFound(found: Pick<Report, "domain" | "responses">): Promise<void>;
	/** Without the entries of what was taken down. */
	shownOf(wall: readonly WallEntry[]): Promise<readonly WallEntry[]>;
}

/**
 * @param path of `notices.json`: a removal there holds at once
 * @param readOrders what owners' orders keep hidden; one holds within a second, in this process and in others
 */
export function createRemovedDomains(
	path: string,
	facts: () => Promise<PublishedFacts>,
	readOrders: OwnerOrders["hidden"] = async () => new Map(),
): RemovedDomains {
	const notices = createNoticesReader(path);
	const orders = askedOnceASecond(readOrders);
	const look = async () => {
		const [{ removed }, now, ordered] = await Promise.all([facts(), notices(), orders()]);
		const isOrdered = (domain: string, receipt = "") => {
			const scope = ordered.get(domain);
			return scope !== undefined && isIn(scope, receipt);
		};
		return {
			isEmpty: removed.length === 0 && now.notices.length === 0 && ordered.size === 0,
			has: (domain: string, receipt?: string) =>
				removed.includes(domain) || isOrdered(domain, receipt) || removalOf(now, domain, receipt) !== undefined,
		};
	};
	return {
		includes: async (domain, receipt) => (await look()).has(domain, receipt),
		async hides({ id, receipt }) {
			const { isEmpty, has } = await look();
			return !isEmpty && (has(receipt.domain, id) || hostsOf(receipt).some((host) => has(host)));
		},
		async refuse(domain) {
			if ((await look()).has(domain)) throw removalAsked(domain);
		},
		async refuseFound(found) {
			const { isEmpty, has } = await look();
			if (isEmpty) return;
			const host = [found.domain, ...hostsOf(found)].find((each) => has(each));
			if (host !== undefined) throw removalAsked(host);
		},
		async shownOf(wall) {
			const { isEmpty, has } = await look();
			return isEmpty ? wall : wall.filter(({ domain, receipt }) => !has(domain, receipt.id));
		},
	};
}

/** Hosts that have answered, read once of each report. */
const hostsOf = oncePer(({ responses }: Pick<Report, "responses">): readonly string[] => [
	...new Set(responses.flatMap(({ url }) => URL.parse(url)?.hostname ?? [])),
]);

function removalAsked(domain: string): Failure {
	return new Failure("removal-asked", {
		what: `The owner of ${domain} has asked for its audits to be taken down.`,
		why: "So none is made and kept here any more, also where another address leads there.",
	});
}

const A_SECOND = 1_000;

/** What the last answer was counts for a second, and for as long as the store does not answer. */
function askedOnceASecond<T>(ask: () => Promise<T>): () => Promise<T> {
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

/** Reads the file anew when it has changed. */
function createNoticesReader(path: string): () => Promise<Notices> {
	let read: { readonly version: string; readonly notices: Notices } | undefined;
	return async () => {
		const version = versionOf(path);
		if (version === undefined) return { notices: [] };
		if (read?.version === version) return read.notices;
		const notices = await readNotices(path).catch((cause: unknown) => {
			// No fault of the caller; and a typing error must not bring back what was taken down.
			const what = "The list of domains that were taken down cannot be read.";
			throw new Failure("store-unavailable", { what, todo: "Tell whoever runs this server." }, { cause });
		});
		read = { version, notices };
		return notices;
	};
}

/**
 * Differs after every change; undefined where there is no file. Synchronous: the thread pool would cost ten times as
 * much.
 */
function versionOf(path: string): string | undefined {
	const found = statSync(path, { throwIfNoEntry: false });
	return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}
