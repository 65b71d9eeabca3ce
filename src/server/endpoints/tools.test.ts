import { expect, it } from "vitest";
import { REFUSAL } from "#core/brand.ts";
import { TOOL_CATALOG } from "#tools/catalog.ts";
import { ask, createFakeApp } from "../api/live-app.testkit.ts";
import { publicTools } from "./tools.ts";

it("answers the catalog, which is written once", async () => {
	const first = await ask(publicTools, undefined, createFakeApp());
	const second = await ask(publicTools, undefined, createFakeApp());
	expect(first.body).toEqual(TOOL_CATALOG);
	expect(first.body).toMatchObject({ ok: true, count: 18, refusal: REFUSAL });
	expect(first.headers).toMatchObject({ "Cache-Control": "public, max-age=60", ETag: expect.any(String) });
	expect(second.written).toBe(first.written);
	expect(first.written).toBeDefined();
});
