import { statSync } from "node:fs";
import { Failure } from "#core/failure.ts";
import { type Notices, removalOf } from "#core/notice.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";

/**
 * What owners have had taken down: as the site was built, and as `notices.json` says now, where there is one. A removal
 * covers the host that it names and no subdomain: its owner proved control of that host alone. It
 * holds wherever that host answers: what rests on its answers is neither kept nor shown under the name of another that
 * redirects to it. All throw Failure `store-unavailable` where the list cannot be read.
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
}

/** @param path of `notices.json`: a removal there holds at once */
export function createRemovedDomains(path: string, facts: () => Promise<PublishedFacts>): RemovedDomains {
	const notices = createNoticesReader(path);
	/** As it is now. */
	const look = async () => {
		const [{ removed }, now] = await Promise.all([facts(), notices()]);
		return {
			isEmpty: removed.length === 0 && now.notices.length === 0,
			has: (domain: string, receipt?: string) =>
				removed.includes(domain) || removalOf(now, domain, receipt) !== undefined,
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
	};
}

const hostsRead = new WeakMap<Pick<Report, "responses">, readonly string[]>();

/** Hosts that have answered, read once of each report. */
function hostsOf(report: Pick<Report, "responses">): readonly string[] {
	const known = hostsRead.get(report);
	if (known) return known;
	const hosts = [...new Set(report.responses.flatMap(({ url }) => URL.parse(url)?.hostname ?? []))];
	hostsRead.set(report, hosts);
	return hosts;
}

function removalAsked(domain: string): Failure {
	return new Failure("removal-asked", {
		what: `The owner of ${domain} has asked for its audits to be taken down.`,
		why: "So none is made and kept here any more, also where another address leads there.",
	});
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

/** Differs after every change; undefined where there is no file. Synchronous: the thread pool would cost ten times as much. */
function versionOf(path: string): string | undefined {
	const found = statSync(path, { throwIfNoEntry: false });
	return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}
