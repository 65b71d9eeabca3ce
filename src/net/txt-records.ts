import { promises } from "node:dns";
import { networkFailure } from "./network-failure.ts";

/**
 * The TXT records of a name, each joined from its pieces; none where the name or the record does not exist.
 * Rejects with a Failure `name-lookup-failed` where the name servers do not answer: then nothing is known.
 */
export type ReadTxtRecords = (name: string) => Promise<readonly string[]>;

const TRIES = 2;
/** What c-ares calls "no such name" and "no such record". */
const NOTHING: ReadonlySet<string | undefined> = new Set(["ENOTFOUND", "ENODATA"]);

/** @param options `servers`: `address:port`, the system's by default; `timeout`: milliseconds for one try of two */
export function createTxtRecordReader({
	servers,
	timeout = 3_000,
}: {
	readonly servers?: readonly string[];
	readonly timeout?: number;
} = {}): ReadTxtRecords {
	return async (name) => {
		const resolver = new promises.Resolver({ timeout, tries: TRIES });
		if (servers) resolver.setServers(servers);
		try {
			return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(""));
		} catch (error) {
			if (NOTHING.has((error as NodeJS.ErrnoException).code)) return [];
			throw networkFailure("name-lookup-failed", name, error);
		}
	};
}
