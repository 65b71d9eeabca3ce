import PQueue from "p-queue";
import type { Auditor } from "#audit/auditor.ts";
import { rootCausesOf, simulate } from "#audit/simulate.ts";
import { CHECKS } from "#checks/registry.ts";
import { readEnvironment, type Settings } from "#config/environment.ts";
import { EXIT, type ExitCode, reportFailure } from "#config/exit-code.ts";
import { programOf } from "#config/program.ts";
import { REFUSAL, VERSION } from "#core/brand.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { METHODOLOGY } from "#core/methodology.ts";
import { AUDIT_MODES, SOURCES } from "#core/preset.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Rehearsal } from "#core/rehearsal.ts";
import type { Target } from "#core/target.ts";
import { byCodeUnits } from "#core/wording.ts";
import { serveOverStdio } from "#mcp/server.ts";
import {
	DEFECT,
	type FolderHost,
	type HostedAudit,
	type HostedBrief,
	type Seen,
	type ToolHost,
} from "#mcp/tool-host.ts";
import { readOccurrences } from "#receipts/store/occurrence-page.ts";
import type { ReceiptStore } from "#receipts/store/receipt-store.ts";
import { draftReceipt, openRecords } from "#receipts/store/record-audit.ts";
import { openKeptEvidence } from "#receipts/watched/watched-receipts.ts";
import type { RehearsalOptions } from "#rehearsal/rehearse.ts";
import type { Io } from "./arguments.ts";
import type { Given } from "./commands.ts";

const AUDITS_AT_ONCE = 4;
/** Milliseconds. At most one audit per site in this time, as in the API. */
const KEPT_MS = 60_000;
/** Agents request fewer audits per minute. */
const MOST_KEPT = 64;

interface LocalHost extends ToolHost {
	close(): Promise<void>;
}

/** Writes nothing to disk. @param report receives internal errors */
function openLocalHost(settings: Settings, program: string, report: (error: unknown) => void): LocalHost {
	const { baseUrl } = settings;
	let opened: Promise<Auditor> | undefined;
	// Lazy: a client that only lists tools need not wait for the auditor.
	const auditor = () => {
		opened ??= import("#audit/auditor.ts").then(({ createAuditor }) => createAuditor(settings, { load: "lone" }));
		return opened;
	};
	const queue = new PQueue({ concurrency: settings.concurrency ?? AUDITS_AT_ONCE });
	const kept = new Map<string, { readonly at: number; readonly audit: HostedAudit }>();
	const before = new Map<string, Seen>();
	async function audit(target: Target, signal: AbortSignal, isFresh = false): Promise<HostedAudit> {
		const last = isFresh ? undefined : kept.get(target.host);
		if (last && Date.now() - last.at < KEPT_MS) return last.audit;
		const { report, record } = await queue.add(async () => (await auditor()).audit({ target, mode: "light", signal }), {
			signal,
		});
		// The client cancelled, which may have truncated the result.
		signal.throwIfAborted();
		const audit = { stored: await draftReceipt(report, record), state: "unsaved" } as const;
		keepNewest(kept, target.host, { at: Date.now(), audit });
		return audit;
	}
	return {
		baseUrl,
		program,
		admit: async () => {},
		audit,
		folders: openFolders(settings, (job, signal) => queue.add(job, { signal }), auditor),
		rehearse: (target, tasks, signal, onTask) =>
			queue.add(() => rehearsed({ target, tasks, signal, onTask }, settings), { signal }),

		before: { get: (site) => before.get(site), set: (site, seen) => keepNewest(before, site, seen) },
		async brief(target, agencyName, signal) {
			const found = await audit(target, signal);
			return {
				audit: found,
				...(found.stored.receipt.scores && { brief: await briefOf(found, agencyName, { baseUrl, program }) }),
			};
		},
		simulate: ({ stored }, fixes) => simulate(stored.receipt.findings, rootCausesOf(CHECKS), fixes),
		async verify(options) {
			const { verifyReceipt } = await import("#log/verify/verify-receipt.ts");
			return verifyReceipt({ ...options, program }, settings);
		},
		async occurrences({ host }, id, filter) {
			const records = await openRecords(settings);
			const stored = await newestOfSite(host, id, records.store);
			return readOccurrences(stored, filter, await openKeptEvidence(settings));
		},
		async access({ host }, { files, proxies }) {
			if (files.length === 0)
				throw new Failure("input-invalid", {
					what: "No log is named.",
					todo: "Name log files on this machine in files, such as /var/log/nginx/access.log*.",
				});
			const { countLogs } = await import("./logs.ts");
			return queue.add(() => countLogs(files, host, proxies));
		},
		async health() {
			const time = new Date().toISOString();
			return { status: "ok", version: VERSION, methodology: METHODOLOGY, time, refusal: REFUSAL, checks: {} };
		},
		tell(error) {
			if (isFailure(error)) return error.message;
			report(error);
			return DEFECT;
		},
		async close() {
			queue.clear();
			await (await opened)?.close();
		},
	};
}

