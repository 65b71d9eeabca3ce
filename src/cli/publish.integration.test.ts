import { spawn } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../", import.meta.url));

it("does nothing when npm runs the script `publish` after publishing a package", async () => {
	const uploaded: string[] = [];
	const registry = createServer((request, response) => {
		uploaded.push(`${request.method} ${request.url}`);
		request.resume().once("end", () => response.writeHead(request.method === "PUT" ? 201 : 404).end("{}"));
	});
	await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
	const host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
	const folder = await mkdtemp(join(tmpdir(), "sightline-npm-"));
	const { scripts } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
	expect(Object.keys(scripts)).not.toContain("prepublish");
	// The project's own script, with absolute paths.
	const script = scripts.publish.replaceAll("node ", `"${process.execPath}" ${repository}`);
	await writeFile(
		join(folder, "package.json"),
		JSON.stringify({ name: "planted", version: "1.0.0", scripts: { publish: script } }),
	);
	const args = ["publish", `--registry=http://${host}/`, `--//${host}/:_authToken=x`, "--foreground-scripts"];
	const env = { ...process.env, SIGHTLINE_REPORTS: join(folder, "nowhere") };
	const child = spawn("npm", args, {
		cwd: folder,
		env,
		stdio: ["ignore", "pipe", "pipe"],
		shell: process.platform === "win32",
	});
	let printed = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (printed += piece));
	const code = await new Promise((resolve) => child.once("close", resolve));
	await new Promise((resolve) => registry.close(resolve));
	expect(printed).toContain("Not published: npm ran this command");
	expect(code).toBe(0);
	expect(uploaded).toContain("PUT /planted");
});
