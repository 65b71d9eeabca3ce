import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { lockFile } from "./locks.ts";

let path = "";
beforeEach(async () => {
	path = join(await mkdtemp(join(tmpdir(), "sightline-hold-")), "held");
});

describe("lockFile", () => {
	it("is exclusive until released", async () => {
		const release = await lockFile(path, 0);
		expect(await lockFile(path, 120)).toBeUndefined();
		const waiting = lockFile(path, 5000);
		release?.();
		const next = await waiting;
		expect(next).toBeTypeOf("function");
		next?.();
	});

	it("is released when the process that holds it is killed", async () => {
		const code = `const { lockFile } = await import(${JSON.stringify(new URL("locks.ts", import.meta.url).href)});
await lockFile(${JSON.stringify(path)}, 0); process.stdout.write("held"); setInterval(() => {}, 1000);`;
		const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		await once(child.stdout, "data");
		expect(await lockFile(path, 60)).toBeUndefined();
		child.kill("SIGKILL");
		await once(child, "exit");
		const release = await lockFile(path, 0);
		expect(release).toBeTypeOf("function");
		release?.();
	});

	it("explains why a file cannot be opened", async () => {
		await expect(lockFile(join(path, "nowhere", "held"), 0)).rejects.toThrow(/no such file/);
	});
});
