import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { startBuiltServer } from "./built-server.testkit.ts";
import { buildServer } from "./built-site.testkit.ts";
import { inRepository } from "./process.testkit.ts";
import { SERVER_BASE_URL, SERVER_PREFIX } from "./site-build.testkit.ts";

const missing = whyNoTestInternet() ?? whyNoCurl();

function whyNoCurl(): string | undefined {
	try {
		execFileSync("curl", ["--version"], { stdio: "ignore" });
		return undefined;
	} catch {
		return "no curl";
	}
}

/** Lines with a command under a heading of the docs. */
function commandsUnder(page: string, heading: string, command: string): string[] {
	const text = readFileSync(inRepository(page), "utf8");
	const section = text.slice(text.indexOf(`## ${heading}\n`)).split(/\n## /)[0] ?? "";
	const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? "");
	return blocks
		.join("")
		.split("\n")
		.filter((line) => line.startsWith(`${command} `));
}

const page = (title: string) =>
	`<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>Words of it.</p></main></html>`;

describe.skipIf(missing !== undefined)(
	`the commands that call the live API in the docs${missing ? ` (skipped: ${missing})` : ""}`,
	() => {
		it("work by copy and paste", { timeout: 120_000 }, async () => {
			// Those with a receipt's id to fill in are no copies.
			const commands = commandsUnder("docs/api.md", "Calling it", "curl").filter((each) => !each.includes("<"));
			expect(commands.length).toBeGreaterThanOrEqual(8);
			const internet = await openTestInternet({
				hosts: {
					"example.com": { paths: { "/": page("Example") } },
					"example.org": { paths: { "/": page("Another") } },
				},
			});
			try {
				const data = await mkdtemp(join(tmpdir(), "sightline-readme-"));
				const site = await buildServer();
				const environment = { SIGHTLINE_BASE_URL: SERVER_BASE_URL };
				const { origin, stop } = await startBuiltServer({ site, data, internet, environment });
				for (const command of commands) {
					const here = command.replaceAll("http://localhost:4321", origin + SERVER_PREFIX);
					const { code, stdout, stderr } = await internet.start(["sh", "-c", here]).ended;
					expect([command, code, stderr]).toEqual([command, 0, ""]);
					const answer = JSON.parse(stdout);
					expect(
						answer.ok === true || answer.status === "ok" || answer.openapi === "3.1.1",
						`${command}\n${stdout}`,
					).toBe(true);
				}
				await stop();
			} finally {
				await internet.close();
			}
		});
	},
);
