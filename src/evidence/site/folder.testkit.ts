import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes files into a new folder, which is deleted after the test. */
export function makeFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
	const folder = mkdtempSync(join(tmpdir(), "sightline-folder-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
	return folder;
}
