import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installationSecret } from "./installation-secret.ts";

let data = "";
beforeAll(async () => {
	data = await mkdtemp(join(tmpdir(), "sightline-secret-"));
});
afterAll(() => rm(data, { recursive: true }));

it("is the configured one, or generated once and readable only by its owner", async () => {
	const secret = "given ".repeat(6);
	expect(await installationSecret({ secret, data, adapter: "vercel", databaseUrl: undefined })()).toBe(secret);
	const ask = () => installationSecret({ secret: undefined, data, adapter: "node", databaseUrl: undefined })();
	const [one, ...others] = await Promise.all([ask(), ask(), ask()]);
	expect(others).toEqual([one, one]);
	expect(one).toMatch(/^[\w-]{43}$/);
	expect(await readFile(join(data, "secret"), "utf8")).toBe(`${one}\n`);
	expect((await stat(join(data, "secret"))).mode & 0o777).toBe(0o600);
	await writeFile(join(data, "secret"), "\n");
	await expect(ask()).rejects.toThrow(/is empty\. Remove the file/);
});

it("is required if files are ephemeral, and for a job that shares a database with a server", async () => {
	const [given, databaseUrl] = [{ secret: undefined, data }, "postgres://db/x"];
	expect(() => installationSecret({ ...given, adapter: "vercel", databaseUrl })).toThrow(/Set SIGHTLINE_SECRET/);
	const shared = { ...given, data: join(data, "other"), adapter: "node", databaseUrl } as const;
	await expect(installationSecret(shared)()).rejects.toThrow(/Set SIGHTLINE_SECRET/);
	const made = await installationSecret(shared, true)();
	expect(await installationSecret(shared)()).toBe(made);
});
