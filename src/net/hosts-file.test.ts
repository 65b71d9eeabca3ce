import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HostsFile } from "./name-lookups.ts";

let folder = "";
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "hosts-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function hosts(text: string) {
	const path = join(folder, `hosts-${Math.random()}`);
	await writeFile(path, text);
	const file = new HostsFile(path);
	return { path, of: (host: string) => file.addressesOf(host) };
}

describe("a hosts file", () => {
	it("is parsed as hosts(5) describes", async () => {
		const { of } = await hosts(
			"\uFEFF127.0.0.1 localhost\r\n10.0.0.1\tOne.example.com two.example.com # three.example.com\n\n" +
				"::1 one.example.com\n10.0.0.1 one.example.com\nnonsense four.example.com\n1.2.3 four.example.com\n",
		);
		expect(await of("localhost")).toEqual(["127.0.0.1"]);
		expect(await of("ONE.example.com")).toEqual(["10.0.0.1", "::1"]);
		expect(await of("two.example.com")).toEqual(["10.0.0.1"]);
		for (const name of ["three.example.com", "four.example.com", "example.com", "10.0.0.1", "__proto__"])
			expect(await of(name)).toEqual([]);
	});

	it("is read again when it has changed", async () => {
		const { path, of } = await hosts("10.0.0.1 one.example.com\n");
		expect(await of("one.example.com")).toEqual(["10.0.0.1"]);
		await writeFile(path, "10.0.0.22 one.example.com\n");
		expect(await of("one.example.com")).toEqual(["10.0.0.22"]);
		await rm(path);
		expect(await of("one.example.com")).toEqual([]);
	});

	it("that is missing, a folder, or not a regular file has no names", async () => {
		const link = join(folder, "link");
		await symlink("/dev/zero", link);
		for (const path of [join(folder, "missing"), folder, link])
			expect(await new HostsFile(path).addressesOf("one.example.com")).toEqual([]);
	});

	it("is read up to 16 MiB", async () => {
		const { of } = await hosts(`10.0.0.1 one.example.com\n${"#".repeat(16 * 1024 * 1024)}\n10.0.0.2 two.example.com\n`);
		expect(await of("one.example.com")).toEqual(["10.0.0.1"]);
		expect(await of("two.example.com")).toEqual([]);
	});
});
