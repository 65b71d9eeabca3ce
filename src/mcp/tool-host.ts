import PQueue from "p-queue";
import { createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Target } from "#core/target.ts";
import type { Verification } from "#core/verification.ts";
import { draftReceipt } from "#receipts/store/record-audit.ts";
import type { VerifyReceiptOptions } from "#receipts/verify/material.ts";
import { verifyReceipt } from "#receipts/verify/verify-receipt.ts";
import type { ResultContext } from "#site/brief/audit-result.ts";

/** An audit, and where its receipt is. */
export interface HostedAudit extends Omit<ResultContext, "baseUrl"> {
	readonly stored: StoredReceipt;
}

/** What the tools ask of whoever serves them: a process of its own, or a server with its cache, limits and store. */
export interface ToolHost {
	/** Address of the site that pages of results stand on, no trailing slash. */
	readonly baseUrl: string;
	/** A light audit of a public site; one of the last minute will do. @throws Failure as `Auditor.audit` */
	audit(target: Target, signal: AbortSignal): Promise<HostedAudit>;
	/** @throws Failure as `verifyReceipt` */
	verify(options: VerifyReceiptOptions): Promise<Verification>;
	close(): Promise<void>;
}

const AUDITS_AT_ONCE = 4;
/** A site is audited at most once in these, as the API has it. Milliseconds. */
const KEPT_MS = 60_000;
/** Audits whose results are kept; what an agent asks in a minute are fewer. */
const MOST_KEPT = 64;

/** Audits by this process; nothing is kept on disk. */
export function openLocalHost(settings: Settings): ToolHost {
	const auditor = createAuditor(settings, { load: "lone" });
	const queue = new PQueue({ concurrency: settings.concurrency ?? AUDITS_AT_ONCE });
	const kept = new Map<string, { readonly at: number; readonly audit: HostedAudit }>();
	return {
		baseUrl: settings.baseUrl,
		async audit(target, signal) {
			const last = kept.get(target.host);
			if (last && Date.now() - last.at < KEPT_MS) return last.audit;
			const { report, record } = await queue.add(() => auditor.audit({ target, mode: "light", signal }), { signal });
			// The client has ended its wait; what came of it may have been cut short by that.
			signal.throwIfAborted();
			const audit = { stored: await draftReceipt(report, record), state: "unsaved" } as const;
			kept.delete(target.host);
			const [oldest = ""] = kept.keys();
			if (kept.size >= MOST_KEPT) kept.delete(oldest);
			kept.set(target.host, { at: Date.now(), audit });
			return audit;
		},
		verify: (options) => verifyReceipt(options, settings),
		async close() {
			queue.clear();
			await auditor.close();
		},
	};
}
