import { expect, test } from "vitest";
import type { SkillsIndex } from "#evidence/evidence-map.ts";
import { absent, ask, found } from "../page.testkit.ts";
import { skillsIndex } from "./skills-index.ts";

const URL = "https://example.com/.well-known/agent-skills/index.json";
const DIGEST = "a".repeat(64);
const SKILL = {
	name: "a",
	url: "https://example.com/a/SKILL.md",
	stated: `sha256:${DIGEST}`,
	actual: DIGEST,
	status: 200,
};
const judge = (skills: SkillsIndex["skills"], faults: readonly string[] = []) =>
	ask(skillsIndex, { skills: found({ declaredIn: "anchor", faults, skills, excerpt: "{}" }, URL) });

test.each<[string, SkillsIndex["skills"], string]>([
	["right digests", [SKILL], "lists 1 skill. We compared 1 digest, and it matches."],
	["not fetched", [{ ...SKILL, actual: null, status: null }], "lists 1 skill."],
	["closed to us", [{ ...SKILL, actual: null, status: 403 }], "lists 1 skill."],
	["no digests", [{ ...SKILL, stated: "" }], "lists 1 skill."],
	["nothing", [], "lists 0 skills."],
])("%s pass", (_, skills, words) => {
	expect(judge(skills)).toMatchObject({ outcome: "pass", says: `${URL} ${words}` });
});

test("a changed skill fails, with the digest to write", () => {
	expect(judge([SKILL, { ...SKILL, name: "b", actual: "b".repeat(64) }])).toMatchObject({
		outcome: "fail",
		says: `${URL}: the digest of "b" does not match the file.`,
		fix: `Set for "b": "digest": "sha256:${"b".repeat(64)}"`,
	});
});

test("a skill that is not there fails", () => {
	expect(judge([{ ...SKILL, actual: null, status: 404 }])).toMatchObject({
		outcome: "fail",
		fix: `Serve ${SKILL.url}, or remove it from the index.`,
	});
});

test("an index of another form fails", () => {
	expect(judge([], ['It has no list "skills"', "x"])).toMatchObject({
		outcome: "fail",
		says: expect.stringContaining('has no list "skills", and 1 more fault.'),
	});
});

test("none, no verdict", () => {
	expect(ask(skillsIndex, { skills: absent(404, URL) }).outcome).toBe("not-applicable");
});
