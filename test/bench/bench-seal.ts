// What sealing costs: a log of 100,000 leaves at once, 1,000 more on a small and on a large log, and a proof. Each seal is
// a process of its own; `npm run bench` runs this file.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPublishedLog } from "#log/published-log.ts";
import { addSealLoad } from "./seal-load.testkit.ts";

const TELL_MEMORY =
	"data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)))";
const job = fileURLToPath(new URL("../../src/cli/sightline.ts", import.meta.url));

interface Measured {
	readonly seconds: number;
	readonly mebibytes: number;
}

/** @param size leaves that the log has then: those of audits, and the one by which each seal of something new binds its index */
function seal(root: string, size: number): Measured {
	const start = performance.now();
	const child = spawnSync(process.execPath, ["--import", TELL_MEMORY, job, "seal", "--json"], {
		stdio: ["ignore", "pipe", "inherit", "pipe"],
		env: {
			...process.env,
			CI: "",
			LOG_SIGNING_KEY: "",
			LOG_ORIGIN: "bench.example.com/log",
			SIGHTLINE_REPORTS: join(root, "reports"),
			SIGHTLINE_DATA: join(root, "data"),
		},
	});
	const seconds = (performance.now() - start) / 1000;
	if (child.status !== 0) throw new Error(`The seal ended with ${child.status}.`);
	const sealed = JSON.parse(String(child.stdout)) as { readonly size: number };
	if (sealed.size !== size) throw new Error(`The log has ${sealed.size} leaves, not ${size}.`);
	return { seconds, mebibytes: Number(child.output[3]) / 1024 };
}

function tell(what: string, { seconds, mebibytes }: Measured): Measured {
	process.stdout.write(
		`${what.padEnd(44)} ${seconds.toFixed(2).padStart(6)} s  ${mebibytes.toFixed(0).padStart(4)} MiB\n`,
	);
	return { seconds, mebibytes };
}

/** Median milliseconds of making one proof file, over 501 leaves spread through the log. */
async function timeProof(root: string): Promise<number> {
	const log = await readPublishedLog(join(root, "reports", "log"));
	if (!log) throw new Error("Nothing was sealed.");
	const times: number[] = [];
	for (let at = 0; at < 501; at++) {
		const start = performance.now();
		await log.inclusionFile(Math.floor((log.size * at) / 501));
		times.push(performance.now() - start);
	}
	return times.sort((a, b) => a - b)[250] ?? Number.NaN;
}

const appended: number[] = [];
const proofs: number[] = [];

for (const size of [1000, 100_000]) {
	const root = mkdtempSync(join(tmpdir(), "sightline-bench-seal-"));
	const leaves = size.toLocaleString("en");
	await addSealLoad(join(root, "reports"), 0, size);
	tell(`seal of ${leaves} leaves`, seal(root, size + 1));
	await addSealLoad(join(root, "reports"), size, 1000);
	appended.push(tell(`1,000 more on a log of ${leaves}`, seal(root, size + 1002)).seconds);
	tell("nothing new after that", seal(root, size + 1002));
	const proof = await timeProof(root);
	proofs.push(proof);
	process.stdout.write(`${"one proof, median of 501".padEnd(44)} ${proof.toFixed(2).padStart(6)} ms\n`);
	rmSync(root, { recursive: true });
}
const ratio = ([small = 1, large = 0]: readonly number[]) => `x ${(large / small).toFixed(2)}`;
process.stdout.write(`large log against small: appending ${ratio(appended)}, a proof ${ratio(proofs)}\n`);
