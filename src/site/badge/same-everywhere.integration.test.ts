import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { digestOfEveryKind } from "./every-kind.testkit.ts";

const PROGRAM = `import("${new URL("every-kind.testkit.ts", import.meta.url).href}").then(async (kit) => console.log(await kit.digestOfEveryKind()))`;

it("pictures are byte-identical in a process with another clock and language", { timeout: 60_000 }, async () => {
	const digest = await digestOfEveryKind();
	expect(await digestOfEveryKind()).toBe(digest);
	const env = { PATH: process.env.PATH, TZ: "Asia/Kolkata", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" };
	const { stdout } = await promisify(execFile)(process.execPath, ["--eval", PROGRAM], { env });
	expect(stdout.trim()).toBe(digest);
});
