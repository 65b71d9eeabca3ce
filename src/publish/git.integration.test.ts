import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { openGit, withoutPassword } from "./git.ts";
import { makeRemote, QUICK } from "./machine.testkit.ts";
import { publish } from "./publish.ts";

const TOKEN = "ghs_hush0123456789";

/** A git HTTP server that records its requests. @param folder holds the bare repositories */
async function serveGit(folder: string) {
	const asked: string[] = [];
	const server = createServer((request, response) => void handle(request, response));
	const handle = async (request: IncomingMessage, response: ServerResponse) => {
		const sent = request.rawHeaders.filter(
			(_, at) => request.rawHeaders[at - 1]?.toLowerCase() === "authorization" && at % 2 === 1,
		);
		asked.push(sent.join(" + "));
		const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
		const given = {
			GIT_PROJECT_ROOT: folder,
			GIT_HTTP_EXPORT_ALL: "1",
			PATH_INFO: pathname,
			QUERY_STRING: searchParams.toString(),
		};
		const of = {
			REQUEST_METHOD: request.method,
			CONTENT_TYPE: request.headers["content-type"] ?? "",
			REMOTE_USER: "x",
		};
		const coding =
			request.headers["content-encoding"] === undefined
				? {}
				: { HTTP_CONTENT_ENCODING: request.headers["content-encoding"] };
		const child = spawn("git", ["http-backend"], {
			env: { ...process.env, ...given, ...of, ...coding } as NodeJS.ProcessEnv,
		});
		request.pipe(child.stdin);
		const pieces: Buffer[] = [];
		for await (const piece of child.stdout) pieces.push(piece as Buffer);
		const whole = Buffer.concat(pieces);
		const end = whole.indexOf("\r\n\r\n");
		for (const line of whole.subarray(0, end).toString().split("\r\n")) {
			const [name = "", value = ""] = line.split(/: (.*)/);
			if (name === "Status") response.statusCode = Number.parseInt(value, 10);
			else response.setHeader(name, value);
		}
		response.end(whole.subarray(end + 4));
	};
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, asked, close: () => new Promise((resolve) => server.close(resolve)) };
}

describe("git as a child process", () => {
	it("sends the token only to the server, not to arguments, hooks or messages, and once beside actions/checkout's header", async () => {
		const { first, root, remote, git } = await makeRemote();
		git("config", "http.receivepack", "true");
		const server = await serveGit(root);
		first.git("remote", "set-url", "origin", `${server.url.replace("//", "//ada:hunter2@")}/remote.git`);
		first.git("config", `http.${server.url}/.extraheader`, "AUTHORIZATION: basic b2xk");
		const bin = join(root, "bin");
		const log = join(root, "arguments");
		await mkdir(bin);
		const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
		await writeFile(join(bin, "git"), `#!/bin/sh\necho "$@" >> ${log}\nexec ${real} "$@"\n`);
		const hook = join(first.home, ".git/hooks/prepare-commit-msg");
		await writeFile(hook, `#!/bin/sh\nenv >> ${log}\n`);
		for (const path of [join(bin, "git"), hook]) await chmod(path, 0o755);
		await first.audit(1);
		const settings = {
			...first.settings,
			...pick(readEnvironment({ GITHUB_TOKEN: TOKEN, GITHUB_API_URL: server.url })),
		};
		const environment = {
			...process.env,
			PATH: `${bin}${delimiter}${process.env.PATH}`,
			GITHUB_TOKEN: TOKEN,
			LOG_SIGNING_KEY: "hush-key",
		};
		const outcome = await publish({ issues: false, dryRun: false, patience: QUICK }, settings, environment);
		expect(outcome.commit).toBe(git("rev-parse", "main"));
		const basic = Buffer.from(`x-access-token:${TOKEN}`).toString("base64");
		expect(new Set(server.asked)).toEqual(new Set([`Basic ${basic}`]));
		const seen = await readFile(log, "utf8");
		expect(seen).toContain("push --porcelain");
		for (const secret of [TOKEN, basic, "hush-key"]) expect(seen).not.toContain(secret);
		expect(JSON.stringify(outcome)).not.toMatch(/hunter2|ghs_/);
		expect(remote).toContain("remote.git");
		await server.close();
	});

	it("repeats git's messages without token and password", async () => {
		const git = openGit({ folder: "/", environment: process.env, token: TOKEN, server: "https://github.com/" });
		const { stderr } = await git.try(["ls-remote", `file://ada:hunter2@host/${TOKEN}`]);
		expect(stderr).not.toMatch(/hunter2|ghs_/);
		expect(withoutPassword("https://ada:hunter2@github.com/octo/audits")).toBe("https://github.com/octo/audits");
	});
});

function pick({ github }: ReturnType<typeof readEnvironment>) {
	return { github };
}
