import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, "utf8");

/** What the image's build takes from the checkout. */
const copied = read("Dockerfile")
	.split("\n")
	.filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
	.flatMap((line) => line.split(" ").slice(1, -1))
	.map((path) => posix.normalize(path));

/** Files of the checkout that programs and jobs name by their places: `new URL("../../../samples/…")`. */
const named = globSync(["src/**/*.ts", "jobs/{bundle,package,node-version}.*"], { cwd: root })
	.filter((file) => !/\.(?:test|testkit|contract|examples)\.ts$/.test(file))
	.flatMap((file) =>
		Array.from(read(file).matchAll(/new URL\(["'`](\.\.?\/[^"'`$]+)/g), ([, path = ""]) =>
			posix.join(posix.dirname(file), path),
		),
	)
	.filter((path) => !path.startsWith("../") && /^[a-z]/.test(path));

it(".dockerignore allows exactly what the Dockerfile copies", () => {
	const allowed = Array.from(read(".dockerignore").matchAll(/^!(.+)$/gm), ([, path = ""]) => path);
	expect(allowed.toSorted()).toEqual(copied.toSorted());
});

it("the image build has all files that the site and its commands read", () => {
	expect(named).toContain("samples/sites/");
	const missing = named.filter((path) => !copied.some((each) => `${path}/`.startsWith(`${each}/`)));
	// What a build or a package makes stands beside its own files.
	expect([...new Set(missing)].filter((path) => !/^(?:src|dist|lib)\//.test(path))).toEqual([]);
});
