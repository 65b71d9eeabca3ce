import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { reportFailure } from "./exit-code.ts";

function report(error: unknown, environment: NodeJS.ProcessEnv = {}) {
	let text = "";
	const code = reportFailure(error, { write: (part) => (text += part) }, environment);
	return { code, text };
}

const refused = (code: string, path?: string, syscall = "mkdir") =>
	Object.assign(new Error(`${code}: refused`), { code, syscall, ...(path === undefined ? {} : { path }) });
const sqlite = (errcode: number) =>
	Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode });

describe("reportFailure", () => {
	it("says an expected failure in its own words", () => {
		const failure = new Failure("input-invalid", { what: "No.", todo: "Try again." });
		expect(report(failure)).toEqual({ code: 2, text: "sightline: No. Try again.\n" });
	});

	it.each([
		["SIGHTLINE_DATA", "data", "ENOSPC", "The disk is full (ENOSPC)."],
		["SIGHTLINE_DATA", "data", "ENOTDIR", "A part of the path is a file, not a folder (ENOTDIR)."],
		["SIGHTLINE_REPORTS", "reports", "EROFS", "The disk is mounted read-only (EROFS)."],
		["SIGHTLINE_DATA", "data", "ENOENT", "There is no such file or folder (ENOENT)."],
		["SIGHTLINE_REPORTS", "reports", "EACCES", "Permission denied (EACCES)."],
	])("names %s where the machine refuses something in that folder (%s, %s)", (name, folder, code, why) => {
		const place = join("/srv", folder);
		const { code: exit, text } = report(refused(code, join(place, "log")), { [name]: place });
		expect(exit).toBe(2);
		expect(text).toContain(`sightline: ${join(place, "log")} cannot be created. ${why} Set ${name} to a folder`);
	});

	it.each(["EMFILE", "EIO", "EDQUOT"])("says %s without a path", (code) => {
		expect(report(refused(code, undefined, "write"))).toEqual({ code: 2, text: expect.stringContaining(`(${code}).`) });
	});

	it("says what a database meets on the disk, extended codes too", () => {
		for (const errcode of [13, 10 + 256 * 3]) {
			const { code, text } = report(sqlite(errcode));
			expect({ code, text }).toEqual({ code: 2, text: expect.stringContaining("A database in SIGHTLINE_DATA") });
		}
	});

	it.each([
		["a statement that SQLite refuses", sqlite(1)],
		["a missing file that nobody named", refused("ENOENT", "/srv/data/x", "open")],
		["anything else", new TypeError("planted")],
	])("calls %s a defect, with its stack", (_, error) => {
		const { code, text } = report(error);
		expect(code).toBe(70);
		expect(text).toContain("bug in the program");
		expect(text).toContain("exit-code.test.ts");
	});
});
