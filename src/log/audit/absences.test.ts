import { appendFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import type { LogFault } from "#core/verification.ts";
import type { Submissions } from "#receipts/live/submissions.ts";
import { addTakenDown } from "#receipts/store/notices-file.ts";
import { type LogHome, sealLog } from "../seal/seal.ts";
import { addReceipt, makeHome, moment, ORIGIN, unchanged, writeRun } from "../seal/sealing.testkit.ts";
import { recomputeLog } from "./verify-log.ts";

/** Fates of a receipt. The log accounts for the first 4; the others leave an unaccounted leaf. */
const FATES = [
	"kept",
	"taken down",
	"noticed",
	"live",
	"lost",
	"listed by hand",
	"replaced",
	"changed",
	"damaged",
	"returned",
] as const;
type Fate = (typeof FATES)[number];
const ACCOUNTED: readonly Fate[] = FATES.slice(0, 4);

const LOGS = FULL ? 200 : 4;
const RUN = moment(500);

interface Drawn {
	/** Whether there is a notice about a whole domain, which excuses nothing by itself. */
	readonly hasNotice: boolean;
	/** Whether the file of a night is edited at the end. */
	readonly editsRun: boolean;
	readonly receipts: readonly { readonly fate: Fate; readonly sealAfter: boolean }[];
}

describe("receipts of a log with any fate", () => {
	it("exactly the unaccounted receipts are named", { timeout: 1_200_000 }, async () => {
		const receipts = fc.array(fc.record({ fate: fc.constantFrom(...FATES), sealAfter: fc.boolean() }), {
			minLength: 1,
			maxLength: 9,
		});
		const drawn = fc.record({ hasNotice: fc.boolean(), editsRun: fc.boolean(), receipts });
		await fc.assert(
			fc.asyncProperty(drawn, async (plan) => {
				const home = await makeHome({ isIndexed: true });
				const wrong = await befallAll(home, plan);
				const { faults } = (await recomputeLog({ ...home, origin: ORIGIN, given: [] })).audit;
				await rm(join(home.reports, ".."), { recursive: true });
				expect(namesOf(faults)).toEqual(wrong.toSorted());
			}),
			{ numRuns: LOGS, seed: 19 },
		);
	});
});

/** Every named file, with the leaf that binds it. */
function namesOf(faults: readonly LogFault[]): string[] {
	const all = faults.flatMap(({ file, leaf, others = [] }) => [{ file, leaf }, ...others]);
	return all.map(({ file, leaf }) => nameOf(file, leaf)).toSorted();
}

const nameOf = (file: string, leaf?: number) => `${file}${leaf === undefined ? "" : ` by leaf ${leaf}`}`;

/** @returns expected names */
async function befallAll(home: LogHome, { hasNotice, editsRun, receipts }: Drawn): Promise<string[]> {
	const { reports } = home;
	const log = join(reports, "log");
	const live: string[] = [];
	const ids: string[] = [];
	for (const [site, { fate }] of receipts.entries()) {
		const id = await addReceipt(reports, site);
		ids.push(id);
		if (fate !== "live") continue;
		live.push(id);
		await rm(folderOf(reports, site), { recursive: true });
	}
	const pending = live.map((receipt) => ({ kind: "audit" as const, receipt, auditedAt: moment(ids.indexOf(receipt)) }));
	await sealLog({}, { ...home, submissions: submitted(pending) });
	await writeRun(reports, RUN.slice(0, 10), [unchanged(ids[0] ?? "", RUN, RUN)]);
	await sealLog({}, home);
	const noticed = receipts.flatMap(({ fate }, site) => (fate === "noticed" ? [site] : []));
	const notices = [...noticed.map((site) => removalOf(`site-${site}.example.com`, [ids[site] ?? ""]))];
	if (hasNotice) notices.push(removalOf("gone.example.com", "all"));
	await writeFile(join(reports, "notices.json"), JSON.stringify({ notices }));
	for (const [site, { fate, sealAfter }] of receipts.entries()) {
		await befall(reports, site, ids[site] ?? "", fate);
		if (sealAfter) await sealLog({}, home);
	}
	await sealLog({}, home);
	const wrong: string[] = [];
	for (const [site, { fate }] of receipts.entries()) {
		const file = join("receipts", `site-${site}.example.com`, `${moment(site).replaceAll(":", "-")}.json`);
		if (fate === "returned") await addReceipt(reports, site);
		if (fate === "changed") await addReceipt(reports, site, undefined, { responses: [] });
		if (fate === "listed by hand") await appendFile(join(log, "withdrawn"), `${site}\n`);
		// Only the first receipt's domain is known, from the run.
		const lost = `receipts/${site === 0 ? "site.example.com" : "*"}/${moment(site).replaceAll(":", "-")}${site === 0 ? "" : "*"}.json`;
		if (fate === "damaged") wrong.push(file);
		else if (["lost", "replaced", "listed by hand"].includes(fate)) wrong.push(nameOf(lost, site));
		else if (!ACCOUNTED.includes(fate)) wrong.push(nameOf(file, site));
	}
	if (!editsRun) return wrong;
	const night = join("runs", `${RUN.slice(0, 10)}.jsonl`);
	await writeFile(join(reports, night), (await readFile(join(reports, night), "utf8")).replace("true", "false"));
	return [...wrong, night];
}

function folderOf(reports: string, site: number): string {
	return join(reports, "receipts", `site-${site}.example.com`);
}

async function befall(reports: string, site: number, id: string, fate: Fate): Promise<void> {
	const folder = folderOf(reports, site);
	if (fate === "taken down" || fate === "returned") await addTakenDown(reports, [id]);
	// A different valid receipt, which the next seal accepts.
	if (fate === "replaced") await addReceipt(reports, site, undefined, { responses: [] });
	else if (fate === "damaged") await appendFile(join(folder, ...(await readdir(folder))), " ");
	else if (!["kept", "live", "changed"].includes(fate)) await rm(folder, { recursive: true });
}

function removalOf(domain: string, receipts: "all" | readonly string[]) {
	return { kind: "removal", domain, receipts, at: moment(9), proof: { place: "dns", found: "x" } };
}

/** Submissions with these pending leaves. */
function submitted(leaves: Awaited<ReturnType<Submissions["pending"]>>): Submissions {
	const nothing = async () => undefined;
	const waiting = { pending: async () => leaves, position: nothing, countPending: async () => leaves.length };
	return { ...waiting, submit: nothing, markLogged: nothing, giveUp: nothing, resubmit: nothing };
}
