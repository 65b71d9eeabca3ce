import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { cutPage, pageFrom, readCursor, writeCursor } from "./page-cursor.ts";

const SHAPE = /^(\d+) ([a-z.-]+)$/;

describe("cursors", () => {
	it("are URL-safe and round-trip", () => {
		const cursor = writeCursor(17, "xn--a.example");
		expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
		expect(readCursor(cursor, SHAPE)).toEqual(["17", "xn--a.example"]);
	});

	it.each(["", "x", "17 a.b", `${writeCursor(17, "a.b")}A`, writeCursor("a.b", 17)])("refuses %j", (cursor) => {
		expect(() => readCursor(cursor, SHAPE)).toThrow("not the nextCursor");
	});
});

describe("cutPage", () => {
	it("returns a cursor to its last row only if a further one was read", () => {
		const placeOf = (row: number) => [row, "a.b"];
		expect(cutPage([9, 8, 7], 2, placeOf)).toEqual({ rows: [9, 8], nextCursor: writeCursor(8, "a.b") });
		expect(cutPage([9, 8], 2, placeOf)).toEqual({ rows: [9, 8] });
		expect(cutPage([], 2, placeOf)).toEqual({ rows: [] });
	});
});

describe("pageFrom", () => {
	const read = async (cursor: string | undefined) => ({
		from: cursor === undefined ? 0 : readCursor(cursor, SHAPE)[0],
	});

	it("reads the cursor's page, and the first page for an invalid cursor", async () => {
		expect(await pageFrom(writeCursor(17, "a.b"), read)).toEqual({ from: "17", isFirst: false });
		expect(await pageFrom("garbage", read)).toEqual({ from: 0, isFirst: true });
		expect(await pageFrom(null, read)).toEqual({ from: 0, isFirst: true });
	});

	it("does not mistake a store failure for a wrong cursor", async () => {
		const away = () => Promise.reject(new Failure("store-unavailable", { what: "The store is away." }));
		await expect(pageFrom("x", away)).rejects.toThrow("The store is away.");
	});
});
