import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { clearFolder } from "./clear-folder.ts";

const name = fc.constantFrom("a", "b", "c.html");
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
/** Files of which none is a folder of another. */
const paths = fc
	.uniqueArray(path, { maxLength: 12 })
	.map((all) => all.filter((one) => !all.some((other) => other.startsWith(`${one}/`))));

test("what may stay stays, and nothing else: no file, and no folder that is empty then", async () => {
	await fc.assert(
		fc.asyncProperty(paths, fc.func(fc.boolean()), async (files, stays) => {
			const root = await mkdtemp(join(tmpdir(), "sightline-clear-"));
			for (const file of files) {
				await mkdir(dirname(join(root, file)), { recursive: true });
				await writeFile(join(root, file), "");
			}
			await mkdir(join(root, "empty/folder"), { recursive: true });
			clearFolder(root, (file) => stays(file));
			const left = await readdir(root, { recursive: true, withFileTypes: true });
			const found = left.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
			expect(found.sort()).toEqual(
				files
					.filter((file) => stays(file))
					.map((file) => join(root, file))
					.sort(),
			);
			const folders = left.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
			expect(folders.filter((folder) => !found.some((file) => file.startsWith(`${folder}/`)))).toEqual([]);
			await rm(root, { recursive: true });
		}),
		{ seed: 20261123, numRuns: 40 },
	);
});

test("a link is taken away, and what it leads to is left alone; where there is no folder, there is nothing to do", async () => {
	const root = await mkdtemp(join(tmpdir(), "sightline-clear-"));
	await mkdir(join(root, "elsewhere"));
	await writeFile(join(root, "elsewhere/page"), "");
	await mkdir(join(root, "site"));
	await symlink("../elsewhere", join(root, "site/folder"));
	await symlink("../elsewhere/page", join(root, "site/page"));
	clearFolder(join(root, "site"), () => true);
	expect(await readdir(root, { recursive: true })).toEqual(["elsewhere", "site", "elsewhere/page"]);
	clearFolder(join(root, "nowhere"), () => true);
	await rm(root, { recursive: true });
});