async function rehearsed(
	asked: Pick<RehearsalOptions, "target" | "tasks" | "signal" | "onTask">,
	settings: Settings,
): Promise<Rehearsal> {
	const { rehearse } = await import("#rehearsal/rehearse.ts");
	const options = { ...asked, own: [], browser: settings.browserPath !== undefined, pictures: false };
	return (await rehearse(options, settings)).rehearsal;
}

function keepNewest<Kept>(kept: Map<string, Kept>, name: string, value: Kept): void {
	kept.delete(name);
	const [oldest = ""] = kept.keys();
	if (kept.size >= MOST_KEPT) kept.delete(oldest);
	kept.set(name, value);
}

type Queue = <Done>(job: () => Promise<Done>, signal: AbortSignal) => Promise<Done>;

/** The first of these calls imports what repairs need. */
function openFolders(settings: Settings, queued: Queue, auditor: () => Promise<Auditor>): FolderHost {
	return {
		async audit(given, domain, signal) {
			const { auditFolder } = await import("#repairs/folder-seen.ts");
			const { audit, ...seen } = await queued(
				async () => auditFolder(given, domain, { auditor: await auditor(), signal }),
				signal,
			);
			signal.throwIfAborted();
			return { ...seen, audit: { stored: await draftReceipt(audit.report, audit.record), state: "unsaved" } };
		},
		async repair({ folder, target }, checks, drafts, signal) {
			const { repairFolder } = await import("#repairs/repair-folder.ts");
			const { unifiedDiff } = await import("#repairs/unified-diff.ts");
			const found = await queued(() => repairFolder({ folder, target, settings, checks, drafts, signal }), signal);
			return {
				checks: found.checks.map(({ id }) => id),
				diffs: found.files.map((file) => unifiedDiff([file])).filter(({ length }) => length > 0),
				why: [...found.takenBack, ...found.refused].map(({ file, why }) => `${file}: ${why}`),
			};
		},
	};
}

/** Of an audit of several pages, however it was audited. @param id of a receipt, instead of the newest */
async function newestOfSite(domain: string, id: string | undefined, store: ReceiptStore): Promise<StoredReceipt> {
	const series = SOURCES.flatMap((source) => AUDIT_MODES.map((mode) => ({ domain, source, mode })));
	const all = (await Promise.all(series.map((each) => store.list(each)))).flat();
	const fitting = all.filter((each) => (id === undefined ? each.receipt.site?.list !== undefined : each.id === id));
	const [newest] = fitting.sort((a, b) => byCodeUnits(b.receipt.auditedAt, a.receipt.auditedAt));
	if (newest) return newest;
	throw new Failure("evidence-missing", {
		what: `No audit of several pages of ${domain} is saved here.`,
		todo: `Save one with sightline audit ${domain} --mode deep --save, or list its occurrences with --format ndjson.`,
	});
}

/** Omits what only a brief with its own page has. */
async function briefOf(
	{ stored, auditedAt }: HostedAudit,
	agencyName: string,
	by: Pick<ToolHost, "baseUrl" | "program">,
): Promise<HostedBrief> {
	const { toBriefDocument } = await import("#site/brief/brief-twin.ts");
	const { receipt } = stored;
	const page = { slug: receipt.domain, expiresAt: receipt.auditedAt, history: [], place: {} };
	const opened = { ...page, stored, auditedAt: auditedAt ?? receipt.auditedAt, agencyName };
	const {
		permalink: _,
		expiresAt: _ends,
		history: _past,
		receipt: _kept,
		...brief
	} = toBriefDocument(opened, by.baseUrl, by.program);
	return brief;
}

/** Standard output belongs to the protocol; everything else goes to standard error. */
export async function run(_given: Given<"mcp">, io: Io): Promise<ExitCode> {
	const { stderr, env } = io;
	const settings = readEnvironment(env);
	const host = openLocalHost(settings, programOf(io, settings), (error) => reportFailure(error, stderr, env));
	try {
		await serveOverStdio(host);
		return EXIT.fine;
	} finally {
		await host.close();
	}
}
