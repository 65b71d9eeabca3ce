import { describe, expect, it } from "vitest";
import { collectAnnotations } from "./collect-annotations.ts";
import type { Reply } from "./fake-site.testkit.ts";
import { HOME, openSource } from "./open-source.testkit.ts";

const PATH = "/.well-known/sightline.json";
const json = (value: unknown): Reply => ({
	body: JSON.stringify(value),
	headers: { "content-type": "application/json" },
});
const look = (reply: Reply | undefined) =>
	collectAnnotations(openSource(reply ? { [PATH]: reply } : { "/": "x" }).source, HOME);
const read = async (value: unknown) => {
	const seen = await look(json(value));
	if (seen.state !== "found") throw new Error(seen.state);
	return seen.value;
};

describe("collectAnnotations", () => {
	it("reads the owner's answers", async () => {
		expect(await look(json({ annotations: [{ check: "hsts", reason: " Our CDN adds it. " }], proof: "x" }))).toEqual({
			state: "found",
			url: HOME.replace(/\/$/, PATH),
			status: 200,
			value: { answers: [{ check: "hsts", reason: "Our CDN adds it." }], faults: [] },
		});
	});

	it("finds none where there is no file, or a page for what does not exist", async () => {
		expect(await look(undefined)).toMatchObject({ state: "absent", status: 404 });
		expect(await look({ body: "<!doctype html><title>Home</title>" })).toMatchObject({ state: "absent" });
	});

	it("takes the file's other use for no fault", async () => {
		expect(await read({ control: "abc" })).toEqual({ answers: [], faults: [] });
		expect(await read([])).toEqual({ answers: [], faults: [] });
	});

	it("keeps what is right and names what is wrong", async () => {
		const { answers, faults } = await read({
			annotations: [{ check: "hsts", reason: "Fine." }, { check: "HSTS", reason: "" }, "alt", { check: "alt" }],
		});
		expect(answers).toEqual([{ check: "hsts", reason: "Fine." }]);
		expect(faults.map((fault) => fault.split(":")[0])).toEqual([
			"/annotations/1/check",
			"/annotations/1/reason",
			"/annotations/2",
			"/annotations/3/reason",
		]);
		expect((await read({ annotations: "none" })).faults).toEqual(['"annotations" is no list.']);
		expect(await look({ body: "{,}" })).toMatchObject({ value: { faults: [expect.stringContaining("not JSON")] } });
	});

	it("reads 50 answers at most, none longer than 500 characters", async () => {
		const many = Array.from({ length: 60 }, () => ({ check: "alt", reason: "x" }));
		const { answers, faults } = await read({ annotations: many });
		expect(answers).toHaveLength(50);
		expect(faults).toEqual(["Only the first 50 of 60 are read."]);
		expect((await read({ annotations: [{ check: "alt", reason: "x".repeat(501) }] })).answers).toEqual([]);
		const ids = [80, 81].map((length) => ({ check: "a".repeat(length), reason: "x" }));
		expect((await read({ annotations: ids })).answers.map(({ check }) => check.length)).toEqual([80]);
	});
});
