import type { Removal } from "./notice.ts";

/** One of the places where an owner can publish a request. */
export interface RequestPlace {
	readonly place: Removal["proof"]["place"];
	/** Name or address that was looked at. */
	readonly at: string;
	/** False where nothing is known since it did not answer. */
	readonly answered: boolean;
	/** What was found, or why nothing was, in one sentence. */
	readonly says: string;
}

/** A removal that an owner has asked for. */
export interface RemovalRequest {
	readonly place: Removal["proof"]["place"];
	/** What stood there, to the letter. */
	readonly found: string;
	readonly receipts: Removal["receipts"];
}

/** What a removal did, or would do. */
export interface RemovalOutcome {
	readonly domain: string;
	/** Places that were looked at; none where an earlier notice was enough. */
	readonly looked: readonly RequestPlace[];
	readonly request?: RemovalRequest;
	/** `written` now; `there` already; `none`: no request, or only looked. */
	readonly notice: "written" | "there" | "none";
	readonly deleted: {
		readonly receipts: number;
		readonly evidence: number;
		readonly runLines: number;
		/** Pages of live audits; absent where there is no live store. */
		readonly pages?: number;
	};
	/** Ids that were asked for and are no receipts of the domain here. */
	readonly unknown: readonly string[];
	/** Whether everything of the domain is down, now and later. */
	readonly standing: boolean;
}
