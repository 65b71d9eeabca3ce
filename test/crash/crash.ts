// npm run crash: opens every state that a crash of the program can leave. See docs/reliability.md
import { parseArgs } from "node:util";
import { crash } from "./crash-run.testkit.ts";
import { OPERATIONS } from "./operations.testkit.ts";
import { whyNoRecorder } from "./steps.testkit.ts";

/** Run only by name: thousands of states, each of which takes git a second, and one known kind of bad states. */
const BY_NAME = ["publish"];

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { state: { type: "string" }, every: { type: "string" } },
});
const reason = whyNoRecorder();
if (reason !== undefined) throw new Error(`Nothing was recorded: ${reason}.`);
const usual = Object.keys(OPERATIONS).filter((name) => !BY_NAME.includes(name));
let bad = 0;
for (const name of positionals.length > 0 ? positionals : usual) {
	const begun = performance.now();
	const found = await crash(name, { state: values.state, every: Number(values.every ?? 1) });
	const seconds = ((performance.now() - begun) / 1000).toFixed(0);
	process.stdout.write(
		`${name.padEnd(12)} ${String(found.steps).padStart(5)} steps ${String(found.states).padStart(6)} states  ${found.bad ? "BAD" : "0 bad"}  (${seconds} s)\n`,
	);
	if (!found.bad) continue;
	bad++;
	process.stdout.write(`  ${found.bad.says}\n  npm run crash -- ${name} --state ${found.bad.state}\n`);
}
process.exitCode = bad > 0 ? 1 : 0;
