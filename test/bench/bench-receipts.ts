// Sealing and verifying 10,000 receipts of a real audit, each of a domain of its own, against reading, hashing and parsing
// them once: CPU of whole processes, so that a machine that slows down slows both. `npm run bench` runs this file.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Report } from "#core/report.ts";
import { sampleReport } from "#log/verify/verify-receipt.testkit.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";

const RECEIPTS = 10_000;
const TELL_CPU =
	"data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>{const{user,system}=process.cpuUsage();writeSync(3,String(user+system))})";
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

async function writeReceipts(reports: string): Promise<void> {
	const report = await sampleReport();
	const text = JSON.stringify(report);
	for (let number = 0; number < RECEIPTS; number++) {
		const domain = `site-${number}.example.org`;
		const renamed = JSON.parse(text.replaceAll(report.domain, domain)) as Report;
		const { receipt } = await createReceipt(renamed, number.toString(16).padStart(64, "0"));
		const directory = join(reports, "receipts", domain);
		mkdirSync(directory, { recursive: true });
		writeFileSync(join(directory, fileName(receipt)), await receiptText(receipt));
	}
}

/** Seconds of CPU of a whole process. */
function cpuOf(root: string, args: readonly string[]): number {
	const child = spawnSync(process.execPath, ["--import", TELL_CPU, ...args], {
		stdio: ["ignore", "ignore", "inherit", "pipe"],
		env: {
			...process.env,
			CI: "",
			LOG_SIGNING_KEY: "",
			LOG_ORIGIN: "audit.example.com/log",
			SIGHTLINE_REPORTS: join(root, "reports"),
			SIGHTLINE_DATA: join(root, "data"),
		},
	});
	if (child.status !== 0) throw new Error(`node ${args.join(" ")} ended with ${child.status}.`);
	return Number(child.output[3]) / 1e6;
}

const root = mkdtempSync(join(tmpdir(), "sightline-bench-receipts-"));
await writeReceipts(join(root, "reports"));
const program = path("../../src/cli/sightline.ts");
const read = cpuOf(root, [path("read-receipts.ts"), join(root, "reports")]);
const seal = cpuOf(root, [program, "seal"]);
const verify = cpuOf(root, [program, "log", "verify"]);
rmSync(root, { recursive: true });
const tell = (what: string, seconds: number) =>
	process.stdout.write(`${what.padEnd(44)} CPU x ${(seconds / read).toFixed(2)}  (here ${seconds.toFixed(1)} s)\n`);
process.stdout.write(`${RECEIPTS.toLocaleString("en")} receipts, against reading, hashing and parsing them once\n`);
tell("seal", seal);
tell("verify", verify);
tell("seal and verify, at most x 1.5", seal + verify);
