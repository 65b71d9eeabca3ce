import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { COMMANDS } from "./commands.ts";
import { main, startedAs } from "./main.ts";

async function sightline(...argv: string[]) {
	const texts = { stdout: "", stderr: "" };
	const code = await main(argv, {
		stdout: { write: (text) => (texts.stdout += text) },
		stderr: { write: (text) => (texts.stderr += text) },
		env: {},
	});
	return { code, ...texts };
}

describe("the command line", () => {
	it("lists every command in its help", async () => {
		const { code, stdout } = await sightline("--help");
		expect(code).toBe(0);
		for (const [name, { summary }] of Object.entries(COMMANDS)) {
			expect(stdout.replaceAll(/\s+/g, " ")).toContain(`${name} ${summary}`);
		}
	});

	it("prints the help to standard error without a command, and exits with 2", async () => {
		expect(await sightline()).toEqual({ code: 2, stdout: "", stderr: (await sightline("--help")).stdout });
	});

	it.each(Object.keys(COMMANDS))("explains %s within a terminal's width", async (name) => {
		const { code, stdout } = await sightline(...name.split(" "), "--help");
		expect(code).toBe(0);
		expect(await sightline("help", ...name.split(" "))).toEqual({ code, stdout, stderr: "" });
		for (const option of Object.keys(COMMANDS[name]?.options ?? {})) expect(stdout).toContain(`--${option}`);
		for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(80);
	});

	it.each([
		[["adit", "example.com"], 'Unknown command "adit". Did you mean sightline audit?'],
		[["log"], 'Unknown command "log". Did you mean sightline log verify?'],
		[["--versoin"], 'Unknown command "--versoin". Did you mean sightline --version?'],
		[["help", "reply"], 'Unknown command "reply". Did you mean sightline replay?'],
		[["constructor"], 'Unknown command "constructor". See sightline --help.'],
		[["seal", "--new-log=yes"], "See sightline seal --help."],
		[["log", "verify", "--sinse", "x"], "Did you mean --since? See sightline log verify --help."],
		[["rescan", "x"], 'Unexpected argument "x"'],
		[["audit", "example.com", "--pages", "9"], "--pages needs --mode deep"],
	])("refuses %j with 2 and a suggestion", async (argv, says) => {
		expect(await sightline(...argv)).toEqual({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
	});
});

const GIVEN = ["audit", "--dir", "my site", "--as", "example.com"];

test.each([
	["/repo/src/cli/sightline.ts", {}, "node src/cli/sightline.ts"],
	["/elsewhere/lib/sightline.js", {}, "node /elsewhere/lib/sightline.js"],
	[
		"/repo/src/cli/sightline.ts",
		{ npm_command: "run-script", npm_lifecycle_event: "sightline" },
		"npm run -s sightline --",
	],
	["/repo/node_modules/.bin/sightline", {}, "npx --no sightline"],
	["/other/node_modules/.bin/sightline", {}, "node /other/node_modules/.bin/sightline"],
	["/usr/local/bin/sightline", {}, "sightline"],
])("%s with %j is %s", (program, env, words) => {
	const started = `${words} audit --dir 'my site' --as example.com`;
	expect(startedAs(["node", program, ...GIVEN], env, "/repo")).toEqual({ program: words, started });
});

test("npx repeats the original package spec", async () => {
	const root = await mkdtemp(join(tmpdir(), "sightline-npx-"));
	const spec = "https://audit.example.com/cli/sightline-0.3.4.tgz";
	await writeFile(join(root, "package.json"), JSON.stringify({ _npx: { packages: [spec] } }));
	const { program } = startedAs(["node", join(root, "node_modules/.bin/sightline")], {}, "/repo");
	expect(program).toBe(`npx ${spec}`);
	await rm(root, { recursive: true });
});
