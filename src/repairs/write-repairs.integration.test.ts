import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { makeFolder } from "#evidence/site/folder.testkit.ts";
import { TEMPORARY_PREFIX } from "#receipts/store/durable-file.ts";

/** Kills the process at the numbered file system call. */
const KILLER = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
let left = Number(process.env.KILL_AT);
const count = () => { if (--left === 0) process.kill(process.pid, "SIGKILL"); };
const wrap = (on, names) => {
	for (const name of names) {
		const call = on[name];
		on[name] = function (...given) { count(); return call.apply(this, given); };
	}
};
const handle = await fs.promises.open(process.env.FOLDER + "/a.html");
const of = Object.getPrototypeOf(handle);
await handle.close();
wrap(of, ["write", "writeFile", "writev", "sync", "datasync", "truncate"]);
wrap(fs.promises, ["open", "rename", "link", "unlink", "rm", "chmod", "mkdir", "writeFile"]);
syncBuiltinESMExports();
const { writeRepairs } = await import("#repairs/write-repairs.ts");
const { PatchedFile } = await import("#repairs/patched-file.ts");
const folder = process.env.FOLDER;
const files = JSON.parse(process.env.FILES).map(({ path, from, to, isNew }) => ({
	path, isNew, file: folder + "/" + path,
	patched: new PatchedFile(Buffer.from(from)).with([{ start: 0, end: from.length, bytes: Buffer.from(to), check: "x" }]),
}));
const { refused } = await writeRepairs({ folder }, files);
if (refused.length > 0) throw new Error(JSON.stringify(refused));
`;

const FILES = [
	{ path: "a.html", from: "old a".repeat(9_000), to: "new a".repeat(11_000), isNew: false },
	{ path: "b.html", from: "old b", to: "", isNew: false },
	{ path: "robots.txt", from: "", to: "new robots.txt", isNew: true },
];

test("a run killed at any file system call leaves each file complete, old or new", () => {
	const states = new Set<string>();
	for (let at = 1; ; at += FULL ? 1 : 2) {
		expect(at).toBeLessThan(100);
		const folder = makeFolder({});
		for (const { path, from, isNew } of FILES) if (!isNew) writeFileSync(join(folder, path), from);
		const { status, signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", KILLER], {
			env: { ...process.env, NODE_OPTIONS: "", KILL_AT: `${at}`, FOLDER: folder, FILES: JSON.stringify(FILES) },
		});
		const now = FILES.map(({ path, from, to, isNew }) => {
			const names = readdirSync(folder);
			if (!names.includes(path)) return isNew ? "old" : "gone";
			const text = readFileSync(join(folder, path), "utf8");
			return text === to ? "new" : text === from && !isNew ? "old" : "torn";
		});
		states.add(now.join(" "));
		expect(now, `killed at call ${at}`).not.toContain("torn");
		expect(now, `killed at call ${at}`).not.toContain("gone");
		const others = readdirSync(folder).filter((name) => !FILES.some(({ path }) => path === name));
		expect(others.every((name) => name.startsWith(TEMPORARY_PREFIX))).toBe(true);
		if (signal === "SIGKILL") continue;
		expect(`${status} ${stderr}`).toBe("0 ");
		expect(others).toEqual([]);
		break;
	}
	// Calls were interrupted: there are states between nothing and all.
	const possible = ["new new new", "new new old", "new old old", "old old old"];
	if (FULL) expect([...states].sort()).toEqual(possible);
	expect(possible).toEqual(expect.arrayContaining([...states]));
	expect(states.size).toBeGreaterThan(2);
}, 180_000);

const WRITER = `
const { writeRepairs } = await import("#repairs/write-repairs.ts");
const { PatchedFile } = await import("#repairs/patched-file.ts");
const folder = process.env.FOLDER;
const files = ["open/a.html", "closed/b.html", "closed/robots.txt", "open/c.html"].map((path) => {
	const isNew = path.endsWith(".txt");
	const old = Buffer.from(isNew ? "" : "old");
	const edit = { start: 0, end: old.length, bytes: Buffer.from("new"), check: "x" };
	return { path, isNew, file: folder + "/" + path, patched: new PatchedFile(old).with([edit]) };
});
const { written, refused } = await writeRepairs({ folder }, files);
process.stdout.write(JSON.stringify({ written: written.map(({ path }) => path), refused }));
`;

test("a folder without write permission is reported, and the others are written", () => {
	const folder = makeFolder({});
	for (const path of ["open/a.html", "closed/b.html", "open/c.html"]) {
		mkdirSync(join(folder, path, ".."), { recursive: true });
		writeFileSync(join(folder, path), "old");
		chmodSync(join(folder, path), 0o666);
	}
	chmodSync(folder, 0o755);
	chmodSync(join(folder, "open"), 0o777);
	chmodSync(join(folder, "closed"), 0o555);
	const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", WRITER], {
		env: { ...process.env, NODE_OPTIONS: "", FOLDER: folder },
		encoding: "utf8",
		// Root may write everywhere.
		...(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
	});
	chmodSync(join(folder, "closed"), 0o755);
	expect(JSON.parse(stdout), stderr).toEqual({
		written: ["open/a.html", "open/c.html"],
		refused: ["closed/b.html", "closed/robots.txt"].map((file) => ({
			file,
			why: "It cannot be written here (EACCES).",
		})),
	});
	expect(readFileSync(join(folder, "closed/b.html"), "utf8")).toBe("old");
	expect(readdirSync(folder, { recursive: true }).filter((name) => `${name}`.includes(TEMPORARY_PREFIX))).toEqual([]);
});
