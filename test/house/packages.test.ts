import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

it("docs/packages.md explains exactly the runtime dependencies", () => {
	const cells = [...read("docs/packages.md").matchAll(/^\| (`[^|]+`) \| \S.+\|$/gm)].map(([, cell = ""]) => cell);
	const named = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
	expect(named.toSorted()).toEqual(Object.keys(JSON.parse(read("package.json")).dependencies).toSorted());
});

it("the bundle has a file for each thread, which is loaded by URL", () => {
	const workers = readdirSync(new URL("../../src", import.meta.url), { recursive: true, encoding: "utf8" })
		.map((path) => path.replaceAll("\\", "/"))
		.filter((path) => /-worker\.ts$/.test(path) && read(`src/${path}`).includes("parentPort"));
	expect(workers.length).toBeGreaterThan(1);
	for (const path of workers) expect(read("jobs/bundle.ts")).toContain(`"src/${path}"`);
});
