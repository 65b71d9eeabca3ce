import { expect, it } from "vitest";
import { CHECKS } from "#checks/registry.ts";
import { main } from "./main.ts";

async function explain(...argv: string[]) {
	let stdout = "";
	let stderr = "";
	const code = await main(["explain", ...argv], {
		stdout: { write: (text) => (stdout += text) },
		stderr: { write: (text) => (stderr += text) },
		env: {},
	});
	return { code, stdout, stderr };
}

it("lists every check once with its title, within a terminal's width", async () => {
	const { code, stdout } = await explain();
	expect(code).toBe(0);
	for (const { id } of CHECKS) expect(stdout.match(new RegExp(`^  ${id} `, "gm")), id).toHaveLength(1);
	for (const line of stdout.split("\n")) expect(line.length, line).toBeLessThanOrEqual(88);
	expect(JSON.parse((await explain("--json")).stdout).checks).toHaveLength(CHECKS.length);
});

it("describes a check's rule, reason, weight and sources", async () => {
	const { stdout } = await explain("noindex");
	const words = stdout.replaceAll(/\s+/g, " ");
	const { title, fault, why, howToFix, reference, weightReason } = CHECKS.find(({ id }) => id === "noindex") ?? {};
	for (const each of [title, fault, why, howToFix, reference, weightReason]) expect(words).toContain(each);
	expect(words).toContain("caps the overall score at 40");
	expect(stdout).toContain('      <meta name="robots" content="noindex">\n');
	expect(JSON.parse((await explain("noindex", "--json")).stdout)).toMatchObject({ id: "noindex", weight: 8 });
});

it("refuses an unknown check, and suggests the nearest", async () => {
	expect(await explain("noidex")).toEqual({
		code: 2,
		stdout: "",
		stderr: expect.stringContaining("Did you mean noindex?"),
	});
});
