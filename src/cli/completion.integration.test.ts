import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "./commands.ts";
import { main } from "./main.ts";

const has = (shell: string) => spawnSync(shell, ["-c", "exit 0"]).status === 0;

let folder = "";
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "sightline-completion-"));
	mkdirSync(join(folder, "a folder"));
	writeFileSync(join(folder, "a receipt.json"), "{}");
	for (const shell of ["bash", "zsh", "fish"]) writeFileSync(join(folder, shell), await scriptOf(shell));
});

async function scriptOf(shell: string): Promise<string> {
	let text = "";
	const io = { stdout: { write: (part: string) => (text += part) }, stderr: process.stderr, env: {} };
	expect(await main(["completion", shell], io)).toBe(0);
	return text;
}

/** Completions of each command line with the cursor at its end, all in one shell. */
type Complete = (lines: readonly string[]) => string[][];

const inBash: Complete = (lines) => {
	const asked = lines.map((line) => {
		// As readline splits them: an equals sign is a separate word.
		const words = line
			.split(" ")
			.flatMap((word) => word.split(/(=)/).filter((part, index) => part !== "" || index === 0));
		const quoted = words.map((word) => `'${word}'`).join(" ");
		return `COMP_WORDS=(${quoted}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _sightline; printf '%s\\n' "\${COMPREPLY[@]}"; echo ---`;
	});
	return shown("bash", ["--norc", "--noprofile", "-c", [`source ${folder}/bash`, ...asked].join("\n")]);
};

const inFish: Complete = (lines) => {
	const asked = lines.map((line) => `complete -C '${line}' | string replace -r '\\t.*' ''; echo ---`);
	return shown("fish", ["--no-config", "-c", [`source ${folder}/fish`, ...asked].join("\n")]);
};

function shown(shell: string, args: readonly string[]): string[][] {
	const ran = spawnSync(shell, args, { cwd: folder, encoding: "utf8" });
	expect(ran.stderr).toBe("");
	return ran.stdout
		.split("---\n")
		.slice(0, -1)
		.map((part) => part.split("\n").filter(Boolean));
}

const first = [...new Set(Object.keys(COMMANDS).map((name) => name.split(" ")[0] ?? ""))];

describe.each([
	["bash", inBash],
	["fish", inFish],
] as const)("completion in %s", (shell, complete) => {
	const missing = !has(shell);

	it.skipIf(missing)(`offers every command and every option${missing ? ` (skipped: no ${shell})` : ""}`, () => {
		const names = Object.keys(COMMANDS);
		const [commands = [], helped = [], ...options] = complete([
			"sightline ",
			"sightline help ",
			...names.map((name) => `sightline ${name} --`),
		]);
		expect(commands).toEqual(expect.arrayContaining([...first, "help"]));
		expect(helped).toEqual(expect.arrayContaining(first));
		for (const [index, name] of names.entries()) {
			const own = Object.keys(COMMANDS[name]?.options ?? {}).map((option) => `--${option}`);
			expect(options[index]?.toSorted(), name).toEqual([...own, "--help"].toSorted());
		}
	});

	it.skipIf(missing)(
		`offers values: choices, checks, folders, files${missing ? ` (skipped: no ${shell})` : ""}`,
		() => {
			const [mode, started, equal, check, explained, folders, files, second, shells, nothing] = complete([
				"sightline audit --mode ",
				"sightline audit --mode d",
				"sightline audit --mode=l",
				"sightline simulate example.com --fix noinde",
				"sightline explain noi",
				"sightline audit --dir a",
				"sightline verify a",
				"sightline log ",
				"sightline completion ",
				"sightline audit exam",
			]);
			expect(mode?.toSorted()).toEqual(["deep", "light"]);
			expect(started).toEqual(["deep"]);
			expect(equal?.map((each) => each.replace("--mode=", ""))).toEqual(["light"]);
			expect(check).toEqual(["noindex", "noindex-links"]);
			expect(explained).toEqual(expect.arrayContaining(["noindex"]));
			expect(folders?.map((each) => each.replace(/\/$/, ""))).toEqual(["a folder"]);
			expect(files).toEqual(expect.arrayContaining(["a receipt.json"]));
			expect(second).toEqual(["verify"]);
			expect(shells?.toSorted()).toEqual(["bash", "fish", "zsh"]);
			expect(nothing).toEqual([]);
		},
	);
});

it.skipIf(!has("zsh"))(
	`completion in zsh can be read, and names every command${has("zsh") ? "" : " (skipped: no zsh)"}`,
	() => {
		const script = `compdef() { print registered $2 }; source ${folder}/zsh
		_describe() { print -l -- \${(P)2} }; _arguments() { print -l -- "$@" }; _files() { : }
		words=(sightline ''); CURRENT=2; _sightline
		words=(sightline audit --mode ''); CURRENT=4; _sightline
		words=(sightline log verify ''); CURRENT=4; _sightline`;
		const { stdout, stderr } = spawnSync("zsh", ["-f", "-c", script], { cwd: folder, encoding: "utf8" });
		expect(stderr).toBe("");
		expect(stdout).toContain("registered sightline");
		for (const name of first) expect(stdout).toMatch(new RegExp(`^${name}:`, "m"));
		for (const option of Object.keys(COMMANDS.audit?.options ?? {})) expect(stdout).toContain(`*--${option}`);
		expect(stdout).toContain(":mode:(light deep)");
		for (const option of Object.keys(COMMANDS["log verify"]?.options ?? {})) expect(stdout).toContain(`*--${option}`);
	},
);
