import { expect, it } from "vitest";
import { rubricText } from "./rubric-text.ts";

/** Digests by which receipts name the rubrics of released versions. */
const RELEASED: Readonly<Record<string, string>> = {
	"0.1.0": "e4bad743be8b54e6af61857b39c777ce1413610cde1ed53691e3932856096d57",
	"1.0.0": "ae8860ffb6016769ecaa78b691585b98661d62021fdfe153173d3ec5371f1fd2",
	"2.0.0": "eeaf6f4b0433f7d9acb918299fa5320b908f6428bd979e4a4a73ee9f43ff0846",
};

it.each(Object.entries(RELEASED))("the rubric of %s is what was released", async (version, digest) => {
	expect((await rubricText(version))?.digest).toBe(digest);
});

it("there is none of a version that never was", async () => {
	expect(await rubricText("0.0.9")).toBeUndefined();
});
