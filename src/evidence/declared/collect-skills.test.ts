import { hash } from "node:crypto";
import { expect, it } from "vitest";
import { HOME } from "../open-source.testkit.ts";
import { type DeclaringSite, declaredBy, json } from "./declared.testkit.ts";

const PATH = "/.well-known/agent-skills/index.json";
const SKILL = "---\nname: sizes\ndescription: Finds the size.\n---\n";
const DIGEST = hash("sha256", SKILL, "hex");
const entry = {
	name: "sizes",
	type: "skill-md",
	description: "Finds the size.",
	url: "sizes/SKILL.md",
	digest: `sha256:${DIGEST}`,
};
const index = (...skills: readonly unknown[]) => ({
	$schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
	skills,
});

async function skillsOf(value: unknown, more: DeclaringSite = {}) {
	const replies = { [PATH]: json(value), "/.well-known/agent-skills/sizes/SKILL.md": SKILL };
	return (await declaredBy({ html: `<a href="${PATH}">Skills</a>`, replies, ...more })).seen.skills;
}

it("hashes served files", async () => {
	expect(await skillsOf(index(entry))).toMatchObject({
		state: "found",
		value: {
			declaredIn: "anchor",
			faults: [],
			skills: [{ name: "sizes", stated: `sha256:${DIGEST}`, actual: DIGEST, status: 200 }],
		},
	});
});

it("fetches no skills in a light audit, and at most 3 in a deep one", async () => {
	expect(await skillsOf(index(entry), { mode: "light" })).toMatchObject({
		value: { skills: [{ actual: null, status: null }] },
	});
	const five = Array.from({ length: 5 }, (_, at) => ({ ...entry, url: `/skill-${at}.md` }));
	const seen = await skillsOf(index(...five));
	expect(seen).toMatchObject({
		value: {
			skills: [
				{ status: 404, actual: null },
				{ status: 404, actual: null },
				{ status: 404, actual: null },
				{ status: null },
				{ status: null },
			],
		},
	});
});

it.each<[string, unknown, string[]]>([
	["no list", { skills: {} }, ['It has no list "skills"']],
	["members that are not there", index({ name: "sizes" }), ["/skills/0 has no type, description, url, digest"]],
	[
		"a name of its own",
		index({ ...entry, name: "My Skill" }),
		["/skills/0/name is not 1 to 64 lower-case letters, digits and single hyphens"],
	],
	["another kind", index({ ...entry, type: "zip" }), ["/skills/0/type is neither skill-md nor archive"]],
	[
		"a digest of another form",
		index({ ...entry, digest: DIGEST }),
		["/skills/0/digest is not sha256: and 64 hex digits"],
	],
	["an older index", { skills: [{ name: "sizes", description: "x", files: ["SKILL.md"] }] }, []],
])("%s", async (_, value, faults) => {
	expect(await skillsOf(value)).toMatchObject({ value: { faults } });
});

it("reports a missing index", async () => {
	expect(await skillsOf(null, { replies: {} })).toMatchObject({
		state: "absent",
		status: 404,
		url: `${HOME}${PATH.slice(1)}`,
	});
	expect(await skillsOf(null, { html: "" })).toMatchObject({ state: "failed", code: "not-shown" });
});
