import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findInstalledBrowser } from "./installed-browser.ts";

it("takes CHROME_PATH first, then what PATH has, and says so when there is none", () => {
	const folder = mkdtempSync(join(tmpdir(), "sightline-browser-"));
	const path = join(folder, "google-chrome");
	expect(findInstalledBrowser({ CHROME_PATH: "/somewhere/chrome", PATH: folder })).toBe("/somewhere/chrome");
	writeFileSync(path, "");
	chmodSync(path, 0o755);
	expect(findInstalledBrowser({ PATH: folder })).toBe(path);
});
