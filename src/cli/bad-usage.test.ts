import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXIT } from "#config/exit-code.ts";
import { COMMANDS } from "./commands.ts";
import { main } from "./main.ts";

async function sightline(argv: readonly string[]) {
	const written = { stdout: "", stderr: "" };
	const collect = (name: "stdout" | "stderr") => ({ write: (text: string) => (written[name] += text) });
	const code = await main(argv, { stdout: collect("stdout"), stderr: collect("stderr"), env: {} });
	return { code, ...written };
}

const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !text.startsWith("-"));
const names = Object.keys(COMMANDS);

/** Arguments that are invalid for every command, in any position. */
const wrong = fc.constantFrom(...names).chain((name) => {
	const options = Object.entries(COMMANDS[name]?.options ?? {});
	const valued = options.filter(([, { type }]) => type === "string").map(([option]) => option);
	const flags = options.filter(([, { type }]) => type === "boolean").map(([option]) => option);
	const bounded = options.filter(([, { choices, range }]) => choices ?? range).map(([option]) => option);
	const faults = [
		fc.stringMatching(/^[a-z]{3,12}-x$/).map((option) => [`--${option}`]),
		fc.tuple(word, word, word),
		...(valued.length > 0 ? [fc.constantFrom(...valued).map((option) => [`--${option}`])] : []),
		...(flags.length > 0 ? [fc.constantFrom(...flags).map((option) => [`--${option}=yes`])] : []),
		...(bounded.length > 0 ? [fc.constantFrom(...bounded).map((option) => [`--${option}`, "no such value"])] : []),
	];
	return fc.oneof(...faults).map((fault) => [...name.split(" "), ...fault]);
});

describe("bad usage", () => {
	it("of any command exits with 2 and says what to do", async () => {
		await fc.assert(
			fc.asyncProperty(wrong, async (argv) => {
				const { code, stdout, stderr } = await sightline(argv);
				expect({ code, stdout }).toEqual({ code: EXIT.badInput, stdout: "" });
				expect(stderr).toMatch(/^sightline: .+--help\.\n$/s);
			}),
		);
	});

	it("of a mistyped command does too", async () => {
		await fc.assert(
			fc.asyncProperty(fc.stringMatching(/^[a-z-]{1,10}x$/), async (name) => {
				fc.pre(!["-x"].includes(name));
				expect(await sightline([name])).toMatchObject({
					code: EXIT.badInput,
					stdout: "",
					stderr: expect.stringContaining("--help"),
				});
			}),
		);
	});

	it.each([
		[["compare", "a.example.org", "b.example.org", "--as", "c.example.org"], "--as is for a folder"],
		[["compare", "a.json", "b.json", "--as", "x.example.org"], "--as is for a folder"],
		[["compare", "src", "docs", "--as", "x.example.org"], '"src" is a folder; write it as a path, ./src'],
		[["brief", "r.json", "--as", "x.example.org"], "--as is for a folder"],
		...["status", "pause", "resume", "dead"].map(
			(action) =>
				[["fleet", action, "--domain", "x.example.org"], `works only with retry; ${action} is about`] as const,
		),
		[["schedule", "--once", "--dry-run"], "Use only one of --once and --dry-run"],
		[
			["schedule", "--jitter", "-5"],
			"--jitter needs a value; write a value that begins with - as --jitter=<value>. See",
		],
	] as const)("%j is refused: an option that does nothing is a mistake", async (argv, says) => {
		const { code, stdout, stderr } = await sightline(argv);
		expect({ code, stdout, stderr }).toEqual({
			code: EXIT.badInput,
			stdout: "",
			stderr: expect.stringContaining(says),
		});
		expect(stderr.trimEnd()).not.toMatch(/\n|\.\./);
	});

	it("of an audit is reported as JSON if requested", async () => {
		const { code, stdout, stderr } = await sightline(["audit", "example.org", "--json", "--fail-on", "titel"]);
		expect({ ...JSON.parse(stdout), code }).toMatchObject({
			code: EXIT.badInput,
			ok: false,
			error: expect.any(String),
		});
		expect(stderr).toContain(JSON.parse(stdout).error);
	});

	it.each([
		[["--fail-on", "titel"], /Did you mean title\?/],
		[["--fail-on", "json-ld"], /Did you mean jsonld-parse\?/],
		[["--fail-on", "images-alt"], /Did you mean .*\balt\?/],
		[["--fail-on", "contrast"], /needs --mode deep/],
		[["--fail-on", ""], /names "", which is not a check/],
		[["--fail-on-regression"], /needs --baseline/],
		[["--pages", "5"], /needs --mode deep/],
		[["--json", "--format", "sarif"], /--json and --format json are the same/],
		[["--format", "sarif", "--format", "json"], /2 formats, 0 outputs/],
		[["--output", "a", "--output", "b"], /--format once for each --output/],
		[
			["--format", "sarif", "--format", "json", "--output", "x", "--output", "./x"],
			/cannot be written to the same output/,
		],
		[["--output", ""], /--output is empty/],
		[["--output", "no-such-folder/x"], /There is no folder no-such-folder/],
		[["--format", "xml"], /choose pretty or json/],
		[["--header", "Cookie: session=s3cret"], /could be read by others/],
		[["--header", "Cookie=STAGING_COOKIE"], /is not set/],
		[["--dir", "src", "--as", "someone.github.io/repo", "--save"], /published under a path/],
		[["--header", "Cookie=STAGING_COOKIE", "--dir", "x", "--as", "x.example.org"], /a folder is read without requests/],
		[["--baseline", ""], /--baseline is empty/],
		[["--baseline", "no-such.json"], /no-such\.json cannot be read/],
		[["--baseline", "package.json"], /is not the result of an audit/],
		[["--config", "no-such.json"], /no-such\.json cannot be read/],
		[["--as", "x.example.org"], /needs --dir/],
		[["--fail-under", "101"], /from 0 to 100/],
	])("audit %j is refused before any request", async (options, says) => {
		const { code, stderr } = await sightline([
			"audit",
			...(options.includes("--dir") ? [] : ["example.org"]),
			...options,
		]);
		expect(code).toBe(EXIT.badInput);
		expect(stderr).toMatch(says);
		expect(stderr).not.toContain("s3cret");
	});
});
