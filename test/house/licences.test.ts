import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Each lets an Apache-2.0 program be given on with it; docs/packages.md says what the weak copyleft ones ask for. */
const ALLOWED = new Set([
	"0BSD",
	"Apache-2.0",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"BlueOak-1.0.0",
	"CC0-1.0",
	"ISC",
	"MIT",
	"MIT-0",
	"OFL-1.1",
	"Python-2.0",
	// Weak copyleft: used as published, beside our code.
	"LGPL-3.0-or-later",
	"MPL-2.0",
]);

interface Locked {
	readonly dev?: boolean;
	readonly license?: string;
}

const { packages } = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as {
	readonly packages: Readonly<Record<string, Locked>>;
};

/** Of `A AND B` both count, of `(A OR B)` any. */
function isAllowed(license: string): boolean {
	const choices = license.replace(/^\((.*)\)$/, "$1").split(" OR ");
	return choices.some((choice) => choice.split(" AND ").every((each) => ALLOWED.has(each)));
}

it("every package that is given on has a licence that allows it", () => {
	const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);
	expect(shipped.length).toBeGreaterThan(100);
	const others = shipped.filter(([, { license }]) => license === undefined || !isAllowed(license));
	expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

it.each(["GPL-3.0-only", "MIT AND GPL-3.0-only", "(AGPL-3.0-only OR SSPL-1.0)", "UNLICENSED"])(
	"a package under %s would be named",
	(license) => {
		expect(isAllowed(license)).toBe(false);
	},
);
