import { statSync } from "node:fs";
import { Failure } from "#core/failure.ts";
import { type Notices, removalOf } from "#core/notice.ts";
import { readNotices } from "../notices-file.ts";
import type { PublishedFacts } from "./published-facts.ts";

/** What owners have had taken down: as the site was built, and as `notices.json` says now, where there is one. */
export interface RemovedDomains {
	/**
	 * Whether nothing of the domain may be kept, or this receipt of it may not be shown.
	 * @throws Failure `store-unavailable` where it cannot be told
	 */
	includes(domain: string, receipt?: string): Promise<boolean>;
	/** Says no for a domain that is to be audited here no more. @throws Failure `removal-asked` or as `includes` */
	refuse(domain: string): Promise<void>;
}

/** @param path of `notices.json`: a removal there holds at once */
export function createRemovedDomains(path: string, facts: () => Promise<PublishedFacts>): RemovedDomains {
	const notices = createNoticesReader(path);
	const includes = async (domain: string, receipt?: string) => {
		const [{ removed }, now] = await Promise.all([facts(), notices()]);
		return removed.includes(domain) || removalOf(now, domain, receipt) !== undefined;
	};
	return {
		includes,
		async refuse(domain) {
			if (!(await includes(domain))) return;
			throw new Failure("removal-asked", {
				what: `The owner of ${domain} has asked for its audits to be taken down.`,
				why: "So none is made and kept here any more.",
			});
		},
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
			// No fault of whoever asks; and what was taken down must not come back by a typing error.
			const what = "The list of domains that were taken down cannot be read.";
			throw new Failure("store-unavailable", { what, todo: "Tell whoever runs this server." }, { cause });
		});
		read = { version, notices };
		return notices;
	};
}

/** Something else after every change; undefined where there is no file. At once: a thread would cost ten times as much. */
function versionOf(path: string): string | undefined {
	const found = statSync(path, { throwIfNoEntry: false });
	return found && `${found.ino} ${found.mtimeMs} ${found.size}`;
}
