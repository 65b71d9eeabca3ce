import { promises } from "node:dns";
import { networkFailure } from "./network-failure.ts";

/**
 * The TXT records of a name, each joined from its pieces; none where the name or the record does not exist.
 * Rejects with a Failure `name-lookup-failed` where the name servers do not answer: then nothing is known.
 */
export type ReadTxtRecords = (name: string) => Promise<readonly string[]>;

export interface TxtRecordOptions {
	/** `address:port` of name servers; the system's by default. */
	readonly servers?: readonly string[];
	/** Milliseconds for one try of two; 3 s by default. */
	readonly timeout?: number;
}

const TRIES = 2;
/** What c-ares calls "no such name" and "no such record". */
const NOTHING: ReadonlySet<string | undefined> = new Set(["ENOTFOUND", "ENODATA"]);

export function createTxtRecordReader({ servers, timeout = 3_000 }: TxtRecordOptions = {}): ReadTxtRecords {
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
